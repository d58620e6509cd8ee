# Other engines on one problem, as `./run compare --engines` has them: npm fetches them, each answers with a line, and all are on
# the page. Nothing of this is needed for anything else, so it is skipped where there is no node, or no registry.
find_program(NODE NAMES node nodejs)
find_program(NPM npm)
if(NOT NODE OR NOT NPM)
  message("there is no node with npm to run other engines")
  return()
endif()
file(REMOVE_RECURSE ${OUT})
file(GLOB files ${SOURCE_DIR}/*.mjs ${SOURCE_DIR}/*.json)
file(COPY ${files} DESTINATION ${OUT})
execute_process(COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error --fetch-retries=1 --fetch-timeout=20000
                WORKING_DIRECTORY ${OUT} RESULT_VARIABLE code OUTPUT_VARIABLE said ERROR_VARIABLE said TIMEOUT 120)
if(NOT code EQUAL 0)
  if(said MATCHES "ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|network" OR code MATCHES "timeout")
    message("there is no npm registry that can be reached:\n${said}")
    return()
  endif()
  message(FATAL_ERROR "npm ci ends with ${code}:\n${said}")
endif()

# Each engine's block slides as far as it should, within what its defaults are good for, and says what it took.
foreach(engine mujoco jolt rapier)
  execute_process(COMMAND ${NODE} ${engine}.mjs --problem sliding --settings default WORKING_DIRECTORY ${OUT}
                  RESULT_VARIABLE code OUTPUT_VARIABLE answer ERROR_VARIABLE err)
  if(NOT code EQUAL 0 OR NOT err STREQUAL "" OR NOT answer MATCHES "^{[^\n]*}\n$")
    message(FATAL_ERROR "${engine}: exit code ${code}\n${answer}${err}")
  endif()
  string(JSON distance GET "${answer}" values distance)
  string(JSON price GET "${answer}" price)
  if(distance LESS 0.6 OR distance GREATER 0.8 OR price LESS_EQUAL 0) # v^2/(2 mu g) is .68 m
    message(SEND_ERROR "${engine}: ${answer}")
  endif()
  file(WRITE ${OUT}/${engine}.jsonl "${answer}")

  foreach(bad "--problem;creep" "--settings;dt=3" "--settings;speed=3" "--integrator;rkm")
    execute_process(COMMAND ${NODE} ${engine}.mjs ${bad} WORKING_DIRECTORY ${OUT} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE err)
    if(NOT code EQUAL 2 OR NOT out STREQUAL "" OR NOT err MATCHES "^engines: [^\n]*\n$")
      message(SEND_ERROR "${engine} ${bad}: exit code ${code}, not 2 with one line:\n${out}${err}")
    endif()
  endforeach()
endforeach()

execute_process(COMMAND ${LAB} compare engines --engines ${OUT} --problem sliding --part ${OUT}/parts/engines.json
                ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${LAB} page --parts ${OUT}/parts --out ${OUT}/report --only engines OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(READ ${OUT}/report/index.html page)
foreach(engine SimbodyDEM HuntCrossleyForce MuJoCo Jolt Rapier)
  if(NOT page MATCHES "\"${engine}\"")
    message(SEND_ERROR "${engine} is not on the page")
  endif()
endforeach()
