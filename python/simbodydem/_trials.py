"""Trials on an executor: processes of this machine, or whatever has the interface of concurrent.futures.Executor."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import queue
import signal
import warnings
from collections.abc import Callable, Hashable, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

_context = multiprocessing.get_context("fork")
_inherited: dict[int, Any] = {}


class TrialEnded(RuntimeError):
    """The process of a trial has ended before the trial."""


def count_cores() -> int:
    """Returns the number of cores that this process may use."""
    return len(os.sched_getaffinity(0))


def end_with_parent() -> None:
    """Lets the kernel end this process with the thread that has started it, however that ends."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def _begin_worker() -> None:
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one
    for one in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(one) is not signal.SIG_IGN:
            signal.signal(one, signal.SIG_DFL)


def _call_inherited(token: int, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    return function(_inherited[token], *args)


def _send(sender: Connection, token: int, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
    _begin_worker()
    try:
        result = _call_inherited(token, function, args)
    except Exception as e:
        result = e
    sender.send(result)


class Trials:
    """Runs function(shared, *args) for many args.

    Own processes are forked after shared is known. So they inherit it, and it may be anything, such as a function of a notebook. A trial
    that ends its process does not end the others: it is repeated alone in a process of its own, and is an error only if it ends that too.
    Another executor gets function and shared with each trial, and must be able to pickle them.
    """

    def __init__(self, function: Callable[..., Any], shared: Any, executor: Executor | None = None, jobs: int | None = None) -> None:
        self._function, self._shared, self._executor = function, shared, executor
        self._is_own = executor is None
        self._jobs = jobs or count_cores()
        self._token = id(self)

    def __enter__(self) -> Trials:
        if self._is_own:
            _inherited[self._token] = self._shared
        return self

    def __exit__(self, kind: Any, value: Any, trace: Any) -> None:
        if self._is_own:
            self._end_own(kill=kind is not None)
            _inherited.pop(self._token, None)

    def _end_own(self, kill: bool) -> None:
        if not isinstance(self._executor, ProcessPoolExecutor):
            return
        workers = list((getattr(self._executor, "_processes", None) or {}).values()) if kill else []
        self._executor.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.kill()
        self._executor = None

    def _submit(self, args: tuple[Any, ...]) -> Future[Any]:
        if not self._is_own:
            assert self._executor is not None
            return self._executor.submit(self._function, self._shared, *args)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 on fork beside threads; NumPy's have handlers for it
            if self._executor is None:
                self._executor = ProcessPoolExecutor(self._jobs, _context, _begin_worker)
            return self._executor.submit(_call_inherited, self._token, self._function, args)

    def _run_alone(self, args: tuple[Any, ...]) -> Any:
        receiver, sender = _context.Pipe(duplex=False)
        process = _context.Process(target=_send, args=(sender, self._token, self._function, args))
        process.start()
        sender.close()
        try:
            return receiver.recv()
        except EOFError:
            process.join()
            code = process.exitcode or 0
            how = f"ended by signal {-code}, {signal.strsignal(-code)}" if code < 0 else f"exit code {code}"
            return TrialEnded(how)
        finally:
            process.join()

    def run(
        self,
        tasks: Iterable[tuple[Hashable, tuple[Any, ...]]],
        done: Callable[[Any, Any], Iterable[tuple[Hashable, tuple[Any, ...]]] | None],
        now: Callable[[], None] = lambda: None,
    ) -> None:
        """Runs tasks (key, args).

        @param done  called here with key and result, or the exception, in the order in which they end; it may return more tasks
        @param now  called at least twice a second
        """
        ended: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
        running: dict[Future[Any], tuple[Any, tuple[Any, ...]]] = {}
        more: list[tuple[Hashable, tuple[Any, ...]]] = []
        waiting = iter(tasks)
        window = 4 * self._jobs if self._is_own else 1000

        def finish(key: Any, result: Any) -> None:
            more.extend(done(key, result) or ())

        def start(key: Any, args: tuple[Any, ...]) -> bool:
            try:
                future = self._submit(args)
            except BrokenExecutor:
                if not self._is_own:
                    raise
                more.append((key, args))
                if not running:
                    self._end_own(kill=True)  # its processes were ended from outside, between trials
                return False
            running[future] = (key, args)
            future.add_done_callback(ended.put)
            return True

        while True:
            while len(running) < window:
                task = more.pop() if more else next(waiting, None)
                if task is None or not start(*task):
                    break
            if not running and not more:
                return
            broken: list[tuple[Any, tuple[Any, ...]]] = []
            try:
                future = ended.get(timeout=0.5)
            except queue.Empty:
                now()
                continue
            for one in [future] + ([*running] if _is_broken(future) and self._is_own else []):
                if one not in running:
                    continue
                key, args = running.pop(one)
                try:
                    result = one.result()
                except BrokenExecutor as e:
                    if self._is_own:
                        broken.append((key, args))
                        continue
                    result = e
                except Exception as e:
                    result = e
                finish(key, result)
            if broken:
                self._end_own(kill=True)
                for key, args in broken:
                    finish(key, self._run_alone(args))
            now()


def _is_broken(future: Future[Any]) -> bool:
    return not future.cancelled() and isinstance(future.exception(), BrokenExecutor)
