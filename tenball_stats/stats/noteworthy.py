"""The rates that a player's page and a league's boards are made of: each says something that the others do not."""

from dataclasses import dataclass

from tenball_stats.stats.catalogue import statistic
from tenball_stats.stats.definitions import Rate, Statistic


@dataclass(frozen=True)
class Noteworthy:
    """A rate worth looking at: of which statistic, in words, and which way is better."""

    statistic: str
    rate: str
    label: str
    better: int
    """1 where more is better, -1 where less is, 0 where neither."""
    least: int
    """Trials from which on it stands on a leader board, unless another number is asked for."""

    @property
    def key(self) -> str:
        """Its name: `visits.pot_rate`."""
        return f"{self.statistic}.{self.rate}"

    @property
    def of(self) -> Rate:
        """The rate's definition."""
        found = statistic(self.statistic)[self.rate]
        if not isinstance(found, Rate):
            raise TypeError(f"{self.statistic}.{self.rate} is no rate")
        return found


NOTEWORTHY = (
    Noteworthy("breaks", "success_rate", "breaks that pocketed a ball without a foul", 1, 10),
    Noteworthy("breaks", "fouled_rate", "breaks that were a foul", -1, 10),
    Noteworthy("breaks", "won_rate", "racks won after breaking", 1, 10),
    Noteworthy("breaks", "break_and_run_rate", "break-and-runs", 1, 10),
    Noteworthy("visits", "pot_rate", "called shots made", 1, 30),
    Noteworthy("visits", "pot_rate_first", "first shots of a visit made", 1, 20),
    Noteworthy("visits", "pot_rate_in_hand", "shots with ball in hand made", 1, 20),
    Noteworthy("runouts", "run_out_rate", "visits that won the rack", 1, 20),
    Noteworthy("runouts", "run_out_in_hand_rate", "visits with ball in hand that won the rack", 1, 10),
    Noteworthy("fouls", "foul_on_shot_rate", "shots that were a foul", -1, 30),
    Noteworthy("fouls", "won_after_foul_rate", "racks won in spite of a foul", 1, 10),
    Noteworthy("safeties", "fouled_rate", "safeties that were a foul", -1, 10),
    Noteworthy("safeties", "safety_won_rate", "safeties after which the other fouled", 1, 10),
    Noteworthy("safeties", "safety_lost_rate", "safeties after which the other made a ball", -1, 10),
    Noteworthy("pushouts", "push_rate", "chances on which a push-out was played", 0, 10),
    Noteworthy("lags", "win_rate", "lags won", 1, 5),
)
"""In the order of play."""


def statistics() -> dict[str, Statistic]:
    """Return the statistics that these rates are of, by name."""
    return {name: statistic(name) for name in dict.fromkeys(one.statistic for one in NOTEWORTHY)}
