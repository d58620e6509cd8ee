# Finds the libraries that read robots' files. SIMBODYDEM_HAS_ROBOT_PACKAGES says whether SimbodyDEM::robots can be built. Without sdformat it
# reads no SDF files.
set(SIMBODYDEM_HAS_ROBOT_PACKAGES FALSE)
find_package(urdfdom CONFIG QUIET)
if(urdfdom_FOUND)
  find_package(assimp CONFIG QUIET)
  find_package(tinyxml2 CONFIG QUIET)
  set(CMAKE_MESSAGE_LOG_LEVEL WARNING) # the configuration of sdformat reports what it needs even if it is QUIET
  find_package(sdformat12 CONFIG QUIET)
  unset(CMAKE_MESSAGE_LOG_LEVEL)
  if(assimp_FOUND AND tinyxml2_FOUND)
    set(SIMBODYDEM_HAS_ROBOT_PACKAGES TRUE)
  else()
    message(STATUS "There is no assimp or no tinyxml2 (the Debian packages libassimp-dev and libtinyxml2-dev): no SimbodyDEM::robots")
  endif()
endif()
