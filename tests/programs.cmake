# Tests that run contact-lab and the examples as programs.

# A program must end with this exit code and print what matches. PASS_REGULAR_EXPRESSION does not look at exit codes.
function(add_program_test name exit_code pattern)
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} "-DPROGRAM=${ARGN}" -DEXIT_CODE=${exit_code} "-DPATTERN=${pattern}"
           -P ${CMAKE_CURRENT_SOURCE_DIR}/program.cmake)
endfunction()

# Bad input at the command line: exit code 2 and one line.
add_test(NAME contact_lab_command_line
  COMMAND ${CMAKE_COMMAND} -DLAB=$<TARGET_FILE:contact-lab> -P ${CMAKE_CURRENT_SOURCE_DIR}/command_line.cmake)

# Numbers far from all sense: an answer or a refusal, soon. A run at the defaults takes up to 1.6 s of the processor's, on a
# busy machine twice that: what does not end takes minutes.
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize" OR CMAKE_BUILD_TYPE STREQUAL "Debug")
  set(seconds 60)
else()
  set(seconds 15)
endif()
foreach(experiment impact incline roll leg shear pinch integrators)
  add_test(NAME contact_lab_extremes_${experiment}
    COMMAND ${CMAKE_COMMAND} -DLAB=$<TARGET_FILE:contact-lab> -DEXPERIMENT=${experiment} -DSECONDS=${seconds}
            -P ${CMAKE_CURRENT_SOURCE_DIR}/extremes.cmake)
  set_tests_properties(contact_lab_extremes_${experiment} PROPERTIES TIMEOUT 1500)
endforeach()

# The comparison: what becomes of an interrupted, a resumed and a failing run.
add_test(NAME contact_lab_compare
  COMMAND ${CMAKE_COMMAND} -DLAB=$<TARGET_FILE:contact-lab> -DOUT=${CMAKE_CURRENT_BINARY_DIR}/compare
          -P ${CMAKE_CURRENT_SOURCE_DIR}/compare.cmake)

# Its page, looked at by a browser.
add_test(NAME contact_lab_page
  COMMAND ${CMAKE_COMMAND} -DLAB=$<TARGET_FILE:contact-lab> -DOUT=${CMAKE_CURRENT_BINARY_DIR}/page
          -P ${CMAKE_CURRENT_SOURCE_DIR}/page.cmake)
set_tests_properties(contact_lab_page PROPERTIES SKIP_REGULAR_EXPRESSION "there is no chromium")
set_tests_properties(contact_lab_command_line contact_lab_compare contact_lab_page PROPERTIES TIMEOUT 300)

# The README's first program must run, and its block must have stayed where it was put, within its first bounce.
add_program_test(hello_world 0 "after a minute the block is at ~.[0-9.e-]+e-0[5-9]," $<TARGET_FILE:ExampleHelloWorld>)

# A user's own laws: after 6 s the ball rolls at about 5/7 of its speed, sunk into the mat by some millimetres.
add_program_test(custom_law 0 "\n6   4[.][0-9]+   -0[.]00[0-9]+   -[67][.]" $<TARGET_FILE:ExampleCustomLaw>)

# Ground reactions: of 706 N the right foot carries nearly three fifths, and its centre of pressure is below it.
add_program_test(ground_reaction 0 "^~.[-+.0-9e]+,4[12][0-9][.].* N at ~.[-+.0-9e]+,0,0[.]10"
                 $<TARGET_FILE:ExampleGroundReaction>)

# The examples as programs, with their files; what they print is tested as a library.
add_test(NAME planar_gait COMMAND ExamplePlanarGait --law cundall --out ${CMAKE_CURRENT_BINARY_DIR}/planar_gait)
add_test(NAME rimless_wheel
  COMMAND ExampleRimlessWheel --law hunt-crossley-0.1 --out ${CMAKE_CURRENT_BINARY_DIR}/rimless_wheel)
add_test(NAME drop_test COMMAND ExampleDropTest --law mindlin --out ${CMAKE_CURRENT_BINARY_DIR}/drop_test)
add_test(NAME gripper COMMAND ExampleGripper --law hunt-crossley-0.01 --out ${CMAKE_CURRENT_BINARY_DIR}/gripper)
add_test(NAME moving_platform
  COMMAND ExampleMovingPlatform --law cundall --out ${CMAKE_CURRENT_BINARY_DIR}/moving_platform)
add_program_test(example_bad_input 2 "^ExamplePlanarGait: --law: herz not in [^\n]*\n$"
                 $<TARGET_FILE:ExamplePlanarGait> --law herz)
add_program_test(example_without_display 2 "^ExamplePlanarGait: --visualize and --frames need a display[^\n]*\n$"
                 $<TARGET_FILE:ExamplePlanarGait> --visualize)
set_tests_properties(example_without_display PROPERTIES ENVIRONMENT DISPLAY=)
