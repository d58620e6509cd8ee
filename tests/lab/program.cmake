# Expects PROGRAM, with its arguments, to end with EXIT_CODE and to print text that matches PATTERN.
execute_process(COMMAND ${PROGRAM} RESULT_VARIABLE exit_code OUTPUT_VARIABLE printed ERROR_VARIABLE printed)
if(NOT exit_code STREQUAL EXIT_CODE OR NOT printed MATCHES "${PATTERN}")
  message(FATAL_ERROR "exit code ${exit_code}, not ${EXIT_CODE} with something like '${PATTERN}':\n${printed}")
endif()
