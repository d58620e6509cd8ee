#!/bin/sh
# A study as an array of jobs, eight of two cores each unless sbatch is told otherwise. Submitted from the folder where its
# file is to be:
#   CONTACT_LAB=/path/to/contact-lab sbatch slurm.sh SPEC.json [--out FILE]
# When they have ended: contact-lab study SPEC.json --collect. The same sbatch goes on with what has not.
#SBATCH --job-name=study
#SBATCH --output=study.%a.log
#SBATCH --array=0-7
#SBATCH --cpus-per-task=2
exec "${CONTACT_LAB:-contact-lab}" study "$@" --shard auto --jobs "${SLURM_CPUS_PER_TASK:-1}"
