"""What is known of all articles: tables, records, stories, and what a new article is to them."""
