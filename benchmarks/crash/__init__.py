"""Long forms of the tests in tests/faults."""
