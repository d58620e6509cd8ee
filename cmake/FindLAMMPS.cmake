# Finds LAMMPS's library and headers as Debian's liblammps-dev has them: LAMMPS::lammps. LAMMPS's own CMake file also asks for its program,
# which is in another package.
find_path(LAMMPS_INCLUDE_DIR lammps.h PATH_SUFFIXES lammps)
find_library(LAMMPS_LIBRARY lammps)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LAMMPS REQUIRED_VARS LAMMPS_LIBRARY LAMMPS_INCLUDE_DIR)
mark_as_advanced(LAMMPS_INCLUDE_DIR LAMMPS_LIBRARY)
if(LAMMPS_FOUND AND NOT TARGET LAMMPS::lammps)
  add_library(LAMMPS::lammps UNKNOWN IMPORTED)
  set_target_properties(LAMMPS::lammps PROPERTIES
    IMPORTED_LOCATION ${LAMMPS_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${LAMMPS_INCLUDE_DIR}
    INTERFACE_COMPILE_DEFINITIONS LAMMPS_SMALLBIG) # the widths of its integers, in every Debian release
endif()
