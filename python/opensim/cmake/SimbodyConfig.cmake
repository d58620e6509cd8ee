# Simbody 3.9 as it is in OpenSim's wheel: its libraries, and the headers of the commit that it was built from.
include(${CMAKE_CURRENT_LIST_DIR}/Wheel.cmake)
if(NOT TARGET SimTKcommon)
  file(GLOB folders LIST_DIRECTORIES true ${simbody_SOURCE_DIR}/SimTKcommon/*/include ${simbody_SOURCE_DIR}/SimTKmath/*/include)
  list(APPEND folders ${simbody_SOURCE_DIR}/SimTKcommon/include ${simbody_SOURCE_DIR}/SimTKmath/include
       ${simbody_SOURCE_DIR}/Simbody/include ${simbody_SOURCE_DIR}/Simbody/Visualizer/include)
  import_from_wheel(SimTKcommon libSimTKcommon.so.3.9)
  # The wheel is built with this macro, which changes overloads in Simbody's headers.
  set_target_properties(SimTKcommon PROPERTIES INTERFACE_COMPILE_DEFINITIONS SWIG_PYTHON INTERFACE_COMPILE_FEATURES cxx_std_20)
  target_include_directories(SimTKcommon SYSTEM INTERFACE ${folders})
  import_from_wheel(SimTKmath libSimTKmath.so.3.9 SimTKcommon)
  import_from_wheel(SimTKsimbody libSimTKsimbody.so.3.9 SimTKmath SimTKcommon)
endif()
set(Simbody_VERSION 3.9)
set(Simbody_ROOT_DIR ${opensim_wheel})
set(Simbody_LIBRARIES SimTKsimbody SimTKmath SimTKcommon)
