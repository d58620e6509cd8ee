# `contact-lab study` must reject bad input with exit code 2 and one line, and then leave no file.
file(REMOVE_RECURSE ${OUT})
file(MAKE_DIRECTORY ${OUT})

function(must_refuse_command pattern)
  execute_process(COMMAND ${LAB} study ${ARGN} WORKING_DIRECTORY ${OUT} RESULT_VARIABLE exit_code
                  OUTPUT_VARIABLE out ERROR_VARIABLE err)
  string(REGEX MATCHALL "\n" line_ends "${err}")
  list(LENGTH line_ends lines)
  if(NOT exit_code EQUAL 2 OR NOT lines EQUAL 1 OR NOT out STREQUAL "" OR NOT err MATCHES "${pattern}")
    message(SEND_ERROR "study ${ARGN}\nexit code ${exit_code}, not 2 with one line like '${pattern}':\n${out}${err}")
  endif()
  if(EXISTS ${OUT}/spec.csv)
    message(SEND_ERROR "study ${ARGN}: a refused study has left a file")
  endif()
endfunction()
# Expects an error of a contact-lab study with these keys.
function(must_refuse pattern keys)
  file(WRITE ${OUT}/spec.json "{${keys}}")
  must_refuse_command("${pattern}" spec.json)
endfunction()

must_refuse_command("SPEC is required")
must_refuse_command("cannot read none.json" none.json)
must_refuse_command("cannot read .*: it is a folder" ${OUT})
must_refuse("the file is not JSON" "\"experiment\": ")
must_refuse("design = \"grit\"; choose from grid, latin-hypercube, monte-carlo, sobol" "\"design\": \"grit\"")
must_refuse("\"design\" is missing" "\"experiment\": \"impact\"")
must_refuse("give either \"experiment\", one of contact-lab, or \"program\", your own" "\"design\": \"grid\"")

set(grid "\"design\": \"grid\", \"experiment\": \"impact\"")
set(random "\"design\": \"monte-carlo\", \"samples\": 20, \"experiment\": \"impact\"")
set(speed "\"parameters\": {\"speed\": {\"values\": [1, 2]}}")
must_refuse("\"fall\" is unknown; choose from impact, incline, roll, leg, shear, pinch"
            "\"design\": \"grid\", \"experiment\": \"fall\"")
must_refuse("\"parameters\" is missing" "${grid}")
must_refuse("impact has no \"sped\"; choose from law, .*speed" "${grid}, \"parameters\": {\"sped\": {\"values\": [1]}}")
must_refuse("impact has no \"json\"" "${grid}, \"parameters\": {\"json\": {\"values\": [1]}}")
must_refuse("impact has no \"help\"" "${grid}, \"parameters\": {\"help\": {\"values\": [1]}}")
must_refuse("results: \"creep\" is unknown; choose from e_n, e_t" "${grid}, ${speed}, \"results\": [\"creep\"]")
must_refuse("\"sead\" is unknown here" "${grid}, ${speed}, \"sead\": 1")
must_refuse("the grid has 1e.09 samples"
  "${grid}, \"parameters\": {\"speed\": {\"from\": 1, \"to\": 2, \"count\": 100000}, \"angle\": {\"from\": 1, \"to\": 2, \"count\": 10000}}")

# A value that only the experiment recognizes as out of range is found before the first row.
must_refuse("--speed = 0 m/s; it must be > 0" "${grid}, \"parameters\": {\"speed\": {\"values\": [1, 0, 2]}}")
must_refuse("--speed = 1e.09 m/s; it must be 0, or its magnitude" "${grid}, \"parameters\": {\"speed\": {\"values\": [1, 1e9]}}")
must_refuse("--speed = fast" "${grid}, \"parameters\": {\"speed\": {\"values\": [\"fast\"]}}")
must_refuse("--angle = [0-9.]+ deg; it must be in .0, 90" "${random}, \"parameters\": {\"angle\": {\"mean\": 80, \"deviation\": 20}}")
must_refuse("restitution = 1.5; it must be in .0, 1" "${grid}, \"parameters\": {\"restitution\": {\"from\": 0.5, \"to\": 1.5, \"count\": 3}}")
must_refuse("--law herz is unknown|law \"herz\"|herz" "${grid}, \"parameters\": {\"law\": {\"values\": [\"cundall\", \"herz\"]}}")
must_refuse("--kn is given but the chosen law" "${grid}, \"parameters\": {\"law\": \"hertz-mindlin\", \"kn\": {\"values\": [1e5, 1e6]}}")
must_refuse("kineticFriction = 0.5 is above staticFriction"
  "${grid}, \"parameters\": {\"friction\": {\"values\": [0.3, 0.6]}, \"kinetic-friction\": {\"values\": [0.2, 0.5]}}")

set(program "\"design\": \"grid\", \"results\": {\"f\": \"m\"}, \"parameters\": {\"x\": {\"values\": [1]}}")
must_refuse("program: ./none is not found" "${program}, \"program\": [\"./none\", \"{x}\"]")
must_refuse("program: no-such-program is not found" "${program}, \"program\": [\"no-such-program\", \"{x}\"]")
must_refuse("the parameter \"x\" is not used" "${program}, \"program\": [\"true\"]")
must_refuse("\"results\" is missing"
  "\"design\": \"grid\", \"parameters\": {\"x\": {\"values\": [1]}}, \"program\": [\"true\", \"{x}\"]")

# Options.
file(WRITE ${OUT}/spec.json "{${grid}, ${speed}}")
must_refuse_command("--jobs = 0; it must be in .1" spec.json --jobs 0)
must_refuse_command("--shard = 2/2; it must be i/n" spec.json --shard 2/2)
must_refuse_command("--shard = two; it must be i/n" spec.json --shard two)
must_refuse_command("--collect does not go with --shard or --retry" spec.json --collect --shard 0/2)
must_refuse_command("--page does not go with --shard" spec.json --page page --shard 0/2)
must_refuse_command("spec.csv and its shards are not found" spec.json --collect)
must_refuse_command("cannot write none/spec.csv: No such file" spec.json --out none/spec.csv)
must_refuse_command("cannot write .*: Is a directory" spec.json --out ${OUT})
