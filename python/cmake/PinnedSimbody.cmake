# Builds the pinned Simbody 3.9 as a static library, once, and keeps it outside of the checkout: in simbodydem/ of XDG_CACHE_HOME, or of ~/.cache.
# The name of its folder has a key of the commit, the compiler and the flags.
#
# The sources come from the archive in the folder SIMBODYDEM_SOURCES (a variable of CMake or of the environment) if it is given, else from
# GitHub. Either way their contents have the SHA-256 below.
set(commit 80a3f10a6daa26c8aaf18f2c672cf385b227e62c)
set(hash_of_archive b44c48b8df6b55edaab50640a94410c6b5314e60790df317cce44008754aed2d)
set(hash_of_sources 9bd4131e6b6b107453014daadc8b758a0409bafce2ec1c175b1ef1ee926e7937)
set(flags "-fvisibility=hidden -ffunction-sections -fdata-sections")
set(options -DCMAKE_BUILD_TYPE=Release -DSIMBODY_BUILD_SHARED_LIBS=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DBUILD_VISUALIZER=OFF
    -DBUILD_EXAMPLES=OFF -DBUILD_TESTING=OFF -DINSTALL_DOCS=OFF "-DCMAKE_C_FLAGS=${flags}"
    "-DCMAKE_CXX_FLAGS=${flags} -fvisibility-inlines-hidden" -DCMAKE_INSTALL_LIBDIR=lib)

# Debian's reference BLAS and LAPACK are static and position-independent, and so is gfortran's runtime. The module has its own copies, because
# the dynamic linker would take the ones that the process loaded first, and their rounding.
foreach(library lapack blas)
  find_file(SIMBODYDEM_STATIC_${library} NAMES lib${library}.a PATH_SUFFIXES ${library}
            PATHS /usr/lib/${CMAKE_CXX_LIBRARY_ARCHITECTURE} /usr/lib64 /usr/lib NO_DEFAULT_PATH DOC "static ${library}")
endforeach()
foreach(library gfortran quadmath)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=lib${library}.a OUTPUT_STRIP_TRAILING_WHITESPACE OUTPUT_VARIABLE file)
  if(IS_ABSOLUTE "${file}")
    set(SIMBODYDEM_STATIC_${library} ${file})
  endif()
endforeach()
foreach(library lapack blas gfortran quadmath)
  if(NOT SIMBODYDEM_STATIC_${library})
    message(FATAL_ERROR "There is no lib${library}.a; install the Debian packages liblapack-dev, libblas-dev and libgfortran-12-dev, or name it with "
            "-DSIMBODYDEM_STATIC_${library}=FILE. -DSIMBODYDEM_FIND_SIMBODY=ON takes an installed Simbody instead")
  endif()
endforeach()
add_library(LAPACK::LAPACK INTERFACE IMPORTED)
target_link_libraries(LAPACK::LAPACK INTERFACE ${SIMBODYDEM_STATIC_lapack} BLAS::BLAS)
add_library(BLAS::BLAS INTERFACE IMPORTED)
target_link_libraries(BLAS::BLAS INTERFACE ${SIMBODYDEM_STATIC_blas} ${SIMBODYDEM_STATIC_gfortran} ${SIMBODYDEM_STATIC_quadmath})

string(SHA256 key "${commit} ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_SYSTEM_PROCESSOR} ${options}")
string(SUBSTRING ${key} 0 12 key)
set(cache "$ENV{XDG_CACHE_HOME}")
if(NOT cache)
  set(cache "$ENV{HOME}/.cache")
endif()
set(kept "${cache}/simbodydem/simbody-80a3f10-${key}")

function(run_for_simbody what log)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE failed OUTPUT_FILE ${log} ERROR_FILE ${log})
  if(failed)
    file(READ ${log} text)
    message(FATAL_ERROR "Simbody 3.9 cannot be ${what}; ${log} ends with\n${text}")
  endif()
endfunction()

# Checks that the sources are those of the commit: the paths and contents of all files that are compiled or included.
function(check_sources root)
  file(GLOB_RECURSE files RELATIVE ${root} ${root}/*.h ${root}/*.c ${root}/*.cpp ${root}/*.hpp)
  list(FILTER files INCLUDE REGEX "^(SimTKcommon|SimTKmath|Simbody|Platform)/")
  list(FILTER files EXCLUDE REGEX "/(tests|examples|doc|simbody-visualizer)/")
  list(SORT files)
  set(all "")
  foreach(file IN LISTS files)
    file(SHA256 ${root}/${file} hash)
    string(APPEND all "${hash} ${file}\n")
  endforeach()
  string(SHA256 hash "${all}")
  if(NOT hash STREQUAL hash_of_sources)
    list(LENGTH files count)
    message(FATAL_ERROR "The ${count} sources of Simbody 3.9 in ${root} have the SHA-256 ${hash} instead of ${hash_of_sources}")
  endif()
endfunction()

function(build_pinned_simbody)
  if(NOT DEFINED SIMBODYDEM_SOURCES)
    set(SIMBODYDEM_SOURCES "$ENV{SIMBODYDEM_SOURCES}")
  endif()
  set(work ${CMAKE_CURRENT_BINARY_DIR}/simbody)
  file(REMOVE_RECURSE ${work}/source)
  if(SIMBODYDEM_SOURCES)
    set(archive ${SIMBODYDEM_SOURCES}/simbody-80a3f10.tar.xz)
    if(NOT EXISTS ${archive})
      message(FATAL_ERROR "SIMBODYDEM_SOURCES is ${SIMBODYDEM_SOURCES}, which has no simbody-80a3f10.tar.xz; without the variable the sources "
              "are fetched from GitHub")
    endif()
    file(SHA256 ${archive} hash)
    if(NOT hash STREQUAL hash_of_archive)
      message(FATAL_ERROR "${archive} has the SHA-256 ${hash} instead of ${hash_of_archive}")
    endif()
  else()
    set(archive ${work}/simbody.tar.gz)
    file(DOWNLOAD https://github.com/simbody/simbody/archive/${commit}.tar.gz ${archive} STATUS status)
    list(GET status 0 failed)
    if(failed)
      message(FATAL_ERROR "Simbody 3.9 cannot be fetched from GitHub: ${status}. SIMBODYDEM_SOURCES may name a folder with its archive")
    endif()
  endif()
  file(ARCHIVE_EXTRACT INPUT ${archive} DESTINATION ${work}/source)
  file(GLOB source ${work}/source/simbody-*)
  check_sources(${source})
  file(READ ${source}/CMakeLists.txt text)
  string(REPLACE "add_subdirectory(doc)" "" text "${text}") # its documents are not in the archive
  file(WRITE ${source}/CMakeLists.txt "${text}")

  include(ProcessorCount)
  ProcessorCount(processors)
  if(DEFINED ENV{CMAKE_BUILD_PARALLEL_LEVEL})
    set(processors $ENV{CMAKE_BUILD_PARALLEL_LEVEL})
  endif()
  message(STATUS "Building Simbody 3.9 as a static library, once, in 5 minutes of CPU time; it is kept in ${kept}")
  run_for_simbody(configured ${work}/configure.log ${CMAKE_COMMAND} -S ${source} -B ${work}/build -G ${CMAKE_GENERATOR}
                  -DCMAKE_C_COMPILER=${CMAKE_C_COMPILER} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} ${options}
                  -DCMAKE_MAKE_PROGRAM=${CMAKE_MAKE_PROGRAM} -DCMAKE_INSTALL_PREFIX=${work}/installed)
  run_for_simbody(built ${work}/build.log ${CMAKE_COMMAND} --build ${work}/build --target install --parallel ${processors})
  # It appears in its place at once, so that a build that was interrupted leaves nothing.
  file(MAKE_DIRECTORY ${cache}/simbodydem)
  string(RANDOM suffix)
  file(COPY ${work}/installed/ DESTINATION ${kept}.${suffix})
  file(RENAME ${kept}.${suffix} ${kept})
  file(REMOVE_RECURSE ${work})
endfunction()

# A second build waits for the first one.
file(MAKE_DIRECTORY ${cache}/simbodydem)
file(LOCK ${kept}.lock)
if(NOT EXISTS ${kept}/lib/cmake/simbody/SimbodyConfig.cmake)
  build_pinned_simbody()
endif()
file(LOCK ${kept}.lock RELEASE)
set(Simbody_DIR ${kept}/lib/cmake/simbody)
set(SIMBODYDEM_SIMBODY_HAS_ASSERTIONS OFF CACHE INTERNAL "Simbody was built without NDEBUG")
message(STATUS "Simbody 3.9 is linked from ${kept}")
