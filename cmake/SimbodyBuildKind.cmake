# Finds whether Simbody was built with assertions. With NDEBUG Simbody's headers change the layout of its classes. The Debian library
# is built without NDEBUG, so a program compiled with it (CMake's Release) crashes in realizeTopology(). The library reports how it was
# built.
function(detect_simbody_build_kind result)
  if(NOT DEFINED ${result})
    set(source "${CMAKE_BINARY_DIR}/CMakeFiles/simbody_build_kind.cpp")
    file(WRITE "${source}" "
      #include <cstdio>
      extern \"C\" void SimTK_about_SimTKcommon(const char* key, int maxlen, char* value);
      int main() {
        char kind[64] = \"\";
        SimTK_about_SimTKcommon(\"debug\", sizeof kind, kind);
        std::printf(\"%s\", kind);
        return 0;
      }")
    try_run(exit_code compiled "${CMAKE_BINARY_DIR}/CMakeFiles/simbody_build_kind" "${source}"
            LINK_LIBRARIES SimTKcommon RUN_OUTPUT_VARIABLE kind COMPILE_OUTPUT_VARIABLE messages)
    if(NOT compiled OR NOT exit_code EQUAL 0)
      message(FATAL_ERROR "Cannot tell how the Simbody in ${Simbody_ROOT_DIR} was built:\n${messages}")
    endif()
    if(kind STREQUAL "debug")
      set(has_assertions ON)
    else()
      set(has_assertions OFF)
    endif()
    set(${result} ${has_assertions} CACHE INTERNAL "Simbody was built without NDEBUG")
    message(STATUS "Simbody was built with assertions: ${has_assertions}")
  endif()
endfunction()
