# build/<preset>/tests/count_NAME: programs for tests/count, which counts their instructions for each request. They are
# optimised like the examples that are measured. They are built in build/nosafety too, so that bench/safety.js can count
# what the safety checks cost.
foreach(name listing1 listing1_async files storage no_storage)
  add_executable(count_${name} ${PROJECT_SOURCE_DIR}/tests/count/${name}.cpp)
  set_target_properties(count_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  nodecpp_program(count_${name})
  target_include_directories(count_${name} PRIVATE ${PROJECT_SOURCE_DIR}/src)
endforeach()
