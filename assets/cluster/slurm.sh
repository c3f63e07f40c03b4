#!/bin/sh
# An array of Slurm: sbatch slurm.sh, then the last line below, when all tasks have ended.
# Threads: 4 for each part. Memory: a search needs little; parts of diagrams need up to --memory (1 GiB).
# A lost machine: Slurm runs its tasks again (--requeue). A part is renamed when it is whole, so that none is torn; the
# task that runs again replaces it. A failed task leaves its part missing, which --merge names: sbatch --array=I slurm.sh
# A file of a former count is not replaced: the task ends with exit code 2 if it has a part of another board.
#SBATCH --array=1-64
#SBATCH --cpus-per-task=4
#SBATCH --mem=2G
#SBATCH --requeue
set -e
part=part-$SLURM_ARRAY_TASK_ID.json
configurator count --size 20 --split 64 --checkpoint "$part" > /dev/null
configurator count --size 20 --threads "$SLURM_CPUS_PER_TASK" --shard "$SLURM_ARRAY_TASK_ID/64" > "$part.new"
mv "$part.new" "$part"
# configurator count --size 20 --merge part-*.json
