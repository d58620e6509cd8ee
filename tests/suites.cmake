# One CTest entry per suite of a googletest program, which is a process: a process per test would take longer to start than to test. A suite
# of many tests, or one that is named after ONE_BY_ONE, is several, so that all processors have work until the end.
function(add_suites program)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL" "ONE_BY_ONE")
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${program}_suites.cmake)
  add_custom_command(TARGET ${program} POST_BUILD BYPRODUCTS ${list}
    COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${program}> -DFOLDER=${CMAKE_CURRENT_BINARY_DIR} -DLIST=${list} -DPATIENCE=${patience}
            "-DLABEL=${arg_LABEL}" "-DONE_BY_ONE=${arg_ONE_BY_ONE}" -P ${PROJECT_SOURCE_DIR}/tests/list_suites.cmake VERBATIM)
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/${program}_include.cmake
    "if(EXISTS \"${list}\")\n  include(\"${list}\")\nelse()\n  add_test(${program}_is_not_built ${program}_is_not_built)\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${CMAKE_CURRENT_BINARY_DIR}/${program}_include.cmake)
  # `./run test -R` asks these for single tests.
  set_property(GLOBAL APPEND_STRING PROPERTY simbodydem_test_programs "$<TARGET_FILE:${program}>\n")
endfunction()
