# Writes a source file of the library with the page of ReplayRecorder and three.js. Without three.js the library has no page, and the
# recorder reports this.
function(embed_viewer source)
  find_file(SIMBODYDEM_THREE_JS three.min.js
            PATHS /usr/share/javascript/three ${PROJECT_SOURCE_DIR}/node_modules/three/build
                  /usr/lib/node_modules/three/build /usr/local/lib/node_modules/three/build
                  /usr/share/nodejs/three/build NO_DEFAULT_PATH
            DOC "three.js as one script, revision 111 to 147, which draws replays")
  set(folder ${PROJECT_SOURCE_DIR}/plugin/records/replay)
  set(VIEWER_PAGE "")
  if(SIMBODYDEM_THREE_JS)
    message(STATUS "Replays are drawn by ${SIMBODYDEM_THREE_JS}")
    file(READ ${SIMBODYDEM_THREE_JS} THREE_JS)
    file(READ ${folder}/viewer.css VIEWER_CSS)
    set(VIEWER_JS "")
    foreach(script rows scene plots viewer)
      file(READ ${folder}/${script}.js text)
      string(APPEND VIEWER_JS "${text}\n")
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/${script}.js)
    endforeach()
    configure_file(${folder}/viewer.html ${CMAKE_CURRENT_BINARY_DIR}/viewer.html @ONLY)
    file(READ ${CMAKE_CURRENT_BINARY_DIR}/viewer.html VIEWER_PAGE)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
                 ${SIMBODYDEM_THREE_JS} ${folder}/viewer.css)
  else()
    message(STATUS "There is no three.min.js (Debian's package libjs-three; SIMBODYDEM_THREE_JS): no ReplayRecorder")
  endif()
  configure_file(${folder}/Viewer.cpp.in ${source} @ONLY)
endfunction()
