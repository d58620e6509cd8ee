# cmake --install, and what find_package(SimbodyDEM) finds afterwards.
include(CMakePackageConfigHelpers)

install(TARGETS SimbodyDEM EXPORT SimbodyDEMTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/simbodydem DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/SimbodyDEM)
install(EXPORT SimbodyDEMTargets NAMESPACE SimbodyDEM:: DESTINATION ${package_dir})
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/SimbodyDEMConfig.cmake.in ${PROJECT_BINARY_DIR}/SimbodyDEMConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/SimbodyDEMConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/SimbodyDEMConfig.cmake ${PROJECT_BINARY_DIR}/SimbodyDEMConfigVersion.cmake
        DESTINATION ${package_dir})
