# A replay in headless Chromium, 1280 and 400 pixels wide: check.html says what it finds there, and the console stays empty.
find_program(CHROMIUM NAMES chromium chromium-browser google-chrome)
if(NOT CHROMIUM)
  message("there is no chromium to look at the page")
  return()
endif()
file(REMOVE_RECURSE ${OUT})
file(MAKE_DIRECTORY ${OUT})
set(ENV{HOME} ${OUT}) # Chromium keeps a profile there
set(graphics --use-gl=angle --use-angle=swiftshader --enable-unsafe-swiftshader)
set(kind ${PAGE})
if(PAGE STREQUAL "many")
  execute_process(COMMAND ${PAGES} many ${OUT}/page.html 1000 10000 10 COMMAND_ERROR_IS_FATAL ANY)
else()
  execute_process(COMMAND ${PAGES} scene ${OUT}/page.html COMMAND_ERROR_IS_FATAL ANY)
endif()
if(PAGE STREQUAL "without_webgl")
  set(graphics --disable-gpu --disable-3d-apis)
elseif(PAGE STREQUAL "damaged")
  # Ended by force within its last row: that one is not there, all others are.
  file(READ ${OUT}/page.html text)
  string(FIND "${text}" "<script>replay.row(" last REVERSE)
  math(EXPR end "${last} + 100")
  string(SUBSTRING "${text}" 0 ${end} text)
  file(WRITE ${OUT}/page.html "${text}")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/check.html ${OUT}/check.html COPYONLY)

# What Chromium finds on the page, and what the page says on the console.
function(inspect check)
  execute_process(
    COMMAND ${CHROMIUM} --headless --no-sandbox ${graphics} --allow-file-access-from-files --enable-logging=stderr
            --dump-dom file://${OUT}/check.html?${check}
    RESULT_VARIABLE code OUTPUT_VARIABLE dom ERROR_VARIABLE log TIMEOUT 280)
  string(REGEX MATCHALL "<li>[^<]*</li>" findings "${dom}")
  string(REGEX MATCHALL "[^\n]*CONSOLE[^\n]*" console "${log}")
  list(JOIN findings "\n" text)
  message("${text}")
  if(NOT findings MATCHES "1280 px: done" OR NOT findings MATCHES "400 px: done" OR findings MATCHES "fault")
    message(SEND_ERROR "exit code ${code}\n${dom}\n${log}")
  endif()
  if(NOT console STREQUAL "")
    message(SEND_ERROR "the console is not empty: ${console}")
  endif()
endfunction()

inspect(${PAGE})
if(PAGE STREQUAL "damaged") # before its first row
  file(READ ${OUT}/page.html text)
  string(FIND "${text}" "<script>replay.row(" first)
  string(SUBSTRING "${text}" 0 ${first} text)
  file(WRITE ${OUT}/page.html "${text}")
  inspect(empty)
endif()
