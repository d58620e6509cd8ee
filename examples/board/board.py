"""Runs the scenes of the board in SimbodyDEM and in other engines, and makes one page of the results.

./run board calls it. Each engine runs in a process and in a Python environment of its own (README.md). Results are kept in
build/board/results, so a run that was made with the same scene, settings and version is not repeated.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import math
import os
import platform
import random
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from measures import NotFinite, measure, trace
from problems import GROUPS, Problem, list_problems

Dict = dict[str, Any]
HERE = Path(__file__).resolve().parent
OURS = "SimbodyDEM"
SHORTEST_STEP, LONGEST_STEP = 1e-5, 0.02  # [s], of runs that cost as much as ours
NUDGE, NUDGES = 1e-9, 4  # of all free bodies of a chaotic scene [m], and how many runs have one
REPEATS = 5  # of a run whose CPU time counts
LIMIT = 100.0  # usual CPU time after which a run ends [s]
LONG = 10.0  # CPU time of a run that --costs does not repeat [s]


class Failure(Exception):
    """An engine cannot be installed or started."""


class Process:
    """An adapter that runs. It is started anew after a run that took too long."""

    def __init__(self, command: list[str], folder: Path) -> None:
        self.command, self.folder = command, folder
        self.process: subprocess.Popen[bytes] | None = None
        self.log = open(folder / "adapter.log", "ab")  # noqa: SIM115, it lives as long as this
        self.rest = b""

    def ask(self, request: Dict, limit: float) -> Dict:
        """Returns the answer of the adapter, or an error if it comes not within the limit of CPU time [s]. Other programs of the machine may
        take as much time twenty times."""
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, cwd=self.folder, start_new_session=True
            )
            self.rest = b""
        assert self.process.stdin and self.process.stdout
        end, most = time.monotonic() + 20 * limit, self.cpu_time() + limit
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # the answer is empty, too
        while b"\n" not in self.rest:
            ready, _, _ = select.select([self.process.stdout], [], [], 0.2)
            if not ready:
                if time.monotonic() < end and self.cpu_time() < most:
                    continue
                self.stop()
                return {"error": f"no answer within {limit:g} s of CPU time"}
            read = os.read(self.process.stdout.fileno(), 1 << 20)
            if not read:
                code = self.process.wait()
                self.process = None
                return {"error": f"the process ended with the code {code}; see {self.folder / 'adapter.log'}"}
            self.rest += read
        line, self.rest = self.rest.split(b"\n", 1)
        answer: Dict = json.loads(line)
        return answer

    def cpu_time(self) -> float:
        """Returns the CPU time of the process [s]."""
        assert self.process
        try:
            numbers = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            return 0.0  # it has ended
        return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@dataclass
class Engine:
    """An engine of engines.json."""

    name: str
    options: Dict
    folder: Path  # its environment, logs and results
    reason: str = ""  # why it is not there
    about: Dict = field(default_factory=dict)
    runs: dict[str, Dict] = field(default_factory=dict)
    process: Process | None = None

    def install(self, may_install: bool) -> list[str]:
        """Makes the environment of the engine, or brings it up to date, and returns the command of its adapter."""
        self.folder.mkdir(parents=True, exist_ok=True)
        script = HERE / self.options["adapter"]
        if "requirements" in self.options:
            return [str(self.make_environment(HERE / self.options["requirements"], may_install)), str(script)]
        if "node" in self.options:
            return self.install_node(may_install)
        return [sys.executable, str(script)]  # the environment of ./run python

    def make_environment(self, requirements: Path, may_install: bool) -> Path:
        python, mark = self.folder / "venv" / "bin" / "python", self.folder / "venv" / "requirements.txt"
        wanted = requirements.read_text()
        if mark.exists() and mark.read_text() == wanted:
            return python
        if not may_install:
            raise Failure("it is not installed")
        say(f"{self.name}: installing {', '.join(wanted.split()[:3])} ... into {self.folder / 'venv'}")
        # The pip of this environment installs into the other one, so that a copy of pip need not be made there.
        pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--disable-pip-version-check", "-r", str(requirements)]
        pip += self.options.get("pip", [])
        for command in ([sys.executable, "-m", "venv", "--clear", "--without-pip", str(self.folder / "venv")], pip):
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if done.returncode:
                raise Failure(f"it cannot be installed: {(done.stdout.strip().splitlines() or ['no output'])[-1]}")
        mark.write_text(wanted)
        return python

    def install_node(self, may_install: bool) -> list[str]:
        """Copies the adapter to the packages of npm, since a module of node finds packages only beside itself."""
        folder = self.folder.parent / "node"
        folder.mkdir(parents=True, exist_ok=True)
        for file in HERE.glob("*.mjs"):
            shutil.copy(file, folder)
        lock = (HERE / "package-lock.json").read_text()
        mark = folder / "installed.txt"
        if not mark.exists() or mark.read_text() != lock:
            if not may_install:
                raise Failure("it is not installed")
            if not shutil.which("npm"):
                raise Failure("there is no npm")
            for name in ("package.json", "package-lock.json"):
                shutil.copy(HERE / name, folder)
            done = subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=folder, capture_output=True, text=True)
            if done.returncode:
                raise Failure(f"it cannot be installed: {(done.stderr.strip().splitlines() or ['no output'])[-1]}")
            mark.write_text(lock)
        return ["node", str(folder / self.options["adapter"])]

    def start(self, may_install: bool, limit: float) -> None:
        """Starts the adapter; `reason` says why if that is impossible."""
        try:
            self.process = Process(self.install(may_install), self.folder)
            self.about = self.process.ask({"do": "describe"}, limit)
            if "version" not in self.about:
                raise Failure(str(self.about.get("error", "it does not start")))
        except (Failure, OSError) as error:
            self.reason = str(error)

    @property
    def usual(self) -> str:
        """The setting that stands for the defaults: without sleep, if bodies sleep by default. A body that sleeps shows no creep."""
        return "awake" if "awake" in self.about.get("settings", {}) else "defaults"

    def load(self, problems: list[Problem]) -> None:
        """Reads the results of earlier runs, without those of a scene that had other measures."""
        counts = {problem.name: len(problem.measures) for problem in problems}
        file = self.folder / "results.json"
        if file.exists():
            kept = json.loads(file.read_text())
            self.runs = {k: r for k, r in kept["runs"].items() if len(r.get("values", [None] * counts.get(r["problem"], 0))) == counts.get(r["problem"])}
            if self.reason or not self.about:
                self.about = kept["about"]

    def save(self) -> None:
        text = json.dumps({"about": self.about, "runs": self.runs}, indent=1)
        scratch = self.folder / "results.part"
        scratch.write_text(text)
        scratch.replace(self.folder / "results.json")


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def fingerprint(*parts: Any) -> str:
    """Returns a short hash of what determines a run."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def values_of(problem: Problem, answer: Dict) -> list[float | None]:
    """Returns the measures of a run in their units; None where the run has lost something."""
    values: list[float | None] = []
    for one in problem.measures:
        try:
            value = one.factor * measure(one.kind, answer, one.arguments)
            values.append(value if math.isfinite(value) and not abs(value - one.right) > one.lost else None)
        except NotFinite:
            values.append(None)
    if any(one.guard and (value is None or abs(value - one.right) > one.good) for one, value in zip(problem.measures, values)):
        return [value if one.guard else None for one, value in zip(problem.measures, values)]
    return values


def trace_of(problem: Problem, answer: Dict) -> list[list[float]] | None:
    """Returns what is compared with a converged run; None if the run has lost something."""
    try:
        rows = trace(answer=answer, **problem.trace)
    except NotFinite:
        return None
    return [[float(f"{x:.12g}") for x in row] for row in rows]


def nudged(scene: Dict, seed: int) -> Dict:
    """Returns the scene with all free bodies moved a little."""
    noise = random.Random(seed)

    def moved(body: Dict) -> Dict:
        return body if body["joint"] else {**body, "position": [x + noise.uniform(-NUDGE, NUDGE) for x in body["position"]]}

    return {**scene, "bodies": [moved(body) for body in scene["bodies"]]}


def run_name(problem: str, setting: str, step: float | None = None, note: str = "") -> str:
    return " ".join(filter(None, (problem, setting, f"{step:.6g}" if step else "", note)))


class Board:
    """Runs scenes in engines, and keeps the results."""

    def __init__(self, engines: list[Engine], problems: list[Problem], limit: float, fresh: bool) -> None:
        self.engines, self.problems = engines, problems
        self.limit, self.fresh = limit, fresh

    def run(self, engine: Engine, problem: Problem, request: Dict, note: str = "", again: int = 0) -> Dict:
        """Returns the result of a run, an earlier one if nothing has changed. It is run again to replace its CPU time, or for the least one."""
        setting = request["setting"]
        name, settings = run_name(problem.name, setting, request.get("step"), note), engine.about["settings"]
        key = fingerprint(
            problem.scene,
            [(m.kind, m.arguments, m.factor, m.right) for m in problem.measures],
            settings[setting],
            engine.about["version"],
            {k: v for k, v in request.items() if k != "scene"},
            *([problem.trace] if problem.trace else []),
        )
        kept = engine.runs.get(name, {})
        is_same = kept.get("key") == key
        if is_same and not self.fresh and not again and self.is_final(kept):
            return kept
        twin = engine.runs.get(run_name(problem.name, engine.usual)) if setting == "best" and name == run_name(problem.name, setting) else None
        if twin and is_alike(settings[engine.usual], settings["best"]):
            engine.runs[name] = {**twin, "key": key, "setting": setting}
            engine.save()
            return engine.runs[name]
        assert engine.process
        started = time.monotonic()
        slow = engine.options.get("slow", {})
        reason = slow.get(f"{problem.name} {setting}", slow.get(problem.name))
        answer: Dict
        if reason and self.limit <= LIMIT:
            answer = {"error": f"left out, {reason} of CPU time; a --limit above {LIMIT:g} s runs it"}
        else:
            scene = nudged(problem.scene, request["nudge"]) if "nudge" in request else problem.scene
            answer = engine.process.ask({"do": "run", "scene": scene, **request}, self.limit)
        result: Dict = {
            "key": key,
            "problem": problem.name,
            "setting": setting,
            "note": note,
            "asked": request.get("step") or settings[setting].get("step"),
            "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M"),
            "repeats": 1,
            "limit": self.limit,
            "wall": round(time.monotonic() - started, 3),
        }
        if again and "t" not in answer and kept:
            return kept
        if "t" in answer:
            result.update({k: answer[k] for k in ("step", "steps", "warnings")})
            result.update(values=values_of(problem, answer), cpu=answer["cpu"], duration=answer["t"][-1])
            if problem.trace:
                result["trace"] = trace_of(problem, answer)
            if again == 2 and is_same and "cpu" in kept:
                result.update(cpu=min(result["cpu"], kept["cpu"]), repeats=kept["repeats"] + 1)
        else:
            result.update({k: answer[k] for k in ("error", "unsupported") if k in answer})
        engine.runs[name] = result
        engine.save()
        if not again:
            say(f"{engine.name:12} {name:32} {describe(problem, result)}")
        return result

    def is_final(self, kept: Dict) -> bool:
        """Returns true if a result need not be tried again: it has no error, or took longer than this limit already."""
        return "error" not in kept or (is_slow(kept) and kept.get("limit", 0) >= self.limit)

    def run_others(self) -> None:
        """Runs the other settings of each engine on the scenes that they are for: on things that stay, if they name none."""
        stays = [p.name for p in self.problems if p.group == "stays"]
        for problem in self.problems:
            for engine in self.engines:
                if not engine.process or engine.reason:
                    continue
                for setting, options in engine.about["settings"].items():
                    if setting not in (engine.usual, "best") and problem.name in options.get("problems", stays):
                        self.run(engine, problem, {"setting": setting})

    def run_settings(self) -> None:
        """Runs each engine at its defaults and at its best, and at the step that costs as much as SimbodyDEM at its defaults."""
        for problem in self.problems:
            for engine in self.engines:
                if engine.process and not engine.reason:
                    for setting in (engine.usual, "best"):
                        self.run(engine, problem, {"setting": setting})
            self.run_same_cost(problem)

    def run_same_cost(self, problem: Problem) -> None:
        """Runs each engine at its best, at the step that costs as much as SimbodyDEM at its defaults."""
        cost = next(engine for engine in self.engines if engine.name == OURS).runs.get(run_name(problem.name, "defaults"), {}).get("cpu")
        for engine in self.engines:
            best = engine.runs.get(run_name(problem.name, "best"), {})
            if engine.process and not engine.reason and engine.name != OURS and cost and best.get("cpu") and best.get("step"):
                step = min(max(SHORTEST_STEP, best["step"] * best["cpu"] / cost), LONGEST_STEP)
                self.run_at_cost(engine, problem, float(f"{step:.1e}"))

    def run_at_cost(self, engine: Engine, problem: Problem, step: float) -> None:
        """Runs an engine at a step. The name of the run has none, since the step changes a little each time that costs are measured."""
        name = run_name(problem.name, "best", None, "same cost")
        kept = engine.runs.get(name)
        if kept and not self.fresh and kept.get("version") == engine.about["version"] and 0.7 < kept.get("step", 0) / step < 1.4:
            return
        result = self.run(engine, problem, {"setting": "best", "step": step}, note="same cost")
        engine.runs.pop(run_name(problem.name, "best", step, "same cost"), None)
        engine.runs[name] = {**result, "version": engine.about["version"], "step": result.get("step", step)}
        engine.save()

    def run_sweeps(self) -> None:
        """Runs the sweep of each engine on problems whose costs are compared."""
        for engine, problem, request, note in self.list_sweeps():
            self.run(engine, problem, request, note)

    def list_sweeps(self) -> Iterator[tuple[Engine, Problem, Dict, str]]:
        """Yields engine, problem, request and note of the sweeps, and of the nudged runs of SimbodyDEM."""
        for problem in self.problems:
            for engine in self.engines if problem.costs else []:
                if engine.process and not engine.reason:
                    for request in engine.about["sweep"]:
                        if problem.name in request.get("problems", [problem.name]):
                            yield engine, problem, {k: v for k, v in request.items() if k != "problems"}, "sweep"
                    for seed in range(NUDGES if problem.chaotic and engine.name == OURS else 0):
                        yield engine, problem, {"setting": "defaults", "step": 1e-4, "nudge": seed}, f"nudge {seed}"

    def measure_costs(self, minutes: float) -> None:
        """Measures all CPU times again: all runs once, and the short ones up to REPEATS times while there is time. Each pass goes through all
        engines, so that a disturbance of the machine spoils one repeat only. Long runs keep their earlier times."""
        begin = time.monotonic()
        runs: list[tuple[Engine, Problem, Dict, str]] = [
            (engine, problem, {"setting": setting}, "")
            for problem in self.problems
            for engine in self.engines
            if engine.process and not engine.reason
            for setting in (engine.usual, "best")
        ] + [one for one in self.list_sweeps() if "nudge" not in one[2]]

        def kept(one: tuple[Engine, Problem, Dict, str]) -> Dict:
            engine, problem, request, note = one
            return engine.runs.get(run_name(problem.name, request["setting"], request.get("step"), note), {})

        def seconds(one: tuple[Engine, Problem, Dict, str]) -> float:
            return float(kept(one).get("cpu", 1.0)) + 0.1  # and the model is made

        known = sorted((one for one in runs if kept(one).get("cpu", math.inf) <= LONG), key=seconds)
        new = [one for one in runs if not kept(one)]
        total, chosen = 0.0, []
        for one in known:  # the first pass takes two thirds of the time at most
            total += seconds(one)
            if total > 40 * minutes:
                break
            chosen.append(one)
        chosen.sort(key=runs.index)
        say(f"board: {len(chosen)} of {len(runs)} runs, then {len(new)} new ones; the others lack something, or are long and keep their times")
        limit, self.limit = self.limit, min(self.limit, 2 * LONG)
        for turn in range(REPEATS):
            for count, one in enumerate(chosen):
                passed = time.monotonic() - begin
                if passed > 60 * minutes:
                    say(f"board: the time is over in pass {turn + 1} of {REPEATS}")
                    self.limit = limit
                    return
                if count % 20 == 0:
                    say(f"board: pass {turn + 1} of {REPEATS}, run {count + 1} of {len(chosen)}, {passed / 60:.1f} of {minutes:g} min")
                engine, problem, request, note = one
                if turn == 0 or kept(one).get("cpu", math.inf) < LONG / REPEATS:
                    self.run(engine, problem, request, note, again=min(turn + 1, 2))  # a time that is there may be that of another machine
        for problem in self.problems:
            if time.monotonic() - begin < 60 * minutes:
                self.run_same_cost(problem)
        for engine, problem, request, note in new:
            if time.monotonic() - begin < 60 * minutes:
                self.run(engine, problem, request, note)
        self.limit = limit

    def check(self) -> list[str]:
        """Returns what is wrong with the adapters: their free fall and their sliding below the limit. One of defaults and best must be right: an
        engine may be wrong at one of them, an adapter at both."""
        faults = []
        for problem in (p for p in self.problems if p.group == "checks"):
            allowed = 5 * problem.measures[0].good
            for engine in self.engines:
                if not engine.process or engine.reason:
                    continue
                results = [self.run(engine, problem, {"setting": setting}) for setting in (engine.usual, "best")]
                values = [(result.get("values") or [None])[0] for result in results]
                if not any(value is not None and abs(value - problem.measures[0].right) <= allowed for value in values):
                    faults.append(f"{engine.name} {problem.name}: " + "; ".join(describe(problem, result) for result in results))
        return faults


def is_alike(a: Dict, b: Dict) -> bool:
    """Returns true if two settings differ by nothing but their words."""
    return all(a.get(key) == b.get(key) for key in {*a, *b} - {"text", "source", "problems"})


def is_slow(result: Dict) -> bool:
    """Returns true if a run took, or would take, more CPU time than it may."""
    return "of CPU time" in result.get("error", "")


def describe(problem: Problem, result: Dict) -> str:
    """Returns the result of a run in a line."""
    if "values" not in result:
        return "unsupported: " + result["unsupported"] if "unsupported" in result else "error: " + result.get("error", "no answer")
    numbers = [f"{m.name} {'lost' if v is None else f'{v:.4g} {m.unit}'}" for m, v in zip(problem.measures, result["values"])]
    return ", ".join(numbers) + f", {result['cpu']:.3f} s"


def list_engines(folder: Path) -> list[Engine]:
    """Returns all engines of engines.json. The first one is SimbodyDEM."""
    return [Engine(name, options, folder / name.lower()) for name, options in json.loads((HERE / "engines.json").read_text()).items()]


def pick(what: str, wanted: str | None, known: dict[str, Any]) -> Iterator[Any]:
    """Yields those of the known ones that are named, in their order."""
    if wanted is None:
        yield from known.values()
        return
    lower = {name.lower(): name for name in known}
    names = [name.strip().lower() for name in wanted.split(",")]
    for name in names:
        if name not in lower:
            raise SystemExit(f"board: --{what} {name} is unknown; choose from {', '.join(known)}")
    for name, one in known.items():
        if name.lower() in names:
            yield one


def describe_machine() -> str:
    """Returns the processor and the system."""
    model = platform.machine()
    cpu = Path("/proc/cpuinfo")
    if cpu.exists():
        model = next((line.split(":", 1)[1].strip() for line in cpu.read_text().splitlines() if line.startswith("model name")), model)
    return f"{model}, {os.cpu_count()} processors, {platform.system()}, Python {platform.python_version()}"


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./run board",
        description="Compares SimbodyDEM with released engines on scenes with right answers, and makes a page of it.",
        epilog="Results are kept: only what has changed is run again.",
    )
    parser.add_argument("--engines", metavar="A,B", help="only these engines, beside SimbodyDEM; --list names them")
    parser.add_argument("--with", dest="extra", metavar="A,B", default="", help="engines too that are left out because they are large")
    parser.add_argument("--problems", metavar="A,B", help="only these problems; --list names them")
    parser.add_argument("--quick", action="store_true", help="only defaults, best and equal cost: no other settings, and no other steps for the plots of cost")
    parser.add_argument(
        "--costs",
        nargs="?",
        type=float,
        const=18.0,
        metavar="MIN",
        help="measures all CPU times again, the least of up to 5 runs, within so many minutes, 18 if not given; only on an idle machine",
    )
    parser.add_argument("--fresh", action="store_true", help="repeats all runs")
    parser.add_argument("--check", action="store_true", help="only the checks of the adapters: free fall, sliding below the limit, a pendulum, a servo")
    parser.add_argument("--page", action="store_true", help="runs nothing, and makes the page of the results that are there")
    parser.add_argument("--markdown", action="store_true", help="also prints the tables of docs/engines.md")
    parser.add_argument("--limit", type=float, default=LIMIT, metavar="S", help="longest CPU time of one run [s]; 100 if not given")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the page; build/board/index.html if not given")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="also writes the first plot as an SVG file")
    parser.add_argument("--folder", type=Path, default=HERE.parents[1] / "build" / "board", help="of environments and results; build/board if not given")
    parser.add_argument("--no-install", action="store_true", help="installs nothing; an engine that is not there has an empty column")
    parser.add_argument("--list", action="store_true", help="prints the names of engines and problems, and ends")
    options = parser.parse_args(arguments)
    if options.costs is not None and not (options.costs > 0 and math.isfinite(options.costs)):
        parser.error(f"--costs = {options.costs:g} min; it must be finite and > 0")
    if not (options.limit > 0 and math.isfinite(options.limit)):
        parser.error(f"--limit = {options.limit:g} s; it must be finite and > 0")
    return options


def main(arguments: list[str] | None = None) -> int:
    options = parse(arguments)
    engines, problems = list_engines(options.folder.resolve()), list_problems()
    if options.list:
        for engine in engines:
            more = engine.options.get("missing", "only with --with" if engine.options.get("large") else "")
            print(f"engine  {engine.name}" + (f" ({more})" if more else ""))
        for problem in problems:
            print(f"problem {problem.name:10} {GROUPS[problem.group]}: {problem.title}")
        return 0
    extra = [engine.name for engine in pick("with", options.extra or None, {e.name: e for e in engines}) if options.extra]
    if options.engines:
        chosen = list(pick("engines", options.engines, {e.name: e for e in engines}))
        names = {OURS, *(engine.name for engine in chosen)}
    else:
        names = {engine.name for engine in engines if not engine.options.get("large") or engine.name in extra}
    named = list(pick("problems", options.problems, {p.name: p for p in problems}))
    picked = [problem for problem in problems if problem in named or problem.group == "checks"]  # no number without its adapter's checks
    started = time.monotonic()
    for engine in engines:
        if "missing" in engine.options:
            engine.reason = engine.options["missing"]
        elif not options.page and engine.name in names:
            engine.start(not options.no_install, options.limit)
            say(f"{engine.name:12} " + (engine.reason or f"version {engine.about['version']}"))
        else:
            engine.reason = "it was not asked for" if not options.page else "it has not been run"
        engine.load(problems)
    board = Board(engines, picked, options.limit, options.fresh)
    faults = [] if options.page else board.check()
    if not options.page and not options.check and options.costs:
        board.measure_costs(options.costs)
    elif not options.page and not options.check:
        board.run_settings()
        if not options.quick:
            board.run_sweeps()
            board.run_others()
    for engine in engines:
        if engine.process:
            engine.process.stop()
    for fault in faults:
        say(f"board: a check failed: {fault}")
    if options.check:
        say(f"board: {len(faults)} checks failed")
        return 1 if faults else 0
    from page import draw_picture, make_markdown, make_page

    out = options.out or options.folder / "index.html"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(make_page(engines, problems, faults, describe_machine()))
    if options.picture:
        options.picture.write_text(draw_picture(engines, problems))
    if options.markdown:
        print(make_markdown([engine for engine in engines if engine.name in names], problems))
    say(f"board: {time.monotonic() - started:.0f} s")
    print(out)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
