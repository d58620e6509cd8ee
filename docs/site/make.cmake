# Make the site. cmake -DOUT=build/docs -P docs/site/make.cmake
get_filename_component(ROOT "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
get_filename_component(OUT "${OUT}" ABSOLUTE)
get_filename_component(PARENT "${OUT}" DIRECTORY)
get_filename_component(NAME "${OUT}" NAME)
find_program(DOXYGEN doxygen)
find_path(MATHJAX MathJax.js PATHS /usr/share/javascript/mathjax)
if(NOT DOXYGEN OR NOT MATHJAX)
  message(FATAL_ERROR "there is no doxygen with MathJax; ./run docs installs doxygen and libjs-mathjax")
endif()
file(STRINGS ${ROOT}/CMakeLists.txt version REGEX "^project\\(SimbodyDEM VERSION")
string(REGEX MATCH "[0-9.]+" PROJECT_VERSION "${version}")
file(GLOB_RECURSE images ${ROOT}/examples/*.png ${ROOT}/examples/*.svg ${ROOT}/docs/*.svg)
list(TRANSFORM images REPLACE "(.+)" "\"\\1\"" OUTPUT_VARIABLE IMAGES)
list(JOIN IMAGES " " IMAGES)

file(REMOVE_RECURSE ${OUT})
file(MAKE_DIRECTORY ${OUT})
configure_file(${CMAKE_CURRENT_LIST_DIR}/Doxyfile.in ${OUT}.doxyfile @ONLY)
execute_process(COMMAND ${DOXYGEN} ${OUT}.doxyfile COMMAND_ERROR_IS_FATAL ANY)

# What formulas need of MathJax: TeX in, SVG out, no fonts of the browser's.
foreach(part MathJax.js extensions jax/input/TeX jax/output/SVG/jax.js jax/output/SVG/config.js jax/output/SVG/autoload
             jax/output/SVG/fonts/TeX jax/element)
  get_filename_component(folder ${part} DIRECTORY)
  file(COPY ${MATHJAX}/${part} DESTINATION ${OUT}/mathjax/${folder} FOLLOW_SYMLINK_CHAIN)
endforeach()
