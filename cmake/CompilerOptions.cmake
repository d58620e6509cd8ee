# Treats warnings as errors in SimbodyDEM's own code. Simbody, Eigen and the other libraries are SYSTEM headers.
function(simbodydem_own_code target)
  target_compile_features(${target} PUBLIC cxx_std_17)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Werror)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ warns about the strides of Simbody's inlined Vec.
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow)
    # In C++20 it also reports overlaps in std::string's own operator+ (GCC bug 105651).
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
endfunction()
