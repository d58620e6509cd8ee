# The public headers and Simbody's headers take more than half of the compile time of a test or an example. All programs share one
# precompiled header, in a target without code.
function(use_precompiled_headers target)
  find_package(GTest QUIET) # in each folder, since its targets belong to a folder
  if(NOT TARGET simbodydem_headers)
    set(source ${CMAKE_BINARY_DIR}/headers.cpp)
    if(NOT EXISTS ${source})
      file(WRITE ${source} "")
    endif()
    add_library(simbodydem_headers OBJECT ${source})
    simbodydem_own_code(simbodydem_headers)
    target_link_libraries(simbodydem_headers PRIVATE SimbodyDEM::SimbodyDEM)
    target_precompile_headers(simbodydem_headers PRIVATE <simbodydem/simbodydem.h>)
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
