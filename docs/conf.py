"""Sphinx configuration: ``make docs`` builds the site into ``site/``, warnings are errors."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parent)]

from scrapy_neardup import __version__

project = "scrapy-neardup"
author = "The scrapy-neardup authors"
copyright = author
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "command_help"]
root_doc = "index"
exclude_patterns = ["tutorial_site"]

# Slugs of headings as GitHub makes them, so that a link works there and here.
myst_heading_anchors = 4

nitpicky = True
# Other packages' classes; their inventories would have to be fetched from the network.
nitpick_ignore_regex = [
    ("py:.*", r"(?!scrapy_neardup\.).*"),
]

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented_params"
autodoc_class_signature = "mixed"

html_theme = "furo"
html_title = f"scrapy-neardup {release}"
html_copy_source = False
html_show_sourcelink = False

linkcheck_timeout = 10
