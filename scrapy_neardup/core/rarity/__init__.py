"""How rare a word is: in the language, and among the articles of an index."""
