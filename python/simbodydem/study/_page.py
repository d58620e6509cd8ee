"""The page of a study: its specification, the range of each result, its plot along every parameter, and the indices of a sobol design."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

import numpy as np

from .._files import replace_file
from .._plots import Series, draw, spell
from .._sampling import Array
from ._design import Column, Estimate, StudySpec, Varied, calc_sobol_indices, to_text
from ._rows import has_error, split_row

MOST_GROUPS, MOST_POINTS = 20, 400
BLUE = "#0072b2"

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Study of PAGE_TITLE</title>
<link rel="icon" href="data:,">
<style>
body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fff; max-width: 72rem; margin: 0 auto; padding: 1rem; }
h1 { line-height: 1.2; } h2 { margin-top: 2.5rem; border-top: 1px solid #ddd; padding-top: 1rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1rem; }
figure { margin: 0; max-width: 40rem; } figure svg { width: 100%; height: auto; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; margin: 1rem 0; font-size: .9rem; }
th, td { padding: .25rem .7rem; border-bottom: 1px solid #ddd; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } thead th { border-bottom: 2px solid #999; }
code { background: #f3f3f3; padding: .1rem .3rem; overflow-wrap: anywhere; }
</style></head><body>
<h1>PAGE_HEADING</h1>
<p>Each plot shows one result along one parameter, while the other parameters vary. Samples are grey. Their mean at each value,
or of neighbours, is blue.</p>
PAGE_SUMMARY
PAGE_SECTIONS
<h2>The spec</h2>
<p><code>PAGE_SPEC</code></p>
</body></html>
"""


def to_columns(spec: StudySpec, rows: Mapping[int, str]) -> list[Array]:
    """Returns the number of each parameter and result in every row, NaN where there is none. Words count by their position."""
    k, count = len(spec.parameters), len(spec.parameters) + len(spec.results)
    columns = np.full((count, len(rows)), math.nan)
    words = [
        {to_text(v): i + 1.0 for i, v in enumerate(p.values)} if any(isinstance(v, str) for v in p.values) else None for p in spec.parameters
    ]
    for r, index in enumerate(sorted(rows)):
        cells = split_row(rows[index])
        for c in range(count):
            numbers = words[c] if c < k else None
            with contextlib.suppress(ValueError):
                columns[c, r] = numbers.get(cells[c + 1], math.nan) if numbers else float(cells[c + 1])
    return list(columns)


def _ends(x: Array) -> list[int]:
    """Returns the ends of groups of sorted samples."""
    n = len(x)
    if len(np.unique(x)) <= MOST_GROUPS:
        return [*(int(i) + 1 for i in np.flatnonzero(np.diff(x))), n]
    groups = min(max(int(math.sqrt(n)), 2), MOST_GROUPS)
    return [group * n // groups for group in range(1, groups + 1)]


def _series(x: Array, y: Array) -> list[Series]:
    """Draws a result along one parameter, whatever the others are: some of the samples, evenly chosen, their mean, and the limits below and
    above which a tenth lies. If there are few values, mean and limits are those at each value, otherwise those of groups of neighbours."""
    each = (len(x) + MOST_POINTS - 1) // MOST_POINTS
    points = list(zip(map(float, x[::each]), map(float, y[::each])))
    order = np.argsort(x, kind="stable")
    x, y = x[order], y[order]
    mean, low, high, begin = [], [], [], 0
    for end in _ends(x):
        at, ys = float(np.mean(x[begin:end])), np.sort(y[begin:end])
        tenth = len(ys) // 10
        mean.append((at, float(np.mean(ys))))
        low.append((at, float(ys[tenth])))
        high.append((at, float(ys[len(ys) - 1 - tenth])))
        begin = end
    return [
        Series("samples", "#bbbbbb", "points", points),
        Series("mean", BLUE, "line points", mean),
        Series("80 % lie between", BLUE, "dotted", low),
        Series("", BLUE, "dotted", high),
    ]


def _axis(name: str, unit: str) -> str:
    return spell(name) + (f" [{unit}]" if unit else "")


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    def to_row(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(cell, quote=False)}</{tag}>" for cell in cells) + "</tr>\n"

    body = "".join(to_row(row, "td") for row in rows)
    return f'<div class="scroll"><table><thead>{to_row(header, "th")}</thead><tbody>\n{body}</tbody></table></div>\n'


def _plot(p: Varied, result: Column, x: Array, y: Array) -> str:
    good = np.isfinite(x) & np.isfinite(y)
    x, y = x[good], y[good]
    if not len(x) or (x == x[0]).all() or (y == y[0]).all():
        return ""
    words = ", ".join(spell(v) for v in p.values if isinstance(v, str))
    is_log = bool(y.min() > 0 and y.max() > 1000 * y.min())
    title, x_label = f"{spell(result.label)} against {spell(p.name)}", _axis(p.name, p.unit) + (f": {words}" if words else "")
    svg = draw(title, x_label, _axis(result.label, result.unit), _series(x, y), p.is_log and not p.values, is_log)
    return f"<figure>{svg}</figure>\n"


def _summary(result: Column, y: Array) -> list[str]:
    finite = np.sort(y[np.isfinite(y)])
    cells = [result.label, result.unit, str(len(finite))]
    if len(finite):
        at = [finite[int(share * (len(finite) - 1) + 0.5)] for share in (0.05, 0.5, 0.95)]
        cells += [f"{v:.5g}" for v in (finite.mean(), finite.std(), finite[0], *at, finite[-1])]
    return cells


def _sobol_table(spec: StudySpec, y: Array) -> str:
    indices = calc_sobol_indices(y, len(spec.parameters))
    if not math.isfinite(indices[0].first.value):
        return ""

    def text(e: Estimate) -> str:
        value, low, high = (round(v, 3) + 0.0 for v in (e.value, e.low, e.high))  # no -0.000
        return f"{value:.3f} [{low:.3f}, {high:.3f}]"

    rows = [[p.name, text(i.first), text(i.total)] for p, i in zip(spec.parameters, indices)]
    return _table(["parameter", "first-order index", "total index"], rows)


def write_page(folder: str, spec: StudySpec, rows: Mapping[int, str]) -> str:
    """Writes FOLDER/index.html, one file that needs no other, and returns its name."""
    k, columns = len(spec.parameters), to_columns(spec, rows)
    sections = ""
    if spec.design == "sobol":
        sections = (
            "<p>Sobol indices: the fraction of a result's variance that a parameter causes alone (first-order), and the fraction in which it "
            "takes part (total). In brackets are 95 % confidence intervals by bootstrap.</p>\n"
        )
    for result, y in zip(spec.results, columns[k:]):
        table = _sobol_table(spec, y) if spec.design == "sobol" else ""
        plots = "".join(_plot(p, result, x, y) for p, x in zip(spec.parameters, columns))
        heading = escape(_axis(result.label, result.unit), quote=False)
        sections += f'<h2>{heading}</h2>\n{table}<div class="figures">\n{plots}</div>\n'
    errors = sum(map(has_error, rows.values()))
    heading = f"Study of {spec.what}: {spec.design}, {len(rows)} samples, {errors} with an error"
    header = ["result", "unit", "numbers", "mean", "standard deviation", "smallest", "5 %", "median", "95 %", "largest"]
    page = PAGE.replace("PAGE_TITLE", escape(spec.what, quote=False), 1).replace("PAGE_HEADING", escape(heading, quote=False), 1)
    page = page.replace("PAGE_SUMMARY", _table(header, [_summary(c, y) for c, y in zip(spec.results, columns[k:])]), 1)
    before, after = page.split("PAGE_SECTIONS", 1)
    file = Path(folder) / "index.html"
    replace_file(file, before + sections + after.replace("PAGE_SPEC", escape(spec.text, quote=False), 1))
    return str(file)
