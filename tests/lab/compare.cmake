# Tests `./run compare`: an interruption, the parts that are used again, and the page of a failing experiment.
set(ENV{SIMBODYDEM_BUILD} ${BUILD})
set(parts ${BUILD}/examples/contact-lab/compare/parts)
set(fast slide-to-roll)
set(long slope) # still running when the fast one is finished
set(part ${parts}/${fast}.json)

# Runs compare, expects this exit code, and leaves the output in `said` and the page in `page`.
function(compare exit_code)
  execute_process(COMMAND ${RUN} compare --out ${OUT} ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE err)
  if(NOT code EQUAL exit_code)
    message(SEND_ERROR "compare ${ARGN}: exit code ${code}, not ${exit_code}:\n${out}${err}")
  endif()
  set(said "${out}${err}" PARENT_SCOPE)
  set(page "" PARENT_SCOPE)
  if(EXISTS ${OUT}/index.html)
    file(READ ${OUT}/index.html page)
    set(page "${page}" PARENT_SCOPE)
  endif()
endfunction()
# Runs compare in a separate session while `script` acts on it.
function(compare_while script)
  list(JOIN ARGN " " arguments)
  execute_process(COMMAND sh -c "setsid '${RUN}' compare --out '${OUT}' ${arguments} & run=$!
    ${script}
    wait $run" RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE err)
  set(code ${code} PARENT_SCOPE)
  set(said "${out}${err}" PARENT_SCOPE)
endfunction()
function(expect text pattern)
  if(NOT text MATCHES "${pattern}")
    message(SEND_ERROR "no '${pattern}' in:\n${text}")
  endif()
endfunction()
function(expect_file condition file)
  if(condition STREQUAL "is" AND NOT EXISTS ${file} OR condition STREQUAL "isnt" AND EXISTS ${file})
    message(SEND_ERROR "${file} should${condition} be there")
  endif()
endfunction()
function(expect_code expected)
  if(NOT code EQUAL expected)
    message(SEND_ERROR "exit code ${code}, not ${expected}:\n${said}")
  endif()
endfunction()

# A name that is not an experiment, or an invalid number, is an error with one line.
file(REMOVE_RECURSE ${OUT})
compare(2 --only ${fast},creep)
expect("${said}" "run: --only creep is unknown; choose from oblique-impact, [^\n]*\n$")
compare(2 --jobs 0)
expect("${said}" "run: --jobs = 0; it must be 1 or more\n$")

# An interruption follows when the fast experiment is finished. It ends its process too, since make removes a file that is being made.
# The part stays, no page is written, and no process remains.
file(REMOVE ${part})
compare_while("while [ ! -e '${part}' ] && kill -0 $run; do sleep 0.05; done
  while pgrep -s $run -f 'compare ${fast}' > /dev/null; do sleep 0.05; done; sleep 0.5
  kill -TERM -$run; while pgrep -s $run contact-lab; do sleep 0.05; done" --fresh --only ${fast},${long} --jobs 2)
expect_code(143) # 128 + SIGTERM
expect_file(is ${part})
expect_file(isnt ${parts}/${long}.json)
expect_file(isnt ${OUT}/index.html)

# The next run uses this part again, except with --fresh.
file(TIMESTAMP ${part} made "%s")
execute_process(COMMAND ${CMAKE_COMMAND} -E sleep 1.1)
compare(0 --only ${fast})
expect("${page}" "\"title\":\"From sliding to rolling\"")
file(TIMESTAMP ${part} taken "%s")
compare(0 --only ${fast} --fresh)
file(TIMESTAMP ${part} fresh "%s")
if(NOT made EQUAL taken OR made EQUAL fresh)
  message(SEND_ERROR "made at ${made} s, taken over from ${taken} s, made anew at ${fresh} s")
endif()

# While one run is active, a second one is an error with one line. After the first has been killed, it is allowed.
compare_while("until pgrep -s $run -f 'compare ${long}' > /dev/null; do sleep 0.05; done
  '${RUN}' compare --out '${OUT}' --only ${fast}; echo exit code $?
  pkill -KILL -s $run" --fresh --only ${long})
expect("${said}" "exit code 2")
expect("${said}" "run: another compare is running in [^\n]*\n")
compare(0 --only ${fast})

# An experiment that crashes has its section on the page, and the other sections are there.
compare_while("until pkill -KILL -s $run -f 'compare ${long}'; do sleep 0.05; done" --fresh --only ${long},${fast})
expect_code(1)
file(READ ${OUT}/index.html page)
expect("${page}" "\"error\":\"the experiment did not finish")
expect("${page}" "\"title\":\"From sliding to rolling\"")

# An experiment that fails, here since its part cannot be written, also has its section, and so has one with a damaged part.
file(MAKE_DIRECTORY ${part}.unfinished/full)
compare(1 --only ${fast},tangential-laws --fresh)
expect("${said}" "contact-lab: failed: ${fast}\n$")
expect("${page}" "\"error\":\"cannot write [^\"]*${fast}.json.unfinished\",\"name\":\"${fast}\"")
expect("${page}" "\"title\":\"Tangential laws")
file(REMOVE_RECURSE ${part}.unfinished)
compare(0 --only ${fast})
file(WRITE ${part} "{\"name\":")
compare(1 --only ${fast})
expect("${page}" "${fast}.json is damaged; --fresh makes it again")
compare(0 --only ${fast} --fresh)
