"""The page of the board: where others are better, where SimbodyDEM is, tables, plots, settings and versions."""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from measures import trace_distance
from problems import GROUPS, Measure, Problem

from simbodydem._plots import Series, draw

if TYPE_CHECKING:
    from board import Engine

Dict = dict[str, Any]
OURS = "SimbodyDEM"
COLORS = {
    OURS: "#0072b2",
    "MuJoCo": "#d55e00",
    "PyBullet": "#009e73",
    "Drake": "#cc79a7",
    "DART": "#b8860b",
    "Newton": "#56b4e9",
    "Genesis": "#8c564b",
    "HuntCrossleyForce": "#888888",
    "Jolt": "#7f3fbf",
    "Rapier": "#222222",
}
MODES = {
    "defaults": (
        "at its defaults",
        "Each engine with the settings of a new user. Where bodies sleep by default, sleep is off: a body that sleeps shows no creep.",
    ),
    "best": ("at its best", "Each engine with what its documentation recommends for contacts that stay. SimbodyDEM has accuracy 1e-6."),
    "same cost": (
        "at the cost of SimbodyDEM",
        "Each engine at its best, with the step that takes as much CPU time as SimbodyDEM at its defaults, but 20 ms at most. Longer steps than "
        "at its best stand where SimbodyDEM takes less time. All runs, with their steps, are at the end of the page.",
    ),
}

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The board: engines on scenes with right answers</title>
<link rel="icon" href="data:,">
<style>
body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fff; max-width: 84rem; margin: 0 auto; padding: 1rem; }
h1 { line-height: 1.2; } h2 { margin-top: 2.5rem; border-top: 1px solid #ddd; padding-top: 1rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1rem; }
figure { margin: 0; max-width: 40rem; } figure.wide { max-width: none; } figure svg { width: 100%; height: auto; }
figure.wide svg { min-width: 44rem; } figcaption { font-size: .9rem; color: #444; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; margin: 1rem 0; font-size: .85rem; }
th, td { padding: .25rem .4rem; border-bottom: 1px solid #ddd; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; min-width: 6rem; }
table.numbers td:nth-child(2) { white-space: normal; }
thead th { border-bottom: 2px solid #999; white-space: normal; vertical-align: bottom; }
td.right { background: #e4f2e7; } td.lost, td.none { color: #777; } .text td { text-align: left; white-space: normal; vertical-align: top; }
.text td:first-child { white-space: nowrap; } .text a { overflow-wrap: anywhere; }
.error { color: #b00020; } code { background: #f3f3f3; padding: .1rem .3rem; overflow-wrap: anywhere; }
details { margin: .5rem 0; } summary { cursor: pointer; }
footer { margin-top: 2.5rem; border-top: 1px solid #ddd; font-size: .9rem; color: #444; }
</style></head><body>
<h1>The board: engines on scenes with right answers</h1>
<p>Each scene has a right answer, by a closed form or because nothing may move. Each engine runs it at its defaults, at its documented best, and
at the step that costs as much as SimbodyDEM. <code>./run board</code> makes this page; <code>examples/board</code> has the scenes, the settings
and the versions.</p>
PAGE_BODY
<footer>PAGE_FOOTER</footer>
</body></html>
"""


def number(value: float, one: Measure | None = None) -> str:
    """Returns a number of three digits; of five if it is compared with a right value that is not 0."""
    if math.isnan(value):
        return "none"
    if abs(value) < (1e-15 if one is None or one.right == 0 else 1e-9 * one.good):
        return "0"
    return f"{value:.3g}" if one is None or one.right == 0 else f"{value:.5g}"


def table(header: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> str:
    """Returns a table. A cell that begins with <td is one already."""

    def cell(text: str) -> str:
        return text if text.startswith("<td") else f"<td>{text}</td>"

    head = "".join(f"<th>{text}</th>" for text in header)
    body = "".join("<tr>" + "".join(map(cell, row)) + "</tr>\n" for row in rows)
    return f'<div class="scroll"><table class="{kind}"><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table></div>\n'


def result_of(engine: Engine, problem: Problem, mode: str) -> Dict | None:
    """Returns the result of an engine in one of the modes."""
    names = {"defaults": engine.usual, "same cost": "best same cost"}
    return engine.runs.get(f"{problem.name} {names.get(mode, mode)}")


def error_of(one: Measure, value: float | None) -> float:
    """Returns the error of a number in its unit; infinite if there is none."""
    return math.inf if value is None else abs(value - one.right)


def cells(engine: Engine, problem: Problem, mode: str) -> list[str]:
    """Returns a cell for each measure."""
    result = result_of(engine, problem, mode)
    if result is None:
        return ['<td class="none">&ndash;</td>'] * len(problem.measures)
    if "values" not in result:
        reason = escape(result.get("unsupported") or result.get("error") or "no answer")
        return [f'<td class="none" title="{reason}">{why_empty(result)}</td>'] * len(problem.measures)
    made = []
    for one, value in zip(problem.measures, result["values"]):
        if value is None:
            made.append('<td class="lost">lost</td>')
        else:
            right = error_of(one, value) <= one.good
            made.append(f'<td class="right">{number(value, one)} &#10003;</td>' if right else f"<td>{number(value, one)}</td>")
    return made


def why_empty(result: Dict) -> str:
    """Returns a word for a run without numbers."""
    return "cannot" if "unsupported" in result else "slow" if "of CPU time" in result.get("error", "") else "failed"


def is_there(engine: Engine) -> bool:
    return bool(engine.runs)


def heading(engine: Engine) -> str:
    """Returns the head of an engine's column, with the reason if it is empty."""
    why = "no adapter" if "missing" in engine.options else "not installed"
    return escape(engine.name).replace("HuntCrossleyForce", "Hunt&shy;Crossley&shy;Force") + ("" if is_there(engine) else f"<br><small>{why}</small>")


def make_table(engines: Sequence[Engine], problems: Sequence[Problem], mode: str) -> str:
    rows = []
    if mode == "same cost":
        engines = [engine for engine in engines if engine.name != OURS]
    for problem in problems:
        columns = [cells(engine, problem, mode) for engine in engines]
        for k, one in enumerate(problem.measures):
            link = f'<a href="#{problem.name}">{escape(problem.title)}</a>' if k == 0 else ""
            rows.append([link, f"{escape(one.name)} [{one.unit}]", number(one.right, one), number(one.good), *(column[k] for column in columns)])
    return table(["scene", "number", "right", "good enough: off by", *map(heading, engines)], rows, "numbers")


def make_costs(engines: Sequence[Engine], problems: Sequence[Problem], mode: str) -> str:
    """Returns the table of CPU times per simulated second."""
    rows = []
    for problem in problems:
        row = [f'<a href="#{problem.name}">{escape(problem.title)}</a>']
        for engine in engines:
            result = result_of(engine, problem, mode)
            if result is None or "values" not in result:
                row.append(f'<td class="none">{"slow" if result and why_empty(result) == "slow" else "&ndash;"}</td>')
                continue
            is_right = error_of(problem.measures[0], result["values"][0]) <= problem.measures[0].good
            mark = " &#10003;" if is_right else ""
            row.append(f"<td{' class=right' if is_right else ''}>{number(1e3 * result['cpu'] / result['duration'])}{mark}</td>")
        rows.append(row)
    return table(["scene", *map(heading, engines)], rows)


# Comparisons


def sleeps(engine: Engine, result: Dict) -> bool:
    """Returns true if bodies may sleep in this run."""
    return engine.usual == "awake" and result["setting"] == "defaults"


def result_for(engine: Engine, problem: Problem, mode: str, k: int) -> Dict | None:
    """Returns the result that a comparison takes: at its best it is the one of all settings whose k-th number has the least error."""
    if mode != "best":
        return result_of(engine, problem, mode)
    found = [
        result
        for result in engine.runs.values()
        if result["problem"] == problem.name and result["note"] == "" and "values" in result and not sleeps(engine, result)
    ]
    # The documented best comes first where others are no better.
    found.sort(key=lambda result: (error_of(problem.measures[k], result["values"][k]), result["setting"] != "best"))
    return found[0] if found else None


def compare(engines: Sequence[Engine], problems: Sequence[Problem]) -> tuple[list[str], list[str], list[str]]:
    """Returns sentences: where others are better, what others do right in less time, and where SimbodyDEM is better."""
    ours = next(engine for engine in engines if engine.name == OURS)
    better, faster, worse = [], [], []
    for mode in ("defaults", "best"):
        words = MODES[mode][0]
        gains: dict[str, list[str]] = {}
        for problem in problems:
            first = result_for(ours, problem, mode, 0)
            if problem.group == "checks" or first is None or "values" not in first:
                continue
            where = f'<a href="#{problem.name}">{escape(problem.title)}</a>'
            for k, one in enumerate(problem.measures):
                if one.guard:
                    continue
                mine = result_for(ours, problem, mode, k)
                assert mine is not None
                error, above, below = error_of(one, mine["values"][k]), [], []
                for engine in engines:
                    result = result_for(engine, problem, mode, k)
                    if engine is ours or result is None or "values" not in result:
                        continue
                    other = error_of(one, result["values"][k])
                    text = f"{engine.name} {number(result['values'][k], one)}" if result["values"][k] is not None else f"{engine.name} lost it"
                    if other < 0.5 * error and error > 0.1 * one.good:
                        above.append(text + (" (right)" if other <= one.good < error else ""))
                    if error < 0.5 * other and other > 0.1 * one.good:
                        below.append(text)
                own = "lost it" if mine["values"][k] is None else number(mine["values"][k], one)
                asked = f"{escape(one.name)} [{one.unit}], right {number(one.right, one)}"
                if above:
                    better.append(f"{where}, {words}: {asked}; {', '.join(above)}; {OURS} {own}.")
                if below:
                    worse.append(f"{where}, {words}: {asked}; {OURS} {own}; {', '.join(below)}.")
            for engine in engines:
                result = result_of(engine, problem, mode)
                if engine is ours or result is None or "values" not in result:
                    continue
                first = result_of(ours, problem, mode) or first
                one = problem.measures[0]
                if error_of(one, result["values"][0]) <= one.good and result["cpu"] < first.get("cpu", 0) / 1.5:
                    gains.setdefault(engine.name, []).append(f"{where} ({number(first['cpu'] / result['cpu'])} times)")
        for name, scenes in gains.items():
            faster.append(f"{name}, {words}: {', '.join(scenes)}.")
    return better, faster, worse


def make_list(sentences: Sequence[str], none: str) -> str:
    return "<ul>" + "".join(f"<li>{sentence}</li>\n" for sentence in sentences) + "</ul>\n" if sentences else f"<p>{none}</p>\n"


# Pictures


def draw_picture(engines: Sequence[Engine], problems: Sequence[Problem]) -> str:
    """Returns the picture of things that stay: one row a scene, one lane an engine, two panels."""
    shown = [problem for problem in problems if problem.group == "stays"]
    there = [engine for engine in engines if is_there(engine)]
    low, high = -9, 5  # decades of um/s; below is drawn at the left end, lost at the right one
    left, panel, gap, top = 215, 300, 24, 62
    lane = max(5, min(9, 44 // max(1, len(there))))
    row = lane * len(there) + 12
    width, height = left + 2 * panel + gap + 16, top + row * len(shown) + 36 + 20 * math.ceil(len(there) / 4)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
        "<title>Things that stay: speeds at which they creep</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{width / 2}" y="20" text-anchor="middle" font-size="15">Things that should not move: their speed [um/s]</text>',
    ]

    def pixel(begin: float, value: float | None) -> float:
        if value is None:
            return begin + panel - 8
        decade = math.log10(value) if value > 0 else -math.inf
        return begin + 14 + (min(max(decade, low), high) - low) / (high - low) * (panel - 44)

    bottom = top + row * len(shown)
    for begin, mode in ((left, "defaults"), (left + panel + gap, "best")):
        parts.append(f'<text x="{begin + panel / 2}" y="44" text-anchor="middle">{MODES[mode][0]}</text>')
        for decade in range(low, high + 1, 2):
            x = pixel(begin, 10.0**decade)
            text = "0" if decade == low else f"1e{decade}" if abs(decade) > 1 else f"{10.0**decade:g}"
            parts.append(f'<line x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{bottom}" stroke="#e5e5e5"/>')
            parts.append(f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle" font-size="11">{text}</text>')
        parts.append(f'<text x="{begin + panel - 8}" y="{bottom + 16}" text-anchor="middle" font-size="11">lost</text>')
        for i, problem in enumerate(shown):
            y = top + row * i
            parts.append(f'<line x1="{begin}" y1="{y}" x2="{begin + panel}" y2="{y}" stroke="#ccc"/>')
            if mode == "defaults":
                parts.append(f'<text x="{left - 10}" y="{y + row / 2 + 4:.1f}" text-anchor="end">{escape(short(problem.title))}</text>')
            for k, engine in enumerate(there):
                result = result_of(engine, problem, mode)
                if result is None or "values" not in result:
                    continue
                value = result["values"][0]
                x, at = pixel(begin, None if value is None else abs(value)), y + 6 + lane * (k + 0.5)
                color = COLORS.get(engine.name, "#000")
                parts.append(f'<path d="M{begin + 14} {at:.1f}H{x:.1f}" stroke="{color}" stroke-opacity="0.35"/>')
                parts.append(f'<circle cx="{x:.1f}" cy="{at:.1f}" r="{min(4, lane / 2):.1f}" fill="{color}"/>')
    for k, engine in enumerate(there):
        x, y = 16 + (width - 16) / 4 * (k % 4), bottom + 42 + 20 * (k // 4)
        version = engine.about.get("version", "")
        parts.append(f'<circle cx="{x:.1f}" cy="{y - 4}" r="4" fill="{COLORS.get(engine.name, "#000")}"/>')
        parts.append(f'<text x="{x + 10:.1f}" y="{y}">{escape(engine.name)} {escape("" if engine.name == OURS else version)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def short(title: str) -> str:
    return title.replace("Gripper that shakes a cube for a minute", "Cube in a shaken gripper").replace("Quadruped that is pushed", "Pushed quadruped")


def sweep_points(engine: Engine, problem: Problem) -> list[tuple[float, float]]:
    """Returns CPU time per simulated second [ms] and error of all runs of an engine, sorted by time."""
    one, points = problem.measures[problem.cost_measure], []
    for result in engine.runs.values():
        if result["problem"] == problem.name and "values" in result and result["values"][problem.cost_measure] is not None:
            points.append((1e3 * result["cpu"] / result["duration"], error_of(one, result["values"][problem.cost_measure])))
    return sorted(points)


def front(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Returns the points that no cheaper one beats."""
    kept: list[tuple[float, float]] = []
    for cost, error in points:
        if not kept or error < kept[-1][1]:
            kept.append((cost, error))
    return kept


def make_equal_error(engines: Sequence[Engine], problems: Sequence[Problem]) -> str:
    """Returns a plot and a table for each problem whose costs are compared."""
    figures, rows = [], []
    for problem in (p for p in problems if p.costs and not p.trace):
        one = problem.measures[problem.cost_measure]
        least = 1e-6 * one.good
        series = []
        for engine in engines:
            points = [(cost, max(error, least)) for cost, error in sweep_points(engine, problem)]
            if points:
                color = COLORS.get(engine.name, "#000")
                series += [Series(engine.name, color, "points", points), Series("", color, "line", front(points))]
        if not series:
            continue
        title = f"{problem.title}: error over CPU time"
        label = f"error of {one.name} [{one.unit}]"
        figures.append(f"<figure>{draw(title, 'CPU time [ms per simulated second]', label, series, True, True)}</figure>\n")
        for level in (10, 1, 0.1, 0.01):
            row = [f'<a href="#{problem.name}">{escape(problem.title)}</a>' if level == 10 else "", f"{number(level * one.good)} {one.unit}".removesuffix(" -")]
            for engine in engines:
                found = [cost for cost, error in sweep_points(engine, problem) if error <= level * one.good]
                row.append(number(min(found)) if found else '<td class="none">&ndash;</td>')
            rows.append(row)
    if not figures:
        return "<p>There are no runs of other steps yet.</p>\n"
    text = (
        "<p>Each point is a run with another step or accuracy. The line joins the runs that no cheaper one beats. Errors below a millionth of what "
        "is good enough are drawn there.</p>\n"
    )
    table_of = table(["scene", "error of at most", *map(heading, engines)], rows)
    return f'{text}<div class="figures">{"".join(figures)}</div>\n<p>The least CPU time [ms per simulated second] with an error of at most:</p>\n{table_of}'


def model_of(engine: Engine, result: Dict) -> str:
    """Returns the setting whose equations a run solves: another one, if that differs by its steps only."""
    return str(engine.about["settings"].get(result["setting"], {}).get("model", result["setting"]))


def open_measure(problem: Problem) -> int:
    """Returns the number of the measure without a right value."""
    return next(k for k, one in enumerate(problem.measures) if math.isnan(one.right))


def converged_runs(engine: Engine, problem: Problem) -> dict[str, list[Dict]]:
    """Returns the runs of each model that have lost nothing, the finest one first. That one is the converged run; it needs another one."""
    k = open_measure(problem)
    models: dict[str, list[Dict]] = {}
    for result in engine.runs.values():
        if result["problem"] == problem.name and result.get("trace") and result["note"] in ("", "sweep") and result["values"][k] is not None:
            models.setdefault(model_of(engine, result), []).append(result)
    for name, runs in models.items():
        runs.sort(key=lambda run: (run["setting"] != name, run["asked"]))  # those of the setting itself first
    return {name: runs for name, runs in models.items() if len({run["asked"] for run in runs if run["setting"] == name}) > 1}


def nudge_distance(problem: Problem, engines: Sequence[Engine]) -> float:
    """Returns the mean distance of the nudged runs from the one that is not [m]; 0 if there are none."""
    ours = next(engine for engine in engines if engine.name == OURS)
    moved = [r for r in ours.runs.values() if r["problem"] == problem.name and r["note"].startswith("nudge") and r.get("trace")]
    base = [r for r in ours.runs.values() if r["problem"] == problem.name and r.get("trace") and r["note"] == "sweep" and r["setting"] == "defaults"]
    still = [r for r in base if moved and r["asked"] == moved[0]["asked"]]
    return sum(trace_distance(run["trace"], still[0]["trace"]) for run in moved) / len(moved) if still else 0.0


LEVELS = (10, 1, 0.1, 0.01)  # [mm]


def make_converged(engines: Sequence[Engine], problems: Sequence[Problem]) -> str:
    """Returns a plot and a table for each problem whose runs are compared with converged ones."""
    parts = []
    for problem in (p for p in problems if p.trace):
        k = open_measure(problem)
        one, floor = problem.measures[k], 1e3 * nudge_distance(problem, engines)
        series, rows = [], []
        for engine in engines:
            color, named = COLORS.get(engine.name, "#000"), False
            for model, runs in converged_runs(engine, problem).items():
                reference = runs[0]
                points = sorted(
                    (1e3 * run["cpu"] / run["duration"], max(1e3 * trace_distance(run["trace"], reference["trace"]), 1e-5))
                    for run in runs[1:]
                    if run["asked"] != reference["asked"] or run["setting"] != reference["setting"]
                )
                series += [Series("" if named else engine.name, color, "points", points), Series("", color, "line", front(points))]
                named = True
                finer = next(run for run in runs if run["asked"] != reference["asked"])
                change = 1e3 * trace_distance(finer["trace"], reference["trace"])
                least = [[cost for cost, error in points if error <= level] for level in LEVELS]
                value = reference["values"][k]
                row = [f"{escape(engine.name)}, {escape(model)}", f"{value:.4g}", number(reference["asked"]), number(change)]
                rows.append(row + [number(min(found)) if found else '<td class="none">&ndash;</td>' for found in least])
        if not series:
            continue
        if floor:
            ends = [cost for line in series for cost, _ in line.points]
            series.append(Series("moved by 1 nm", "#999", "line", [(min(ends), floor), (max(ends), floor)]))
        title = f"{problem.title}: distance from the converged run over CPU time"
        figure = draw(title, "CPU time [ms per simulated second]", "distance [mm]", series, True, True)
        header = [
            "engine, setting",
            f"{escape(one.name)} in the converged run [{one.unit}]",
            "its step [s] or accuracy",
            "distance of the next finest run [mm]",
            *(f"{level:g} mm" for level in LEVELS),
        ]
        parts.append(f"<h3>{escape(problem.title)}</h3>\n<p>{TRACES[problem.name]}")
        if floor:
            parts.append(
                f" In SimbodyDEM, moving each ball by 1 nm at the start changes the height by {number(floor)} mm (grey line). Below it a distance says nothing."
            )
        parts.append(f"</p>\n<figure>{figure}</figure>\n<p>The least CPU time [ms per simulated second] with a distance of at most:</p>\n{table(header, rows)}")
    return "".join(parts)


TRACES = {
    "trot": "The distance is that of the trunk, as the root of the mean square of 61 instants in 3 s.",
    "heap": "The heap is chaotic: the smallest change grows until single balls lie elsewhere, so their positions cannot converge. The height of the "
    "center of mass depends far less on which ball lies where. It is the potential energy, and in it a wrong loss of energy or an overlap shows. The "
    "distance is that of this height, as the root of the mean square of 41 instants in 2 s.",
}


# The page


def make_scenes(problems: Sequence[Problem]) -> str:
    rows = []
    for problem in problems:
        numbers = "<br>".join(
            f"{escape(one.name)}: {number(one.right, one)} {one.unit}" + (f" = {escape(one.formula)}" if one.formula else "") for one in problem.measures
        )
        rows.append([f'<td id="{problem.name}">{escape(problem.title)}</td>', escape(problem.text), numbers, escape(problem.source)])
    return table(["scene", "what happens", "right", "source"], rows, "text")


def make_engines(engines: Sequence[Engine]) -> str:
    rows = []
    for engine in engines:
        about = engine.about
        if not about or not is_there(engine):
            why = "no adapter" if "missing" in engine.options else "not installed"
            rows.append([escape(engine.name), f'<td class="none">{why}</td>', "", escape(engine.reason)])
            continue
        dates = sorted(result["date"] for result in engine.runs.values())
        settings = "<br>".join(
            f"<b>{escape(name)}</b>: {escape(one.get('text', ''))} ({source(one.get('source', ''))})" for name, one in about["settings"].items()
        )
        rows.append([f'<a href="{escape(about["link"])}">{escape(engine.name)}</a>', escape(about["version"]), dates[-1][:10], settings])
    return table(["engine", "version", "run on", "settings"], rows, "text")


def source(address: str) -> str:
    return f'<a href="{escape(address)}">source</a>' if address.startswith("http") else escape(address)


def make_details(engines: Sequence[Engine], problems: Sequence[Problem]) -> str:
    """Returns all runs, folded."""
    titles: dict[str, Problem] = {problem.name: problem for problem in problems}
    parts = []
    for engine in filter(is_there, engines):
        rows = []
        for result in engine.runs.values():
            if result["problem"] not in titles:
                continue
            problem = titles[result["problem"]]
            if "values" in result:
                values = ", ".join(
                    f"{escape(one.name)} " + ("lost" if value is None else f"{number(value, one)} {one.unit}")
                    for one, value in zip(problem.measures, result["values"])
                )
                notes = escape("; ".join(result["warnings"]))
                row = [values, number(result["step"]), str(result["steps"]), number(1e3 * result["cpu"]), notes]
            else:
                row = ["", "", "", "", escape(result.get("unsupported") or result.get("error") or "no answer")]
            rows.append([escape(problem.title), escape(f"{result['setting']} {result['note']}"), *row, result["date"]])
        header = ["scene", "setting", "numbers", "step [s]", "steps", "CPU time [ms]", "notes", "date (UTC)"]
        parts.append(f"<details><summary>{escape(engine.name)}: {len(rows)} runs</summary>{table(header, rows, 'text')}</details>\n")
    return "".join(parts)


def make_markdown(engines: Sequence[Engine], problems: Sequence[Problem]) -> str:
    """Returns the tables of docs/engines.md: of each engine the number at its defaults, and the one at its best."""
    there = [engine for engine in engines if is_there(engine)]

    def cell(engine: Engine, problem: Problem, mode: str, k: int) -> str:
        result = result_of(engine, problem, mode)
        if result is None or "values" not in result:
            return "-" if result is None or "unsupported" in result else why_empty(result)
        value = result["values"][k]
        if value is None:
            return "lost"
        one = problem.measures[k]
        return number(value, one) if one.right else "0" if abs(value) < 1e-15 else f"{value:.2g}"

    lines = []
    for group in ("stays", "moves"):
        lines += ["| scene | right | " + " | ".join(engine.name for engine in there) + " |", "|-|-|" + "-|" * len(there)]
        for problem in (p for p in problems if p.group == group):
            for k, one in enumerate(problem.measures):
                if one.guard or math.isnan(one.right) or (group == "stays" and k > 0 and one.right == 0):
                    continue
                unit = "" if one.unit == "-" else f" [{one.unit}]"
                row = [f"{problem.title}: {one.name}{unit}", f"{one.right:.4g}"]
                row += ["; ".join(cell(engine, problem, mode, k) for mode in ("defaults", "best")) for engine in there]
                lines.append("| " + " | ".join(row) + " |")
        lines.append("")
    return "\n".join(lines)


def make_page(engines: Sequence[Engine], problems: Sequence[Problem], faults: Sequence[str], machine: str) -> str:
    """Returns the page of all results that are there."""

    def group(name: str) -> list[Problem]:
        return [problem for problem in problems if problem.group == name]

    better, faster, worse = compare(engines, problems)
    body = []

    def section(title: str, *parts: str) -> None:
        body.append(f"<h2>{escape(title)}</h2>\n" + "".join(parts))

    if faults:
        section("Checks that failed", '<div class="error">', make_list([escape(fault) for fault in faults], ""), "</div>")
    section(
        "Where another engine is better",
        "<p>Closer to the right value by a factor of 2 or more. At its best an engine has the setting with the least error of this number:</p>",
        make_list(better, "Nowhere in the runs that are there."),
        "<p>Right, and in less CPU time than SimbodyDEM:</p>",
        make_list(faster, "Nowhere in the runs that are there."),
    )
    section("Where SimbodyDEM is better", "<p>Closer by a factor of 2 or more:</p>", make_list(worse, "Nowhere in the runs that are there."))
    by_mode: Callable[[str], list[str]] = lambda name: [  # noqa: E731
        f"<h3>{GROUPS[name]}, {words}</h3>\n<p>{text}</p>\n{make_table(engines, group(name), mode)}" for mode, (words, text) in MODES.items()
    ]
    section(
        GROUPS["stays"],
        "<p>Nothing moves in a right answer. A tick stands where the error is good enough. <i>lost</i>: something fell, or was thrown away.</p>",
        f'<figure class="wide scroll">{draw_picture(engines, problems)}</figure>'
        "<p>Speeds of 1e-9 um/s or less are drawn at 0. The quadruped and the stack are the drift of their fastest part.</p>",
        *by_mode("stays"),
    )
    section(GROUPS["moves"], *by_mode("moves"))
    costly = [problem for problem in problems if problem.group != "checks"]
    section(
        "CPU time",
        "<p>CPU time [ms per simulated second] of the process, without making the model. A tick stands where the first number of the scene is "
        "right. Times of engines that get torques from Python contain these calls. <code>./run board --costs</code> measures all times again; only "
        "those of an idle machine count.</p>",
        f"<h3>{MODES['defaults'][0].capitalize()}</h3>",
        make_costs(engines, costly, "defaults"),
        f"<h3>{MODES['best'][0].capitalize()}</h3>",
        make_costs(engines, costly, "best"),
    )
    section(
        GROUPS["costs"],
        "<h3>Against a closed form</h3>\n",
        make_equal_error(engines, problems),
        "<h3>Against a converged run</h3>\n<p>These scenes have no closed form. Each run is compared with the run of the same engine and the same setting "
        "that has the smallest step or accuracy. So this is the error of the steps alone: a soft contact or another law of impact is no error "
        "here. The value in the converged run shows how far the engines are apart. Where the next finest run is far from it, nothing has "
        "converged yet. An error-controlled engine has one target of the servos for 2 ms, "
        "and so has an engine with shorter steps.</p>\n",
        make_converged(engines, problems),
        "<h3>Numbers of these scenes at the defaults</h3>\n",
        make_table(engines, group("costs"), "defaults"),
    )
    section("Checks of the adapters", make_table(engines, group("checks"), "defaults"))
    section("Scenes", make_scenes(problems))
    section("Engines, versions and settings", make_engines(engines))
    section("All runs", make_details(engines, problems))
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%d %B %Y")
    return PAGE.replace("PAGE_BODY", "".join(body)).replace("PAGE_FOOTER", f"Made on {now} by <code>./run board</code>. {escape(machine)}.")
