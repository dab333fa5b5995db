"""Archives of logs that are larger than a machine's memory: replayed in parts, kept as Parquet, asked in place.

place.py         folders of this machine and of object stores
survey.py        what stands in a file: its matches, players and editions, without their strokes
plan.py          surveys -> keys of matches and players, and units of whole matches
unit.py          one unit: read, ruled, written as the rows that a database would hold
engines.py       who works the units off: this process, or Ray
result.py        the folder that is written: in whole or not at all
run.py           all of these together (`replay_archive`)
asked.py         a result opened as a database (`open_result`)
"""
