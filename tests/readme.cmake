# Every file that the README shows must be shown as it is.
file(READ ${ROOT}/README.md readme)
foreach(file examples/ExampleHelloWorld.cpp tests/consumer/CMakeLists.txt)
  file(READ ${ROOT}/${file} content)
  string(FIND "${readme}" "${content}" at)
  if(at EQUAL -1)
    message(SEND_ERROR "README.md does not show ${file} as it is")
  endif()
endforeach()
