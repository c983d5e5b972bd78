# `cmake --install build/release --prefix P` installs the library, its headers, and the files for find_package(NodeCpp)
# and pkg-config nodecpp.
include(CMakePackageConfigHelpers)
set(nodecpp_config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/NodeCpp)

install(TARGETS nodecpp nodecpp_precompiled EXPORT NodeCppTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/nodecpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h")
if(TARGET nodecpp_node AND NOT NODECPP_SANITIZE)
  install(TARGETS nodecpp_node nodecpp_declarations EXPORT NodeCppTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${NODECPP_NODE_API}/node_api.h ${NODECPP_NODE_API}/node_api_types.h ${NODECPP_NODE_API}/js_native_api.h
    ${NODECPP_NODE_API}/js_native_api_types.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/nodecpp/node_api)
endif()
if(TARGET nodecpp_log)
  install(TARGETS nodecpp_log RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(FILES ${PROJECT_SOURCE_DIR}/tools/gdb/nodecpp.py DESTINATION ${CMAKE_INSTALL_DATADIR}/nodecpp/gdb)
install(EXPORT NodeCppTargets NAMESPACE NodeCpp:: DESTINATION ${nodecpp_config_dir})

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/NodeCppConfig.cmake.in
  ${PROJECT_BINARY_DIR}/NodeCppConfig.cmake INSTALL_DESTINATION ${nodecpp_config_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/NodeCppConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/NodeCppConfig.cmake ${PROJECT_BINARY_DIR}/NodeCppConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/FindCares.cmake ${PROJECT_SOURCE_DIR}/cmake/NodeCppModule.cmake
  ${PROJECT_SOURCE_DIR}/cmake/NodeCppProgram.cmake
  DESTINATION ${nodecpp_config_dir})

# The prefix given to `cmake --install` is not known when CMake configures, so nodecpp.pc computes it from its own
# place.
string(JOIN " " nodecpp_pc_traps ${nodecpp_trap_options} ${nodecpp_hardening_options_${CMAKE_CXX_COMPILER_ID}}
  ${nodecpp_switch_${CMAKE_CXX_COMPILER_ID}})
list(TRANSFORM nodecpp_user_definitions PREPEND -D OUTPUT_VARIABLE nodecpp_pc_definitions)
string(JOIN " " nodecpp_pc_definitions ${nodecpp_pc_definitions})
set(nodecpp_pc_simdjson "")
if(NODECPP_SIMDJSON)
  set(nodecpp_pc_simdjson " simdjson")
endif()
if(nodecpp_simdutf)
  string(APPEND nodecpp_pc_simdjson " simdutf")
endif()
set(nodecpp_pc_gmp -lgmp)
if(nodecpp_gmp MATCHES "^-l")
  set(nodecpp_pc_gmp ${nodecpp_gmp})
endif()
set(nodecpp_pc_pcre2 -lpcre2-8)
if(nodecpp_pcre2 MATCHES "^-l")
  set(nodecpp_pc_pcre2 ${nodecpp_pcre2})
endif()
if(NODECPP_SAFETY)
  set(nodecpp_pc_safety 1)
else()
  set(nodecpp_pc_safety 0)
endif()
configure_file(${PROJECT_SOURCE_DIR}/cmake/nodecpp.pc.in ${PROJECT_BINARY_DIR}/nodecpp.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/nodecpp.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
