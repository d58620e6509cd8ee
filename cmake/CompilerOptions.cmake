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
    # g++ collects its garbage after each 128 MB, and walks through the precompiled header each time: a fifth of the compile time. No unit
    # takes 2 GB.
    target_compile_options(${target} PRIVATE "SHELL:--param ggc-min-heapsize=2000000")
  endif()
endfunction()

# Lets g++ compile the files of a target together, this many at a time. Headers and the templates of Eigen, Simbody and googletest take more
# than half of the compile time of a single file. Therefore names in unnamed namespaces must be unique within a target, or within a
# namespace of their own, as in the tests.
# clang takes the files one by one, so that a build with it shows that each file includes what it uses (`./run test clang`).
function(compile_together target files)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${files})
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage) # it takes the files for headers
  endif()
endfunction()

# Optimizes less, for code that is not in the loop over contacts or steps: tests, examples, readers and writers.
function(optimize_less target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1> -Wno-maybe-uninitialized) # a false alarm of -O1 in Eigen's vectors
  endif()
endfunction()
