# examples/NAME/*.cpp: each file is a program of its own, build/<preset>/examples/<file's name>.
file(GLOB nodecpp_examples CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*/*.cpp)
add_custom_target(examples)
foreach(source ${nodecpp_examples})
  get_filename_component(name ${source} NAME_WE)
  add_executable(example_${name} ${source})
  set_target_properties(example_${name} PROPERTIES
    OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/examples)
  nodecpp_program(example_${name})
  add_dependencies(examples example_${name})
endforeach()
