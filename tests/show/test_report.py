"""Reports in their three forms: every block in each, and no stranger's text that would be more than text."""

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings
from matplotlib.figure import Figure

from tenball_stats.show.report import (
    Callout,
    Column,
    Facts,
    Faint,
    Heading,
    Items,
    Paragraph,
    Picture,
    Pictures,
    Report,
    ReportRefused,
    Strong,
    Table,
    plain,
    write_report,
)
from tenball_stats.show.report.html import html
from tenball_stats.show.report.markdown import markdown
from tenball_stats.show.report.pdf import pdf
from tenball_stats.show.text import clean

NASTY = {
    "tag": "<script>alert(1)</script>",
    "attribute": '" onload="alert(1)',
    "entity": "&lt;b&gt;",
    "formula": '=cmd|" /C calc"!A1',
    "address": "javascript:alert(1)",
    "link": "[go](http://evil.example) ![i](http://evil.example/x.png) <http://evil.example>",
    "template": "{{ 7*7 }} {% raw %}",
    "table": "a | b | c",
    "code": "`rm -rf` ```x``` ~~~ **b** __u__ $x$",
    "list": "- item",
    "number": "1. first",
    "heading": "# head",
    "quote": "> quote",
    "rule": "---",
    "terminal": "\x1b[2J\x07bell",
    "lines": "one\r\ntwo\u2028three\x85four",
    "override": "abc\u202edef\u202c",
    "isolate": "abc\u2067def\u2069",
    "null": "a\x00b",
    "half": "a\ud800b",
    "none": "\ufffe\uffff",
    "marks": "Z" + "\u0335" * 50,
}
NAMES = ["Iwan Żółć", "Роман Пруха", "José Núñez Peña", "Ł. Ćwikła", "Ōta Ryō", "Đặng"]


class Page(HTMLParser):
    """Collects the elements of an HTML page, its texts, and whether its elements are closed in order."""

    VOID = ("meta", "img", "br", "wbr")

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.stack: list[str] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert self.stack == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.stack.append(tag)

    def handle_endtag(self, tag):
        assert self.stack.pop() == tag

    def handle_data(self, data):
        if self.stack and self.stack[-1] not in ("style",):
            self.texts.append(data)

    @property
    def text(self) -> str:
        return "".join(self.texts)


def drawn() -> Figure:
    figure = Figure(figsize=(3, 2))
    figure.add_subplot().plot([1, 2], [2, 1])
    return figure


def full(*texts: str) -> Report:
    """A report in which each of these texts stands in every place where a text can stand."""
    blocks = []
    for text in texts:
        blocks += [
            Callout(text, (text, (Strong(text), text)), "finding"),
            Callout(("a ", Strong(text)), (), "caution"),
            Heading(text),
            Heading((Strong(text), text), 3),
            Paragraph(text),
            Paragraph((text, Faint(text)), small=True),
            Items((text, (Strong(text), ": ", text))),
            Items((text, text), ordered=True),
            Facts(((text, text),)),
            Table(
                (Column(text), Column(text, right=True), Column(text, share=40)),
                ((text, (Strong(text),), (text, Faint(text))),),
                caption=text,
                row_heads=True,
                narrow="cards",
            ),
            Picture('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="2"/></svg>', text, text),
        ]
    return Report(texts[0], tuple(blocks), texts[-1], texts[0])


EVERYTHING = Report(
    "The title",
    (
        Callout("The finding", ("because of it",), "finding"),
        Heading("A part"),
        Heading("A part of it", 3),
        Paragraph(("Plain, ", Strong("strong"), " and ", Faint("faint"))),
        Paragraph("small print", small=True),
        Items(("first", "second")),
        Items(("one", "two"), ordered=True),
        Facts((("Event", "Open 2015"), ("Date", "2015-07-31"))),
        Table(
            (Column("name"), Column("n", right=True)), (("Ann", "12"), ("Bo", "7")), caption="a caption", row_heads=True
        ),
        Picture(drawn(), "a falling line", "what it shows"),
        Pictures((Picture(drawn(), "left"), Picture(drawn(), "right", (Strong("Right."), " more")))),
    ),
    "The subtitle",
    "The foot",
)
WORDS = [
    "The title",
    "The subtitle",
    "The finding",
    "because of it",
    "A part",
    "A part of it",
    "strong",
    "faint",
    "small print",
    "first",
    "two",
    "Event",
    "Open 2015",
    "a caption",
    "Ann",
    "12",
    "what it shows",
    "The foot",
]


# Texts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann", "Ann"),
        ("Żółć", "Żółć"),
        ("two  spaces", "two  spaces"),
        ("a\tb\nc", "a b c"),
        ("a\x1b[2J", "a\ufffd[2J"),
        ("a\u202eb", "a\ufffdb"),
        ("a\u200eb", "a\ufffdb"),
        ("soft\u00adhyphen\ufeff", "softhyphen"),
        ("a\ud800", "a\ufffd"),
        ("x\ufffe", "x\ufffd"),
        ("\u0646\u0627\u0645\u200c\u0647\u0627", "\u0646\u0627\u0645\u200c\u0647\u0627"),
        ("Z" + "\u0335" * 9, "Z" + "\u0335" * 4),
        ("e\u0301a\u0300", "e\u0301a\u0300"),
        ("", ""),
    ],
)
def test_a_text_is_cleaned_of_what_is_no_writing(text: str, shown: str) -> None:
    assert clean(text) == shown
    assert clean(shown) == shown


@given(st.text())
def test_cleaned_texts_can_be_written_and_stand_on_one_line(text: str) -> None:
    shown = clean(text)
    shown.encode("utf-8")
    assert len(shown.splitlines()) <= 1
    assert not any(ord(letter) < 32 or 0x7F <= ord(letter) < 0xA0 for letter in shown)


def test_a_text_of_stretches_is_their_texts() -> None:
    assert plain(("a ", Strong("b"), Faint(" c"))) == "a b c"
    assert plain("a") == "a"


def test_a_row_has_as_many_cells_as_the_table_has_columns() -> None:
    with pytest.raises(ValueError, match="a row of 1 cells in a table of 2 columns"):
        Table((Column("a"), Column("b")), (("x",),))


# HTML ----------------------------------------------------------------------------------------------------------


def test_html_holds_every_block() -> None:
    page = Page(html(EVERYTHING))
    for words in WORDS:
        assert words in page.text
    tags = [tag for tag, _ in page.elements]
    for tag in ("h1", "h2", "h3", "aside", "ul", "ol", "dl", "table", "caption", "figure", "figcaption", "footer"):
        assert tag in tags, tag
    assert tags.count("img") == 3
    assert [attrs["alt"] for tag, attrs in page.elements if tag == "img"] == ["a falling line", "left", "right"]


def test_html_is_one_file_without_script_and_without_the_web() -> None:
    text = html(full(*NASTY.values()))
    page = Page(text)
    assert not {"script", "iframe", "object", "embed", "link", "base", "form", "a"} & {tag for tag, _ in page.elements}
    for tag, attrs in page.elements:
        assert not any(name.startswith("on") for name in attrs), (tag, attrs)
        assert "href" not in attrs
        if "src" in attrs:
            assert (attrs["src"] or "").startswith("data:image/svg+xml;base64,")
    policy = next(attrs["content"] for tag, attrs in page.elements if attrs.get("http-equiv"))
    assert policy == "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
    assert "@import" not in text
    assert "url(" not in text


def test_the_template_trusts_no_text() -> None:
    template = (Path(html.__code__.co_filename).parent / "page.html.j2").read_text(encoding="utf-8")
    assert "safe" not in re.findall(r"\|\s*(\w+)", template)
    assert "autoescape false" not in template


@pytest.mark.parametrize("name", NASTY)
def test_a_strangers_text_is_shown_in_html_as_it_is(name: str) -> None:
    page = Page(html(full(NASTY[name])))
    shown = clean(NASTY[name])
    assert page.text.count(shown) >= 20
    assert "49" not in page.text
    assert "\u202e" not in page.text


def test_html_is_for_print_and_for_a_narrow_screen() -> None:
    text = html(EVERYTHING)
    assert '<meta name="viewport" content="width=device-width, initial-scale=1">' in text
    assert "@media print" in text
    assert "@media (max-width: 34rem)" in text
    assert 'content="light only"' in text


def test_a_long_word_can_be_broken_in_html() -> None:
    text = html(Report("t", (Paragraph("W" * 100),)))
    assert "W" * 33 not in text
    assert Page(text).text.count("W") == 100


# Markdown ------------------------------------------------------------------------------------------------------


def test_markdown_holds_every_block_and_its_pictures_are_files_beside_it() -> None:
    text, files = markdown(EVERYTHING, "case")
    for words in WORDS:
        assert words in text
    assert list(files) == ["case-1.png", "case-2.png", "case-3.png"]
    assert all(data.startswith(b"\x89PNG") for data in files.values())
    assert "![a falling line](case-1.png)" in text
    assert "\n# The title\n" in "\n" + text
    assert "\n## A part\n" in text
    assert "| **Ann** | 12 |" in text
    assert "|---|---:|" in text
    assert "> **Finding: The finding**" in text
    assert "1. one\n2. two" in text
    assert "- **Event:** Open 2015" in text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<b>", r"\<b\>"),
        ("a | b", r"a \| b"),
        ("[x](y)", r"\[x\](y)"),
        ("*a* _b_ `c` ~d~ $e$", r"\*a\* \_b\_ \`c\` \~d\~ \$e\$"),
        ("&lt;", r"\&lt;"),
        ("http://a.b", r"http\://a.b"),
        ("www.a.b", r"www\.a.b"),
        ("a@b.c", r"a\@b.c"),
        ("# head", r"\# head"),
        ("- item", r"\- item"),
        ("+ item", r"\+ item"),
        ("1. first", r"1\. first"),
        ("12) twelfth", r"12\) twelfth"),
        ("===", r"\==="),
        ("real-2015.csv, rack 2: 3-2", "real-2015.csv, rack 2: 3-2"),
        ("back\\slash", r"back\\slash"),
        ("two\nlines", "two lines"),
    ],
)
def test_a_strangers_text_is_escaped_in_markdown(text: str, shown: str) -> None:
    assert markdown(Report("t", (Paragraph(text),)), "x")[0] == f"# t\n\n{shown}\n"


def test_no_line_of_markdown_is_made_by_a_strangers_text() -> None:
    """Each block makes as many lines as it does with a harmless text, and no raw HTML, link or picture."""
    usual = markdown(full("x"), "x")[0].splitlines()
    for name, text in NASTY.items():
        lines = markdown(full(text), "x")[0].splitlines()
        assert len(lines) == len(usual), name
        for line, plain_line in zip(lines, usual, strict=True):
            bare = re.sub(r"\\[^\w\s]", "", line)
            assert not re.search(r"<\w|\]\((?!x-\d+\.svg\))|`", bare), (name, line)
            assert bare.count("|") == plain_line.count("|"), (name, line)


def test_emphasis_in_markdown_does_not_begin_or_end_with_a_space() -> None:
    text = markdown(Report("t", (Paragraph(("a", Strong(" b "), "c", Strong(" "))),)), "x")[0]
    assert "a **b** c" in text
    assert "** " not in text.replace("**b** ", "")


# PDF -----------------------------------------------------------------------------------------------------------


def test_pdf_of_every_block() -> None:
    data, remarks = pdf(EVERYTHING)
    assert data.startswith(b"%PDF-")
    assert remarks == []
    assert b"/JavaScript" not in data
    assert b"/URI" not in data


def test_pdf_has_the_letters_of_polish_russian_and_spanish_names() -> None:
    assert pdf(full(*NAMES))[1] == []


def test_pdf_says_where_letters_are_missing() -> None:
    data, remarks = pdf(Report("t", (Paragraph("\U00013000"),)))
    assert data.startswith(b"%PDF-")
    assert remarks == ["no font here has all the letters of the names; they are printed as empty boxes"]


def test_a_strangers_text_does_no_harm_in_pdf() -> None:
    data, _ = pdf(full(*NASTY.values()))
    assert data.startswith(b"%PDF-")
    for action in (b"/JavaScript", b"/JS ", b"/URI", b"/Launch", b"/EmbeddedFile", b"/AA "):
        assert action not in data


def test_long_texts_and_long_tables_fit_into_pdf() -> None:
    long = "word " * 1_500
    rows = tuple((str(number), "x" * 300, long[:3_000]) for number in range(12))
    report = Report(
        long[:400],
        (
            Table((Column("a"), Column("b"), Column("c", share=30)), rows),
            Callout("t", (long,), "note"),
            Items((long,)),
            Facts((("x" * 200, "y" * 2_000),)),
            Pictures(tuple(Picture(drawn(), "p", "c " * 40) for _ in range(3))),
            Picture(
                '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 5 200"><rect width="5" height="200"/></svg>',
                "h",
            ),
        ),
    )
    assert pdf(report)[0].startswith(b"%PDF-")


def test_right_to_left_words_are_turned_for_pdf() -> None:
    from tenball_stats.show.report.pdf import _Page

    page = _Page(Report("t", ()))
    page.close_fonts()
    assert page._shown("By \u05d3\u05d5\u05d3 (x)") == "By \u05d3\u05d5\u05d3"[:3] + "\u05d3\u05d5\u05d3"[::-1] + " (x)"


# Files ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", ["html", "pdf", "md", "HTML"])
def test_the_form_is_by_the_files_ending(tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"case.{suffix}"
    assert write_report(EVERYTHING, target) == []
    start = {"html": b"<!DOCTYPE html>", "pdf": b"%PDF-", "md": b"# The title"}[suffix.lower()]
    assert target.read_bytes().startswith(start)
    beside = sorted(path.name for path in tmp_path.iterdir() if path != target)
    assert beside == (["case-1.png", "case-2.png", "case-3.png"] if suffix == "md" else [])


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("case.docx", "cannot tell what kind of report this is; end its name in .html, .pdf or .md"),
        ("case", "cannot tell what kind of report this is; end its name in .html, .pdf or .md"),
        ("no/case.html", "does not exist; make it first"),
        ("folder.html", "is a folder; name a file"),
    ],
)
def test_a_report_that_cannot_be_written_is_refused(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "folder.html").mkdir()
    with pytest.raises(ReportRefused, match=re.escape(said)):
        write_report(EVERYTHING, tmp_path / name)


def test_the_same_report_comes_out_the_same_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    for suffix in ("html", "pdf", "md"):
        for name in ("one", "two"):
            write_report(EVERYTHING, tmp_path / name / f"case.{suffix}") if (tmp_path / name).mkdir(
                exist_ok=True
            ) else None
            write_report(EVERYTHING, tmp_path / name / f"case.{suffix}")
        one, two = (tmp_path / name / f"case.{suffix}" for name in ("one", "two"))
        assert one.read_bytes() == two.read_bytes(), suffix


def test_pictures_in_html_are_sound_svg() -> None:
    import base64

    for tag, attrs in Page(html(EVERYTHING)).elements:
        if tag == "img":
            ET.fromstring(base64.b64decode((attrs["src"] or "").split(",")[1]))  # noqa: S314 - our own drawing


@settings(max_examples=8)
@given(st.lists(st.text(max_size=30), min_size=1, max_size=2))
def test_any_text_can_stand_anywhere_in_any_form(texts: list[str]) -> None:
    report = full(*texts)
    Page(html(report))
    markdown(report, "x")
    assert pdf(report)[0].startswith(b"%PDF-")
