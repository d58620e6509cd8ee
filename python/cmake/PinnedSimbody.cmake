# Builds the pinned Simbody 3.9 as a static library, once, and keeps it outside of the checkout: in simbodydem/ of XDG_CACHE_HOME, or of ~/.cache.
# The name of its folder has a key of the commit, the compiler and the flags.
#
# The sources come from the archive in the folder SIMBODYDEM_SOURCES (a variable of CMake or of the environment) if it is given, else from
# GitHub. Either way their contents have the SHA-256 below.
include(${CMAKE_CURRENT_LIST_DIR}/../../cmake/PinnedSources.cmake)
set(pinned_hash_of_sources 9bd4131e6b6b107453014daadc8b758a0409bafce2ec1c175b1ef1ee926e7937)
set(pinned_flags "-fvisibility=hidden -ffunction-sections -fdata-sections")
set(pinned_options -DCMAKE_BUILD_TYPE=Release -DSIMBODY_BUILD_SHARED_LIBS=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DBUILD_VISUALIZER=OFF
    -DBUILD_EXAMPLES=OFF -DBUILD_TESTING=OFF -DINSTALL_DOCS=OFF "-DCMAKE_C_FLAGS=${pinned_flags}"
    "-DCMAKE_CXX_FLAGS=${pinned_flags} -fvisibility-inlines-hidden" -DCMAKE_INSTALL_LIBDIR=lib)

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
foreach(target LAPACK::LAPACK=lapack=BLAS::BLAS BLAS::BLAS=blas=gfortran_runtime gfortran_runtime=gfortran=quadmath_runtime quadmath_runtime=quadmath=m)
  string(REGEX MATCH "^(.*)=(.*)=(.*)$" unused ${target})
  set(needs ${CMAKE_MATCH_3})
  add_library(${CMAKE_MATCH_1} STATIC IMPORTED GLOBAL)
  set_target_properties(${CMAKE_MATCH_1} PROPERTIES IMPORTED_LOCATION ${SIMBODYDEM_STATIC_${CMAKE_MATCH_2}} INTERFACE_LINK_LIBRARIES ${needs})
endforeach()

string(SHA256 pinned_key "${pinned_simbody_commit} ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_SYSTEM_PROCESSOR} ${pinned_options}")
string(SUBSTRING ${pinned_key} 0 12 pinned_key)
set(pinned_cache "$ENV{XDG_CACHE_HOME}")
if(NOT pinned_cache)
  set(pinned_cache "$ENV{HOME}/.cache")
endif()
set(pinned_kept "${pinned_cache}/simbodydem/simbody-80a3f10-${pinned_key}")

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
  check_contents("sources of Simbody 3.9" ${root} ${pinned_hash_of_sources} ${files})
endfunction()

function(build_pinned_simbody)
  set(work ${CMAKE_CURRENT_BINARY_DIR}/simbody)
  file(REMOVE_RECURSE ${work}/source)
  if(SIMBODYDEM_SOURCES)
    find_archive(${pinned_simbody_archive} sources)
  else()
    set(archive ${work}/simbody.tar.gz)
    file(DOWNLOAD https://github.com/simbody/simbody/archive/${pinned_simbody_commit}.tar.gz ${archive} STATUS status)
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
  message(STATUS "Building Simbody 3.9 as a static library, once, in 5 minutes of CPU time; it is kept in ${pinned_kept}")
  run_for_simbody(configured ${work}/configure.log ${CMAKE_COMMAND} -S ${source} -B ${work}/build -G ${CMAKE_GENERATOR}
                  -DCMAKE_C_COMPILER=${CMAKE_C_COMPILER} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} ${pinned_options}
                  -DCMAKE_MAKE_PROGRAM=${CMAKE_MAKE_PROGRAM} -DCMAKE_INSTALL_PREFIX=${work}/installed)
  run_for_simbody(built ${work}/build.log ${CMAKE_COMMAND} --build ${work}/build --target install --parallel ${processors})
  # It appears in its place at once, so that a build that is interrupted leaves no part there.
  file(MAKE_DIRECTORY ${pinned_cache}/simbodydem)
  string(RANDOM suffix)
  file(COPY ${work}/installed/ DESTINATION ${pinned_kept}.${suffix})
  file(REMOVE_RECURSE ${pinned_kept})
  file(RENAME ${pinned_kept}.${suffix} ${pinned_kept})
  file(REMOVE_RECURSE ${work})
endfunction()

# A second build waits for the first one.
file(MAKE_DIRECTORY ${pinned_cache}/simbodydem)
file(LOCK ${pinned_kept}.lock)
if(NOT EXISTS ${pinned_kept}/lib/cmake/simbody/SimbodyConfig.cmake)
  build_pinned_simbody()
endif()
file(LOCK ${pinned_kept}.lock RELEASE)
set(Simbody_DIR ${pinned_kept}/lib/cmake/simbody)
set(SIMBODYDEM_SIMBODY_HAS_ASSERTIONS OFF CACHE INTERNAL "Simbody was built without NDEBUG")
message(STATUS "Simbody 3.9 is linked from ${pinned_kept}")
