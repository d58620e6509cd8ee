#!/usr/bin/env bash
# Feeds readers with libFuzzer and prints a line for each: inputs, features that they reach, and what was found.
# usage: fuzz.sh PROGRAM FOLDER SECONDS JOBS [READER...]
# FOLDER gets a folder for each reader: inputs that reached something new, from which the next run continues, and each input that was found.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$1 out=$2 seconds=$3 jobs=$4
shift 4
readers=("$@")
((${#readers[@]})) || mapfile -t readers < <("$program" --list)

# All seeds are inputs of a run, so an input that was found once is tried for ever.
fuzz() { # READER SECONDS
    local reader=$1 folder=$out/$1
    mkdir -p "$folder/inputs" "$folder/found"
    "$program" --reader="$reader" --words >"$folder/words.txt"
    local failed=0
    local dictionary=()
    [ ! -s "$folder/words.txt" ] || dictionary=(-dict="$folder/words.txt")
    "$program" --reader="$reader" "${dictionary[@]}" -max_total_time="$2" -timeout=5 -rss_limit_mb=1024 -max_len=4096 -print_final_stats=1 -use_value_profile=1 \
        -artifact_prefix="$folder/found/" "$folder/inputs" "$here/corpus/$reader" >"$folder/log.txt" 2>&1 &
    local process=$!
    wait "$process" || failed=1
    rm -rf /dev/shm/simbodydem_fuzz_"$process" "${TMPDIR:-/tmp}/simbodydem_fuzz_$process" # libFuzzer ends without leaving its functions
    awk -v reader="$reader" -v seconds="$2" -v failed="$failed" '
        match($0, /cov: [0-9]+ ft: [0-9]+ corp: [0-9]+/) { split(substr($0, RSTART, RLENGTH), word, " ") }
        /stat::number_of_executed_units/ { inputs = $2 }
        /stat::peak_rss_mb/ { memory = $2 }
        END { printf "%-12s %9d inputs in %4d s, %5d branches, %6d features, %5d kept, %4d MB%s\n", reader, inputs, seconds, word[2], word[4],
                     word[6], memory, failed ? "  FAILED" : "" }' "$folder/log.txt"
    ((failed)) || return 0
    grep -aE "fuzz_readers:|ERROR:|runtime error:|Test unit written|^ +#[0-9] .* in (simbodydem|lab|fuzz|OpenSim)::|There is|terminate called|what\(\)" "$folder/log.txt" |
        head -n 12 | sed 's/^/    /' || tail -n 5 "$folder/log.txt"
    return 1
}
export -f fuzz
export program out here
export LSAN_OPTIONS=suppressions=$here/../leaks_of_simbody.txt:print_suppressions=0
share=$((seconds * jobs / ${#readers[@]}))
((share > 0)) || share=1
failed=0
printf '%s\n' "${readers[@]}" | xargs -P "$jobs" -I{} bash -c 'fuzz "$1" "$2"' _ {} "$share" || failed=1
((!failed)) || echo "fuzz.sh: an input that was found is in $out/READER/found; a copy of it in $here/corpus/READER is tried in each run"
exit $failed
