# Installs BUILD_DIR, then configures, builds and runs the project in SOURCE_DIR against it in Release, all below WORK_DIR.
include(${CMAKE_CURRENT_LIST_DIR}/../must.cmake)

file(REMOVE_RECURSE ${WORK_DIR})
must(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/prefix)
function(build_project source build)
  must(${CMAKE_COMMAND} -S ${source} -B ${build} -DCMAKE_BUILD_TYPE=Release
       -DCMAKE_CXX_COMPILER=${CXX} "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}" -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix)
  must(${CMAKE_COMMAND} --build ${build})
endfunction()
build_project(${SOURCE_DIR} ${WORK_DIR}/build)
must(${WORK_DIR}/build/consumer)
if(EXISTS ${WORK_DIR}/prefix/include/simbodydem/robots.h) # of the component robots
  build_project(${SOURCE_DIR}/robot ${WORK_DIR}/robot)
  must(${WORK_DIR}/robot/robot_consumer)
endif()

# The project has found the Simbody with which the library was built, among any others, and rejects any other.
load_cache(${WORK_DIR}/build READ_WITH_PREFIX consumer_ Simbody_DIR)
if(NOT consumer_Simbody_DIR STREQUAL SIMBODY_DIR)
  message(FATAL_ERROR "the consumer was built with the Simbody in ${consumer_Simbody_DIR}, the library with ${SIMBODY_DIR}")
endif()
file(WRITE ${WORK_DIR}/other/SimbodyConfig.cmake "set(Simbody_FOUND TRUE)\n")
file(WRITE ${WORK_DIR}/other/SimbodyConfigVersion.cmake "set(PACKAGE_VERSION 1.2.3)\n")
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE_DIR} -B ${WORK_DIR}/refused -DCMAKE_CXX_COMPILER=${CXX}
                        -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix -DSimbody_DIR=${WORK_DIR}/other
                RESULT_VARIABLE exit_code ERROR_VARIABLE why OUTPUT_QUIET)
string(REGEX REPLACE "[ \n]+" " " why "${why}")
if(exit_code EQUAL 0 OR NOT why MATCHES "SimbodyDEM was built with Simbody .* in ${SIMBODY_DIR}.* version 1.2.3")
  message(FATAL_ERROR "another Simbody must be refused with words, not: ${why}")
endif()
