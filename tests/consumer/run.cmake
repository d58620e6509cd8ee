# Installs BUILD_DIR, then configures, builds and runs the project in SOURCE_DIR against it in Release, all below WORK_DIR.
function(must)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE exit_code)
  if(NOT exit_code EQUAL 0)
    string(REPLACE ";" " " command "${ARGN}")
    message(FATAL_ERROR "${command}: ${exit_code}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK_DIR})
must(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/prefix)
must(${CMAKE_COMMAND} -S ${SOURCE_DIR} -B ${WORK_DIR}/build -DCMAKE_BUILD_TYPE=Release
     -DCMAKE_CXX_COMPILER=${CXX} "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}" -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix)
must(${CMAKE_COMMAND} --build ${WORK_DIR}/build)
must(${WORK_DIR}/build/consumer)
