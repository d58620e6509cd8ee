# Packages and functions of the models and of contact-lab.
find_package(Boost 1.74 REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt REQUIRED)
find_package(Threads REQUIRED)
find_package(nlohmann_json REQUIRED)

# A file that travels inside a program: a header with a string of this name.
set(embedded ${CMAKE_CURRENT_LIST_DIR}/Embedded.h.in)
function(embed file name header)
  file(READ ${file} TEXT)
  set(NAME ${name})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  configure_file(${embedded} ${CMAKE_CURRENT_BINARY_DIR}/${header} @ONLY)
endfunction()
