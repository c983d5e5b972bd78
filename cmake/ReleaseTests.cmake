# Tests that need the library as users get it. They run only in release.

# tests/growth measures how the cost of each operation grows with the size of its input.
file(GLOB nodecpp_growth CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/growth/*.cpp)
add_executable(growth ${nodecpp_growth})
nodecpp_test_program(growth tests)
target_include_directories(growth PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
nodecpp_script_test(growth tests/growth/run.js $<TARGET_FILE:growth>)

# tests/circles has cycles of objects that only the cycle collector can free.
add_executable(circles ${PROJECT_SOURCE_DIR}/tests/circles/circles.cpp)
nodecpp_test_program(circles tests)
target_include_directories(circles PRIVATE ${PROJECT_SOURCE_DIR}/src)
nodecpp_script_test(circles tests/circles/run.js $<TARGET_FILE:circles>)

# tests/replay records and replays the pairs, the examples, and programs of its own, built to
# build/<preset>/replay/NAME.
file(GLOB nodecpp_replay CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/replay/*.cpp)
foreach(source ${nodecpp_replay})
  get_filename_component(name ${source} NAME_WE)
  add_executable(replay_${name} ${source})
  set_target_properties(replay_${name} PROPERTIES
    OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/replay)
  # With debug information, because the tests check at which line a replay stops.
  target_compile_options(replay_${name} PRIVATE ${nodecpp_program_options} -O0 -g)
  target_link_libraries(replay_${name} PRIVATE NodeCpp::nodecpp)
  add_dependencies(script_tests replay_${name})
endforeach()
nodecpp_script_test(replay tests/replay/run.js)
nodecpp_script_test(replay_proof tests/replay/proof.js --short)
add_executable(gdb_waits ${PROJECT_SOURCE_DIR}/tests/gdb/waits.cpp)
set_target_properties(gdb_waits PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
target_compile_options(gdb_waits PRIVATE ${nodecpp_program_options} -O0 -g)
target_link_libraries(gdb_waits PRIVATE NodeCpp::nodecpp)
nodecpp_script_test(gdb tests/gdb/run.js $<TARGET_FILE:gdb_waits>)
add_dependencies(script_tests growth circles gdb_waits nodecpp_log ${nodecpp_package_targets}
  # the replay tests run these pairs by name
  pair_worker_threads_basics pair_process_values pair_loop_order_phases pair_date_setters)
if(NODECPP_EXAMPLES)
  nodecpp_script_test(demo_replay tools/demo_replay.js --short)
  add_dependencies(script_tests plain_listing1 example_gather example_flight flight_fixed)
endif()
if(TARGET nodecpp_node)
  # the test consume installs these targets
  add_dependencies(native_tests nodecpp_node nodecpp_declarations nodecpp_log ${nodecpp_package_targets})
endif()

nodecpp_script_test(house_calls tests/house/calls.js ${PROJECT_BINARY_DIR}/CMakeFiles/nodecpp.dir ${CMAKE_NM})
if(NODECPP_PROFILE AND EXISTS ${nodecpp_profile_counts})
  # The real path is used, because Debian's /usr/bin has links for some of these tools with the version in their names,
  # and for others the tools of LLVM 14.
  file(REAL_PATH ${NODECPP_PROFDATA} nodecpp_llvm_bin)
  get_filename_component(nodecpp_llvm_bin ${nodecpp_llvm_bin} DIRECTORY)
  nodecpp_script_test(profile tests/profile/run.js ${PROJECT_BINARY_DIR}/CMakeFiles/nodecpp.dir
    ${nodecpp_profile_counts} ${nodecpp_llvm_bin})
  set_tests_properties(profile PROPERTIES LABELS optimised)
endif()
nodecpp_script_test(consume tests/consume/run.js)
set_tests_properties(consume PROPERTIES LABELS native)
# These tests measure no times, so other tests may run beside them.
set_tests_properties(house_calls consume growth circles PROPERTIES RUN_SERIAL FALSE)
