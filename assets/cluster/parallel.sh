#!/bin/sh
# GNU parallel, on the machines in the file hosts (or on this one without it).
# Threads: 1 for each part, as many parts at a time as a machine has cores. Memory: a search needs little; parts of
# diagrams need up to --memory (1 GiB) each.
# A lost machine: its parts fail and are tried again on others (--retries). A part is one line, printed when it is whole,
# and failed tries print none. A second start counts only parts that have not succeeded (--joblog, --resume-failed). Each
# size has files of its own, and --merge refuses parts of another problem.
set -e
size=${1:-20}
set --
if [ -f hosts ]; then
    set -- --sshloginfile hosts
fi
configurator count --size "$size" --split 64 |
    parallel "$@" --joblog "parts-$size.log" --resume-failed --retries 3 --halt soon,fail=10% \
        configurator count --size "$size" --threads 1 --shard {} >> "parts-$size.json"
configurator count --size "$size" --merge "parts-$size.json"
