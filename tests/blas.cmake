# Tests with the BLAS and LAPACK that lie in PLACES, whatever the system's alternatives are.
foreach(library blas lapack)
  set(found NOTFOUND)
  find_file(found lib${library}.so.3 PATHS ${PLACES} NO_DEFAULT_PATH)
  if(NOT found)
    message("there is no lib${library} in ${PLACES}")
    return()
  endif()
  get_filename_component(folder ${found} DIRECTORY)
  list(APPEND folders ${folder})
endforeach()
list(JOIN folders ":" path)
set(ENV{LD_LIBRARY_PATH} ${path})
execute_process(COMMAND ldd ${TESTS} OUTPUT_VARIABLE libraries COMMAND_ERROR_IS_FATAL ANY)
if(NOT libraries MATCHES "liblapack.so.3 => ${folder}/")
  message(FATAL_ERROR "${folder}/liblapack.so.3 is not used:\n${libraries}")
endif()

include(${CMAKE_CURRENT_LIST_DIR}/restart/run.cmake)
execute_process(COMMAND ${TESTS} --gtest_brief=1
  --gtest_filter=EffectiveMass.*:Mechanism.*:MovingSurfaces.*:SavedHistory.*:Events.*:Objectivity.*:PlanarGait.CarriesTheBodyWeight
  COMMAND_ERROR_IS_FATAL ANY)
