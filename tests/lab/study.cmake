# Tests `contact-lab study` from the command line: killed, in shards, with failing samples, interrupted, and its page.
file(REMOVE_RECURSE ${OUT})
file(MAKE_DIRECTORY ${OUT})

# Runs study, expects this exit code, and leaves the output in `said`.
function(study exit_code)
  execute_process(COMMAND ${LAB} study ${ARGN} WORKING_DIRECTORY ${OUT} RESULT_VARIABLE code OUTPUT_VARIABLE out
                  ERROR_VARIABLE err)
  if(NOT code EQUAL exit_code)
    message(SEND_ERROR "study ${ARGN}: exit code ${code}, not ${exit_code}:\n${out}${err}")
  endif()
  set(said "${out}${err}" PARENT_SCOPE)
endfunction()
# Runs a script in OUT and leaves its output in `said`.
function(script text)
  execute_process(COMMAND bash -c "${text}" WORKING_DIRECTORY ${OUT} OUTPUT_VARIABLE out ERROR_VARIABLE err)
  set(said "${out}${err}" PARENT_SCOPE)
endfunction()
function(expect text pattern)
  if(NOT text MATCHES "${pattern}")
    message(SEND_ERROR "no '${pattern}' in:\n${text}")
  endif()
endfunction()
function(expect_same one other)
  execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${OUT}/${one} ${OUT}/${other} RESULT_VARIABLE differ)
  if(differ)
    message(SEND_ERROR "${one} and ${other} differ")
  endif()
endfunction()

file(WRITE ${OUT}/impacts.json "{\"experiment\": \"impact\", \"design\": \"latin-hypercube\", \"samples\": 300, \"seed\": 7,
  \"parameters\": {\"samples\": 100, \"speed\": {\"from\": 0.1, \"to\": 10, \"scale\": \"log\"}, \"angle\": {\"from\": 0, \"to\": 60},
    \"restitution\": {\"from\": 0.3, \"to\": 1}, \"law\": {\"values\": [\"hertz-mindlin\", \"cundall\"]}}}")
study(0 impacts.json)
expect("${said}" "impacts.csv\n")
file(STRINGS ${OUT}/impacts.csv lines)
list(LENGTH lines count)
list(SUBLIST lines 0 4 header)
expect("${header}" "# study of impact, latin-hypercube, 300 samples, seed 7;# SimbodyDEM [0-9.]+, Simbody 3[0-9.]+, (gcc|clang) [^;]*;# spec [0-9a-f]+: {\"experiment\":\"impact\",.*;index,speed .m/s.,angle .deg.,restitution .-.,law,e_n .-.,.*,error$")
if(NOT count EQUAL 304)
  message(SEND_ERROR "${count} lines, not 4 and 300 rows")
endif()

# A study that is killed ten times, each time some rows later, and then completed, has the file of an uninterrupted study.
script("for i in 1 2 3 4 5 6 7 8 9 10; do
    '${LAB}' study impacts.json --out killed.csv --jobs 2 2> killed.log & study=$!
    rows=$(( $(cat killed.csv 2> /dev/null | wc -l) + 3 + RANDOM % 20 ))
    while [ $(cat killed.csv 2> /dev/null | wc -l) -lt $rows ] && kill -0 $study; do sleep 0.005; done
    kill -KILL $study && echo killed
    wait $study
  done 2> /dev/null")
string(REGEX MATCHALL "killed\n" kills "${said}")
list(LENGTH kills count)
if(NOT count EQUAL 10)
  message(SEND_ERROR "killed ${count} times, not ten")
endif()
study(0 impacts.json --out killed.csv)
expect("${said}" "killed.csv has [0-9]+ of 300 samples; the others follow")
expect_same(killed.csv impacts.csv)

# In shards, one of them killed: missing samples are named, and together the shards have the same file.
script("'${LAB}' study impacts.json --out parts.csv --shard 1/3 2> /dev/null & study=$!
  until [ $(cat parts.1-of-3.csv 2> /dev/null | wc -l) -gt 20 ]; do sleep 0.005; done; kill -KILL $study; wait $study")
study(0 impacts.json --out parts.csv --shard 0/3)
study(2 impacts.json --out parts.csv --collect)
expect("${said}" "[0-9]+ of 300 samples are missing: [0-9]+.* and [0-9]+ more\n$")
set(ENV{SLURM_ARRAY_TASK_ID} 2)
set(ENV{SLURM_ARRAY_TASK_MIN} 0)
set(ENV{SLURM_ARRAY_TASK_MAX} 2)
set(ENV{SLURM_ARRAY_TASK_COUNT} 3)
study(0 impacts.json --out parts.csv --shard auto)
study(0 impacts.json --out parts.csv --shard 1/3)
study(0 impacts.json --out parts.csv --collect)
expect_same(parts.csv impacts.csv)
study(0 impacts.json --out parts.csv --collect) # once more: the same rows twice
expect_same(parts.csv impacts.csv)

# Two shards that disagree, or belong to another study, are an error.
script("sed -i 's/^3,\\(.\\)/3,9\\1/' parts.0-of-3.csv")
study(2 impacts.json --out parts.csv --collect)
expect("${said}" "sample 3 of parts.csv differs from the one in another file\n$")
script("sed 's/300/301/' impacts.json > other.json")
study(2 other.json --out impacts.csv)
expect("${said}" "impacts.csv belongs to another study or version: it has \"# study of impact, latin-hypercube, 300 samples")

# A second study on the same file at the same time is an error.
script("'${LAB}' study impacts.json --out two.csv 2> /dev/null & study=$!
  until [ -s two.csv ]; do sleep 0.005; done
  '${LAB}' study impacts.json --out two.csv; echo code $?; kill -KILL $study; wait $study")
expect("${said}" "code 2\n.*another study is writing two.csv")

# On a signal the study prints how to continue, leaves complete rows and no process, and ends by the signal.
script("setsid '${LAB}' study impacts.json --out stopped.csv 2>&1 & study=$!
  until [ $(cat stopped.csv 2> /dev/null | wc -l) -gt 20 ]; do sleep 0.005; done
  kill -TERM $study; wait $study 2> /dev/null; echo code $?
  tail -c 1 stopped.csv | wc -l; pgrep -s $study || echo none is left")
expect("${said}" "stopped; the same command continues stopped.csv\ncode 143\n1\nnone is left\n$")

# A signal that nohup ignores has no effect.
file(WRITE ${OUT}/slow.json "{\"program\": [\"sh\", \"-c\", \"sleep 0.5; echo '{\\\"f\\\": {x}}'\"], \"design\": \"grid\",
  \"results\": {\"f\": \"m\"}, \"parameters\": {\"x\": {\"values\": [1, 2]}}}")
script("nohup '${LAB}' study slow.json & study=$!
  until [ -s slow.csv ]; do sleep 0.005; done; kill -HUP $study; wait $study; echo code $?")
expect("${said}" "code 0\n")

# A user's program: a sample that fails, crashes, prints invalid text or does not end is a row with an error.
file(WRITE ${OUT}/mine.sh "#!/bin/sh
echo said before
case $1 in
1) echo 'it is wrong, \"quite\"' >&2; exit 3 ;;
2) kill -SEGV $$ ;;
3) echo nonsense ;;
4) echo '{\"other\": 1}' ;;
5) echo '{\"f\": \"text\"}' ;;
6) sleep 100 ;;
7) echo '{\"f\": null}' ;;
8) [ ! -e repaired ] && exit 1; echo '{\"f\": 64}' ;;
*) echo '{\"f\": 0.1, \"yes\": true}' ;;
esac
")
file(CHMOD ${OUT}/mine.sh PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
file(WRITE ${OUT}/mine.json "{\"program\": [\"./mine.sh\", \"{x}\"], \"results\": {\"f\": \"m\"}, \"design\": \"grid\",
  \"timeLimit\": 0.5, \"parameters\": {\"x\": {\"from\": 0, \"to\": 8, \"count\": 9, \"unit\": \"kg\"}}}")
study(1 mine.json)
expect("${said}" "7 of 9 samples in mine.csv have an error; the first one is sample 1: exit code 3: it is wrong, \"quite\"\n$")
file(READ ${OUT}/mine.csv rows)
expect("${rows}" "\nindex,x .kg.,f .m.,error
0,0,0.1,
1,1,,\"exit code 3: it is wrong, \"\"quite\"\"\"
2,2,,\"ended by signal 11, Segmentation fault\"
3,3,,the last line printed is not a JSON object: nonsense
4,4,,\"\"\"f\"\" is not in the last line printed\"
5,5,,\"\"\"f\"\" is not a number: \"\"text\"\"\"
6,6,,not finished after timeLimit = 0.5 s
7,7,nan,
8,8,,exit code 1
$")

# Samples with an error are repeated only on request.
file(WRITE ${OUT}/repaired "")
study(1 mine.json)
expect("${said}" "7 of 9 samples")
study(1 mine.json --retry)
expect("${said}" "6 of 9 samples")
file(READ ${OUT}/mine.csv rows)
expect("${rows}" "\n8,8,64,\n$")

# Words are passed to a program unchanged, without a shell.
file(WRITE ${OUT}/words.json "{\"program\": [\"sh\", \"-c\", \"test \\\"$1\\\" = '; exit 1 $(exit 1)' && echo '{\\\"f\\\": 1}'\", \"-\", \"{x}\"],
  \"results\": {\"f\": \"m\"}, \"design\": \"grid\", \"parameters\": {\"x\": {\"values\": [\"; exit 1 $(exit 1)\"]}}}")
study(0 words.json)

# A column of times is written only on request.
string(REPLACE "grid" "grid\", \"processorTime\": true, \"note\": \"times" timed "{\"experiment\": \"shear\", \"design\": \"grid\",
  \"parameters\": {\"overlap\": {\"from\": 1e-5, \"to\": 1e-4, \"count\": 2}}}")
file(WRITE ${OUT}/timed.json "${timed}")
study(0 timed.json)
file(READ ${OUT}/timed.csv rows)
expect("${rows}" ",processor_time .s.,error\n0,1e-05,[^\n]*,0[.][0-9]+,\n1,")

# The page: Ishigami's function by awk has the indices 0.44 for its second parameter and the first index 0 for its third.
file(WRITE ${OUT}/ishigami.json "{\"design\": \"sobol\", \"samples\": 128, \"results\": {\"f\": \"-\", \"five\": \"\"},
  \"program\": [\"awk\", \"BEGIN { x = {x}; y = {y}; z = {z}; printf \\\"{\\\\\\\"f\\\\\\\": %.17g, \\\\\\\"five\\\\\\\": 5}\\\", sin(x) + 7*sin(y)^2 + 0.1*z^4*sin(x) }\"],
  \"parameters\": {\"x\": {\"from\": -3.141592653589793, \"to\": 3.141592653589793},
    \"y\": {\"from\": -3.141592653589793, \"to\": 3.141592653589793}, \"z\": {\"from\": -3.141592653589793, \"to\": 3.141592653589793}}}")
study(0 ishigami.json --page page)
file(READ ${OUT}/page/index.html page)
expect("${page}" "<h1>Study of awk: sobol, 640 samples, 0 with an error</h1>")
expect("${page}" "<td>y</td><td>0.4[0-9]+ .0.[0-9]+, 0.[0-9]+.</td><td>0.4[0-9]+ ")
expect("${page}" "<td>z</td><td>-?0.0[0-9]+ ")
expect("${page}" "<tr><td>five</td><td></td><td>640</td><td>5</td><td>0</td>")
string(REGEX MATCHALL "<figure><svg" plots "${page}")
list(LENGTH plots count)
if(NOT count EQUAL 3)
  message(SEND_ERROR "${count} plots, not 3: one along each parameter, none of what does not vary")
endif()
