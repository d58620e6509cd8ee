# Reading the public headers, and Simbody's with them, takes more than half of the time that a test or an example compiles. All programs read
# them once, together, in a target without code.
function(use_precompiled_headers target)
  find_package(GTest QUIET) # in each folder, as its targets are
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
  # g++ takes a precompiled header for programs with the same macros only.
  if(TARGET GTest::gtest)
    target_compile_options(${target} PRIVATE $<TARGET_PROPERTY:GTest::gtest,INTERFACE_COMPILE_OPTIONS>)
  endif()
  target_precompile_headers(${target} REUSE_FROM simbodydem_headers)
endfunction()
