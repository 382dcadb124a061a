"""Postings: where a document stands in the tables, so that its copies can be found."""
