# nodecpp-check (tools/check) is built where clang's development packages are installed (tools/setup.sh check). It is a
# separate CMake project, because it must not get the sanitizers and the link-time optimisation of the other programs.
include(${PROJECT_SOURCE_DIR}/cmake/NodeCppProgram.cmake)
if(NOT EXISTS /usr/lib/llvm-19/include/clang/AST/ASTContext.h)
  return()
endif()
include(ExternalProject)
ExternalProject_Add(nodecpp_check
  SOURCE_DIR ${PROJECT_SOURCE_DIR}/tools/check
  BINARY_DIR ${PROJECT_BINARY_DIR}/check
  CMAKE_ARGS -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} -DCMAKE_BUILD_TYPE=Release
  BUILD_ALWAYS ON
  EXCLUDE_FROM_ALL ON
  BUILD_BYPRODUCTS ${PROJECT_BINARY_DIR}/check/nodecpp_check.so
  INSTALL_COMMAND "")
set(NodeCpp_CHECK_PLUGIN ${PROJECT_BINARY_DIR}/check/nodecpp_check.so)
install(FILES ${NodeCpp_CHECK_PLUGIN} DESTINATION ${CMAKE_INSTALL_LIBDIR}/nodecpp OPTIONAL)
