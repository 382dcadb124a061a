"""Tells texts that have much in common and are no copies of each other: notices, forms, flashes that were
written out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_neardup.core.verdict.evidence import VERBATIM

if TYPE_CHECKING:
    from scrapy_neardup.core.verdict.evidence import Evidence

TAKEN, FRAMED = 0.93, 0.82
"""The least core shares of the document and of the query at which the whole document was taken and
all that stands around it is a frame (dates, notices), not another text."""

_MUCH, _OTHER_NUMBERS = 0.3, 0.75
"""Two texts are one form filled in twice if common passages cover this share of both, or more, and
their numbers agree less. Passages without numbers count as 0.77, and rewritten copies that have
so much in common word for word agree as well, or better."""
_LEFT_ALONE = 0.15
"""Two texts of one host are two pages of a form, such as a manual of commands, if common passages cover _MUCH
of both and this share of the grams of both is common without a break, as in whole sentences. On two hosts they
may be an article and a copy of which some sentences were left as they were."""
_HARDLY_REWORDED = 0.8
"""Two texts of one host are two pages of a form, too, if common passages cover _MUCH of both at this density or
more, with no more than one number that agrees: in what a rewriter leaves word for word, more words are replaced."""

MOST_SCORED = 0.2
"""The most that a notice scores, or a text of one form about somebody or something else: less than any preset
wants."""
_SAME_FORM = 0.85
"""The least density at which a text is about somebody or something else if it repeats a name, or a word of its
title, that the other lacks. Where more words differ, a spinner may have replaced it."""
_SAME_NUMBERS = 0.8
"""Texts whose numbers agree so well or better tell the same, under a name that was corrected, replaced or put in.
Two of two agree so well, and five of six; texts without numbers count as 0.77."""
_MORE_THAN_ONE = 1.0
"""Numbers that agree tell so only if they weigh more than this, which is the most that one number weighs: a
form may have one, too."""
_OWN_BEGINNING = 0.1
"""Two texts of one host are two articles over the same notice if they end with it, verbatim, and each has a
beginning of its own that is so much of it, or more: news says first what it is about."""
_OWN_REST = 0.25
"""Two texts of one host that begin alike, verbatim, are two articles under what the host says first on each, such
as a question above its answers, if so much of each, or more, is its own. Copies with tails of their own begin
alike, too, but mostly have less."""
_LONGEST_NOTICE = 1200
"""In letters and digits, of which a Chinese, Japanese or Korean character counts as two. What is longer is
the body of an article, under another lead."""
_FILLED_IN = 0.5
"""Two texts of one host that are verbatim the same but for names of this weight or more, each in the place of
another, are two of its notices: another firm, place or person. One name that few stories have is enough, and no
weekday. Numbers alone tell nothing: a page shows its own views and times. A repost with a corrected name is of
another host, as a rule, or has another frame."""
_FEW_AGREE, _SURE, _UNCHANGED = 4.0, 0.9, 0.98
"""Two texts of one host of which rare words that agree weigh less than the first, with no more than one number
among them, may be two pages of one form, such as a manual's: they are copies only from the second score on, or if one
has nearly all of the other at the third density, for a single other word stands for another page."""
_MOST_HELD = 0.28
"""The most that a short text fills of one that has all of it and is no copy at all: what a firm says of itself, on
a page of that alone, or a flash of the same host that was written out."""
_BOILERPLATE = 8
"""A short text that stands in so many other articles is what a firm or an agency says of itself: whoever
has it among much more does not copy it."""
_WHOLLY = 0.97
"""The share of a text from which on it is taken for all of it: a passage ends with a gram, not with a
letter, and of a long text only a sample of the grams is known."""
_LONGEST_FRAME, _LEAST_HELD = 40, 0.7
"""What a short text has besides what a longer one took of it may be a frame, such as the dateline of a flash, if
it has so many letters and digits at most, of which a Chinese, Japanese or Korean character counts as two, and
the rest is this share of it or more."""


def why_held(evidence: Evidence, score: float, *, alone: bool) -> str | None:
    """Why a text of this *score* scores no more than MOST_SCORED, in words; None if it may. *alone*: nothing explains
    more of it together with others. An article merged of several has parts of them that are no notice, and no page
    of a form.
    """
    if is_of_another(evidence):
        return "the texts are about different subjects"
    if is_next_of_form(evidence):
        return "the texts of this host differ in what is filled in"
    if alone and is_notice(evidence):
        return "what they have in common is a notice"
    if alone and begins_both(evidence):
        return "the texts of this host begin alike and go on differently"
    if alone and may_be_page_of_form(evidence, score):
        return "the texts of this host may be two pages of one form"
    return None


def is_refilled(evidence: Evidence) -> bool:
    """Whether both texts say much in the same words with other numbers, as in a form."""
    return evidence.smaller_cover >= _MUCH and evidence.number_agreement < _OTHER_NUMBERS


def has_same_sentences(evidence: Evidence) -> bool:
    """Whether many sentences of both texts, of one host, are the same or nearly, as on two pages of a form."""
    found = evidence.overlap
    is_hardly_reworded = (
        found.density >= _HARDLY_REWORDED and evidence.same_number_weight <= _MORE_THAN_ONE
    )
    return (
        evidence.is_of_host
        and evidence.smaller_cover >= _MUCH
        and (found.unbroken >= _LEFT_ALONE or is_hardly_reworded)
    )


def is_notice(evidence: Evidence) -> bool:
    """Whether what the texts have in common is likely to be a notice: a risk warning, or what a firm
    says of itself, below two articles of a host or on a page of its own.
    """
    return ends_both(evidence) or is_written_out(evidence) or is_boilerplate(evidence)


def ends_both(evidence: Evidence) -> bool:
    """Whether both texts, of one host, end with the same short passage, each after a beginning of
    its own.
    """
    found = evidence.overlap
    return (
        _has_short_passage(evidence)
        and evidence.own_beginning >= _OWN_BEGINNING
        and found.before_query + found.core_query >= _WHOLLY
        and found.before_document + found.core_document >= _WHOLLY
    )


def begins_both(evidence: Evidence) -> bool:
    """Whether both texts, of one host, begin with the same short passage, and much of each is its own: answers
    to one question, jobs of one firm, pages of a manual that name the same preparations.
    """
    found = evidence.overlap
    return (
        _has_short_passage(evidence)
        and max(found.before_query, found.before_document) < _OWN_BEGINNING
        and evidence.own_rest >= _OWN_REST
    )


def _has_short_passage(evidence: Evidence) -> bool:
    """Whether what both texts, of one host, have in common is verbatim, and no longer than a notice."""
    return (
        evidence.is_of_host and evidence.common_length <= _LONGEST_NOTICE and evidence.is_verbatim
    )


def is_written_out(evidence: Evidence) -> bool:
    """Whether the query holds the document, of the same host, among much more."""
    return evidence.is_of_host and is_held(evidence)


def is_boilerplate(evidence: Evidence) -> bool:
    """Whether the query holds the document among much more, as many other articles do."""
    return evidence.times_told >= _BOILERPLATE and is_held(evidence)


def is_held(evidence: Evidence) -> bool:
    """Whether the document is a short text of which the query has all, among much more."""
    return (
        evidence.common_length <= _LONGEST_NOTICE
        and evidence.overlap.covered_query <= _MOST_HELD
        and is_wholly_held(evidence)
        and evidence.is_verbatim
    )


def is_wholly_held(evidence: Evidence) -> bool:
    """Whether the query has all of the document, but for a frame such as a dateline."""
    share = evidence.overlap.core_document
    return share >= _WHOLLY or (
        share >= _LEAST_HELD and evidence.common_length * (1 - share) / share <= _LONGEST_FRAME
    )


def is_next_of_form(evidence: Evidence) -> bool:
    """Whether the texts are two notices of one host: they differ in little but the names filled in."""
    return evidence.is_of_host and differs_in_names(evidence)


def differs_in_names(evidence: Evidence) -> bool:
    """Whether the texts differ in little but the names filled in, without a frame around either."""
    found = evidence.overlap
    return (
        found.density >= VERBATIM
        and found.filled_in >= _FILLED_IN
        and min(found.core_query, found.core_document) >= TAKEN
    )


def may_be_page_of_form(evidence: Evidence, score: float) -> bool:
    """Whether the texts, of one host, may be two pages of one form, as the *score* is not that of a sure copy."""
    return score < _SURE and has_little_to_differ_in(evidence)


def has_little_to_differ_in(evidence: Evidence) -> bool:
    """Whether the texts, of one host, share hardly any rare word by which two pages of a form could be told
    apart. If one has the other as it was, no such word is needed.
    """
    found = evidence.overlap
    is_left_as_it_was = (
        found.density >= _UNCHANGED and max(found.core_query, found.core_document) >= TAKEN
    )
    return (
        evidence.is_of_host
        and evidence.agreeing < _FEW_AGREE
        and evidence.same_number_weight <= _MORE_THAN_ONE
        and not is_left_as_it_was
    )


def is_of_another(evidence: Evidence) -> bool:
    """Whether the query says what the document says, in nearly the same words, of somebody or something else."""
    found = evidence.overlap
    return (
        found.other_subjects > 0
        and found.density >= _SAME_FORM
        and not _tells_same_numbers(evidence)
    )


def _tells_same_numbers(evidence: Evidence) -> bool:
    """Whether the texts have the same numbers, and more than one."""
    return (
        evidence.number_agreement >= _SAME_NUMBERS and evidence.same_number_weight > _MORE_THAN_ONE
    )
