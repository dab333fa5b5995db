"""Charts: functions that take a frame and return axes, one module for each subject. `style` is what they share."""

from tenball_stats.show.charts.breaks import break_classes
from tenball_stats.show.charts.caterpillar import caterpillar
from tenball_stats.show.charts.fouls import foul_kinds, foul_page, foul_rates
from tenball_stats.show.charts.frames import frame_of, lag_attempts
from tenball_stats.show.charts.lags import lag_distances
from tenball_stats.show.charts.pushouts import push_out_flow
from tenball_stats.show.charts.ratings import ratings
from tenball_stats.show.charts.runouts import run_outs
from tenball_stats.show.charts.style import ChartRefused, write
from tenball_stats.show.charts.tablemap import break_map, shot_map
from tenball_stats.show.charts.trend import trend

__all__ = [
    "ChartRefused",
    "break_classes",
    "break_map",
    "caterpillar",
    "foul_kinds",
    "foul_page",
    "foul_rates",
    "frame_of",
    "lag_attempts",
    "lag_distances",
    "push_out_flow",
    "ratings",
    "run_outs",
    "shot_map",
    "trend",
    "write",
]
