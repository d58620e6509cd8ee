"""Runs a small study on the workers of a Dask cluster, here of two processes. An argument may name the folder of the results."""

import sys
from pathlib import Path

from dask.distributed import Client, LocalCluster

from simbodydem import study

folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path.cwd()
spec = {"experiment": "impact", "design": "grid", "parameters": {"speed": {"from": 0.5, "to": 4, "count": 8}}, "results": ["max_overlap"]}

if __name__ == "__main__":  # the workers import this file
    # cluster begins
    with LocalCluster(n_workers=2, threads_per_worker=1) as cluster, Client(cluster) as client:  # or SLURMCluster of dask_jobqueue
        found = study.run(spec, out=folder / "speeds.csv", executor=client.get_executor())
    # cluster ends
    print(found.columns["max_overlap"])
