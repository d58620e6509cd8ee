"""The command line: python -m simbodydem.study SPEC.json."""

from __future__ import annotations

from pathlib import Path

from .._command import Parser, check_count, end_at_signals, say_why
from ._run import run


def main() -> None:
    parser = Parser(
        "simbodydem.study",
        "runs an experiment or your own program over grids or samples of its parameters; one file has a row each, and the same command "
        "continues an interrupted run",
    )
    parser.add_argument("spec", metavar="SPEC", help="what to vary and how (JSON); docs/studies.md has all keys")
    parser.add_argument("--out", metavar="FILE", help="file of the rows (CSV); the name of SPEC with .csv, here, if not given")
    parser.add_argument("--jobs", type=int, metavar="N", help="samples at once; as many as there are cores if not given")
    parser.add_argument("--page", metavar="DIR", help="folder of a page (index.html) with plots along each parameter, and Sobol indices")
    parser.add_argument("--retry", action="store_true", help="repeats the samples that have ended with an error")
    options = parser.parse_args()
    if options.jobs is not None:
        check_count("--jobs", options.jobs, 1, 10000)
    file = options.out or Path(options.spec).stem + ".csv"
    with end_at_signals(f"stopped; the same command continues {file}"):
        study = run(options.spec, out=file, page=options.page, jobs=options.jobs, retry=options.retry, quiet=False)
    print(study.file)
    if study.page:
        print(study.page)
    if study.errors:
        first = min(study.errors)
        count = len(next(iter(study.columns.values())))
        raise RuntimeError(f"{len(study.errors)} of {count} samples in {file} have an error; the first one is sample {first}: {study.errors[first]}")


if __name__ == "__main__":
    say_why("simbodydem.study: ", main)
