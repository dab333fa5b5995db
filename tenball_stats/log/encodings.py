"""Bytes to text: byte-order marks, UTF-16, a given encoding, or a refusal that names the likely one."""

import codecs
import itertools
import re

from tenball_stats.log.problems import LogRefused, Problem

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_TYPICAL = {
    "cp1250": "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ",
    "iso8859-2": "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ",
    "cp1251": "абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ№«»",
    "koi8-r": "абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ",
    "cp866": "абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ",
    "cp1252": "áéíóúñüçÁÉÍÓÚÑÜÇ¿¡äöÄÖßàèìòùâêîôûº",
}
"""Encoding to the letters that speak for it, in the languages of the three rule texts and their neighbours."""

_CYRILLIC = ("cp1251", "koi8-r", "cp866")


def settled(file: str, data: bytes, encoding: str | None) -> tuple[str | None, list[str]]:
    """Return the encoding that a file is to be read by, and what there is to remark on it.

    A file that is UTF-8, with letters beyond ASCII in it, is read as that, whatever was said for all files together: by
    an eight-bit encoding any bytes can be read, and these would become wrong letters.
    """
    if encoding is None or data.isascii() or any(data.startswith(mark) for mark, _ in _MARKS):
        return encoding, []
    try:
        if codecs.lookup(encoding).name.startswith("utf"):
            return encoding, []
        data.decode("utf-8")
    except (LookupError, UnicodeDecodeError):
        return encoding, []
    return None, [f"{file}: this is UTF-8 and was read so; --encoding {encoding} was left aside"]


def text_of(file: str, data: bytes, encoding: str | None) -> str:
    """Return the text of a file.

    A byte-order mark decides; else the encoding given; else the file has to be UTF-8. Raises `LogRefused` with the
    line of the first byte that cannot be read, and the encoding that it is likely to be.
    """
    named = next((name for mark, name in _MARKS if data.startswith(mark)), None) or encoding or "utf-8"
    try:
        codecs.lookup(named)
        text = data.decode(named)
    except LookupError:
        hint = f"there is no encoding named {named}; common ones are utf-8, utf-16, cp1250, cp1251, cp1252"
        raise LogRefused([Problem(file, hint=hint)]) from None
    except UnicodeDecodeError as error:
        line = len(re.findall(rb"\r\n|\r|\n", data[: error.start])) + 1
        found = "byte 0x" + data[error.start : error.start + 1].hex()
        raise LogRefused([Problem(file, line, None, found, f"text in {_title(named)}", _advice(data, named))]) from None
    except (UnicodeError, ValueError) as error:
        raise LogRefused([Problem(file, expected=f"text in {_title(named)}", hint=str(error))]) from None
    if not isinstance(text, str):  # codecs such as `hex` give bytes
        raise LogRefused([Problem(file, hint=f"{named} is no encoding of text")])
    text = text.removeprefix("\ufeff")
    nul = text.find("\x00")
    if 0 <= nul < 1000:
        raise LogRefused([Problem(file, 1, None, None, f"text in {_title(named)}", _advice(data, named))])
    if nul >= 0:
        line = len(re.findall(r"\r\n|\r|\n", text[:nul])) + 1
        raise LogRefused([Problem(file, line, None, "\x00", "text", "the file is damaged here; get it once more")])
    return text


def likely(data: bytes) -> str | None:
    """Guess the eight-bit encoding of a text from its letters; None where nothing speaks for one."""
    sample = data[:1_000_000]
    words = [word for word in re.findall(rb"[A-Za-z\x80-\xff]+", sample) if not word.isascii()][:2000]
    if not words:
        return None
    high = sum(len(re.findall(rb"[\x80-\xff]", word)) for word in words)
    pure = sum(1 for word in words if not re.search(rb"[A-Za-z]", word) and len(word) > 1)
    # Cyrillic words hold no Latin letters; in Polish and Spanish words most letters are.
    candidates = _CYRILLIC if pure > len(words) / 2 else ("cp1250", "iso8859-2", "cp1252")
    best, best_score = None, 0.0
    for name in candidates:
        shown = [word.decode(name, "replace") for word in words]
        hits = sum(char in _TYPICAL[name] for word in shown for char in word)
        # An upper-case letter inside a word is the mark of the wrong Cyrillic table.
        odd = sum(a.islower() and b.isupper() for word in shown for a, b in itertools.pairwise(word))
        score = (hits - 2 * odd) / high
        if score > best_score:
            best, best_score = name, score
    return best if best_score > 0.5 else None


def _advice(data: bytes, tried: str) -> str:
    guess = _sixteen(data) or likely(data)
    if guess is None or guess == tried:
        return "save the file as UTF-8, or name its encoding with --encoding"
    return f"it looks like {guess}: say --encoding {guess}, or save the file as UTF-8"


def _sixteen(data: bytes) -> str | None:
    """Tell UTF-16 without a mark by the places of its NULs."""
    head = data[:2000]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if max(even, odd) < len(head) / 8 or min(even, odd) > max(even, odd) / 8:
        return None
    return "utf-16-le" if odd > even else "utf-16-be"


def _title(encoding: str) -> str:
    return {"utf-8": "UTF-8", "utf-8-sig": "UTF-8", "utf-16": "UTF-16", "utf-32": "UTF-32"}.get(encoding, encoding)
