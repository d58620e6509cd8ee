# Gives extreme numbers to each option of an experiment. contact-lab prints finite numbers, or ends with exit code 2 and one line,
# within SECONDS of CPU time.

# Runs are short where an experiment's defaults are for accurate numbers; an option that is tried takes the place of its short value.
set(short_impact --samples 20)
set(short_incline --time 4)
set(short_roll --time 0.3)
set(short_pinch --settle-time 0.2 --rest-time 0.5 --evaluations 20000)
function(add_short_run tried result)
  set(arguments "")
  set(short ${short_${EXPERIMENT}})
  while(short)
    list(POP_FRONT short option value)
    list(FIND tried ${option} at)
    if(at EQUAL -1)
      list(APPEND arguments ${option} ${value})
    endif()
  endwhile()
  set(${result} ${tried} ${arguments} PARENT_SCOPE)
endfunction()

function(try)
  add_short_run("${ARGN}" arguments)
  execute_process(COMMAND sh -c "ulimit -t ${SECONDS}; exec \"$0\" \"$@\"" ${LAB} ${EXPERIMENT} ${arguments}
    RESULT_VARIABLE exit_code OUTPUT_VARIABLE out ERROR_VARIABLE err)
  string(REGEX REPLACE "SimbodyDEM: warning: [^\n]*\n" "" err "${err}") # about steps that passed into a contact
  string(REGEX REPLACE "\n\n?.CPODES [^\n]*\n[^\n]*\n\n" "" err "${err}") # CPodes prints too
  string(REGEX MATCHALL "\n" lines "${err}")
  list(LENGTH lines lines)
  # A central impact has no tangential restitution, a body that still slides has no time to roll, and a plastic impact has no end.
  string(REGEX REPLACE "(e_t|time_to_roll) +-?nan|contact_time +inf" "" numbers "${out}")
  set(fine FALSE)
  if(exit_code EQUAL 0 AND err STREQUAL "" AND NOT numbers MATCHES "[ -](nan|inf) ")
    set(fine TRUE)
  elseif(exit_code EQUAL 2 AND out STREQUAL "" AND lines EQUAL 1)
    set(fine TRUE)
  endif()
  # The rebound is neither faster than the impact nor on the other side.
  if(out MATCHES "(e_n|got) +([^ ]+) " AND (CMAKE_MATCH_2 LESS -0.001 OR CMAKE_MATCH_2 GREATER 1.05))
    set(fine FALSE)
  endif()
  if(NOT fine)
    string(REPLACE ";" " " command "${arguments}")
    message(SEND_ERROR "contact-lab ${EXPERIMENT} ${command}\nexit code ${exit_code}:\n${out}${err}")
  endif()
endfunction()

# Finds the numeric options in `--help`, each with its smallest and its largest size.
execute_process(COMMAND ${LAB} ${EXPERIMENT} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "\n    +" " " help "${help}")
string(REGEX REPLACE "[][;]" " " help "${help}") # these characters have a meaning in CMake's lists
string(REGEX MATCHALL "\n  --[a-z-]+ (FLOAT|INT)[^\n]*" described "${help}")
set(options "")
foreach(line ${described})
  string(REGEX MATCH "--[a-z-]+" option "${line}")
  list(APPEND options ${option})
  string(REGEX MATCHALL "[0-9.e+-]+ to [0-9.e+-]+$" range "${line}")
  string(REPLACE " to " ";" edges_of_${option} "${range}")
endforeach()
if(NOT options)
  message(FATAL_ERROR "no options in:\n${help}")
endif()


set(extremes 0 -1 1e300 1e-300 inf 1e10) # beside the edges of each range
foreach(option ${options})
  # An option that only some laws use is tried with the first law that uses it.
  foreach(law "" "--law;cundall" "--law;hunt-crossley" "--normal;hertz;--damping;kk" "--normal;hertz;--damping;critical-ratio"
          "--normal;pfc-hysteretic" "--normal;jkr" "--tangential;dashpot-slider" "--rolling;epsd")
    add_short_run("${law};${option};1" arguments)
    execute_process(COMMAND ${LAB} ${EXPERIMENT} ${arguments} OUTPUT_QUIET ERROR_VARIABLE err)
    if(NOT err MATCHES "does not use it")
      foreach(value ${extremes} ${edges_of_${option}})
        try(${law} ${option} ${value})
      endforeach()
      break()
    endif()
  endforeach()
endforeach()

# The other integrators.
list(FIND options --step at)
if(at GREATER -1)
  foreach(integrator see2 verlet euler cpodes cpodes-adams)
    foreach(option --accuracy --step --max-step)
      foreach(value 1e-300 1e10 ${edges_of_${option}})
        try(--integrator ${integrator} ${option} ${value})
      endforeach()
    endforeach()
  endforeach()
endif()
