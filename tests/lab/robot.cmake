# Runs `contact-lab robot` on robots of the examples and on robots that are written here, and gives it bad input.
file(REMOVE_RECURSE ${OUT})
file(MAKE_DIRECTORY ${OUT})

# Runs a robot. Sets `out` to what it prints.
function(run)
  execute_process(COMMAND ${LAB} robot ${ARGN} WORKING_DIRECTORY ${OUT} RESULT_VARIABLE exit_code
                  OUTPUT_VARIABLE printed ERROR_VARIABLE err)
  if(NOT exit_code EQUAL 0 OR NOT err STREQUAL "")
    message(SEND_ERROR "robot ${ARGN}\nexit code ${exit_code}:\n${printed}${err}")
  endif()
  set(out "${printed}" PARENT_SCOPE)
  set(command "robot ${ARGN}" PARENT_SCOPE)
endfunction()
function(expect pattern)
  if(NOT out MATCHES "${pattern}")
    message(SEND_ERROR "${command}\nprints nothing like '${pattern}':\n${out}")
  endif()
endfunction()
# Expects a number of the JSON object that was printed.
function(expect_between low high)
  string(JSON number GET "${out}" ${ARGN})
  if(NOT (number GREATER_EQUAL low AND number LESS_EQUAL high))
    message(SEND_ERROR "${command}\n${ARGN} is ${number}, not ${low} to ${high}")
  endif()
endfunction()
# Expects exit code 2, one line that matches, and no other output.
function(must_refuse pattern)
  execute_process(COMMAND ${LAB} robot ${ARGN} WORKING_DIRECTORY ${OUT} RESULT_VARIABLE exit_code OUTPUT_VARIABLE printed
                  ERROR_VARIABLE err)
  string(REGEX MATCHALL "\n" line_ends "${err}")
  list(LENGTH line_ends lines)
  if(NOT exit_code EQUAL 2 OR NOT lines EQUAL 1 OR NOT printed STREQUAL "" OR NOT err MATCHES "${pattern}")
    message(SEND_ERROR "robot ${ARGN}\nexit code ${exit_code}, not 2 with one line like '${pattern}':\n${printed}${err}")
  endif()
endfunction()

# Without the library the command names the packages.
if(NOT HAS_ROBOTS)
  must_refuse("robot needs SimbodyDEM::robots, .* liburdfdom-dev, libassimp-dev and libtinyxml2-dev" none.urdf --time 3)
  return()
endif()

set(dog ${ROBOTS}/quadruped.urdf)
set(arm ${ROBOTS}/arm_gripper.urdf)

# A quadruped falls without servos. The floor carries its weight of 117.72 N to the fifth digit, and it lies still.
run(${dog})
expect("^robot 'quadruped' from [^\n]*quadruped.urdf\n17 links, 16 joints")
expect("\n78 +knee_fl +revolute +shank_fl +0 1 0 +-2.7 +-0.4 +33 +20 +0.01 +0.2 ")
expect("\nmode drop: no servos\n")
expect("\n +1 +0.04[0-9]+ +0.[0-9]+ .*\n +5 +0.04[0-9]+ ") # half of the trunk's height, 0.05 m
expect("\nthe floor carries 117.72 N of 117.72 N\n")
expect("nm/s .[a-z_]+.: the robot stands still\n")

# It stands by its servos, and no link moves by more than 1 pm/s, which is rounding. A foot slides by less than 0.1 mm as it lands, and
# then sticks. Hips are 0.279 m above the centres of feet of 0.02 m, and the servos sag by less than 9 mm.
set(stance --mode stand --pose "hip_.*=0.8,knee_.*=-1.6")
run(${dog} ${stance} --json)
expect_between(0 1e-12 creep)
expect_between(117.719999 117.720001 weight)
expect_between(117.719 117.721 floor_force)
expect_between(0.29 0.3 rows 4 height)
expect_between(0 0.1 rows 4 tilt) # 0.1 deg
expect_between(0 1e-4 link_results 4 slip)
expect_between(0 0 link_results 4 last_slip)
expect_between(4 4 rows 4 contacts)
# Its servos follow from the weight: twice the stiffness sags less.
string(JSON soft GET "${out}" rows 4 height)
run(${dog} ${stance} --json --servo-stiffness 2000)
string(JSON stiff GET "${out}" rows 4 height)
if(NOT stiff GREATER soft)
  message(SEND_ERROR "stiff servos hold the trunk at ${stiff} m, soft ones at ${soft} m")
endif()
# Steps of a fixed length find the same stance to 0.1 mm, since it is a rest.
run(${dog} ${stance} --json --step 0.002)
string(JSON steps GET "${out}" rows 4 steps)
if(NOT steps EQUAL 500)
  message(SEND_ERROR "1 s has ${steps} steps of 2 ms")
endif()
expect_between(0.29 0.3 rows 4 height)

# Wheels of 0.1 m radius at 5 rad/s roll at 0.5 m/s without slip. The last quarter of 4 s is at the full speed; the overlap of 0.1 mm
# shortens the radius by 0.1 %.
run(${ROBOTS}/cart.urdf --drive "wheel_.*:5" --time 4 --json)
expect_between(0.499 0.501 velocity 0)
expect_between(-0.001 0.001 velocity 1)
expect_between(0 0 link_results 1 slip)
# The ramp of 0.5 s takes as long as half of it at full speed: 0.5 m/s times 3.75 s.
expect_between(1.87 1.88 displacement 0)

# A joint follows its sine about the pose: after 1.25 periods the target is at the amplitude, and the servo lags by less than a tenth.
run(${arm} --base fixed --pose shoulder=0.5 --drive elbow:0.4:2 --time 2.5 --json)
expect_between(0.399 0.4 joint_results 2 target)
expect_between(0.36 0.44 joint_results 2 position)
expect_between(0 0 base_height)
# A finger that follows another one has no servo.
string(JSON joints LENGTH "${out}" joint_results)
if(NOT joints EQUAL 5)
  message(SEND_ERROR "the arm has ${joints} servos, not 5")
endif()

# A root link called world is fixed, and --base floating frees it.
set(inertial "<inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial>")
set(ball "${inertial}<collision><geometry><sphere radius='0.1'/></geometry></collision></link>")
function(write_robot name)
  string(CONCAT text ${ARGN})
  file(WRITE ${OUT}/${name} "<robot name='r'>${text}</robot>")
endfunction()
write_robot(world.urdf "<link name='world'/><link name='b'>${ball}"
            "<joint name='j' type='prismatic'><parent link='world'/><child link='b'/><origin xyz='0 0 0.05'/><axis xyz='0 0 1'/>"
            "<limit lower='0' upper='1' effort='0' velocity='0'/></joint>")
run(world.urdf --json)
expect("\"base\":\"fixed\"")
# A ball of 0.1 m at 0.05 m would begin in the floor; the base is raised by 0.05 m and 2 mm.
expect_between(0.0519 0.0521 base_height)
expect("the base is raised by 0.052 m")

# Links that overlap at the start have no contact, also if one is inside the other, and are listed. Names may have any characters.
write_robot(nested.urdf "<link name='a'>${inertial}<collision><geometry><sphere radius='0.3'/></geometry></collision></link>"
            "<link name='b'>${inertial}</link><link name='c.1'>${ball}"
            "<joint name='j(1)' type='revolute'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/>"
            "<limit lower='-1' upper='1' effort='0' velocity='0'/></joint>"
            "<joint name='j.2' type='prismatic'><parent link='b'/><child link='c.1'/><axis xyz='0 0 1'/>"
            "<limit lower='-1' upper='1' effort='0' velocity='0'/></joint>")
run(nested.urdf --mode stand --pose "j(1)=0.5,j.2=0.1")
expect("no contact between links that overlap at the start .--keep-overlaps.: a and c.1\n")
expect("an effort of 0, so these servos have no limit: j.1., j.2\n")
expect("\nj.2 +0.0[0-9]+ +0.1 ")
must_refuse("a/0 and c.1/0 begin with an overlap of 0.4 m, one wholly inside the other" nested.urdf --keep-overlaps)

# The same holds for links that no joint lets move apart: both turn about the line through their centres.
write_robot(stuck.urdf "<link name='a'>${inertial}<collision><geometry><sphere radius='0.3'/></geometry></collision></link>"
            "<link name='b'>${inertial}</link><link name='c'>${inertial}<collision><origin xyz='0 0 0.35'/>"
            "<geometry><sphere radius='0.1'/></geometry></collision></link>"
            "<joint name='j' type='continuous'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/></joint>"
            "<joint name='k' type='continuous'><parent link='b'/><child link='c'/><axis xyz='0 0 1'/></joint>")
run(stuck.urdf --base fixed)
expect("no contact between links that overlap at the start .--keep-overlaps.: a and c\n")

# A floating robot whose collisions are all missing cannot touch the floor either.
write_robot(lost.urdf "<link name='a'>${inertial}<collision><geometry><mesh filename='package://p/a.stl'/></geometry></collision></link>")
must_refuse("lost.urdf: no link has a <collision>" lost.urdf --lenient)

# A fixed robot needs no collisions.
write_robot(bare.urdf "<link name='a'>${inertial}</link>")
run(bare.urdf --base fixed)
expect("\nno link has touched anything\n")
must_refuse("bare.urdf: no link has a <collision>, so nothing can touch the floor; give --base fixed" bare.urdf)

# Meshes that are missing are an error, and --lenient leaves them out with a warning.
write_robot(meshes.urdf "<link name='a'>${inertial}<collision><geometry><mesh filename='package://p/a.stl'/></geometry></collision>"
            "<collision><geometry><sphere radius='0.1'/></geometry></collision></link>")
must_refuse("1 mesh is missing; .*Or give --package DIR .for meshes. or --lenient" meshes.urdf)
run(meshes.urdf --lenient --details)
expect("the mesh 'package://p/a.stl' is missing")
expect("\na/1 +sphere")

# A replay makes its folder, and has a row each 20 ms.
if(REPLAYS)
  run(${dog} --time 0.5 --replay new/folder/dog.html)
  file(STRINGS ${OUT}/new/folder/dog.html rows REGEX "^<script>replay.row")
  list(LENGTH rows count)
  if(NOT count EQUAL 26)
    message(SEND_ERROR "the replay of 0.5 s has ${count} rows, not 26")
  endif()
  must_refuse("dog.txt must end in .html" ${dog} --replay dog.txt)
endif()

# Bad files.
file(WRITE ${OUT}/empty.urdf "")
write_robot(macro.xacro "<xacro:include filename='a'/>")
must_refuse("the file 'none.urdf' cannot be read" none.urdf)
must_refuse("it has no elements" empty.urdf)
must_refuse("this is xacro, not URDF; expand it first" macro.xacro)
must_refuse("FILE is required")

# Bad options.
must_refuse("--pose knee: no joint that moves has this name; choose from abduction_fl, hip_fl, " ${dog} --pose knee=-1)
must_refuse("--pose knee_fl = 1 rad; it must be in .-2.7, -0.4., the range of the joint" ${dog} --pose "knee_.*=1")
must_refuse("--pose knee_fl=nan; it must be JOINT=POSITION" ${dog} --pose knee_fl=nan)
must_refuse("--pose right: this joint follows another one by <mimic>; choose from yaw, .*left\n" ${arm} --pose right=-0.01)
must_refuse("--drive hip_fl; it must be JOINT:SPEED .rad/s, m/s. or JOINT:AMPLITUDE:PERIOD" ${dog} --drive hip_fl)
must_refuse("joint hip_fl cannot turn forever, since its range is .-1, 2.5. rad" ${dog} --drive hip_fl:1)
must_refuse("--drive hip_fl = -5 rad; it must be in .-1, 2.5." ${dog} --drive hip_fl:5:1)
must_refuse("the period of --drive hip_fl = 0 s; it must be > 0" ${dog} --drive hip_fl:0.5:0)
must_refuse("--mode drive needs --drive" ${dog} --mode drive)
must_refuse("--drive does not go with --mode stand" ${dog} --mode stand --drive hip_fl:0.1:1)
must_refuse("--servo-stiffness and --servo-damping do not go with --mode drop" ${dog} --servo-stiffness 10)
must_refuse("--servo-stiffness = 0 N m/rad; it must be > 0" ${dog} --mode stand --servo-stiffness 0)
must_refuse("--mode: walk not in .drop,stand,drive" ${dog} --mode walk)
must_refuse("--time = -1 s; it must be > 0" ${dog} --time -1)
must_refuse("--time.*not nan" ${dog} --time nan)
must_refuse("--accuracy = 2; it must be in .0, 0.1" ${dog} --accuracy 2)
must_refuse("--step = 0 s; it must be > 0" ${dog} --step 0)
must_refuse("--height = 0 m; it must be > 0" ${dog} --height 0)
must_refuse("--height does not go with a fixed base" ${arm} --base fixed --height 1)
must_refuse("--law hunt-crossley is Simbody's own force" ${dog} --law hunt-crossley)
must_refuse("youngsModulus = 0 Pa; it must be > 0" ${dog} --young 0)
must_refuse("--package: Directory does not exist" ${dog} --package none)
# A floor so soft that the robot sinks ends by the number of evaluations, after its first lines.
execute_process(COMMAND ${LAB} robot ${dog} --young 1e-3 --evaluations 1000 RESULT_VARIABLE exit_code OUTPUT_QUIET ERROR_VARIABLE err)
if(NOT exit_code EQUAL 2 OR NOT err MATCHES "--evaluations = 1000; it must be larger: all are used at t = 0[.][0-9]+ s of 5 s")
  message(SEND_ERROR "exit code ${exit_code}:\n${err}")
endif()
