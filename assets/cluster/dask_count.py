#!/usr/bin/env python3
"""Counts on the machines of a Dask cluster: python3 dask_count.py --parts 64 --checkpoint q.parts -- --size 15

The program says which parts the checkpoint lacks, and adds all parts up at the end. Each part is one run of
`configurator count OPTIONS --shard I/K`. A part whose worker died is counted again by another worker.
"""

import argparse
import os
import subprocess
import sys

import dask
from dask.distributed import Client, LocalCluster, as_completed


def count_part(words, shard):
    """Runs on a worker. Returns the part as the program printed it: one line of JSON."""
    run = subprocess.run([*words, "--shard", shard], capture_output=True, text=True)
    if run.returncode != 0:
        raise RuntimeError(f"part {shard}: exit code {run.returncode}: {run.stderr.strip()}")
    return run.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="configurator", help="the program's path on the workers")
    parser.add_argument("--parts", type=int, default=1000)
    parser.add_argument("--checkpoint", required=True, help="the file of finished parts")
    parser.add_argument("--scheduler", help="the address of a running scheduler [default: workers on this machine]")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="workers on this machine")
    parser.add_argument("--threads", type=int, default=1, help="threads for each part")
    parser.add_argument("--retries", type=int, default=3, help="how often a part that failed is counted again")
    parser.add_argument("options", nargs="*", help="after --: the problem and the kind of count")
    arguments = parser.parse_args()
    count = [arguments.program, "count", *arguments.options]
    words = [*count, "--split", str(arguments.parts), "--checkpoint", arguments.checkpoint]
    listed = subprocess.run(words, stdout=subprocess.PIPE, text=True)
    if listed.returncode != 0:
        sys.exit(listed.returncode)
    missing = listed.stdout.split()

    # A worker that is silent for so long is lost. A part is not at fault if its workers died.
    dask.config.set({"distributed.scheduler.worker-ttl": "20s", "distributed.scheduler.allowed-failures": 100})
    client = Client(arguments.scheduler or LocalCluster(n_workers=arguments.workers, threads_per_worker=1))
    print(f"dashboard: {client.dashboard_link}", file=sys.stderr, flush=True)
    words = [*count, "--threads", str(arguments.threads)]
    # Not pure: a part that is submitted again is counted again.
    options = {"retries": arguments.retries, "pure": False}
    futures = [client.submit(count_part, words, shard, **options) for shard in missing]
    with open(arguments.checkpoint, "a", encoding="utf-8", newline="") as checkpoint:
        for done, (_, part) in enumerate(as_completed(futures, with_results=True), 1):
            checkpoint.write(part)
            checkpoint.flush()
            print(f"{done} of {len(missing)} missing parts", file=sys.stderr, flush=True)
    client.close()
    sys.exit(subprocess.run([*count, "--merge", arguments.checkpoint]).returncode)


if __name__ == "__main__":
    main()
