"""Which edition a match is ruled by, and what is said where that is not known."""

import json

from play import DRY, SIX, as_csv, play, read, rows

from tenball_stats.replay import replay
from tenball_stats.rules import load_edition


class TestEdition:
    def test_the_one_asked_for_goes_before_the_matchs_own(self):
        assert play("ru", DRY, edition="pl")[0]["edition"] == "ru"

    def test_without_one_it_is_each_matchs_own(self):
        text = as_csv([*rows(DRY, edition="pl"), *rows(DRY.replace("break", "break match=n"), edition="es")])
        log = read(text)
        found = replay(log).select("match", "edition").rows()
        assert found == [("m", "pl"), ("n", "es")]

    def test_with_neither_the_command_says_so_lists_the_ids_and_stops(self, run_tenball, tmp_path):
        path = tmp_path / "log.csv"
        path.write_text(as_csv(rows(DRY)), encoding="utf-8")
        ran = run_tenball("replay", path)
        assert (ran.status, ran.out) == (2, "")
        for word in ("'m'", "no edition", "--edition", "csi, es, pl, ru, wpa-2016, wpa-2025", ".toml"):
            assert word in ran.err

    def test_one_match_without_is_enough_to_stop(self, run_tenball, tmp_path):
        path = tmp_path / "log.csv"
        path.write_text(as_csv([*rows(DRY, edition="pl"), *rows(DRY + " match=n")]), encoding="utf-8")
        ran = run_tenball("replay", path)
        assert (ran.status, ran.out) == (2, "")
        assert "'n'" in ran.err

    def test_an_unknown_one_is_named_with_the_nearest(self, run_tenball, tmp_path):
        path = tmp_path / "log.csv"
        path.write_text(as_csv(rows(DRY)), encoding="utf-8")
        ran = run_tenball("replay", path, "--edition", "wpa2016")
        assert ran.status == 2
        assert "'wpa2016' is not known (did you mean wpa-2016?)" in ran.err

    def test_a_match_that_names_an_unknown_one_is_named(self, run_tenball, tmp_path):
        path = tmp_path / "log.csv"
        path.write_text(as_csv(rows(DRY, edition="bapa")), encoding="utf-8")
        ran = run_tenball("replay", path)
        assert (ran.status, ran.out) == (2, "")
        for word in ("'m'", "'bapa'", "not known", "es, pl, ru"):
            assert word in ran.err
        assert run_tenball("replay", path, "--edition", "es").status == 0

    def test_ones_own_by_the_path_of_its_file(self, run_tenball, tmp_path):
        path, own = tmp_path / "log.csv", tmp_path / "club.toml"
        path.write_text(as_csv(rows(SIX, "A safety called=- first=1 potted=1@fl")), encoding="utf-8")
        own.write_text('id = "club"\nname = "Club"\nextends = "pl"\n[switches]\nsafety_pot = "option"\n')
        ran = run_tenball("replay", path, "--edition", own, "--format", "jsonl")
        ruled = [json.loads(line) for line in ran.out.splitlines()]
        assert [one["option"] for one in ruled] == [None, "play_or_pass"]
        assert {one["edition"] for one in ruled} == {"club"}

    def test_an_edition_already_loaded_may_be_given(self):
        assert play(load_edition("ru"), DRY) == play("ru", DRY)
