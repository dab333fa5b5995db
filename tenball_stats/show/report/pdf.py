"""A report as PDF: set with fpdf2 in the DejaVu fonts that matplotlib brings along."""

import io
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from unicodedata import bidirectional

import matplotlib as mpl
from fpdf import FPDF
from fpdf.bidi import BidiParagraph
from fpdf.enums import TableBordersLayout, TextDirection, VAlign, WrapMode, XPos, YPos
from fpdf.fonts import FontFace, TTFFont
from matplotlib import font_manager

from tenball_stats.show.report import pictures
from tenball_stats.show.report.blocks import (
    Block,
    Callout,
    Facts,
    Faint,
    Heading,
    Items,
    Paragraph,
    Picture,
    Pictures,
    Report,
    Strong,
    Table,
    Text,
    made_at,
    plain,
    stretches,
    texts_of,
)
from tenball_stats.show.text import clean

FONT = "DejaVu"
SIZE = 9.5
LEADING = 1.42
"""Height of a line in font sizes."""

INK, FAINT, LINE, WASH = (26, 28, 30), (86, 91, 97), (200, 205, 210), (244, 246, 247)
BARS = {"finding": (20, 83, 45), "note": (160, 166, 172), "caution": (180, 83, 9)}

MOST = 1_200
"""Letters of a table's cell that are printed: a row has to fit on a page."""

FURTHER = ("Noto Sans CJK SC", "Noto Sans CJK JP", "WenQuanYi Zen Hei", "Microsoft YaHei", "Malgun Gothic", "Arial")
"""Fonts that are asked for letters which DejaVu does not have, where the machine has them."""

POINT = 72 / 25.4
"""Points in a millimetre."""


def pdf(report: Report) -> tuple[bytes, list[str]]:
    """Return a report as PDF, and remarks for the user."""
    page = _Page(report)
    try:
        page.set_report()
        data = bytes(page.output())
    finally:
        page.close_fonts()
    remarks = ["no font here has all the letters of the names; they are printed as empty boxes"] if page.missing else []
    return data, remarks


class _Page(FPDF):
    """The report on A4 pages, block by block from top to bottom."""

    def __init__(self, report: Report) -> None:
        super().__init__(format="A4")
        self.report = report
        self.missing: set[str] = set()
        folder = Path(mpl.get_data_path()) / "fonts" / "ttf"
        for style, name in (("", "DejaVuSans"), ("B", "DejaVuSans-Bold")):
            self.add_font(FONT, style, folder / f"{name}.ttf")
        self.has = self._letters(FONT)
        self._further()
        self.set_margins(20, 18, 20)
        self.set_auto_page_break(auto=True, margin=20)
        self.set_title(clean(report.title))
        self.set_creator("tenball-stats")
        self.set_lang(report.language)
        self.set_creation_date(made_at())
        self.set_line_width(0.2)

    def _further(self) -> None:
        """Add fonts of this machine for letters that are in the report and not in DejaVu."""
        wanted = {letter for text in texts_of(self.report) for letter in clean(text) if ord(letter) not in self.has}
        for name in FURTHER:
            if not wanted:
                return
            with suppress(ValueError, OSError, RuntimeError, NotImplementedError):
                path = font_manager.findfont(name, fallback_to_default=False)
                self.add_font(name, "", path)
                letters = self._letters(name)
                if any(ord(letter) in letters for letter in wanted):
                    self.set_fallback_fonts([name], exact_match=False)
                    self.has |= letters
                    wanted = {letter for letter in wanted if ord(letter) not in letters}

    def _letters(self, name: str) -> set[int]:
        """Return the letters that a font added to this report has."""
        font = self.fonts[name.lower()]
        return set(font.cmap) if isinstance(font, TTFFont) else set()

    def close_fonts(self) -> None:
        """Let go of the files of the fonts."""
        for font in self.fonts.values():
            if isinstance(font, TTFFont):
                font.close()

    # The report and its blocks ---------------------------------------------------------------------------------

    def set_report(self) -> None:
        """Set the whole report."""
        self.add_page()
        self._font(17, "B")
        self._text(self.report.title, 17)
        if self.report.subtitle:
            self._font(11, "", FAINT)
            self._text(self.report.subtitle, 11)
        self.ln(1.5)
        self.set_draw_color(*INK)
        self.set_line_width(0.5)
        self.line(self.l_margin, self.y, self.w - self.r_margin, self.y)
        self.set_line_width(0.2)
        self.ln(2.5)
        for block, following in zip(self.report.blocks, (*self.report.blocks[1:], None), strict=True):
            if isinstance(block, Heading):
                self._heading(block, following)
            else:
                self._block(block)
        if self.report.footer:
            self.ln(3)
            self._font(8, "", FAINT)
            self._text(self.report.footer, 8)

    def footer(self) -> None:
        """Print the page's number; called by fpdf2 at the end of each page."""
        self.set_y(-13)
        self._font(7.5, "", FAINT)
        title = self._shown(self.report.title)
        while title and self.get_string_width(title) > self.epw - 25:
            title = title[:-2].rstrip() + "…"
        self.cell(self.epw - 20, 5, title)
        self.cell(20, 5, f"{self.page_no()} / {{nb}}", align="R")

    def _block(self, block: Block) -> None:
        match block:
            case Paragraph():
                size = 8.5 if block.small else SIZE
                self._font(size, "", FAINT if block.small else INK)
                self._stretches(block.text, size)
                self.ln(1.2)
            case Items():
                for number, item in enumerate(block.items, 1):
                    self._item(f"{number}." if block.ordered else "•", item)
                self.ln(1)
            case Facts():
                self._facts(block)
            case Table():
                self._table(block)
            case Picture():
                self._pictures((block,))
            case Pictures():
                self._pictures(block.pictures)
            case Callout():
                self._callout(block)

    def _heading(self, block: Heading, following: Block | None) -> None:
        size = 12.5 if block.level == 2 else 10.5
        self.ln(4 if block.level == 2 else 2)
        # A heading belongs to what follows it: a picture, or the first lines of anything else.
        room = 42.0 if isinstance(following, Table | Heading) else 28.0
        if isinstance(following, Picture | Pictures):
            side_by_side = (following,) if isinstance(following, Picture) else following.pictures
            room = self._height(size) + self._laid(side_by_side).height + 3
        if self.will_page_break(min(room, self.eph - 1)) and self.y > self.t_margin + 5:
            self.add_page()
        self._font(size, "B")
        self._text(plain(block.text), size)
        self.ln(1)

    def _item(self, mark: str, item: Text) -> None:
        self._font(SIZE)
        if self.will_page_break(self._height(SIZE)):
            self.add_page()
        self.cell(6, self._height(SIZE), mark, align="R")
        with self._narrowed(7.5):
            self.set_x(self.l_margin)
            self._stretches(item, SIZE)
        self.ln(0.6)

    def _facts(self, block: Facts) -> None:
        self._font(SIZE)
        wide = min(max((self.get_string_width(self._shown(name)) for name, _ in block.facts), default=0) + 6, 55)
        for name, value in block.facts:
            self._font(SIZE, "", FAINT)
            if self.will_page_break(self._height(SIZE)):
                self.add_page()
            self.cell(wide, self._height(SIZE), self._shown(name))
            with self._narrowed(wide):
                self.set_x(self.l_margin)
                self._font(SIZE)
                self._stretches(value, SIZE)
        self.ln(1.5)

    def _table(self, block: Table) -> None:
        self.ln(1)
        if block.caption:
            self._font(8.5, "", FAINT)
            self._text(block.caption, 8.5)
            self.ln(0.5)
        size = 8.5 if len(block.columns) < 7 else 7.5
        self._font(size)
        self.set_draw_color(*LINE)
        head = FontFace(emphasis="BOLD", color=FAINT)
        with self.table(
            col_widths=self._widths(block, size),
            text_align=tuple("RIGHT" if column.right else "LEFT" for column in block.columns),
            headings_style=head,
            line_height=self._height(size),
            padding=(1, 2, 1, 0),
            borders_layout=TableBordersLayout.HORIZONTAL_LINES,
            v_align=VAlign.T,
            wrapmode=WrapMode.WORD,
            first_row_as_headings=True,
        ) as table:
            table.row([self._shown(column.heading) for column in block.columns])
            for row in block.rows:
                line = table.row()
                for number, cell in enumerate(row):
                    strong = (number == 0 and block.row_heads) or all(isinstance(p, Strong) for p in stretches(cell))
                    text = self._shown(_cut(plain(cell)))
                    line.cell(text, style=FontFace(emphasis="BOLD", color=INK) if strong and text else None)
        self.set_text_color(*INK)
        self.ln(2)

    def _widths(self, block: Table, size: float) -> tuple[float, ...]:
        """Return the columns' widths in millimetres: as said, else by their texts, no word broken where it can be."""
        room = self.epw
        fixed = [None if column.share is None else room * column.share / 100 for column in block.columns]
        left = max(room - sum(width or 0 for width in fixed), room * 0.05)
        least, wanted = [], []
        self._font(size, "B")
        for number, column in enumerate(block.columns):
            texts = [column.heading, *(plain(row[number])[:200] for row in block.rows)]
            longest = max((word for text in texts for word in re.split(r"[ \n]+", text)), key=len, default="")
            least.append(min(self.get_string_width(self._shown(longest)) + 4, 45.0))
            wanted.append(min(self.get_string_width(self._shown(max(texts, key=len))) + 4, 80.0))
        self._font(size)
        free = [number for number, width in enumerate(fixed) if width is None]
        needed = sum(least[number] for number in free)
        hunger = sum(max(wanted[number] - least[number], 1.0) for number in free)
        widths = []
        for number, width in enumerate(fixed):
            if width is not None:
                widths.append(width)
            elif needed > left:
                widths.append(left * least[number] / needed)
            else:
                widths.append(least[number] + (left - needed) * max(wanted[number] - least[number], 1.0) / hunger)
        return tuple(widths)

    def _callout(self, block: Callout) -> None:
        # Set once to see how high it is, and then in its place: a box must not be torn apart.
        with self.offset_rendering() as trial:
            trial_top = trial.y
            trial._inside(block)
            height = trial.y - trial_top if trial.page == self.page else 0
        if height == 0 or self.will_page_break(height + 8):
            self.add_page()
        self.ln(1.5)
        top = self.y
        if 0 < height < self.eph:
            self.set_fill_color(*WASH)
            self.rect(self.l_margin, top, self.epw, height + 6, style="F")
            self.set_fill_color(*BARS[block.tone])
            self.rect(self.l_margin, top, 1.4, height + 6, style="F")
            self.set_fill_color(255)
        self.set_y(top + 3)
        self._inside(block)
        self.ln(5)

    def _inside(self, block: Callout) -> None:
        with self._narrowed(5, 4):
            self.set_x(self.l_margin)
            size = 11 if block.tone == "finding" else SIZE
            self._font(size, "B")
            self._text(plain(block.title), size)
            for text in block.texts:
                self.ln(0.8)
                self.set_x(self.l_margin)
                self._font(SIZE)
                self._stretches(text, SIZE)

    def _laid(self, side_by_side: tuple[Picture, ...]) -> "_Laid":
        """Return pictures side by side with the sizes in which they fit on a page."""
        gap = 5.0
        room = (self.epw - gap * (len(side_by_side) - 1)) / len(side_by_side)
        widths = [min(room, self.epw * picture.width) for picture in side_by_side]
        drawn = [pictures.for_pdf(picture.image) for picture in side_by_side]
        heights = [width * high / wide for width, (_, wide, high) in zip(widths, drawn, strict=True)]
        captions = 12.0 if any(picture.caption for picture in side_by_side) else 0.0
        squeeze = min(1.0, (self.eph - captions - 14) / max(heights))
        sizes = [(width * squeeze, height * squeeze) for width, height in zip(widths, heights, strict=True)]
        return _Laid([data for data, _, _ in drawn], sizes, max(heights) * squeeze + captions, gap)

    def _pictures(self, side_by_side: tuple[Picture, ...]) -> None:
        laid = self._laid(side_by_side)
        self.ln(1)
        if self.will_page_break(laid.height):
            self.add_page()
        top = bottom = self.y
        left = self.l_margin + (self.epw - sum(width for width, _ in laid.sizes) - laid.gap * (len(laid.sizes) - 1)) / 2
        page = self.page
        for picture, data, (width, height) in zip(side_by_side, laid.images, laid.sizes, strict=True):
            self.image(io.BytesIO(data), x=left, y=top, w=width, h=height, alt_text=clean(picture.alt))
            self.set_y(top + height + 1)
            if picture.caption:
                self._font(8.5, "", FAINT)
                with self._narrowed(left - self.l_margin, self.w - self.r_margin - left - width):
                    self.set_x(self.l_margin)
                    self._stretches(picture.caption, 8.5)
            bottom = max(bottom, self.y) if self.page == page else self.y
            left += width + laid.gap
        self.set_y(bottom + 2)

    # Lines of text ---------------------------------------------------------------------------------------------

    def _font(self, size: float, style: str = "", colour: tuple[int, int, int] = INK) -> None:
        self.set_font(FONT, style, size)
        self.set_text_color(*colour)

    @staticmethod
    def _height(size: float) -> float:
        """Return the height of a line of this font size in millimetres."""
        return size * LEADING / POINT

    def _shown(self, text: str) -> str:
        """Return a text as it can be printed: right-to-left words turned, boxes for what no font here has."""
        shown = clean(text)
        if any(bidirectional(letter) in ("R", "AL") for letter in shown):
            shown = BidiParagraph(shown, TextDirection.LTR).get_reordered_string()
        lost = {letter for letter in shown if ord(letter) not in self.has}
        self.missing |= lost
        return "".join("□" if letter in lost else letter for letter in shown)

    def _text(self, text: str, size: float) -> None:
        """Print a text in the present font, over as many lines as it needs."""
        self.multi_cell(0, self._height(size), self._shown(text), align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def _stretches(self, text: Text, size: float) -> None:
        """Print a text whose stretches stand out or step back, over as many lines as it needs."""
        colour = self.text_color
        for part in stretches(text):
            smaller = size - 1.5 if isinstance(part, Faint) else size
            self.set_font(FONT, "B" if isinstance(part, Strong) else "", smaller)
            if isinstance(part, Faint):
                self.set_text_color(*FAINT)
            self.write(self._height(size), self._shown(part))
            self.text_color = colour
        self.ln(self._height(size))

    def _narrowed(self, left: float, right: float = 0) -> "_Margins":
        return _Margins(self, left, right)


@dataclass(frozen=True)
class _Laid:
    """Pictures side by side: their data, widths and heights, the height of all with captions, the gap between them."""

    images: list[bytes]
    sizes: list[tuple[float, float]]
    height: float
    gap: float


class _Margins:
    """Wider margins for a while."""

    def __init__(self, page: _Page, left: float, right: float) -> None:
        self.page, self.left, self.right = page, left, right

    def __enter__(self) -> None:
        self.page.l_margin += self.left
        self.page.r_margin += self.right

    def __exit__(self, *_: object) -> None:
        self.page.l_margin -= self.left
        self.page.r_margin -= self.right
        self.page.set_x(self.page.l_margin)


def _cut(text: str) -> str:
    return text if len(text) <= MOST else text[: MOST - 1] + "…"
