#!/usr/bin/env bash
# Links the program: objects that clang has compiled, and objects and archives of g++ that have the same functions again. g++ knows which
# registers the functions of its own object leave alone, so each call inside an object stays inside: its copies of the functions become
# local. Calls between objects lead to the copies of clang, whose branches are counted.
# usage: link.sh FOLDER OBJECT_OF_CLANG... --with OBJECT_OF_GCC... --libraries LIBRARY... -- LINK_COMMAND...; FOLDER gets the changed copies
set -euo pipefail
folder=$1
shift
ours=() others=() libraries=() changed=()
while [ "$1" != --with ]; do ours+=("$1") && shift; done
shift
while [ "$1" != --libraries ]; do others+=("$1") && shift; done
shift
while [ "$1" != -- ]; do libraries+=("$1") && shift; done
shift
rm -rf "$folder"
mkdir -p "$folder"
nm --defined-only --extern-only "${ours[@]}" | awk '$2 ~ /^[TDBR]$/ { print $3 }' >"$folder/names.txt"
for file in "${others[@]}"; do
    copy=$folder/${#changed[@]}${file##*/}
    objcopy --localize-symbols="$folder/names.txt" "$file" "$copy"
    changed+=("$copy")
done
exec "$@" "${ours[@]}" -Wl,--start-group "${changed[@]}" -Wl,--end-group "${libraries[@]}"
