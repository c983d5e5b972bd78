# fuzz/NAME.cpp: libFuzzer targets, only where the sanitizers include the fuzzer (preset fuzz).
if(NODECPP_SANITIZE MATCHES "fuzzer")
  file(GLOB nodecpp_fuzz CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/fuzz/*.cpp)
  foreach(source ${nodecpp_fuzz})
    get_filename_component(name ${source} NAME_WE)
    add_executable(fuzz_${name} ${source})
    set_target_properties(fuzz_${name} PROPERTIES
      OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzz)
    target_compile_options(fuzz_${name} PRIVATE ${nodecpp_own_options})
    target_include_directories(fuzz_${name} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
    target_link_libraries(fuzz_${name} PRIVATE NodeCpp::nodecpp fmt::fmt)
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  endforeach()
endif()
