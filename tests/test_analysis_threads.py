"""Deals that are solved side by side: told in their order, and whoever has had enough waits for none."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import closing
from threading import Event

import pytest

from tarok_pbn.analysis import alongside as room
from tarok_pbn.analysis.alongside import alongside
from tarok_pbn.analysis.estimate import estimated
from tarok_pbn.analysis.knowledge import knowledge_at
from tarok_pbn.analysis.native import kernel
from tarok_pbn.analysis.solver import Limits
from tarok_pbn.check import check_path
from tests.examples import ROOT


class Asked:
    """A question that is answered when it is told to, or stopped."""

    def __init__(self, number, *, at_once=False):
        self.number, self.told, self.stopped = number, Event(), False
        if at_once:
            self.told.set()

    def solved(self):
        assert self.told.wait(30)
        return self.number

    def stop(self):
        self.stopped = True
        self.told.set()


def in_turn(asked, threads):
    """The numbers of the questions as they are answered."""
    with closing(alongside(asked, threads, Asked.solved, Asked.stop)) as answers:
        for question, number in answers:
            assert question.number == number
            yield number


def test_answers_come_in_the_order_of_their_questions():
    first, rest = Asked(0), [Asked(number, at_once=True) for number in range(1, 6)]
    threading.Timer(0.3, first.told.set).start()
    assert list(in_turn(iter([first, *rest]), 3)) == [0, 1, 2, 3, 4, 5]
    assert not any(asked.stopped for asked in (first, *rest))


def test_no_more_questions_are_taken_than_are_worked_on():
    taken = []

    def questions():
        for number in range(6):
            taken.append(number)
            yield Asked(number, at_once=True)

    with closing(in_turn(questions(), 2)) as answers:
        assert next(answers) == 0
        assert taken == [0, 1]
        assert next(answers) == 1
        assert taken == [0, 1, 2]


def test_whoever_takes_no_more_answers_stops_what_is_worked_on():
    asked = [Asked(0, at_once=True), Asked(1), Asked(2)]
    with closing(in_turn(iter(asked), 3)) as answers:
        assert next(answers) == 0
    assert [each.stopped for each in asked] == [False, True, True]


def test_the_question_that_is_waited_for_is_stopped_too(monkeypatch):
    def interrupted(future):
        raise KeyboardInterrupt

    monkeypatch.setattr(room, "_waited", interrupted)
    asked = [Asked(0), Asked(1)]
    with pytest.raises(KeyboardInterrupt):
        next(in_turn(iter(asked), 2))
    assert [each.stopped for each in asked] == [True, True]


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C as a signal")
@pytest.mark.skipif(kernel() is None, reason="the native kernel is not built here")
def test_an_estimate_ends_at_once():
    """Danish points from the fourth trick on would take days."""
    known = knowledge_at(next(check_path(ROOT / "samples" / "dansk" / "rules-f1.tpbn")).replay, 4, 1)
    timer = threading.Timer(2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        estimated(known, "points", "S", Limits())
    timer.join()
