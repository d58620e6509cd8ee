set(SIMBODYDEM_ROOT ${CMAKE_CURRENT_LIST_DIR}/..)

# Makes an optional library of the project, SimbodyDEM::name, from the sources in the present folder. Its include path has its own folder and
# the public headers only, among them simbodydem/name.h and simbodydem/name/. It is installed as a component of its own: the Debian packages
# are of the core library, whatever else has been built.
function(add_optional_library name)
  string(TOUPPER ${name} upper)
  string(SUBSTRING ${upper} 0 1 initial)
  string(SUBSTRING ${name} 1 -1 rest)
  set(target SimbodyDEM${initial}${rest})
  add_library(${target} ${ARGN})
  add_library(SimbodyDEM::${name} ALIAS ${target})
  simbodydem_own_code(${target})
  optimize_less(${target})
  compile_together(${target} 8)
  set(layer_folder ${CMAKE_CURRENT_BINARY_DIR}/layer)
  file(MAKE_DIRECTORY ${layer_folder})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${layer_folder}/${name} SYMBOLIC)
  target_include_directories(${target} PRIVATE ${layer_folder} PUBLIC $<BUILD_INTERFACE:${SIMBODYDEM_ROOT}/include>)
  target_link_libraries(${target} PUBLIC SimbodyDEM::SimbodyDEM)
  set(version ${SimbodyDEM_VERSION})
  string(REGEX MATCH "^[0-9]+\\.[0-9]+" soversion ${version})
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${name} VERSION ${version} SOVERSION ${soversion}
    DEFINE_SYMBOL SIMBODYDEM_${upper}_EXPORTS CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
      POSITION_INDEPENDENT_CODE ON
    INSTALL_RPATH "$ORIGIN") # where SimbodyDEM is installed

  install(TARGETS ${target} EXPORT ${target}Targets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${name}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${name}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ${name})
  install(DIRECTORY ${SIMBODYDEM_ROOT}/include/simbodydem/${name} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/simbodydem COMPONENT ${name})
  install(FILES ${SIMBODYDEM_ROOT}/include/simbodydem/${name}.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/simbodydem COMPONENT ${name})
  install(EXPORT ${target}Targets NAMESPACE SimbodyDEM:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/SimbodyDEM COMPONENT ${name})
endfunction()
