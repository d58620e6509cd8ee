"""What the command lines of the package share."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any, NoReturn


class Parser(argparse.ArgumentParser):
    """Parses arguments; a wrong one is an error of one line."""

    def __init__(self, module: str, description: str, epilog: str = "") -> None:
        formatter = argparse.RawDescriptionHelpFormatter
        super().__init__(prog=f"python -m {module}", description=description, epilog=epilog, formatter_class=formatter, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        raise ValueError(message)


def check_count(option: str, value: int, least: int, greatest: int) -> None:
    if not least <= value <= greatest:
        raise ValueError(f"{option} = {value}; it must be in [{least}, {greatest}]")


@contextlib.contextmanager
def end_at_signals(message: str) -> Iterator[None]:
    """Ends the process by a signal that asks it to stop, after this message. Signals that are ignored, for example by nohup, stay ignored.
    The processes of trials end with this one."""

    def stop(number: int, frame: Any) -> None:
        print(message, file=sys.stderr, flush=True)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    before = {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    for one, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(one, stop)
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def say_why(who: str, action: Callable[[], None]) -> NoReturn:
    """Runs the action and ends the process: with 2 for bad input, and 1 for any other failure, such as a full disk. The reason is one line."""

    def say(why: object, code: int) -> int:
        print(who + " ".join(str(why).split("\n")), file=sys.stderr)
        return code

    code = 0
    try:
        action()
    except ValueError as e:
        code = say(e, 2)
    except (OSError, RuntimeError) as e:
        code = say(e, 1)
    sys.exit(code)
