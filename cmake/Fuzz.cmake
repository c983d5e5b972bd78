# fuzz/NAME_fuzz.cpp are libFuzzer targets, built only where the sanitizers include the fuzzer (the preset fuzz). In the
# same build, fuzz/http_parser/driver.cpp compares our HTTP parser with llhttp. llhttp is used where
# tools/fetch-llhttp.sh has fetched it before the build, and each build looks for it again. fuzz/api_fuzz.cpp is one
# program with the files of fuzz/api. The files of fuzz/api also make a unit test that runs without libFuzzer, with
# inputs made from numbers.
file(GLOB nodecpp_api_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/fuzz/api/*.cpp)
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
    if(target STREQUAL api_fuzz)
      list(FILTER nodecpp_api_sources EXCLUDE REGEX "/driver.cpp$")
      target_sources(${target} PRIVATE ${nodecpp_api_sources})
      target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/fuzz)
    endif()
    if(target MATCHES "^ws_")
      target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/packages/ws/src)
      target_link_libraries(${target} PRIVATE NodeCpp::ws)
    endif()
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
  # The driver has a main function of its own, so it is linked without the fuzzer's main. The coverage counters in the
  # library still need the fuzzer's runtime.
  nodecpp_fuzz_program(http_parser_driver ${PROJECT_SOURCE_DIR}/fuzz/http_parser/driver.cpp -fsanitize=fuzzer-no-link)
endif()

if(NODECPP_TESTS AND NODECPP_SANITIZE MATCHES "address")
  add_executable(api_random ${nodecpp_api_sources})
  set_target_properties(api_random PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  target_compile_options(api_random PRIVATE ${nodecpp_program_options})
  target_include_directories(api_random PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/fuzz)
  target_link_libraries(api_random PRIVATE NodeCpp::nodecpp)
  add_dependencies(asked_programs api_random)
  add_test(NAME api_random COMMAND api_random 1 1000000 20)
  set_tests_properties(api_random PROPERTIES LABELS unit TIMEOUT 300)
endif()

# Hostile clients of TLS, over real sockets.
if(NODECPP_TESTS AND TARGET example_https)
  add_dependencies(asked_programs example_https)
  nodecpp_script_test(hostile_tls tests/hostile/tls.js --program $<TARGET_FILE:example_https>)
  set_tests_properties(hostile_tls PROPERTIES LABELS parity)
endif()
