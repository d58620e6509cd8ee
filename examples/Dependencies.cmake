# Packages and functions of the models and of contact-lab. The examples themselves need the library only.
find_package(CLI11 QUIET)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt QUIET)
find_package(Threads REQUIRED)
find_package(nlohmann_json QUIET)
set(SIMBODYDEM_HAS_LAB_PACKAGES OFF)
if(CLI11_FOUND AND fmt_FOUND AND nlohmann_json_FOUND)
  set(SIMBODYDEM_HAS_LAB_PACKAGES ON)
endif()

# A file that travels inside a program: a header with a string of this name.
set(embedded ${CMAKE_CURRENT_LIST_DIR}/Embedded.h.in)
function(embed file name header)
  file(READ ${file} TEXT)
  set(NAME ${name})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  configure_file(${embedded} ${CMAKE_CURRENT_BINARY_DIR}/${header} @ONLY)
endfunction()
