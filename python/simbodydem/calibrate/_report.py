"""Reports a calibration: tables and words, one JSON object, plots, and the progress from which it resumes."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .._files import replace_file
from .._plots import Series, draw, spell
from .._spec import without_nan
from ._fit import Draw, Fit, Observation, Start, is_within_two_errors

LawFit = tuple[str, "Fit | Exception"]
COLORS = ("#1f6fb4", "#d9600a", "#2a9d4a", "#8a4fbf")  # of the best laws, which are drawn


def criterion(fit: Fit | Exception) -> float:
    if isinstance(fit, Exception):
        return math.inf
    return fit.aic if math.isnan(fit.aicc) else fit.aicc


def sort_by_aicc(fits: list[LawFit]) -> None:
    fits.sort(key=lambda one: criterion(one[1]))


def _enumerate(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def list_remarks(fit: Fit) -> list[str]:
    """Returns what one should know about the fit, in sentences."""
    remarks = []
    parameters = fit.parameters
    for p, bound, value in zip(parameters, fit.bounds, fit.estimates):
        if bound:
            remarks.append(
                f"{p.name} ends at its {bound} bound, {value:g} {p.unit}: the data prefer a value beyond it. Widen the bound if that makes "
                "sense, or fix the parameter. The standard errors of the other parameters hold it there."
            )
    for u in fit.undetermined:
        members = [parameters[i] for i in u.parameters]
        names = [p.name for p in members]
        if u.has_no_effect:
            columns = _enumerate(list(dict.fromkeys(o.name for o in fit.observations)))
            remarks.append(
                f"{names[0]} is not determined by these data: it does not matter to {columns}. Fix it, or measure a quantity that "
                "depends on it."
            )
        elif len(names) == 1:
            remarks.append(
                f"{names[0]} is not determined by these data between its bounds. Fix it, or measure a quantity that depends on it."
            )
        else:
            changes = [f"{p.name} times {c:.6g}" if p.log else f"{p.name} {c:+.5g} {p.unit}" for p, c in zip(members, u.changes)]
            remarks.append(
                f"{_enumerate(names)} cannot be separated by these data: {_enumerate(changes)} together do not change the prediction. "
                "Fix one of them, or measure another quantity."
            )
    for i, p in enumerate(parameters):
        for j in range(i):
            if abs(fit.correlations[i, j]) > 0.95:
                remarks.append(f"{parameters[j].name} and {p.name} are hard to separate: their correlation is {fit.correlations[i, j]:.4f}.")
    if not fit.has_converged:
        remarks.append("The best start has not converged within its evaluations. Increase the evaluations, or give a better start.")
    return remarks


def _compare_laws(observations: Sequence[Observation], fits: Sequence[LawFit]) -> str:
    width = max(4, *(len(label) for label, _ in fits))
    text = f"{'law':<{width}} {'free':>4} {'AICc':>10} {'above best':>10} {'BIC':>10}"
    text += "".join(f" {f'rms {o.name} [{o.unit}]':>20}" for o in observations) + "\n"
    for label, fit in fits:
        text += f"{label:<{width}} "
        if isinstance(fit, Exception):
            text += f"failed: {fit}\n"
            continue
        free = sum(p.is_free for p in fit.parameters)
        aicc = "-" if math.isnan(fit.aicc) else f"{fit.aicc:.2f}"
        text += f"{free:>4} {aicc:>10} {criterion(fit) - criterion(fits[0][1]):>10.2f} {fit.bic:>10.2f}"
        text += "".join(f" {rms:>20.5g}" for rms in fit.rms) + "\n"
    return text


def _parameter_table(fit: Fit) -> str:
    text = f"{'parameter':<38} {'estimate':>14} {'standard error':>14}  between\n"
    for p, value, error, bound in zip(fit.parameters, fit.estimates, fit.standard_errors, fit.bounds):
        text += f"{f'{p.name} [{p.unit}]':<38} {value:>14.7g} "
        if not p.is_free:
            text += f"{'fixed':>14}\n"
            continue
        what = "at its bound" if bound else "undetermined" if math.isnan(error) else f"{error:.3g}"
        text += f"{what:>14}  {p.lower:g} and {p.upper:g}{', logarithmic' if p.log else ''}\n"
    return text


def _correlation_table(fit: Fit) -> str:
    known = [i for i, error in enumerate(fit.standard_errors) if not math.isnan(error)]
    if len(known) < 2:
        return ""
    text = "correlation\n"
    for i in known:
        text += f"{fit.parameters[i].name:<38}" + "".join(f" {fit.correlations[i, j]:>7.3f}" for j in known if j <= i) + "\n"
    return text


def _start_table(fit: Fit) -> str:
    text = f"{'start':<6} {'rms [-]':>12} {'evaluations':>12}  ends at\n"
    for i, s in enumerate(fit.starts):
        text += f"{i + 1:<6} {s.rms:>12.6g} {s.evaluations:>12}  "
        ends = [f"{p.name} {v:.6g} " for p, v in zip(fit.parameters, s.end) if p.is_free]
        text += (f"failed: {s.failure}" if s.failure else "".join(ends)) + "\n"
    return text


def recover(fit: Fit, i: int) -> dict[str, Any]:
    """Returns what the draws have found of a parameter."""
    estimates = np.array([d.estimates[i] for d in fit.draws])
    return {
        "count": len(fit.draws),
        "mean": float(np.mean(estimates)),
        "spread": float(np.std(estimates) * math.sqrt(len(estimates) / max(1, len(estimates) - 1))),
        "mean_error": float(np.mean([d.standard_errors[i] for d in fit.draws])),
        "within_two_errors": sum(is_within_two_errors(d, fit, i) for d in fit.draws),
    }


def _draw_table(fit: Fit) -> str:
    if not fit.draws:
        return ""
    text = f"\n{len(fit.draws)} synthetic data sets, made of the fit and normal noise\n"
    text += f"{'parameter':<38} {'true':>14} {'mean':>14} {'spread':>14} {'mean error':>14}  within two standard errors\n"
    for i, p in enumerate(fit.parameters):
        if p.is_free:
            r = recover(fit, i)
            text += f"{f'{p.name} [{p.unit}]':<38} {fit.estimates[i]:>14.7g} {r['mean']:>14.7g} {r['spread']:>14.3g} {r['mean_error']:>14.3g}"
            text += f"  {r['within_two_errors']} of {len(fit.draws)}\n"
    return text


def describe_fit(fit: Fit, usual: str = "") -> str:
    """Returns the tables and remarks of one fit."""
    text = _parameter_table(fit) + usual + "\n" + _correlation_table(fit) + _start_table(fit)
    return text + "".join(f"\n{remark}\n" for remark in list_remarks(fit)) + _draw_table(fit)


def list_usual(material: dict[str, float], fit: Fit) -> str:
    """Lists the values of a default material that the parameters do not give."""
    given = {p.name for p in fit.parameters}
    names = [name for name in ("youngsModulus", "poissonsRatio", "restitution", "staticFriction") if name not in given]
    return "not given, default of contact-lab: " + ", ".join(f"{name} = {material[name]:g}" for name in names) + "\n" if names else ""


def describe(fits: Sequence[LawFit], observations: Sequence[Observation], material: dict[str, float]) -> str:
    """Returns the report of all laws, sorted by their criterion."""
    text = _compare_laws(observations, fits)
    label, best = fits[0]
    if isinstance(best, Exception):
        return text
    return text + f"\n{'best law: ' if len(fits) > 1 else ''}{label}\n" + describe_fit(best, list_usual(material, best))


def start_to_json(s: Start) -> dict[str, Any]:
    return {"from": s.origin, "to": s.end, "rms": s.rms, "evaluations": s.evaluations, "has_converged": s.has_converged, "failure": s.failure}


def _parameter_to_json(fit: Fit, i: int) -> dict[str, Any]:
    p = fit.parameters[i]
    row: dict[str, Any] = {"name": p.name, "unit": p.unit, "free": p.is_free, "value": float(fit.estimates[i])}
    if not p.is_free:
        return row
    row.update(standard_error=float(fit.standard_errors[i]), lower=p.lower, upper=p.upper, at_bound=fit.bounds[i])
    if fit.draws:
        row["draws"] = recover(fit, i)
    row["correlations"] = {q.name: float(fit.correlations[i, j]) for j, q in enumerate(fit.parameters) if q.is_free}
    return row


def to_json(fits: Sequence[LawFit]) -> dict[str, Any]:
    """Returns the results of all laws as one object."""
    laws: list[dict[str, Any]] = []
    for label, fit in fits:
        if isinstance(fit, Exception):
            laws.append({"law": label, "failure": str(fit)})
            continue
        columns, first = [], 0
        for o, rms in zip(fit.observations, fit.rms):
            part = slice(first, first + len(o.measured))
            first = part.stop
            columns.append(
                {
                    "name": o.name,
                    "unit": o.unit,
                    "rms": rms,
                    o.abscissa: list(map(float, o.abscissae if o.abscissae is not None else ())),
                    "measured": list(map(float, o.measured)),
                    "predicted": list(map(float, fit.predicted[part])),
                    "standard_deviation": list(map(float, fit.deviations[part])),
                }
            )
        laws.append(
            {
                "law": label,
                "aic": fit.aic,
                "aicc": fit.aicc,
                "bic": fit.bic,
                "log_likelihood": fit.log_likelihood,
                "has_converged": fit.has_converged,
                "parameters": [_parameter_to_json(fit, i) for i in range(len(fit.parameters))],
                "columns": columns,
                "starts": [start_to_json(s) for s in fit.starts],
                "remarks": list_remarks(fit),
            }
        )
    result: dict[str, Any] = without_nan({"laws": laws})
    return result


def write(folder: Path, fits: Sequence[LawFit], experiments: Sequence[Sequence[Observation]]) -> None:
    """Writes result.json, and for each measured column a plot of the fit and one of the residuals."""
    replace_file(folder / "result.json", json.dumps(to_json(fits), indent=1, ensure_ascii=False) + "\n")
    first, count = 0, sum(map(len, experiments))
    for number, observations in enumerate(experiments):
        for o in observations:
            part = slice(first, first + len(o.measured))
            first = part.stop
            prefix = f"{number + 1}-" if len(experiments) > 1 else ""
            suffix = (f"-{prefix}{o.name}" if count > 1 else "") + ".svg"
            at = list(map(float, o.abscissae if o.abscissae is not None else ()))
            curves = [Series("measured", "#111111", "points", list(zip(at, o.measured)))]
            residuals = []
            for color, (label, fit) in zip(COLORS, fits):
                if not isinstance(fit, Exception):
                    curves.append(Series(label, color, "line", list(zip(at, fit.predicted[part]))))
                    residuals.append(Series(label, color, "line points", list(zip(at, fit.predicted[part] - o.measured))))
            name, x_label = spell(o.name), f"{spell(o.abscissa)} [{o.abscissa_unit}]"
            replace_file(folder / f"fit{suffix}", draw(f"Measured and fitted: {name}", x_label, f"{name} [{o.unit}]", curves))
            label = f"{name}: fitted - measured [{o.unit}]"
            replace_file(folder / f"residual{suffix}", draw(f"Residuals: {name}", x_label, label, residuals))


class Progress:
    """Holds the finished starts and draws of a calibration in a file, which is replaced after each of them."""

    def __init__(self, file: Path | None, spec: Any) -> None:
        self._file, self.message = file, ""
        self._content: dict[str, Any] = {"spec": without_nan(spec), "starts": {}, "draws": {}}
        if file is None or not file.exists():
            return
        try:
            found = json.loads(file.read_text(encoding="utf-8"))
            if found["spec"] != json.loads(json.dumps(self._content["spec"])):
                self.message = f"{file} belongs to another spec or other data: starting from the beginning"
                return
            before, self._content = self._content, found
            try:
                counts = [sum(len(self._read(what, law, make)) for law in found[what]) for what, make in (("starts", _to_start), ("draws", _to_draw))]
            except BaseException:
                self._content = before
                raise
            self.message = f"{file}: continuing after {counts[0]} starts and {counts[1]} draws"
        except (ValueError, KeyError, TypeError, AttributeError):
            self.message = f"{file} is damaged: starting from the beginning"

    def _read(self, what: str, law: str, make: Any) -> dict[int, Any]:
        return {int(index): make(entry) for index, entry in self._content[what].get(law, {}).items()}

    def starts(self, law: str) -> dict[int, Start]:
        return self._read("starts", law, _to_start)

    def draws(self, law: str) -> dict[int, Draw]:
        return self._read("draws", law, _to_draw)

    def add_start(self, law: str, index: int, start: Start) -> None:
        self._add("starts", law, index, start_to_json(start))

    def add_draw(self, law: str, index: int, draw: Draw) -> None:
        self._add("draws", law, index, {"estimates": draw.estimates, "standard_errors": draw.standard_errors})

    def _add(self, what: str, law: str, index: int, entry: dict[str, Any]) -> None:
        self._content[what].setdefault(law, {})[str(index)] = without_nan(entry)
        if self._file is not None:
            replace_file(self._file, json.dumps(self._content, indent=1, ensure_ascii=False) + "\n")


def _number(value: Any) -> float:
    return math.nan if value is None else float(value)  # JSON's NaN


def _to_start(entry: Any) -> Start:
    return Start(
        tuple(map(_number, entry["from"])),
        tuple(map(_number, entry["to"])),
        _number(entry["rms"]),
        int(entry["evaluations"]),
        bool(entry["has_converged"]),
        str(entry["failure"]),
    )


def _to_draw(entry: Any) -> Draw:
    return Draw(tuple(map(_number, entry["estimates"])), tuple(map(_number, entry["standard_errors"])))
