"""The command line: python -m simbodydem.calibrate SPEC.json."""

from __future__ import annotations

import json

from .._command import Parser, check_count, end_at_signals, say_why
from . import _report
from ._run import run
from ._spec import describe_measurements, read_spec

HELP = """
A spec is JSON (comments are allowed). Every quantity has its unit in brackets, [-] if it has none:

  {
    "experiments": [{"kind": "restitution", "radius [m]": 0.01, "data": "balls.csv",
                     "standard_deviation": {"restitution [-]": 0.01}}],
    "law": {"normal": "hertz", "damping": "kk", "tangential": "none"},
    "parameters": {
      "youngsModulus [Pa]": 1e8,
      "normal.dampingCoefficient [N s m^(-3/2)]": {"value": 100, "lower": 1, "upper": 1e4, "scale": "log"}
    }
  }

experiments  All experiments are fitted together. "data" is a CSV file, relative to the folder of the spec. Its first line
             has names and units, as in speed [m/s],restitution [-]   Or "data" has lists by such names. A column NAME_sd
             holds the standard deviation of each datum, "standard_deviation" one for a column. Without either it is
             estimated from the residuals.
law          A name that `laws` lists, or the parts of a law (normal, damping, tangential, rolling, tension,
             restitution_as, effective_mass, and a name for the tables). "laws" is a list of laws to compare.
parameters   A plain number is fixed. Otherwise "value" is that of the first start, "lower" and "upper" are bounds,
             "scale" is linear or log, and "free" is true if not given. Names are those of the material (youngsModulus,
             poissonsRatio, restitution, staticFriction, kineticFriction, dissipation, rollingFriction, twistingFriction)
             and of the law. Names of the law are those that `laws NAME` lists, after normal., tangential. or rolling. A law
             may have parameters of its own in its entry.
starts       Number of starts (5 if not given). "seed" is that of the starts beyond the first (1), "evaluations" of the
             model limits each start (400), "difference_step" for derivatives is a fraction of the distance of the bounds
             (1e-4). A start has converged at the "tolerance" of the sum of squares (1e-7).

Experiments:
"""


def main() -> None:
    parser = Parser("simbodydem.calibrate", "fits law and material parameters to measured curves, with standard errors", HELP + describe_measurements())
    parser.add_argument("spec", metavar="SPEC", help="measurements, laws and parameters (JSON)")
    parser.add_argument("--out", metavar="DIR", help="folder for result.json, plots (SVG) and progress.json, from which an interrupted calibration continues")
    parser.add_argument(
        "--draws",
        type=int,
        default=0,
        metavar="N",
        help="number of synthetic data sets, made of the best fit and noise; the report counts how often the values of the fit are within "
        "two standard errors of those found in the sets",
    )
    parser.add_argument("--jobs", type=int, metavar="N", help="trials at once; as many as there are cores if not given")
    parser.add_argument("--json", action="store_true", help="prints one JSON object")
    options = parser.parse_args()
    check_count("--draws", options.draws, 0, 100000)
    if options.jobs is not None:
        check_count("--jobs", options.jobs, 1, 10000)
    spec = read_spec(options.spec)
    how = "the same command continues after the finished starts and draws" if options.out else "use --out to keep finished starts and draws"
    with end_at_signals(f"simbodydem.calibrate: interrupted; {how}"):
        try:
            fits = run(spec, out=options.out, draws=options.draws, jobs=options.jobs, quiet=False)
        except ValueError as e:
            raise ValueError(str(e).replace("the specification", options.spec, 1)) from None
    if options.json:
        print(json.dumps(_report.to_json(fits), ensure_ascii=False))
    else:
        print(_report.describe(fits, spec.observations, dict(spec.experiments[0].kind.material)), end="")


if __name__ == "__main__":
    say_why("simbodydem.calibrate: ", main)
