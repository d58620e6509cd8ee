#!/bin/sh
# A study as an array of Slurm's jobs, here eight of two cores each; from the folder where its file is to be:
#   sbatch --array=0-7 --cpus-per-task=2 slurm.sh SPEC.json
# When they have ended: contact-lab study SPEC.json --collect. The same sbatch goes on with a study that has not.
#SBATCH --job-name=study
#SBATCH --output=study.%a.log
#SBATCH --array=0-7
#SBATCH --cpus-per-task=2
exec "${CONTACT_LAB:-contact-lab}" study "$1" --shard auto --jobs "${SLURM_CPUS_PER_TASK:-1}"
