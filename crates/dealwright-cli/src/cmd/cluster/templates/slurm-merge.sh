#!/bin/sh
#SBATCH --job-name=dealwright-merge
#SBATCH --cpus-per-task=1
#SBATCH --mem=2048M
{{TIME}}#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=logs/merge.log
#
# Joins the parts, written by dealwright {{VERSION}}. Killed and run again, it goes on where it was.
set -eu
cd "${SLURM_SUBMIT_DIR:-.}"
dealwright=${DEALWRIGHT:-{{PROGRAM}}}
exec "$dealwright" merge --out {{MERGED}} {{PARTS}}/*
