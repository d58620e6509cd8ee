# Adds one CTest entry, a process, for each suite of a googletest program. A process for each test would take longer to start than to
# test. A suite of many tests, or one named after ONE_BY_ONE, gets several entries, so that all processors have work until the end.
function(add_suites program)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL" "ONE_BY_ONE")
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${program}_suites.cmake)
  add_custom_command(TARGET ${program} POST_BUILD BYPRODUCTS ${list}
    COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${program}> -DFOLDER=${CMAKE_CURRENT_BINARY_DIR} -DLIST=${list} -DPATIENCE=${patience}
            "-DLABEL=${arg_LABEL}" "-DONE_BY_ONE=${arg_ONE_BY_ONE}" -P ${PROJECT_SOURCE_DIR}/tests/list_suites.cmake VERBATIM)
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/${program}_include.cmake
    "if(EXISTS \"${list}\")\n  include(\"${list}\")\nelse()\n  add_test(${program}_is_not_built ${program}_is_not_built)\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${CMAKE_CURRENT_BINARY_DIR}/${program}_include.cmake)
  # `./run test -R` reads the single tests from these programs.
  set_property(GLOBAL APPEND_STRING PROPERTY simbodydem_test_programs "$<TARGET_FILE:${program}>\n")
endfunction()
