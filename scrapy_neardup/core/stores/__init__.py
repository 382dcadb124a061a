"""Where an index of one process keeps its values and postings: memory, LevelDB or SQLite."""
