#!/usr/bin/env python3
"""Counts on the machines of a Dask cluster: python3 dask_count.py --parts 64 --checkpoint q.parts -- --size 15

Each part is one run of `configurator count OPTIONS --shard I/K`. Finished parts are lines of the checkpoint, which
`configurator count --merge` adds up: the client itself adds no numbers. A part whose worker died is counted again by
another worker. A second start goes on with the parts that the checkpoint lacks.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

import dask
from dask.distributed import Client, LocalCluster, SSHCluster, as_completed
from dask.distributed import KilledWorker


def refuse(sentence):
    """Ends the program as for bad input."""
    print(sentence, file=sys.stderr)
    sys.exit(2)


def count_part(program, options, threads, shard):
    """Runs on a worker. Returns the part as the program printed it: one line of JSON."""
    words = [program, "count", *options, "--shard", shard]
    if threads:
        words += ["--threads", str(threads)]
    run = subprocess.run(words, capture_output=True, text=True)
    if run.returncode != 0:
        raise RuntimeError(f"part {shard}: exit code {run.returncode}: {run.stderr.strip()}")
    return run.stdout


def described(count):
    """The problem of a count or of a part, and what is counted."""
    keys = ("rows", "cols", "piece", "rules", "question", "engine")
    return ", ".join(f"{key} {count[key]}" for key in keys if key in count)


def read(path, count):
    """The lines of the checkpoint by the name of their part. Parts of another count end the program."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8", newline="") as file:
        lines = file.read().splitlines(keepends=True)
    parts = [json.loads(line) for line in lines]
    for part in parts:
        if part["fingerprint"] != count["fingerprint"]:
            refuse(f"{path} has parts of another count ({described(part)}), not of this one ({described(count)})")
    return {part["shard"]: line for part, line in zip(parts, lines)}


def write(path, lines):
    """Replaces the checkpoint as a whole."""
    folder = os.path.dirname(os.path.abspath(path))
    with tempfile.NamedTemporaryFile("w", dir=folder, delete=False, encoding="utf-8", newline="") as file:
        file.writelines(lines)
        file.flush()
        os.fsync(file.fileno())
    os.replace(file.name, path)


def cluster(arguments):
    """One machine, hosts by SSH, the jobs of Slurm, or a scheduler that runs already."""
    if arguments.scheduler:
        return arguments.scheduler
    if arguments.hosts:
        hosts = [line.strip() for line in open(arguments.hosts, encoding="utf-8") if line.strip()]
        options = {"nthreads": 1, "n_workers": arguments.workers}
        return SSHCluster([hosts[0], *hosts], worker_options=options)
    if arguments.slurm:
        from dask_jobqueue import SLURMCluster  # pip install dask-jobqueue

        made = SLURMCluster(cores=1, processes=1, memory=arguments.memory, job_cpu=arguments.threads,
                            walltime=arguments.walltime)
        made.scale(jobs=arguments.workers)
        return made
    return LocalCluster(n_workers=arguments.workers, threads_per_worker=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="configurator", help="the program's path on the workers")
    parser.add_argument("--parts", type=int, default=1000)
    parser.add_argument("--checkpoint", required=True, help="the file of finished parts")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="workers (of each host with --hosts)")
    parser.add_argument("--threads", type=int, default=1, help="threads for each part")
    parser.add_argument("--memory", default="2GB", help="memory of a Slurm job")
    parser.add_argument("--walltime", default="04:00:00", help="time of a Slurm job")
    parser.add_argument("--scheduler", help="the address of a running scheduler")
    parser.add_argument("--hosts", help="a file with one host on each line, reached by SSH")
    parser.add_argument("--slurm", action="store_true", help="start the workers as jobs of Slurm")
    parser.add_argument("--retries", type=int, default=3, help="how often a part that failed is counted again")
    parser.add_argument("options", nargs="*", help="after --: the problem and the kind of count")
    arguments = parser.parse_args()

    # A worker that is silent for so long is lost: its parts go to others.
    dask.config.set({"distributed.scheduler.worker-ttl": "20s"})
    client = Client(cluster(arguments))
    print(f"dashboard: {client.dashboard_link}", file=sys.stderr, flush=True)
    problem = [arguments.program, "count", *arguments.options]
    words = [*problem, "--split", str(arguments.parts), "--json"]
    count = json.loads(subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout)
    done = read(arguments.checkpoint, count)
    # The largest parts come first, so that no large one is left at the end.
    names = [part["shard"] for part in count["parts"]]
    unknown = set(done) - set(names)
    if unknown:
        refuse(f"{arguments.checkpoint} has parts of another division, such as {sorted(unknown)[0]}")

    def submit(name):
        job = (arguments.program, arguments.options, arguments.threads, name)
        # Not pure: a part that is submitted again is counted again.
        return client.submit(count_part, *job, retries=arguments.retries, pure=False)

    futures = {submit(name): name for name in names if name not in done}
    left = {name: arguments.retries for name in names}
    results = as_completed(futures)
    for future in results:
        name = futures[future]
        try:
            done[name] = future.result()
        except KilledWorker:
            # The part was on several workers that died; that is not the fault of the part.
            left[name] -= 1
            if left[name] < 0:
                raise
            again = submit(name)
            futures[again] = name
            results.add(again)
            continue
        write(arguments.checkpoint, done.values())
        print(f"{len(done)} of {len(names)} parts", file=sys.stderr, flush=True)
    client.close()
    sys.exit(subprocess.run([*problem, "--merge", arguments.checkpoint]).returncode)


if __name__ == "__main__":
    main()
