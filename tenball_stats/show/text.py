"""Texts of strangers made fit to show: on one line, and without what would act instead of being read.

Names and notes come out of logs that anybody may have written. A control character can move a terminal's cursor, a
direction override can turn the rest of a sentence round; neither is a letter of a name.
"""

import re
import unicodedata

_JOINERS = "\u200c\u200d"
"""Zero-width joiner and non-joiner: letters of some scripts need them."""

_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))
"""Signs without a shape that mean nothing in a name: soft hyphen, zero-width space, word joiner, byte-order mark."""

_MOST_MARKS = 4
"""Combining marks that one letter keeps; more than that is no writing but a smear over the lines around it."""

_SPACES = re.compile(r"[^\S \u00a0]+")
"""Line breaks, tabs and spaces of other widths; a space that keeps words together stays."""


def clean(text: str) -> str:
    """Return a text on one line in which every character is a letter, a sign or a space.

    Control characters, direction marks and overrides, and halves of characters become the replacement character, so
    that one sees that something stood there.
    """
    if text.isascii() and text.isprintable():
        return text
    shown = []
    marks = 0
    for character in _SPACES.sub(" ", text.translate(_INVISIBLE)):
        category = unicodedata.category(character)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > _MOST_MARKS:
            continue
        bad = category in ("Cc", "Cs") or (category == "Cf" and character not in _JOINERS)
        shown.append("\ufffd" if bad or ord(character) & 0xFFFE == 0xFFFE else character)
    return "".join(shown)
