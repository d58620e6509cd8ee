# Tests, examples and contact-lab share one precompiled header of Simbody and googletest, which take half of the compile time of a small
# program. The headers of SimbodyDEM are not in it, so a change of one rebuilds only the files that include it.
function(use_precompiled_headers target)
  find_package(GTest QUIET) # in each folder, since its targets belong to a folder
  if(NOT TARGET simbodydem_headers)
    set(source ${CMAKE_BINARY_DIR}/headers.cpp)
    if(NOT EXISTS ${source})
      file(WRITE ${source} "")
    endif()
    add_library(simbodydem_headers OBJECT ${source})
    simbodydem_own_code(simbodydem_headers)
    optimize_less(simbodydem_headers)
    # The flags of Simbody and of the library, without waiting for the library.
    target_link_libraries(simbodydem_headers PRIVATE SimTKsimbody SimTKmath SimTKcommon)
    target_compile_options(simbodydem_headers PRIVATE $<TARGET_PROPERTY:SimbodyDEM::SimbodyDEM,INTERFACE_COMPILE_OPTIONS>)
    target_compile_definitions(simbodydem_headers PRIVATE $<TARGET_PROPERTY:SimbodyDEM::SimbodyDEM,INTERFACE_COMPILE_DEFINITIONS>)
    target_precompile_headers(simbodydem_headers PRIVATE <Simbody.h> <functional> <map> <set> <sstream>)
    if(TARGET GTest::gtest)
      target_link_libraries(simbodydem_headers PRIVATE GTest::gtest)
      target_precompile_headers(simbodydem_headers PRIVATE <gtest/gtest.h>)
    endif()
  endif()
  # g++ uses a precompiled header only for programs with the same macros.
  if(TARGET GTest::gtest)
    target_compile_options(${target} PRIVATE $<TARGET_PROPERTY:GTest::gtest,INTERFACE_COMPILE_OPTIONS>)
  endif()
  target_precompile_headers(${target} REUSE_FROM simbodydem_headers)
endfunction()
