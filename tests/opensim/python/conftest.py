"""Fixtures of the tests in Python. A test that writes files has a temporary folder of its own, so tests can run in several processes."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

try:
    import opensim
except ImportError:  # tests of the converter run without OpenSim
    opensim = None
else:
    opensim.Logger.removeFileSink()  # opensim.log would be one file for all processes

ROOT = Path(__file__).resolve().parents[3]


class Log:
    """Collects OpenSim's log while it exists."""

    def __init__(self) -> None:
        self._sink = opensim.StringLogSink()
        opensim.Logger.addSink(self._sink)

    def close(self) -> None:
        opensim.Logger.removeSink(self._sink)

    def count(self, words: str) -> int:
        return int(self._sink.getString().count(words))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the temporary folder of the test, in which it runs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def log() -> Iterator[Log]:
    """Collect what OpenSim logs during the test."""
    collected = Log()
    yield collected
    collected.close()


@pytest.fixture(scope="session")
def examples() -> Path:
    """Return the folder of the examples for OpenSim."""
    return ROOT / "examples" / "opensim"


@pytest.fixture(scope="session")
def snippets() -> Path:
    """Return the folder of the XML that the pages show."""
    return ROOT / "docs" / "snippets"


@pytest.fixture
def report(record_property: Callable[[str, object], None]) -> Callable[[str, float], None]:
    """Return a function that keeps a measured number with its name, to be compared with the bounds of the test."""
    return record_property


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the measured numbers behind the results. They also arrive from tests that run in other processes."""
    reports = [of for several in terminalreporter.stats.values() for of in several if getattr(of, "when", None) == "call"]
    for of in reports:
        for name, value in of.user_properties:
            terminalreporter.write_line(f"{of.nodeid.split('/')[-1]}: {name}: {value:.3g}")
