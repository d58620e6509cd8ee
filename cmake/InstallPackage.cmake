# Defines cmake --install, the files for find_package(SimbodyDEM) and pkg-config, and the Debian packages of cpack.
include(CMakePackageConfigHelpers)

install(TARGETS SimbodyDEM EXPORT SimbodyDEMTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT development
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
# Headers of optional libraries are installed with these.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/simbodydem DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
  PATTERN robots EXCLUDE PATTERN robots.h EXCLUDE PATTERN grains EXCLUDE PATTERN grains.h EXCLUDE)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/SimbodyDEM)
install(EXPORT SimbodyDEMTargets NAMESPACE SimbodyDEM:: DESTINATION ${package_dir} COMPONENT development)
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/SimbodyDEMConfig.cmake.in ${PROJECT_BINARY_DIR}/SimbodyDEMConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/SimbodyDEMConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/SimbodyDEMConfig.cmake ${PROJECT_BINARY_DIR}/SimbodyDEMConfigVersion.cmake
        DESTINATION ${package_dir} COMPONENT development)

# Simbody's own .pc file requests C++11. Therefore Simbody's folders are named instead of its .pc file.
get_target_property(simbody_features SimTKcommon INTERFACE_COMPILE_FEATURES)
set(standard_flag -std=c++17)
if(simbody_features MATCHES "cxx_std_20")
  set(standard_flag -std=c++20)
endif()
set(layout_flag "$<$<BOOL:${SIMBODYDEM_SIMBODY_HAS_ASSERTIONS}>:-UNDEBUG>")
file(RELATIVE_PATH prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${PROJECT_SOURCE_DIR}/cmake/simbodydem.pc.in ${PROJECT_BINARY_DIR}/simbodydem.pc.generated @ONLY)
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/simbodydem.pc INPUT ${PROJECT_BINARY_DIR}/simbodydem.pc.generated)
install(FILES ${PROJECT_BINARY_DIR}/simbodydem.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

foreach(component runtime development)
  string(REPLACE "development" "-dev" suffix ${component})
  string(REPLACE "runtime" "" suffix "${suffix}")
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libsimbodydem${suffix} RENAME copyright
          COMPONENT ${component})
endforeach()

# The packages libsimbodydem and libsimbodydem-dev contain only the library, even if other parts have been built.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The SimbodyDEM developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL runtime development)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libsimbodydem)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libsimbodydem-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libsimbodydem (= ${PROJECT_VERSION}), libsimbody-dev (>= 3.7)")
include(CPack)
