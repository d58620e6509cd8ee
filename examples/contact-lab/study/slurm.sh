#!/bin/sh
# Runs a study as an array of jobs, eight of two cores each unless sbatch gets other options. Submit it from the folder of the
# result file:
#   CONTACT_LAB=/path/to/contact-lab sbatch slurm.sh SPEC.json [--out FILE]
# When the jobs have ended: contact-lab study SPEC.json --collect. The same sbatch continues jobs that have not finished.
#SBATCH --job-name=study
#SBATCH --output=study.%a.log
#SBATCH --array=0-7
#SBATCH --cpus-per-task=2
exec "${CONTACT_LAB:-contact-lab}" study "$@" --shard auto --jobs "${SLURM_CPUS_PER_TASK:-1}"
