"""What blocks and borders are worth in the search of an article's body."""

from __future__ import annotations

from typing import NamedTuple


class Prices(NamedTuple):
    """Prices and values, in half-width characters of text if nothing else is said.

    Tuned by F1 on the even half of 281 labelled pages and checked on the odd half. None is sharp:
    halving or doubling any one of them moves the mean F1 of all pages by .006 at most
    (benchmarks/extraction/sensitivity.py).
    """

    mark: float = 6
    """Added for each mark that ends a sentence."""
    base: float = 10
    """Subtracted for each line, so that many short lines count only if they say something."""
    link: float = 1.8
    """Subtracted for each character of link text."""
    floor: float = -200
    """The least value of one block."""
    unmarked: float = 90
    """Up to this weight, a line without a sentence mark is a caption, a byline or an item."""
    item: float = 20
    """A line without a sentence mark, up to the weight *unmarked*, is worth half of its weight above
    this one."""
    scrap: float = 40
    """Up to this weight a line is no text of a teaser, and may be the heading of a section."""
    scrap_cost: float = 10
    """The most that a short line without links costs, and the least that one with links costs."""
    scraps_cost: float = 800
    """The most that all short lines between two texts cost: no gallery or table parts long texts."""
    verse: float = 2
    """The least value of unlinked short lines in a row: verse, chat, dialogue."""
    border: float = 22
    """Subtracted for each border of a block element between two texts."""
    section_cost: float = 200
    """Subtracted for a line such as "related stories" between two texts."""
    linked_heading_cost: float = 150
    """Subtracted for a heading between two texts that is a link."""
    other_h1_cost: float = 150
    """Subtracted for an `<h1>` between two texts that is not the page's title."""
    inserted: float = 0.25
    """The share of these costs that is due if the two texts are neighbours in one element."""
    card_title: float = 16
    """From this weight on, a linked line may be the title of a teaser."""
    teaser: float = 5
    """The most lines from a linked heading of less weight than *card_title* to its teaser; a text
    further below is a post under its author's name, rank and date."""
    teaser_weight: float = 400
    """The greatest weight of a teaser; a longer text under a linked heading is its chapter."""
    other_section: float = 0.4
    """The share of its value that a text keeps in a section that follows the titled article."""
    enough: float = 150
    """A titled run of this value, such as a thread's first post, ends at the answers to it, and does
    not begin anew at a line that only repeats the title."""
    little: float = 40
    """A titled run of this value ends at the heading of comments."""
    title_limit: float = 240
    """The greatest weight of a title line."""
    title_length: float = 4
    """Shorter titles, in characters without white space, count in an `<h1>` only."""
    apart: float = 2
    """The least number of borders from an article to the next one's `<h1>` on a page of several."""


PRICES = Prices()
