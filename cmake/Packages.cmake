# The packages: what is an npm package in Node's world. Each folder packages/NAME has include/ and src/, stands on the
# public headers alone, and becomes the library NodeCpp::NAME, which a program links beside NodeCpp::nodecpp.
file(GLOB nodecpp_package_folders LIST_DIRECTORIES ON CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/packages/*)
set(nodecpp_packages "")
set(nodecpp_package_targets "")
foreach(folder ${nodecpp_package_folders})
  get_filename_component(name ${folder} NAME)
  list(APPEND nodecpp_packages ${name})
  list(APPEND nodecpp_package_targets nodecpp_${name})
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/src/*.cpp)
  set(target nodecpp_${name})
  add_library(${target} STATIC ${sources})
  add_library(NodeCpp::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} LINKER_LANGUAGE CXX)
  target_include_directories(${target}
    PUBLIC $<BUILD_INTERFACE:${folder}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${target} PUBLIC nodecpp)
  target_compile_options(${target} PRIVATE ${nodecpp_own_options} ${nodecpp_lto_compile} ${nodecpp_hardening_own_options})
  nodecpp_unity(${target} ${folder} ${sources})

  install(TARGETS ${target} EXPORT NodeCppTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(DIRECTORY ${folder}/include/nodecpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
  set(nodecpp_package ${name})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/nodecpp-package.pc.in ${PROJECT_BINARY_DIR}/nodecpp-${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/nodecpp-${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

# Links the package `name` to a test, when there is such a package.
function(nodecpp_link_package target name)
  if(name IN_LIST nodecpp_packages)
    target_link_libraries(${target} PRIVATE NodeCpp::${name})
  endif()
endfunction()

# Links the packages whose header a program's source includes.
function(nodecpp_link_packages target source)
  foreach(name ${nodecpp_packages})
    file(STRINGS ${source} uses REGEX "#include <nodecpp/${name}\\.h>" LIMIT_COUNT 1)
    if(uses)
      nodecpp_link_package(${target} ${name})
    endif()
  endforeach()
endfunction()
