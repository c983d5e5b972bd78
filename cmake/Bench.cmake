# Programs that the benchmarks measure.
#   bench/NAME/*.cpp     programs to compare with, at build/<preset>/bench/<file's name>. They do not use the library.
#   src/*/*_bench.cpp    micro-benchmarks, one program for each folder, built only where Google Benchmark is installed.
#   bench/regexp         the program that bench/regexp.js runs.
#   bench/dynamic        the program that bench/dynamic.js runs.
#   bench/ports          the programs that bench/ports.js measures.
#   bench/tls            the server, the load and the bare library of bench/tls.js.
#   bench/compress       the server of bench/compress.js.
#   bench/events         the server of bench/events.js.
#   bench/crypto         the operations that bench/crypto.js times.
#   bench/web_streams    the pipe that bench/web_streams.js times.
#   bench/fetch          the client that bench/fetch.js times.
#   bench/multipart      the server of bench/multipart.js.
#   bench/dgram, bench/ws  the server, the load and the floor of bench/dgram.js and of bench/ws.js.
#   bench/native         one native module of Node.js twice: written with Node.cpp and with node-addon-api.
file(GLOB nodecpp_bench CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*/*.cpp)
list(FILTER nodecpp_bench EXCLUDE REGEX "/bench/(dynamic|native|peers|ports|regexp|tls|ws|crypto|dgram|compress|events|web_streams|fetch|multipart)/")
add_custom_target(bench_programs)
foreach(source ${nodecpp_bench})
  get_filename_component(name ${source} NAME_WE)
  add_executable(bench_${name} EXCLUDE_FROM_ALL ${source})
  set_target_properties(bench_${name} PROPERTIES
    OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
  target_compile_options(bench_${name} PRIVATE ${nodecpp_own_options})
  add_dependencies(bench_programs bench_${name})
endforeach()

# bench/programs/NAME/NAME.cpp: small programs that are compared with their JavaScript versions. They are built to
# build/<preset>/bench/programs/NAME.
file(GLOB nodecpp_bench_small CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/programs/*/*.cpp)
add_custom_target(bench_small)
foreach(source ${nodecpp_bench_small})
  get_filename_component(name ${source} NAME_WE)
  add_executable(bench_small_${name} EXCLUDE_FROM_ALL ${source})
  set_target_properties(bench_small_${name} PROPERTIES
    OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench/programs)
  nodecpp_program(bench_small_${name})
  add_dependencies(bench_small bench_small_${name})
endforeach()

# bench/ports/NAME.cpp: ports of npm packages that are compared with their originals (docs/ports.md), built to
# build/<preset>/bench/ports/NAME. nodecpp-check examines them as it examines a user's program.
file(GLOB nodecpp_bench_ports CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/ports/*.cpp)
add_custom_target(bench_ports)
foreach(source ${nodecpp_bench_ports})
  get_filename_component(name ${source} NAME_WE)
  if(TARGET nodecpp_check)
    nodecpp_add_program(bench_port_${name} ${source} CHECK MAX_UNSAFE 2)
  else()
    nodecpp_add_program(bench_port_${name} ${source})
  endif()
  set_target_properties(bench_port_${name} PROPERTIES EXCLUDE_FROM_ALL ON
    OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench/ports)
  nodecpp_program(bench_port_${name})
  add_dependencies(bench_ports bench_port_${name})
endforeach()

add_executable(bench_regexp EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/bench/regexp/regexp.cpp)
set_target_properties(bench_regexp PROPERTIES OUTPUT_NAME regexp RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
nodecpp_program(bench_regexp)

add_executable(bench_dynamic EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/bench/dynamic/dynamic.cpp)
set_target_properties(bench_dynamic PROPERTIES OUTPUT_NAME dynamic RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
nodecpp_program(bench_dynamic)

add_executable(bench_crypto EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/bench/crypto/operations.cpp)
set_target_properties(bench_crypto PROPERTIES
  OUTPUT_NAME operations RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench/crypto)
nodecpp_program(bench_crypto)

add_executable(bench_web_streams EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/bench/web_streams/pipe.cpp)
set_target_properties(bench_web_streams PROPERTIES
  OUTPUT_NAME pipe RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench/web_streams)
nodecpp_program(bench_web_streams)

add_executable(bench_fetch EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/bench/fetch/client.cpp)
set_target_properties(bench_fetch PROPERTIES
  OUTPUT_NAME client RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench/fetch)
nodecpp_program(bench_fetch)

add_executable(bench_multipart EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/bench/multipart/server.cpp)
set_target_properties(bench_multipart PROPERTIES
  OUTPUT_NAME server RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench/multipart)
nodecpp_program(bench_multipart)
nodecpp_link_package(bench_multipart busboy)

add_executable(bench_compress EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/bench/compress/server.cpp)
set_target_properties(bench_compress PROPERTIES
  OUTPUT_NAME server RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench/compress)
nodecpp_program(bench_compress)

add_executable(bench_events EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/bench/events/server.cpp)
set_target_properties(bench_events PROPERTIES
  OUTPUT_NAME server RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench/events)
nodecpp_program(bench_events)

# bench/dgram and bench/ws: the loads and the floors are without Node.cpp.
foreach(bench dgram ws)
  add_custom_target(bench_${bench})
  foreach(name load floor server)
    set(target bench_${bench}_${name})
    add_executable(${target} EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/bench/${bench}/${name}.cpp)
    set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench/${bench})
    target_compile_options(${target} PRIVATE ${nodecpp_own_options})
    add_dependencies(bench_${bench} ${target})
  endforeach()
  nodecpp_program(bench_${bench}_server)
  nodecpp_link_package(bench_${bench}_server ${bench})
endforeach()

# bench/tls: the load and the bare library have OpenSSL only.
add_custom_target(bench_tls)
foreach(name server load library)
  add_executable(bench_tls_${name} EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/bench/tls/${name}.cpp)
  set_target_properties(bench_tls_${name} PROPERTIES OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench/tls)
  if(name STREQUAL "server")
    nodecpp_program(bench_tls_${name})
  else()
    target_compile_features(bench_tls_${name} PRIVATE cxx_std_23)
    target_compile_options(bench_tls_${name} PRIVATE ${nodecpp_own_options})
    target_link_libraries(bench_tls_${name} PRIVATE OpenSSL::SSL OpenSSL::Crypto)
  endif()
  add_dependencies(bench_tls bench_tls_${name})
endforeach()

if(TARGET nodecpp_node AND NOT NODECPP_SANITIZE)
  nodecpp_add_node_module(bench_native_ours ${PROJECT_SOURCE_DIR}/bench/native/ours.cpp)
  set(nodecpp_addon_api ${PROJECT_SOURCE_DIR}/bench/peers/node_modules/node-addon-api)
  add_library(bench_native_addon MODULE ${PROJECT_SOURCE_DIR}/bench/native/addon.cpp)
  target_include_directories(bench_native_addon SYSTEM PRIVATE ${NODECPP_NODE_API} ${nodecpp_addon_api})
  target_compile_definitions(bench_native_addon PRIVATE NAPI_VERSION=9 NAPI_CPP_EXCEPTIONS)
  set_target_properties(bench_native_addon PROPERTIES PREFIX "" SUFFIX ".node"
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  foreach(module ours addon)
    set_target_properties(bench_native_${module} PROPERTIES EXCLUDE_FROM_ALL ON
      OUTPUT_NAME ${module} LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench/native)
  endforeach()
endif()

find_package(benchmark QUIET)
find_package(absl QUIET)  # the benchmarks compare Map and Set with the hash tables of Abseil
if(benchmark_FOUND)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*_bench.cpp)
  set(folders "")
  foreach(source ${sources})
    file(RELATIVE_PATH relative ${PROJECT_SOURCE_DIR}/src ${source})
    string(REGEX REPLACE "/.*" "" folder ${relative})
    list(APPEND folders ${folder})
    list(APPEND bench_sources_${folder} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder ${folders})
    add_executable(micro_${folder} EXCLUDE_FROM_ALL ${bench_sources_${folder}})
    set_target_properties(micro_${folder} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
    nodecpp_program(micro_${folder})
    target_include_directories(micro_${folder} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
    target_link_libraries(micro_${folder} PRIVATE fmt::fmt benchmark::benchmark_main)
    if(folder STREQUAL "base" AND absl_FOUND)
      target_link_libraries(micro_base PRIVATE absl::flat_hash_map absl::flat_hash_set)
    endif()
    # The benchmarks compare the work on texts and bytes with simdutf where the folder of simdutf is known: see
    # Library.cmake.
    if(folder STREQUAL "base" AND NODECPP_SIMDUTF_FOLDER)
      add_library(bench_simdutf STATIC EXCLUDE_FROM_ALL ${NODECPP_SIMDUTF_FOLDER}/simdutf.cpp)
      target_include_directories(bench_simdutf SYSTEM PUBLIC ${NODECPP_SIMDUTF_FOLDER})
      target_compile_definitions(bench_simdutf INTERFACE NODECPP_BENCH_SIMDUTF=1)
      target_compile_features(bench_simdutf PRIVATE cxx_std_17)
      target_link_libraries(micro_base PRIVATE bench_simdutf)
    endif()
    add_dependencies(bench_programs micro_${folder})
  endforeach()
endif()
