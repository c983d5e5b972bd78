# examples/NAME/*.cpp: each file is a program of its own, built to build/<preset>/examples/<file's name>. When no file
# of the folder has the folder's name, the programs are built to build/<preset>/examples/NAME/<file's name> instead.
file(GLOB nodecpp_examples CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*/*.cpp)
add_custom_target(examples)
foreach(source ${nodecpp_examples})
  get_filename_component(name ${source} NAME_WE)
  add_executable(example_${name} ${source})
  get_filename_component(folder ${source} DIRECTORY)
  get_filename_component(folder ${folder} NAME)
  set(kind ${folder})
  if(EXISTS ${PROJECT_SOURCE_DIR}/examples/${folder}/${folder}.cpp)
    set(folder "")
  endif()
  set_target_properties(example_${name} PROPERTIES
    OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/examples/${folder})
  # -g1 gives the stacks of errors their line numbers (a Debug build has full debug information anyway). It costs a few
  # hundredths of a second of compilation for each file, and no instruction at run time.
  target_compile_options(example_${name} PRIVATE $<$<CONFIG:Release>:-g1>)
  if(kind MATCHES "^(listing1|records|ringo|primes)$")
    nodecpp_program(example_${name})
  else()
    nodecpp_plain_program(example_${name})
  endif()
  nodecpp_link_packages(example_${name} ${source})
  add_dependencies(examples example_${name})
endforeach()

# examples/flight is made to be examined with a debugger, so it gets full debug information. flight_fixed is the same
# program with its fault corrected, for tools/demo_replay.js.
if(NOT NODECPP_SANITIZE)
  target_compile_options(example_flight PRIVATE -g)
  set(nodecpp_fixed ${PROJECT_BINARY_DIR}/flight/fixed.cpp)
  add_custom_command(OUTPUT ${nodecpp_fixed} DEPENDS ${PROJECT_SOURCE_DIR}/examples/flight/flight.cpp
    COMMAND sed "s/order->lines.pop_back()/std::erase(order->lines, line)/"
      ${PROJECT_SOURCE_DIR}/examples/flight/flight.cpp > ${nodecpp_fixed} VERBATIM)
  add_executable(flight_fixed ${nodecpp_fixed})
  set_target_properties(flight_fixed PROPERTIES OUTPUT_NAME fixed RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/flight)
  nodecpp_plain_program(flight_fixed)
  target_compile_options(flight_fixed PRIVATE -g)
  add_dependencies(examples flight_fixed)
endif()

# The sieve of examples/primes as a native module of Node.js, built from the same source as the program.
if(TARGET nodecpp_node AND NOT NODECPP_SANITIZE)
  nodecpp_add_node_module(primes_module ${PROJECT_SOURCE_DIR}/examples/primes/count_primes.cpp)
  set_target_properties(primes_module PROPERTIES
    OUTPUT_NAME count_primes LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/examples)
  target_compile_options(primes_module PRIVATE ${nodecpp_program_options})
  add_dependencies(examples primes_module)
endif()
