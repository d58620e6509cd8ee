# `contact-lab compare`: what an interruption leaves, what is used again, and what a failing experiment does to the page.
set(fast slide-to-roll)
set(long slope) # still running when the fast one is finished
set(part ${OUT}/parts/${fast}.json)

# Run compare, expect this exit code, and leave what it said in `said`.
function(compare exit_code)
  execute_process(COMMAND ${LAB} compare --out ${OUT} ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE err)
  if(NOT code EQUAL exit_code)
    message(SEND_ERROR "compare ${ARGN}: exit code ${code}, not ${exit_code}:\n${out}${err}")
  endif()
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

# Interrupted as soon as the fast experiment is finished: its part stays, no page is written, no process is left behind.
file(REMOVE_RECURSE ${OUT})
execute_process(COMMAND sh -c "'${LAB}' compare --out '${OUT}' --only ${fast},${long} --jobs 2 & run=$!
  while [ ! -e '${part}' ] && kill -0 $run; do sleep 0.05; done
  children=$(cat /proc/$run/task/$run/children); kill -TERM $run; wait $run; code=$?
  for child in $children; do kill -0 $child 2>/dev/null && echo child $child is left; done; exit $code"
  RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE err)
if(NOT code EQUAL 143) # 128 + SIGTERM
  message(SEND_ERROR "interrupted compare: exit code ${code}, not 143:\n${out}${err}")
endif()
if(out MATCHES "is left")
  message(SEND_ERROR "${out}")
endif()
expect_file(is ${part})
expect_file(isnt ${OUT}/parts/${long}.json)
expect_file(isnt ${OUT}/index.html)
file(COPY ${part} DESTINATION ${OUT}/kept)

# The next run takes the part over; once the page is written, the parts are gone and a further run does everything again.
compare(0 --only ${fast})
expect("${said}" "${fast} +taken over")
expect_file(isnt ${OUT}/parts)
file(READ ${OUT}/index.html page)
expect("${page}" "1 of them are the same build's")
compare(0 --only ${fast})
expect("${said}" "${fast} +done in")

# A part is not used with --fresh, nor if another build made it, nor if it is broken, which is said.
file(COPY ${OUT}/kept/${fast}.json DESTINATION ${OUT}/parts)
compare(0 --only ${fast} --fresh)
expect("${said}" "${fast} +done in")
file(READ ${OUT}/kept/${fast}.json json)
string(JSON json SET "${json}" build "\"another\"")
file(WRITE ${part} "${json}")
compare(0 --only ${fast})
expect("${said}" "${fast} +done in")
file(READ ${OUT}/kept/${fast}.json json)
string(JSON changed SET "${json}" section title "\"another\"")
string(JSON lacking REMOVE "${json}" seconds)
foreach(damaged "${changed}" "${lacking}" "[1, 2]" "{\"build\": " "")
  file(WRITE ${part} "${damaged}")
  compare(0 --only ${fast})
  expect("${said}" "${fast} +made anew: .*${fast}.json is damaged.*${fast} +done in")
endforeach()

# While one runs, another one in the same folder is refused with a line; when the first has been killed, it is not.
execute_process(COMMAND sh -c "'${LAB}' compare --out '${OUT}' --only ${long} & run=$!
  while children=$(cat /proc/$run/task/$run/children) && [ -z \"$children\" ]; do sleep 0.05; done
  '${LAB}' compare --out '${OUT}' --only ${fast} 2> '${OUT}/refusal'; code=$?
  kill -KILL $run; wait $run; exit $code" RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE err)
file(READ ${OUT}/refusal refusal)
if(NOT code EQUAL 2)
  message(SEND_ERROR "a second compare: exit code ${code}, not 2:\n${refusal}${err}")
endif()
expect("${refusal}" "^contact-lab: --out [^\n]*: another compare is writing there[^\n]*\n$")
compare(0 --only ${fast})
expect("${said}" "${fast} +done in")

# An experiment that crashes fails as well.
execute_process(COMMAND sh -c "'${LAB}' compare --out '${OUT}' --only ${long} & run=$!
  while children=$(cat /proc/$run/task/$run/children) && [ -z \"$children\" ]; do sleep 0.05; done
  kill -KILL $children; wait $run" RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE err)
if(NOT code EQUAL 1)
  message(SEND_ERROR "crashed experiment: exit code ${code}, not 1:\n${out}${err}")
endif()
file(READ ${OUT}/index.html page)
expect("${page}" "This experiment failed: ended by signal 9")

# An experiment that fails, here since its part cannot be written, has its error on the page, and the others are there.
file(MAKE_DIRECTORY ${OUT}/parts/${fast}.unfinished/full)
compare(1 --only ${fast},tangential-laws)
expect("${said}" "${fast} +failed: cannot write")
file(READ ${OUT}/index.html page)
expect("${page}" "id=\"${fast}\">\n<h2>${fast}</h2>\n<p class=\"error\">This experiment failed: cannot write")
expect("${page}" "id=\"tangential-laws\">\n<h2>Tangential laws")
