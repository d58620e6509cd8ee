# OpenSim 4.6 as pip installs it: the libraries of its wheel, and the headers of its tag and of spdlog.
include(${CMAKE_CURRENT_LIST_DIR}/Wheel.cmake)
find_package(Simbody REQUIRED CONFIG)
if(NOT TARGET osimCommon)
  import_from_wheel(osimCommon libosimCommon.so SimTKsimbody SimTKmath SimTKcommon)
  # The wheel's library has spdlog in it.
  set_target_properties(osimCommon PROPERTIES INTERFACE_COMPILE_DEFINITIONS "SPDLOG_COMPILED_LIB;SPDLOG_SHARED_LIB")
  target_include_directories(osimCommon SYSTEM INTERFACE ${opensim_SOURCE_DIR} ${spdlog_SOURCE_DIR}/include)
  import_from_wheel(osimSimulation libosimSimulation.so osimCommon)
endif()
set(OpenSim_ROOT_DIR ${opensim_wheel})
set(OpenSim_LIBRARIES osimSimulation osimCommon)
