"""Progress bars of long runs, by tqdm where it is installed."""

from __future__ import annotations

import sys
import time
from typing import Any

WAIT = 2.0  # a run is long after this time of the clock [s]


class Progress:
    """A bar of the simulated time. With wanted=None it appears only in a terminal, and only if the run takes longer than two seconds."""

    def __init__(self, start: float, end: float, wanted: bool | None) -> None:
        self.start, self.end = start, end
        self._bar: Any = None
        self._since = time.monotonic()
        self.can_show = False
        if wanted is False or (wanted is None and not sys.stderr.isatty()):
            return
        try:
            from tqdm import tqdm
        except ImportError:
            if wanted:
                raise ImportError("a progress bar needs tqdm: pip install tqdm") from None
            return
        self.can_show = True
        self._make = tqdm
        if wanted:
            self._show()

    def _show(self) -> None:
        text = "{percentage:3.0f}%|{bar}| {n:.2f}/{total:.2f} s [{elapsed}<{remaining}]"
        self._bar = self._make(total=self.end - self.start, bar_format=text, file=sys.stderr)

    def update(self, now: float) -> None:
        """Shows that the simulation is at this time [s]."""
        if not self.can_show:
            return
        if self._bar is None:
            if time.monotonic() - self._since < WAIT:
                return
            self._show()
        self._bar.update(now - self.start - self._bar.n)

    def close(self) -> None:
        """Ends the bar, which stays on the screen."""
        if self._bar is not None:
            self._bar.close()
