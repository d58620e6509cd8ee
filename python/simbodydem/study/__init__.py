"""Studies: an experiment of contact-lab, a program or a model of one's own, for many values of its parameters.

`run()` runs a study, as `python -m simbodydem.study SPEC.json` does. Samples run in processes, or on any executor with the interface of
concurrent.futures.
"""

from .._scipy import require_scipy

require_scipy("simbodydem.study")

from ._design import Estimate, SobolIndex, calc_sobol_indices  # noqa: E402
from ._run import Study, run  # noqa: E402

__all__ = ["Estimate", "SobolIndex", "Study", "calc_sobol_indices", "run"]
