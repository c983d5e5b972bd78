# nodecpp_add_node_module(target sources…): target.node, which Node.js loads by require('./target.node'), and beside it
# target.d.ts, which TypeScript reads for require('./target'). Properties and further libraries are set on the target as on
# any other; LIBRARY_OUTPUT_DIRECTORY says where the two go.
function(nodecpp_add_node_module target)
  add_library(${target} MODULE ${ARGN})
  set_target_properties(${target} PROPERTIES PREFIX "" SUFFIX ".node"
    POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_link_libraries(${target} PRIVATE NodeCpp::nodecpp_node)
  # The pool's threads run on when the last environment that loaded the module is gone: it is never unmapped. What it
  # links statically is its own, not shared with what Node.js or another module has of the same name.
  target_link_options(${target} PRIVATE -Wl,--as-needed -Wl,-z,nodelete -Wl,--exclude-libs,ALL -Wl,--gc-sections)
  add_custom_command(TARGET ${target} POST_BUILD COMMAND NodeCpp::nodecpp_declarations
    $<TARGET_FILE:${target}> $<TARGET_FILE_DIR:${target}>/$<TARGET_FILE_BASE_NAME:${target}>.d.ts VERBATIM)
endfunction()
