"""Progress bars of long runs."""

import io
import sys

import pytest

import simbodydem as sd
from simbodydem import progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def watch(monkeypatch):
    """Makes a terminal of stderr. It is no fixture: pytest sets stderr again before the test."""
    pytest.importorskip("tqdm")
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    return stream


def test_bar_is_shown_where_it_is_wanted(ball, monkeypatch):
    """progress=True shows the simulated time at once, in run() and in steps()."""
    terminal = watch(monkeypatch)
    sim = sd.Simulation(ball[0])
    sim.run(0.1, progress=True)
    assert "100%" in terminal.getvalue() and "0.10/0.10 s" in terminal.getvalue()
    for _ in sim.steps(0.2, every=0.05, progress=True):
        pass
    assert "0.20/0.20 s" in terminal.getvalue()


def test_bar_appears_by_itself_only_in_long_runs_of_a_terminal(ball, monkeypatch):
    """By default a short run shows nothing, and one that takes longer than the limit shows a bar. The limit is set to 0 for it."""
    terminal = watch(monkeypatch)
    sim = sd.Simulation(ball[0])
    sim.run(0.1)
    assert terminal.getvalue() == ""
    monkeypatch.setattr(progress, "WAIT", 0)
    sim.run(0.1, progress=False)
    assert terminal.getvalue() == ""
    sim.run(0.1)
    assert "0.10/0.10 s" in terminal.getvalue()
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    sim.run(0.1)
    assert sys.stderr.getvalue() == ""


def test_bar_does_not_change_the_run(ball, monkeypatch):
    """A run has the same bits with a bar."""
    watch(monkeypatch)
    plain, shown = sd.Simulation(ball[0]), sd.Simulation(ball[0])
    plain.run(0.4)
    shown.run(0.4, progress=True)
    assert plain.num_steps == shown.num_steps and plain.q.tobytes() == shown.q.tobytes()


def test_bar_without_tqdm_is_an_error_only_if_it_is_wanted(ball, monkeypatch):
    """Without tqdm progress=True names what to install, and the default runs without a bar."""
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setattr(sys, "stderr", Terminal())
    sim = sd.Simulation(ball[0])
    with pytest.raises(ImportError, match="pip install tqdm"):
        sim.run(0.1, progress=True)
    sim.run(0.1)
    assert sim.time == pytest.approx(0.1)
