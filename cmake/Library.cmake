# The library: all .cpp files under src/ that are not tests or benchmarks.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
list(APPEND CMAKE_MODULE_PATH ${PROJECT_SOURCE_DIR}/cmake)
find_package(Cares REQUIRED)  # used by src/os, which asks name servers with it
# src/json uses simdjson for the first stage of parsing. That stage is not part of simdjson's public interface, so not
# every version of simdjson works. Without simdjson, the library's own slower scanner reads all texts.
option(NODECPP_SIMDJSON "Find the structure of JSON texts with simdjson" ON)
set(nodecpp_simdjson "")
if(NODECPP_SIMDJSON)
  find_package(simdjson REQUIRED)
  set(nodecpp_simdjson simdjson::simdjson)
endif()
# src/base can use simdutf for texts and base64. The library's own code needs no simdutf, but simdutf is faster for
# texts that are not ASCII. Debian 12 has no package of simdutf, so NODECPP_SIMDUTF_FOLDER names a folder with simdutf.h
# and simdutf.cpp, its single-header release. When no folder is given, an installed simdutf is used.
option(NODECPP_SIMDUTF "Check and transcode texts with simdutf" OFF)
set(NODECPP_SIMDUTF_FOLDER "" CACHE PATH "folder of simdutf.h and simdutf.cpp")
set(nodecpp_simdutf "")
if(NODECPP_SIMDUTF AND NOT NODECPP_SIMDUTF_FOLDER)
  find_package(simdutf REQUIRED)
  set(nodecpp_simdutf simdutf::simdutf)
endif()

find_path(NODECPP_SODIUM_INCLUDE sodium.h)  # used by src/os, which encrypts recordings while it writes them
find_library(NODECPP_SODIUM_LIBRARY sodium)
if(NOT NODECPP_SODIUM_INCLUDE OR NOT NODECPP_SODIUM_LIBRARY)
  message(FATAL_ERROR "libsodium is not here: apt-get install libsodium-dev")
endif()

find_path(NODECPP_GMP_INCLUDE gmp.h)  # used by src/bigint
find_library(NODECPP_GMP_LIBRARY NAMES libgmp.a gmp)
if(NOT NODECPP_GMP_INCLUDE OR NOT NODECPP_GMP_LIBRARY)
  message(FATAL_ERROR "GMP is not here: apt-get install libgmp-dev")
endif()
# The static archive is preferred: only programs that use BigInt then contain code of GMP.
set(nodecpp_gmp gmp)
if(NODECPP_GMP_LIBRARY MATCHES "\\.a$")
  set(nodecpp_gmp -l:libgmp.a)
endif()

# src/os uses libbacktrace to find the lines of an error's stack. libbacktrace comes with GCC's own library (Debian's
# libgcc-12-dev, which clang also needs for libstdc++). Its header is copied, because it stands in GCC's folder of
# headers, and no other header may be taken from there. Without libbacktrace an error's stack is only its first line.
option(NODECPP_BACKTRACE "Give errors the program's lines, by libbacktrace" ON)
set(nodecpp_backtrace "")
if(NODECPP_BACKTRACE)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libbacktrace.a
    OUTPUT_VARIABLE NODECPP_BACKTRACE_LIBRARY OUTPUT_STRIP_TRAILING_WHITESPACE)
  get_filename_component(nodecpp_backtrace_folder "${NODECPP_BACKTRACE_LIBRARY}" DIRECTORY)
  if(NOT EXISTS "${nodecpp_backtrace_folder}/include/backtrace.h")
    message(FATAL_ERROR "libbacktrace is not here: apt-get install libgcc-12-dev, or configure with -DNODECPP_BACKTRACE=OFF")
  endif()
  configure_file(${nodecpp_backtrace_folder}/include/backtrace.h ${PROJECT_BINARY_DIR}/backtrace/backtrace.h COPYONLY)
  set(nodecpp_backtrace -l:libbacktrace.a)
endif()

find_path(NODECPP_PCRE2_INCLUDE pcre2.h)  # used by src/regexp
find_library(NODECPP_PCRE2_LIBRARY NAMES libpcre2-8.a pcre2-8)
if(NOT NODECPP_PCRE2_INCLUDE OR NOT NODECPP_PCRE2_LIBRARY)
  message(FATAL_ERROR "PCRE2 is not here: apt-get install libpcre2-dev")
endif()
# The static archive is preferred, as for GMP: only programs that use RegExp then contain code of PCRE2.
set(nodecpp_pcre2 pcre2-8)
if(NODECPP_PCRE2_LIBRARY MATCHES "\\.a$")
  set(nodecpp_pcre2 -l:libpcre2-8.a)
endif()

# src/os/openssl encrypts connections. Programs that do not use TLS have no code of it: the libraries are shared, and are
# linked only where they are needed.
set(NODECPP_OPENSSL_ROOT "" CACHE PATH "folder with include/ and lib/ of a later OpenSSL 3 than the system's")
if(NODECPP_OPENSSL_ROOT)
  set(OPENSSL_ROOT_DIR ${NODECPP_OPENSSL_ROOT})
endif()
find_package(OpenSSL 3.0)
if(NOT OPENSSL_FOUND)
  message(FATAL_ERROR "OpenSSL 3 is not here: apt-get install libssl-dev")
endif()
set(nodecpp_openssl -Wl,--push-state,--as-needed,-lssl,-lcrypto,--pop-state)
if(NODECPP_OPENSSL_ROOT)
  # FindOpenSSL falls back to the system's, and keeps what it has found before.
  string(FIND "${OPENSSL_SSL_LIBRARY}" "${NODECPP_OPENSSL_ROOT}/" nodecpp_openssl_at)
  if(NOT nodecpp_openssl_at EQUAL 0)
    message(FATAL_ERROR "NODECPP_OPENSSL_ROOT is ${NODECPP_OPENSSL_ROOT}, but OpenSSL was found at ${OPENSSL_SSL_LIBRARY}")
  endif()
  get_filename_component(nodecpp_openssl_folder ${OPENSSL_SSL_LIBRARY} DIRECTORY)
  string(CONCAT nodecpp_openssl "-Wl,--push-state,--as-needed,${OPENSSL_SSL_LIBRARY},${OPENSSL_CRYPTO_LIBRARY},"
    "-rpath,${nodecpp_openssl_folder},--pop-state")
endif()

# src/zlib compresses with the libraries of each format; libdeflate is for what is in memory as a whole, where it needs half
# of zlib's time. They are shared and linked only where they are needed, as OpenSSL is.
option(NODECPP_ZLIB_NG "Deflate and inflate with zlib-ng and its own interface, where the system has it, in place of zlib" OFF)
set(nodecpp_zlib z:zlib.h:zlib1g-dev)
if(NODECPP_ZLIB_NG)
  set(nodecpp_zlib z-ng:zlib-ng.h:libz-ng-dev)
endif()
foreach(library ${nodecpp_zlib} deflate:libdeflate.h:libdeflate-dev brotlienc:brotli/encode.h:libbrotli-dev
    brotlidec:brotli/decode.h:libbrotli-dev zstd:zstd.h:libzstd-dev)
  string(REPLACE ":" ";" library ${library})
  list(GET library 0 nodecpp_compression_name)
  list(GET library 1 nodecpp_compression_header)
  list(GET library 2 nodecpp_compression_package)
  find_path(NODECPP_${nodecpp_compression_name}_INCLUDE ${nodecpp_compression_header})
  find_library(NODECPP_${nodecpp_compression_name}_LIBRARY ${nodecpp_compression_name})
  if(NOT NODECPP_${nodecpp_compression_name}_INCLUDE OR NOT NODECPP_${nodecpp_compression_name}_LIBRARY)
    message(FATAL_ERROR "${nodecpp_compression_header} or its library is not here: apt-get install ${nodecpp_compression_package}")
  endif()
endforeach()
set(nodecpp_zlib -lz)
if(NODECPP_ZLIB_NG)
  set(nodecpp_zlib ${NODECPP_z-ng_LIBRARY})
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/zlib/deflate/deflate_codec.cpp PROPERTIES
    COMPILE_DEFINITIONS NODECPP_ZLIB_NG=1 INCLUDE_DIRECTORIES ${NODECPP_z-ng_INCLUDE} SKIP_UNITY_BUILD_INCLUSION ON)
endif()
set(nodecpp_compression -Wl,--push-state,--as-needed,${nodecpp_zlib},-ldeflate,-lbrotlienc,-lbrotlidec,-lzstd,--pop-state)

# src/text_encoding decodes the encodings of several bytes a character by ICU, which is shared and linked only where a
# program has a TextDecoder.
find_path(NODECPP_ICU_INCLUDE unicode/ucnv.h)
find_library(NODECPP_ICU_LIBRARY icuuc)
if(NOT NODECPP_ICU_INCLUDE OR NOT NODECPP_ICU_LIBRARY)
  message(FATAL_ERROR "ICU is not here: apt-get install libicu-dev")
endif()
set(nodecpp_icu -Wl,--push-state,--as-needed,-licuuc,--pop-state)

file(GLOB_RECURSE nodecpp_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.cpp)
list(FILTER nodecpp_sources EXCLUDE REGEX "_(test|bench)\\.cpp$|/src/native/api/")  # see Native.cmake

# Mistakes that are easy to make when JavaScript is ported to C++ are compiler errors for all users of the library,
# except for one that is a warning (see docs/porting.md and tests/compile_fail). The list is exported with the target
# and written into nodecpp.pc.
set(nodecpp_trap_options
  -Werror=uninitialized
  -Werror=string-plus-int
  -Werror=dangling
  -Werror=dangling-gsl
  -Werror=return-stack-address
  -Werror=return-type
  -Werror=multichar
  -Wsign-compare  # only a warning: `i < map.size()` with an int i is wrong when i is negative
  -Werror=deprecated-this-capture)
set(nodecpp_user_definitions _GLIBCXX_ASSERTIONS)
# Checks of debug builds are also compiled into programs, because the copies and accesses that they check are inline.
set(nodecpp_debug_definitions "")
# With NODECPP_COUNTING_THREADS, each change of a reference count checks that no other thread has changed the same count
# before (base/objects/counting_threads.cpp).
if(CMAKE_BUILD_TYPE STREQUAL "Debug" AND NODECPP_SAFETY)
  list(APPEND nodecpp_debug_definitions NODECPP_COUNTING_THREADS)
endif()
# Assertions that cost something are checked in debug builds alone, which are also those of the sanitizers, of the fuzzers and of
# the simulation's tests (src/base/assertion.h).
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  list(APPEND nodecpp_debug_definitions NODECPP_DEBUG_ASSERTIONS)
endif()
if(NODECPP_NUMBERED_CHECKS)
  list(APPEND nodecpp_debug_definitions NODECPP_NUMBERED_CHECKS=1)
endif()
list(APPEND nodecpp_user_definitions ${nodecpp_debug_definitions})

# The standard headers that nearly every file includes take a quarter of the time to compile a file, so they are
# precompiled. The project's own headers are not precompiled: they change often, and each file must include what it
# uses.
set(nodecpp_std_headers
  <algorithm> <array> <charconv> <cmath> <concepts> <coroutine> <cstring> <deque> <exception> <functional> <map> <memory>
  <ranges> <set> <span> <string> <string_view> <tuple> <vector>)

# Adds a static library of sources from src/, with the same options as the library itself.
function(nodecpp_add_library target)
  add_library(${target} STATIC ${ARGN})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  target_compile_features(${target} PUBLIC cxx_std_23)
  target_include_directories(${target}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${PROJECT_SOURCE_DIR}/src ${NODECPP_SODIUM_INCLUDE} ${NODECPP_GMP_INCLUDE} ${NODECPP_PCRE2_INCLUDE}
      ${OPENSSL_INCLUDE_DIR}
      ${PROJECT_BINARY_DIR}/backtrace)
  target_link_libraries(${target} PUBLIC Threads::Threads PRIVATE fmt::fmt Cares::cares ${nodecpp_simdjson} ${nodecpp_simdutf}
    sodium ${nodecpp_gmp} ${nodecpp_pcre2} ${nodecpp_backtrace} ${nodecpp_openssl} ${nodecpp_compression} ${nodecpp_icu})
  target_compile_definitions(${target} PUBLIC NODECPP_SAFETY=$<BOOL:${NODECPP_SAFETY}>)
  target_compile_definitions(${target} PRIVATE ${nodecpp_debug_definitions}
    NODECPP_SIMDJSON=$<BOOL:${NODECPP_SIMDJSON}> NODECPP_SIMDUTF=$<BOOL:${NODECPP_SIMDUTF}>
    NODECPP_BACKTRACE=$<BOOL:${NODECPP_BACKTRACE}>)
  if(NODECPP_SIMDUTF AND NODECPP_SIMDUTF_FOLDER)
    target_sources(${target} PRIVATE ${NODECPP_SIMDUTF_FOLDER}/simdutf.cpp)
    target_include_directories(${target} SYSTEM PRIVATE ${NODECPP_SIMDUTF_FOLDER})
    set_source_files_properties(${NODECPP_SIMDUTF_FOLDER}/simdutf.cpp PROPERTIES
      COMPILE_OPTIONS -w SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
  endif()

  target_precompile_headers(${target} PRIVATE ${nodecpp_std_headers})

  # The library is linked into executables only, so its thread-local variables can be found without a call.
  target_compile_options(${target} PRIVATE ${nodecpp_own_options} ${nodecpp_lto_compile} -ftls-model=initial-exec
    ${nodecpp_hardening_own_options} INTERFACE ${nodecpp_hardening_options}
    PUBLIC "$<$<CXX_COMPILER_ID:Clang>:${nodecpp_trap_options}>" ${nodecpp_switch_options})

  # Users' programs also get the standard library's own checks of indexes and of empty containers. The library is
  # compiled without these checks, because it checks its arguments where they enter.
  target_compile_definitions(${target} INTERFACE ${nodecpp_user_definitions})

  nodecpp_unity(${target} ${PROJECT_SOURCE_DIR}/src ${ARGN})
endfunction()

nodecpp_add_library(nodecpp ${nodecpp_sources})
add_library(NodeCpp::nodecpp ALIAS nodecpp)

# For programs of several files: precompiles the headers that most of them include, once in each project that links this
# target.
add_library(nodecpp_precompiled INTERFACE)
add_library(NodeCpp::precompiled ALIAS nodecpp_precompiled)
set_target_properties(nodecpp_precompiled PROPERTIES EXPORT_NAME precompiled)
target_link_libraries(nodecpp_precompiled INTERFACE nodecpp)
target_precompile_headers(nodecpp_precompiled INTERFACE <nodecpp/precompiled.h>)

# The census is in every program but runs rarely, so it is compiled for small size instead of speed.
file(GLOB nodecpp_seldom ${PROJECT_SOURCE_DIR}/src/census/*.cpp)
list(FILTER nodecpp_seldom EXCLUDE REGEX "_test\\.cpp$")
set_source_files_properties(${nodecpp_seldom} ${PROJECT_SOURCE_DIR}/src/process/census.cpp PROPERTIES
  COMPILE_OPTIONS $<$<CONFIG:Release>:-Oz> SKIP_PRECOMPILE_HEADERS ON)

# Debug builds, which include those with sanitizers, keep freed memory in quarantine. NDEBUG cannot distinguish them
# from release builds, because release builds keep their assertions as well. The allocator's test gets the definition
# too, because it expects the behaviour that was compiled in.
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/base/memory/slab.cpp ${PROJECT_SOURCE_DIR}/src/base/memory/slots.cpp
  ${PROJECT_SOURCE_DIR}/src/base/memory/chunks_test.cpp PROPERTIES
  COMPILE_DEFINITIONS NODECPP_QUARANTINE=$<CONFIG:Debug> SKIP_PRECOMPILE_HEADERS ON)
