"""The documentation says what is: commands run and print what is shown, made pages are up to date, links lead on."""

import importlib.util
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from documented import PAGES, ROOT, Shown, matches, parts, run_page

from tenball_stats.commands.main import tenball

ids = [page.name for page in PAGES]
WRITTEN = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_every_command_shown_runs_and_prints_what_is_shown(page: Path) -> None:
    for ran in run_page(page):
        shown = ran.shown
        assert ran.status == shown.wanted, f"{shown} ended with {ran.status}:\n{ran.printed}"
        if shown.output:
            assert matches(shown.output, ran.printed), f"{shown} prints now:\n{ran.printed}"


def test_the_pages_show_commands_with_their_output() -> None:
    shown = [part for page in PAGES for part in parts(page, page.read_text(encoding="utf-8"))]
    commands = [part for part in shown if isinstance(part, Shown) and part.command.startswith("tenball ")]
    assert len(commands) > 30
    assert sum(bool(part.output) for part in commands) > 15


def test_shown_output_is_held_against_what_is_printed() -> None:
    assert matches(["a", "...", "d"], "a\nb\nc\nd\n")
    assert matches(["a", "...", "b"], "a\nb\n")
    assert not matches(["a", "b"], "a\nb\nc\n")
    assert not matches(["a", "c"], "a\nb\n")


def test_blocks_are_read_with_their_statuses_and_files(tmp_path: Path) -> None:
    text = "```console\n$ tenball a\nout\n$ echo $?\n1\n$ tenball b\ntenball: no\n```\n```csv x.csv\nh\n```\n"
    one, two, file = parts(tmp_path / "p.md", text)
    assert isinstance(one, Shown)
    assert isinstance(two, Shown)
    assert (one.line, one.output, one.wanted) == (2, ["out"], 1)
    assert (two.line, two.output, two.wanted) == (6, ["tenball: no"], 2)
    assert (file.name, file.text) == ("x.csv", "h\n")  # type: ignore[union-attr]


# What is there is written about ---------------------------------------------------------------------------------------


def commands(group: click.Group, ctx: click.Context) -> Iterator[tuple[str, click.Command]]:
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        below = click.Context(command, ctx, info_name=name)
        yield below.command_path, command
        if isinstance(command, click.Group):
            yield from commands(command, below)


COMMANDS = list(commands(tenball, click.Context(tenball, info_name="tenball")))


@pytest.mark.parametrize(("path", "command"), COMMANDS, ids=[path for path, _ in COMMANDS])
def test_each_command_and_each_of_its_options_is_in_the_documentation(path: str, command: click.Command) -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    section = re.search(rf"^#+ {re.escape(path)}\n(.*?)(?=^#+ |\Z)", page, re.MULTILINE | re.DOTALL)
    assert section, f"{path} is not in docs/commands.md; run make docs"
    for param in command.params:
        if isinstance(param, click.Option) and not param.hidden:
            assert any(option in section[1] for option in param.opts), f"{param.opts} of {path}; run make docs"


@pytest.mark.parametrize("path", [path for path, command in COMMANDS if not isinstance(command, click.Group)])
def test_each_command_is_shown_at_work(path: str) -> None:
    assert re.search(rf"^\$ {path}\b", WRITTEN, re.MULTILINE), f"no page shows {path} at work"


def made() -> dict[str, Callable[[], str]]:
    spec = importlib.util.spec_from_file_location("make_docs", ROOT / "tools" / "make_docs.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return dict(module.PAGES)


@pytest.mark.parametrize("name", made())
def test_a_page_made_from_the_code_is_up_to_date(name: str) -> None:
    page = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert page == made()[name](), f"docs/{name} is out of date; run make docs"


# The pages themselves -------------------------------------------------------------------------------------------------


def anchors(page: Path) -> set[str]:
    headings = re.findall(
        r"^#+ (.+)$", re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S), re.M
    )
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", [*PAGES, ROOT / "data" / "README.md"], ids=[*ids, "data/README.md"])
def test_links_lead_to_what_is_there(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if target.startswith(("https://", "http://")):
            continue
        file, _, anchor = target.partition("#")
        there = (page.parent / file).resolve() if file else page
        assert there.exists(), f"{page.name} links to {target}"
        if anchor:
            assert anchor in anchors(there), f"{page.name} links to {target}"


def test_every_page_of_the_documentation_is_linked_from_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [page.name for page in PAGES[1:] if f"(docs/{page.name})" not in readme] == []


def test_pictures_are_small() -> None:
    for picture in (ROOT / "docs").rglob("*.png"):
        assert picture.stat().st_size < 150_000, picture


# The first thing in the README ----------------------------------------------------------------------------------------


def recipe(target: str) -> list[str]:
    """The tenball commands of a target of the Makefile, as `tenball …`."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    variables = dict(re.findall(r"^(\w+) := (.*)$", text, re.MULTILINE))
    lines = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", text, re.MULTILINE)
    assert lines is not None
    said = lines[1]
    while re.search(r"\$\(\w+\)", said):
        said = re.sub(r"\$\((\w+)\)", lambda name: variables[name[1]], said)
    return [line.strip().removeprefix(".venv/bin/") for line in said.splitlines() if "/tenball " in line]


def test_the_readme_shows_the_commands_of_make_demo() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    demo = recipe("demo")
    assert len(demo) == 3
    shown = [part.command for part in parts(ROOT / "README.md", readme) if isinstance(part, Shown)]
    assert [command for command in demo if command not in shown] == []


def test_make_demo_and_make_test_are_the_first_commands_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands_shown = re.findall(r"^\$ (.*)$", readme, re.MULTILINE)
    assert commands_shown[0] == "make demo"
    assert [command for command in commands_shown if command.startswith("make")] == ["make demo", "make test"]


def test_make_names_the_targets_that_the_readme_names() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    targets = set(re.findall(r"\bmake ([a-z-]+)\b(?=[`\n ])", "\n".join(re.findall(r"`make [a-z-]+`", readme))))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert targets <= set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))


def test_nothing_in_the_documentation_is_kept_outside_the_project() -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "docs", "README.md"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if tracked.returncode == 0 and tracked.stdout:
        assert not re.search(r"\.\./shared|/work/", WRITTEN)


# Messages that need a file which no page can show ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("names.csv", "match,rack,player,kind\nm,1,Łukasz,break\nm,1,Ana,shot\n".encode("cp1250")),
        ("cut.csv", b"match,rack,player,kind,edition\nm,1,Ana,break,es\nm,1,Bo,shot,\nm,1,B"),
    ],
)
def test_a_message_quoted_in_troubleshooting_is_the_one_that_is_printed(
    run_tenball, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: bytes
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(content)
    message = run_tenball("replay", name).err
    assert f"```text\n{message}```" in (ROOT / "docs" / "troubleshooting.md").read_text(encoding="utf-8")


def test_the_message_about_a_match_with_other_content_is_the_one_that_is_printed(
    run_tenball, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    log = (ROOT / "data" / "example.csv").read_text(encoding="utf-8")
    Path("data").mkdir()
    Path("data/example.csv").write_text(log, encoding="utf-8")
    Path("again.csv").write_text(log.replace(",9.5,", ",9.0,"), encoding="utf-8")
    assert run_tenball("ingest", "data/example.csv").status == 0
    ran = run_tenball("ingest", "again.csv")
    page = (ROOT / "docs" / "troubleshooting.md").read_text(encoding="utf-8")
    when = r"\d{4}-\d\d-\d\d \d\d:\d\d UTC"
    assert ran.status == 2
    assert re.sub(when, "WHEN", ran.err) in re.sub(when, "WHEN", page)
