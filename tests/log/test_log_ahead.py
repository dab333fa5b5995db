"""The next of several things is made while one is used, and nothing else changes."""

import threading
import weakref
from collections.abc import Iterator

import pytest

from tenball_stats.log.ahead import ahead


class Thing:
    def __init__(self, number: int) -> None:
        self.number = number


def test_they_come_in_order_and_all_of_them() -> None:
    with ahead(iter(range(100))) as items:
        assert list(items) == list(range(100))
    with ahead(iter(())) as items:
        assert list(items) == []


def test_the_next_is_made_while_one_is_used_and_no_more() -> None:
    made: list[int] = []
    begun = [threading.Event() for _ in range(4)]

    def make() -> Iterator[int]:
        for number in range(4):
            made.append(number)
            begun[number].set()
            yield number

    with ahead(make()) as items:
        assert begun[0].wait(10)
        for number in items:
            if number < 3:
                assert begun[number + 1].wait(10), "the next one is begun while this one is used"
            assert len(made) <= number + 2


def test_what_is_raised_comes_after_what_was_made_before_it() -> None:
    def make() -> Iterator[int]:
        yield 1
        yield 2
        raise ValueError("the third")

    with ahead(make()) as items:
        assert [next(items), next(items)] == [1, 2]
        with pytest.raises(ValueError, match="the third"):
            next(items)


def test_leaving_early_waits_for_the_one_being_made_and_ends_the_thread() -> None:
    with ahead(iter(range(10))) as items:
        assert next(items) == 0
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("ahead")]


def test_what_was_used_is_not_kept() -> None:
    with ahead(Thing(number) for number in range(3)) as items:
        first = weakref.ref(next(items))
        next(items)
        assert first() is None
