# fuzz/NAME_fuzz.cpp: libFuzzer targets, only where the sanitizers include the fuzzer (preset fuzz). And the differential
# run of the HTTP parser, fuzz/http_parser/driver.cpp. llhttp is beside it where tools/fetch-llhttp.sh has brought it
# before the build; that is looked at again by each build.
if(NODECPP_SANITIZE MATCHES "fuzzer")
  set(nodecpp_llhttp ${PROJECT_SOURCE_DIR}/build/llhttp)
  file(GLOB nodecpp_llhttp_objects CONFIGURE_DEPENDS ${nodecpp_llhttp}/*.o)

  function(nodecpp_fuzz_program target source link)
    add_executable(${target} ${source})
    set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzz)
    target_compile_options(${target} PRIVATE ${nodecpp_own_options})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
    target_link_libraries(${target} PRIVATE NodeCpp::nodecpp fmt::fmt)
    target_link_options(${target} PRIVATE ${link})
    if(target MATCHES "^log_")
      target_link_libraries(${target} PRIVATE nodecpp_log_parts)
    endif()
    if(nodecpp_llhttp_objects AND target MATCHES "^http_")
      target_compile_definitions(${target} PRIVATE NODECPP_LLHTTP)
      target_include_directories(${target} SYSTEM PRIVATE ${nodecpp_llhttp}/include)
      target_link_libraries(${target} PRIVATE ${nodecpp_llhttp_objects})
    endif()
  endfunction()

  file(GLOB nodecpp_fuzz CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/fuzz/*_fuzz.cpp)
  foreach(source ${nodecpp_fuzz})
    get_filename_component(name ${source} NAME_WE)
    nodecpp_fuzz_program(${name} ${source} -fsanitize=fuzzer)
  endforeach()
  # Without the fuzzer's main the counters need a runtime all the same.
  nodecpp_fuzz_program(http_parser_driver ${PROJECT_SOURCE_DIR}/fuzz/http_parser/driver.cpp -fsanitize=fuzzer-no-link)
endif()
