"""A second opinion: the Polish, the Russian and the Spanish text once more, in words and sets, for tests alone.

Written from the rule tables and the log format, and not from the judge: a stroke is the row of a log as text, a ruling
the fields of the replay output that do not name clauses. It is slow, and it knows these three editions only; what it
and the judge say about the same row has to be the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

Row = dict[str, str]

JUDGED = ("scratch", "cue_off", "ball_off", "no_contact", "wrong_ball", "no_rail", "illegal_break")
ACTS = (
    *("foot", "touch", "double_hit", "push_stroke", "moving", "placement", "cue_on_table", "marking"),
    *("out_of_turn", "slow", "not_tip", "scoop"),
)
CODES = (*JUDGED, *ACTS, "recorded")
NO_FOUL = {
    "pl": {"double_hit", "push_stroke", "moving", "placement", "cue_on_table", "marking", "out_of_turn", "slow"},
    "ru": {"marking", "scoop"},
    "es": {"placement", "scoop"},
}
COLUMNS = ("warnings", "called", "first", "rail", "rails", "potted", "ruling")
STROKES = ("break", "shot", "safety", "push")


@dataclass
class Rack:
    """An attempt at a rack as the record has it so far."""

    table: set[int] = field(default_factory=lambda: set(range(1, 11)))
    in_a_row: dict[str, int] = field(default_factory=dict)
    warned: set[str] = field(default_factory=set)
    push_open: bool = False
    broken: bool = False


def balls(cell: str) -> dict[str, str]:
    """The balls of a cell with their pockets, in order."""
    return {one.partition("@")[0]: one.partition("@")[2] for one in cell.split() if one not in "?-"}


def numbers(cell: str) -> set[int]:
    """The object balls of a cell."""
    return {int(ball) for ball in balls(cell) if ball != "cue"}


def rule(edition: str, row: Row, rack: Rack, *, is_break: bool, warnings_recorded: bool) -> dict[str, Any]:
    """Rule on one stroke; `turn` is `same`, `next` or None where the rack is over."""
    cell = {"first": "", "rail": "", "rails": "", "potted": "", "off": "", "acts": "", "called": "", "ruling": ""} | row
    polish = edition == "pl"
    pockets = balls(cell["potted"])
    down = [int(ball) for ball in pockets if ball != "cue"]
    gone = set(down) | numbers(cell["off"])
    unknown = cell["potted"] == "?"
    touched = {int(cell["first"])} - {0} if cell["first"] else set()
    before = rack.table | gone | touched
    lowest = min(before, default=0)
    push = row["kind"] == "push" and rack.push_open and not is_break
    on_nothing = cell["first"] == "0"

    fouls, assumed = set(), set()
    if "cue" in pockets:
        fouls.add("scratch")
    if "cue" in balls(cell["off"]):
        fouls.add("cue_off")
    if numbers(cell["off"]):
        fouls.add("ball_off")
    if not cell["first"]:
        assumed |= set() if push else {"first"}
    elif not push and on_nothing:
        fouls.add("no_contact")
    elif not push and int(cell["first"]) != lowest:
        fouls.add("wrong_ball")
    if unknown:
        assumed.add("potted")
    elif not down and is_break:
        if cell["rails"]:
            fouls |= {"illegal_break"} if int(cell["rails"]) < 4 else set()
        elif on_nothing or cell["rail"] == "n":
            fouls.add("illegal_break")
        else:
            assumed.add("rails")
    elif not down and not push and not on_nothing:
        if not cell["rail"]:
            assumed.add("rail")
        elif cell["rail"] == "n":
            fouls.add("no_rail")

    ruled = set(cell["ruling"].split())
    named = ruled - {"foul", "legal", "recorded"}
    acts = (set(cell["acts"].split()) | named) & set(ACTS)
    fouls |= acts - NO_FOUL[edition]
    unlisted = acts & NO_FOUL[edition]
    cushion = cell["rails"] if is_break else cell["rail"]
    incomplete = not push and (not cell["first"] or unknown or (not down and not cushion))
    if not fouls and ruled and "legal" not in ruled and incomplete:
        fouls = named - NO_FOUL[edition] if named else {"recorded"}
        if fouls:
            assumed = assumed - {"first", "rail", "rails"} | {"ruling"}

    spotted = gone & {10}
    turn, option, end, in_a_row = "next", False, None, 0
    if fouls:
        if push and polish:
            spotted |= set(down)
        in_a_row = rack.in_a_row.get(row["player"], 0) + 1
        if in_a_row == 3 and edition == "es" and row["player"] not in rack.warned:
            if warnings_recorded:
                in_a_row = 2
            else:
                assumed.add("warnings")
        if in_a_row == 3:
            end = "three_fouls"
    elif is_break:
        turn = "same" if down else "next"
        end = "ten" if edition == "ru" and 10 in down else None
    elif push:
        option = True
        spotted |= set(down) if polish else set()
    elif row["kind"] == "safety":
        option = bool(down) and not polish
    elif down:
        called = "-" if row["kind"] == "push" else cell["called"]
        ball, _, pocket = called.lstrip("~").partition("@")
        if not called:
            assumed.add("called")
            ball, made = str(down[0]), True
        elif called == "-" or ball not in pockets or (called[0] == "~" and (polish or int(ball) != lowest)):
            made = False
        else:
            made = not pocket or not pockets[ball] or pocket == pockets[ball]
            if not pocket or not pockets[ball]:
                assumed |= {"called"} if not pocket else set()
                assumed |= {"potted"} if not pockets[ball] else set()
        turn = "same" if made else "next"
        option = not made and not polish
        if made and ball == "10" and (edition == "ru" or before == {10}):
            end = "ten"
    if end == "ten":
        spotted = set()
    over = end is not None
    return {
        "fouls": [code for code in CODES if code in fouls],
        "unlisted": sorted(unlisted),
        "turn": None if over else turn,
        "cue_ball": None if over else ("in_hand" if fouls else "in_place"),
        "option": "play_or_pass" if option and not over else None,
        "spotted": sorted(spotted),
        "on_table": sorted(before - gone | spotted),
        "fouls_in_a_row": in_a_row,
        "rack_end": end,
        "assumed": [column for column in COLUMNS if column in assumed],
    }


FIELDS = (
    *("player", "fouls", "unlisted", "next_player", "cue_ball", "option", "spotted", "on_table", "fouls_in_a_row"),
    *("rack_end", "rack_winner", "assumed"),
)
"""What is ruled for a stroke."""


def replay(
    edition: str, rows: Sequence[Row], players: Sequence[str], credited: str | None, *, warnings: bool
) -> list[dict[str, Any]]:
    """Follow the rows of one attempt at a rack; return what is ruled for each stroke, as `FIELDS`.

    `credited` is whom the record names as winner of the rack.
    """
    rack = Rack()
    found: list[dict[str, Any]] = []
    for place, row in enumerate(rows):
        if row["kind"] not in STROKES:
            _event(edition, row, rack, found, players, credited)
            continue
        player = row["player"]
        is_break = not rack.broken
        ruled = rule(edition, row, rack, is_break=is_break, warnings_recorded=warnings)
        ours = {"player": player, **ruled, "next_player": None, "rack_winner": None}
        turn = ours.pop("turn")
        after = players[(players.index(player) + 1) % len(players)]
        if turn:
            ours["next_player"] = player if turn == "same" else after
        if ours["rack_end"] == "ten":
            ours["rack_winner"] = player
        elif ours["rack_end"] == "three_fouls":
            ours["rack_winner"] = after if len(players) == 2 else credited
        found.append(ours)

        following = next((one for one in rows[place + 1 :] if one["kind"] in STROKES), None)
        foul = bool(ours["fouls"])
        if row.get("ruling"):
            foul = row["ruling"] != "legal"
        elif foul and following and (following["player"] == player or following.get("hand") == "n"):
            foul = False
        gone = numbers(row.get("potted", "")) | numbers(row.get("off", ""))
        touched = {int(row["first"])} - {0} if row.get("first") else set()
        back = numbers(row["spotted"]) if row.get("spotted") else set(ours["spotted"])
        rack.table = (rack.table | gone | touched) - gone | back
        if ours["rack_end"] == "ten":
            rack.table.add(10)
        stands = rack.in_a_row.get(player, 0) + 1
        if not foul:
            stands = 0
        elif ours["fouls"]:
            stands = ours["fouls_in_a_row"]
        rack.in_a_row[player] = 0 if stands >= 3 else stands
        rack.warned.discard(player)
        rack.push_open = is_break and not foul
        rack.broken = True
    return found


def _event(
    edition: str,
    row: Row,
    rack: Rack,
    found: list[dict[str, Any]],
    players: Sequence[str],
    credited: str | None,
) -> None:
    player, kind = row["player"], row["kind"]
    if kind == "resume":
        rack.table -= numbers(row["potted"])
        rack.broken = True
    elif kind == "warn" and rack.in_a_row.get(player) == 2:
        rack.warned.add(player)
    elif kind == "fell":
        fell = numbers(row["potted"])
        back = numbers(row["spotted"]) if row.get("spotted") else (fell if edition == "es" else set())
        rack.table = rack.table - fell | back
    ends = {"concede": "concession", "forfeit": "forfeit", "rerack": "stalemate", "penalty": "penalty"}
    if kind not in ends or not found or found[-1]["rack_end"] or (kind == "penalty" and not row.get("winner")):
        return
    winner = None
    if kind == "penalty":
        winner = row["winner"]
    elif kind != "rerack":
        winner = next(name for name in players if name != player) if len(players) == 2 else credited
    found[-1] |= {"rack_end": ends[kind], "rack_winner": winner, "next_player": None, "cue_ball": None, "option": None}
