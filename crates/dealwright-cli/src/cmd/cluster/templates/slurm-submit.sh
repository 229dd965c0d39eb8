#!/bin/sh
# Submits the parts as an array job, and the merge that begins when all of them have ended well.
# Options are given on to the array job: ./slurm-submit.sh --array=3,7 runs these two again.
# What both jobs need stands in sbatch's own variables: SBATCH_PARTITION=long SBATCH_ACCOUNT=me ./slurm-submit.sh
set -eu
cd "$(dirname "$0")"
mkdir -p logs
array=$(sbatch --parsable "$@" slurm-array.sh)
merge=$(sbatch --parsable --dependency="afterok:${array%%;*}" slurm-merge.sh)
echo "parts: job ${array%%;*}, merge: job ${merge%%;*}; squeue shows them, dealwright cluster status . the records"
