# build/<preset>/tests/count_NAME: programs whose instructions a request are counted (tests/count), optimised as an example that
# is measured is. build/nosafety has them, too: bench/safety.js counts what the checks cost.
foreach(name listing1 listing1_async)
  add_executable(count_${name} ${PROJECT_SOURCE_DIR}/tests/count/${name}.cpp)
  set_target_properties(count_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  nodecpp_program(count_${name})
  target_include_directories(count_${name} PRIVATE ${PROJECT_SOURCE_DIR}/src)
endforeach()
