# One process runs 2 s and saves half way; another one reads that and must end at the same State, to 1e-12.
execute_process(COMMAND ${RESTART} whole ${FILE} RESULT_VARIABLE failed OUTPUT_VARIABLE whole)
execute_process(COMMAND ${RESTART} second ${FILE} RESULT_VARIABLE failed_too OUTPUT_VARIABLE second)
if(failed OR failed_too OR NOT whole MATCHES "[0-9]" OR NOT second STREQUAL whole)
  message(FATAL_ERROR "one run:\n${whole}\nsaved and continued:\n${second}")
endif()
