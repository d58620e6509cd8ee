# Finds the OpenSim that pip has installed, and the headers of OpenSim, spdlog and Simbody, which its wheel lacks. Of all three only the
# headers are used; their own CMake files are never run.
#
# Headers come from the archives in the folder SIMBODYDEM_SOURCES (a variable of CMake or of the environment) if it is given, else from
# GitHub. Either way they must have the contents of the commits below.
if(opensim_wheel)
  return()
endif()
include(FetchContent)
include(${CMAKE_CURRENT_LIST_DIR}/../../../cmake/PinnedSources.cmake)
if(POLICY CMP0135)
  cmake_policy(SET CMP0135 NEW)
endif()

find_package(Python REQUIRED COMPONENTS Interpreter)
execute_process(
  COMMAND ${Python_EXECUTABLE} -c "import importlib.util as u, importlib.metadata as m; print(m.version('opensim') + ';' + u.find_spec('opensim').submodule_search_locations[0], end='')"
  OUTPUT_VARIABLE found ERROR_VARIABLE reason RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "There is no OpenSim in this Python, ${Python_EXECUTABLE}; install it with `pip install opensim==4.6`\n${reason}")
endif()
list(GET found 0 version)
list(GET found 1 opensim_wheel)
if(NOT version VERSION_EQUAL 4.6)
  message(FATAL_ERROR "simbodydem-opensim needs OpenSim 4.6, and this Python has ${version}, in ${opensim_wheel}")
endif()

# Imports a library of the wheel as a target.
function(import_from_wheel target file) # TARGETS THAT IT NEEDS
  if(NOT EXISTS ${opensim_wheel}/${file})
    message(FATAL_ERROR "${opensim_wheel} has no ${file}; this is not the wheel of OpenSim 4.6 for Linux")
  endif()
  add_library(${target} SHARED IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES IMPORTED_LOCATION ${opensim_wheel}/${file} INTERFACE_LINK_LIBRARIES "${ARGN}")
endfunction()

# Checks that the headers below a folder of this name are those of the commit: their paths and contents have this SHA-256.
function(check_headers what root folder expected)
  file(GLOB_RECURSE headers RELATIVE ${root} ${root}/*.h)
  list(FILTER headers INCLUDE REGEX "${folder}")
  check_contents("headers of ${what}" ${root} ${expected} ${headers})
endfunction()

if(SIMBODYDEM_SOURCES)
  foreach(named opensim-4.6-headers.tar.xz=228db3f0f1eb4fa113be3eda8ae4132956a8e8d47e8ee1f0958ee4ed6c2b0a9e ${pinned_simbody_archive})
    find_archive(${named} headers)
    if(NOT EXISTS ${CMAKE_BINARY_DIR}/sources/${hash})
      file(ARCHIVE_EXTRACT INPUT ${archive} DESTINATION ${CMAKE_BINARY_DIR}/sources)
      file(TOUCH ${CMAKE_BINARY_DIR}/sources/${hash})
    endif()
  endforeach()
  set(FETCHCONTENT_SOURCE_DIR_OPENSIM ${CMAKE_BINARY_DIR}/sources/opensim-4.6)
  set(FETCHCONTENT_SOURCE_DIR_SPDLOG ${CMAKE_BINARY_DIR}/sources/spdlog-1.15.0)
  set(FETCHCONTENT_SOURCE_DIR_SIMBODY ${CMAKE_BINARY_DIR}/sources/simbody-80a3f10)
endif()

# SOURCE_SUBDIR is a folder without a CMakeLists.txt, so that nothing of them is configured.
FetchContent_Declare(opensim SOURCE_SUBDIR OpenSim/Common/Test
  URL https://github.com/opensim-org/opensim-core/archive/52094cc61c3e795552c658e34a73d083f4662c6b.tar.gz)
FetchContent_Declare(spdlog SOURCE_SUBDIR include
  URL https://github.com/gabime/spdlog/archive/refs/tags/v1.15.0.tar.gz
  URL_HASH SHA256=9962648c9b4f1a7bbc76fd8d9172555bad1871fdb14ff4f842ef87949682caa5)
FetchContent_Declare(simbody SOURCE_SUBDIR Simbody/include
  URL https://github.com/simbody/simbody/archive/${pinned_simbody_commit}.tar.gz)
FetchContent_MakeAvailable(opensim spdlog simbody)
check_headers("OpenSim 4.6" ${opensim_SOURCE_DIR} "^OpenSim/" 3c70ccaa5aef24211baba01db62e7098660f4b0954c0d441ad49461042be9383)
check_headers("spdlog 1.15.0" ${spdlog_SOURCE_DIR} "^include/" 7953e9c2e3a87566c7aba10fec3a4d174595174e7bbb64a11b6d33f5bb9416ee)
check_headers("Simbody 3.9" ${simbody_SOURCE_DIR} "^(SimTKcommon|SimTKmath/[A-Z]|SimTKmath/include|Simbody)/([A-Z][A-Za-z]*/)?include/"
  47188d2e6da76660f4c78a62e188635bfe5273c9a1542723af3243b3d9bebbc1)
