# Installs the core alone from BUILD_DIR, then configures each annex of SOURCE_DIR against it, all below WORK_DIR.
include(${CMAKE_CURRENT_LIST_DIR}/../must.cmake)

file(REMOVE_RECURSE ${WORK_DIR})
foreach(component runtime development Unspecified)
  must(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/prefix --component ${component})
endforeach()
foreach(header robots.h grains.h)
  if(EXISTS ${WORK_DIR}/prefix/include/simbodydem/${header})
    message(FATAL_ERROR "the core has installed ${header}, which is of an annex")
  endif()
endforeach()
foreach(annex ${ANNEXES})
  string(REPLACE "/" "-" name ${annex})
  must(${CMAKE_COMMAND} -S ${SOURCE_DIR}/${annex} -B ${WORK_DIR}/${name} -DCMAKE_CXX_COMPILER=${CXX} "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}"
       -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix)
endforeach()
