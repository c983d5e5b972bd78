# nodecpp_add_node_module(target sources…) builds target.node, which Node.js loads with require('./target.node'), and
# beside it target.d.ts, which TypeScript reads for require('./target'). Properties and further libraries are set on the
# target as on any other target. LIBRARY_OUTPUT_DIRECTORY says where both files are written.
function(nodecpp_add_node_module target)
  add_library(${target} MODULE ${ARGN})
  set_target_properties(${target} PROPERTIES PREFIX "" SUFFIX ".node"
    POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_link_libraries(${target} PRIVATE NodeCpp::nodecpp_node)
  # nodelete: the module is never unmapped, because the threads of its pool still run after the last environment that
  # loaded it has ended. exclude-libs: the module does not share the symbols of its static libraries with Node.js or
  # with other modules that have symbols of the same names.
  target_link_options(${target} PRIVATE -Wl,--as-needed -Wl,-z,nodelete -Wl,--exclude-libs,ALL -Wl,--gc-sections)
  add_custom_command(TARGET ${target} POST_BUILD COMMAND NodeCpp::nodecpp_declarations
    $<TARGET_FILE:${target}> $<TARGET_FILE_DIR:${target}>/$<TARGET_FILE_BASE_NAME:${target}>.d.ts VERBATIM)
endfunction()
