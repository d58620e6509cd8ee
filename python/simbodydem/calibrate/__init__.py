"""Calibration: fits parameters of laws, or of a model of one's own, to measured curves.

`fit()` takes a model, its parameters and what was measured. `run()` takes a specification in a file, as
`python -m simbodydem.calibrate SPEC.json` does. Trials run in processes, or on any executor with the interface of concurrent.futures.
"""

from .._scipy import require_scipy

require_scipy("simbodydem.calibrate")

from ._fit import Draw, Fit, Observation, Parameter, Start, Undetermined  # noqa: E402
from ._run import fit, read_columns, run  # noqa: E402
from ._spec import read_spec  # noqa: E402

__all__ = ["Draw", "Fit", "Observation", "Parameter", "Start", "Undetermined", "fit", "read_columns", "read_spec", "run"]
