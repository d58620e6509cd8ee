# One process runs 2 s and saves after 1 s. Another process reads this and must end at the same State, to 1e-12.
execute_process(COMMAND ${RESTART} whole ${FILE} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${RESTART} second ${FILE} COMMAND_ERROR_IS_FATAL ANY)
