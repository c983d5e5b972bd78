# The programs that make conformance runs: a server for other people's clients and scanners, and a client for other
# people's servers.
foreach(name server client)
  add_executable(conformance_${name} EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tests/conformance/${name}.cpp)
  nodecpp_test_program(conformance_${name} tests)
endforeach()

# The two ends that Autobahn's cases are run against.
foreach(name server client)
  add_executable(autobahn_${name} EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tests/autobahn/${name}.cpp)
  nodecpp_test_program(autobahn_${name} tests)
  target_link_libraries(autobahn_${name} PRIVATE NodeCpp::ws)
endforeach()

# The two ends that other people's clients and servers of the web's protocols are run against.
foreach(name server client)
  add_executable(ends_${name} EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tests/conformance/ends/${name}.cpp)
  nodecpp_test_program(ends_${name} tests)
  target_link_libraries(ends_${name} PRIVATE NodeCpp::ws)
endforeach()

# What make wpt asks in place of Node's own objects.
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/wpt/bridge/*.cpp)
add_executable(wpt_bridge EXCLUDE_FROM_ALL ${sources})
nodecpp_test_program(wpt_bridge tests)
target_include_directories(wpt_bridge PRIVATE ${PROJECT_SOURCE_DIR}/src)

# The streams of zlib's and brotli's own tests.
add_executable(compressed_decompress EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tests/compressed/decompress.cpp)
nodecpp_test_program(compressed_decompress tests)
