# Tests the page in headless Chromium, 1280 and 400 pixels wide. Each plot is drawn, each replay is beside it, nothing is wider than
# the window, and the console is empty. The same checks must report all faults of a page that has them.
find_program(CHROMIUM NAMES chromium chromium-browser google-chrome)
if(NOT CHROMIUM)
  message("there is no chromium to look at the page")
  return()
endif()
set(ENV{HOME} ${OUT}) # Chromium keeps a profile there
file(REMOVE_RECURSE ${OUT})
foreach(name slide-to-roll tangential-laws normal-laws)
  execute_process(COMMAND ${LAB} compare ${name} --part ${OUT}/parts/${name}.json COMMAND_ERROR_IS_FATAL ANY)
endforeach()
set(only slide-to-roll,tangential-laws,normal-laws)
if(REPLAYS) # of a law with history and of HuntCrossleyForce
  execute_process(COMMAND ${LAB} compare planar-gait --part ${OUT}/parts/planar-gait.json --replay ${OUT}/parts/replays/planar-gait.html
                  COMMAND_ERROR_IS_FATAL ANY)
  string(APPEND only ,planar-gait)
endif()
execute_process(COMMAND ${LAB} page --parts ${OUT}/parts --out ${OUT}/report --only ${only} COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${OUT}/faulty.html "<figure><svg></svg></figure><figure style='display: none'><svg><path d='M0 0L9 9'/></svg></figure>
<div style='width: 2000px'>wide</div><script>console.error('said aloud')</script>")

# Reads Chromium's findings on all pages, and the text on the console.
configure_file(${CMAKE_CURRENT_LIST_DIR}/page_check.html ${OUT}/page_check.html COPYONLY)
execute_process(
  COMMAND ${CHROMIUM} --headless --no-sandbox --use-gl=angle --use-angle=swiftshader --enable-unsafe-swiftshader
          --allow-file-access-from-files --enable-logging=stderr --virtual-time-budget=20000
          --dump-dom file://${OUT}/page_check.html?report/index.html,faulty.html
  RESULT_VARIABLE code OUTPUT_VARIABLE dom ERROR_VARIABLE log TIMEOUT 120)
string(REGEX MATCHALL "<li>[^<]*</li>" findings "${dom}")
string(REGEX MATCHALL "[^\n]*CONSOLE[^\n]*" console "${log}")
function(expect_finding pattern)
  if(NOT findings MATCHES "<li>${pattern}")
    message(SEND_ERROR "no '${pattern}' in ${findings}\nexit code ${code}\n${dom}\n${log}")
  endif()
endfunction()

if(REPLAYS)
  set(expected "8 plots, 2 replays")
  foreach(law mindlin hunt-crossley-0.2)
    if(NOT EXISTS ${OUT}/report/replays/planar-gait-${law}.html)
      message(SEND_ERROR "the replay of the walk with ${law} is not beside the page")
    endif()
  endforeach()
else()
  set(expected "4 plots, 0 replays") # two of the rolling sphere, one of each kind of law
endif()
foreach(width 1280 400)
  expect_finding("report/index.html, ${width} px: ${expected}<")
endforeach()

expect_finding("faulty.html, 1280 px: 2 plots, 0 replays<")
expect_finding("fault: faulty.html: plot 1 has no path")
expect_finding("fault: faulty.html: plot 2 has no size")
expect_finding("fault: faulty.html: 2[0-9]+ px wide")
if(NOT console MATCHES "said aloud")
  message(SEND_ERROR "what a page says on the console was not heard:\n${log}")
endif()
list(FILTER findings INCLUDE REGEX "fault: report")
list(FILTER console EXCLUDE REGEX "faulty[.]html")
if(NOT findings STREQUAL "" OR NOT console STREQUAL "")
  message(SEND_ERROR "${findings}\n${console}")
endif()
