"""Reports: a list of blocks, written as one HTML file, as PDF, or as Markdown with its pictures beside it."""

from pathlib import Path

from tenball_stats.errors import TenballError
from tenball_stats.show.report.blocks import (
    Block,
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
    Strong,
    Table,
    Text,
    made_at,
    plain,
)

__all__ = [
    "Block",
    "Callout",
    "Column",
    "Facts",
    "Faint",
    "Heading",
    "Items",
    "Paragraph",
    "Picture",
    "Pictures",
    "Report",
    "ReportRefused",
    "Strong",
    "Table",
    "Text",
    "check_target",
    "made_at",
    "plain",
    "write_report",
]

SUFFIXES = (".html", ".pdf", ".md")


class ReportRefused(TenballError):
    """A report that cannot be written; the message says why and what to do."""


def check_target(target: Path) -> None:
    """Raise `ReportRefused` where a report cannot be written under this name: before the work, not after it."""
    if target.suffix.lower() not in SUFFIXES:
        raise ReportRefused(f"{target}: cannot tell what kind of report this is; end its name in .html, .pdf or .md")
    if not target.absolute().parent.is_dir():
        raise ReportRefused(f"{target}: the folder {target.parent} does not exist; make it first")
    if target.is_dir():
        raise ReportRefused(f"{target}: is a folder; name a file")


def write_report(report: Report, target: Path) -> list[str]:
    """Write a report in the form that the file's ending names; return remarks for the user.

    Raises:
        ReportRefused: the ending is none of `SUFFIXES`, or the file cannot be written.
    """
    check_target(target)
    suffix = target.suffix.lower()
    files: dict[str, bytes] = {}
    remarks: list[str] = []
    if suffix == ".html":
        from tenball_stats.show.report.html import html

        data = html(report).encode()
    elif suffix == ".pdf":
        from tenball_stats.show.report.pdf import pdf

        data, remarks = pdf(report)
    else:
        from tenball_stats.show.report.markdown import markdown

        text, files = markdown(report, target.stem)
        data = text.encode()
    for path, content in {**{target.with_name(name): file for name, file in files.items()}, target: data}.items():
        try:
            path.write_bytes(content)
        except OSError as error:
            raise ReportRefused(f"{path}: cannot be written ({error.strerror or error})") from None
    return [f"{target}: {remark}" for remark in remarks]
