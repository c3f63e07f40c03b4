#!/bin/sh
# GNU parallel, on the machines in the file hosts (or on this one without it).
# Threads: 1 for each part, as many parts at a time as a machine has cores. Memory: a search needs little; parts of
# diagrams need up to --memory (1 GiB) each.
# A lost machine: its parts fail and are tried again on others (--retries). A part is one line, printed when it is whole,
# and failed tries print none. A second start counts only the parts that the file lacks. Each size has a file of its own,
# and a file with parts of another board is refused.
set -e
size=${1:-20}
parts=parts-$size.json
set --
if [ -f hosts ]; then
    set -- --sshloginfile hosts
fi
missing=$(configurator count --size "$size" --split 64 --checkpoint "$parts")
printf '%s\n' "$missing" |
    parallel "$@" --no-run-if-empty --retries 3 --halt soon,fail=10% \
        configurator count --size "$size" --threads 1 --shard {} >> "$parts"
configurator count --size "$size" --merge "$parts"
