#!/bin/sh
#SBATCH --job-name=dealwright
#SBATCH --array=1-{{TASKS}}
#SBATCH --cpus-per-task={{CPUS}}
#SBATCH --mem={{MEBIBYTES}}M
{{TIME}}#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=logs/part-%a.log
#
# The parts of a study, written by dealwright {{VERSION}}. slurm-submit.sh submits it.
# A part may be killed at any moment and run again, on any machine: it goes on where it was. Run twice, even at once, it
# comes out the same.
set -eu
cd "${SLURM_SUBMIT_DIR:-.}"
dealwright=${DEALWRIGHT:-{{PROGRAM}}}
{{RUN_TASK}}
