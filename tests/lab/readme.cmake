# Every file that the README shows must be shown as it is.
file(READ ${ROOT}/README.md readme)
foreach(file examples/ExampleHelloWorld.cpp tests/consumer/CMakeLists.txt)
  file(READ ${ROOT}/${file} content)
  string(FIND "${readme}" "${content}" at)
  if(at EQUAL -1)
    message(SEND_ERROR "README.md does not show ${file} as it is")
  endif()
endforeach()

# The lines of the example that the README shows.
file(READ ${ROOT}/examples/ExampleGroundReaction.cpp example)
string(REGEX MATCH "// README begins\n(.*)    // README ends" found "${example}")
string(FIND "${readme}" "${CMAKE_MATCH_1}" at)
if(NOT found OR at EQUAL -1)
  message(SEND_ERROR "README.md does not show the marked lines of examples/ExampleGroundReaction.cpp as they are")
endif()

# The tables of laws are those of the catalog.
execute_process(COMMAND ${LAB} laws --tables OUTPUT_VARIABLE tables COMMAND_ERROR_IS_FATAL ANY)
string(STRIP "${tables}" tables)
string(FIND "${readme}" "${tables}" at)
if(at EQUAL -1)
  message(SEND_ERROR "README.md does not show what `./run lab laws --tables` prints")
endif()
