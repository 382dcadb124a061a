"""The same articles in many templates."""
