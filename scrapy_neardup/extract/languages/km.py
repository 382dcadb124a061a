"""Khmer."""

# Dates.

PUBLISHED = "ផ្សាយនៅ|ចេញផ្សាយ"
MONTHS = ("មករា កុម្ភៈ មីនា មេសា ឧសភា មិថុនា កក្កដា សីហា កញ្ញា តុលា វិច្ឆិកា ធ្នូ",)

# Sections below an article.

OTHER_HEADINGS = """
    អត្ថបទទាក់ទង | ព័ត៌មានទាក់ទង | អានបន្ថែម
"""
COMMENT_HEADINGS = "មតិយោបល់"
