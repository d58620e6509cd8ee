# Expects PROGRAM, with its arguments, to end with EXIT_CODE and to print text that matches PATTERN. With PAGE the program also writes this page
# of its run, with ROWS or more and at most BYTES.
if(PAGE)
  include(${CMAKE_CURRENT_LIST_DIR}/expect_page.cmake)
  file(REMOVE ${PAGE})
  list(APPEND PROGRAM --replay ${PAGE})
endif()
execute_process(COMMAND ${PROGRAM} RESULT_VARIABLE exit_code OUTPUT_VARIABLE printed ERROR_VARIABLE printed)
if(NOT exit_code STREQUAL EXIT_CODE OR NOT printed MATCHES "${PATTERN}")
  message(FATAL_ERROR "exit code ${exit_code}, not ${EXIT_CODE} with something like '${PATTERN}':\n${printed}")
endif()
if(PAGE)
  expect_page(${PAGE} ${ROWS} ${BYTES})
endif()
