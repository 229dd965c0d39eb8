"""A study in parts on the workers of a Dask cluster, put together as one table.

Here the cluster is two processes on this machine; `Client("tcp://scheduler:8786")` takes one that is there already. Workers
need nothing but the dealwright wheel and pyarrow. When a worker is lost, Dask runs its part again, which does no harm: a part
gives the same records wherever and however often it is run.
"""

import dealwright
import pyarrow
from dask.distributed import Client, LocalCluster

PARTS = 8


def run_part(part, study):
    # One thread: Dask has one worker for each core already.
    return study.run(shard=(part, PARTS), threads=1).to_arrow()


def main():
    study = dealwright.Study(
        "pretzel/shuffled", "pretzel/banded", ranks=[4, 5], samples=1000, block=100, seed="dask", measures=["length"]
    )
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        tables = client.gather(client.map(run_part, range(1, PARTS + 1), study=study))
    table = pyarrow.concat_tables(tables).sort_by([(name, "ascending") for name in ("ranks", "setup", "index")])
    for (ranks, setup), group in table.to_pandas().groupby(["ranks", "setup"]):
        print(f"{setup} with {ranks} ranks: {(group['verdict'] == 'solvable').mean():.1%} of {len(group)} solvable")
    return table


if __name__ == "__main__":
    main()
