# build/<preset>/nodecpp-log shows what a recording holds. The part that reads files is a separate library, so that the
# tests and the fuzzer can link it.
set(nodecpp_log_folder ${PROJECT_SOURCE_DIR}/tools/log)
add_library(nodecpp_log_parts STATIC EXCLUDE_FROM_ALL ${nodecpp_log_folder}/log_walk.cpp ${nodecpp_log_folder}/requests.cpp
  ${nodecpp_log_folder}/recording.cpp ${nodecpp_log_folder}/secrets.cpp
  ${nodecpp_log_folder}/arguments.cpp ${nodecpp_log_folder}/keys.cpp ${nodecpp_log_folder}/transport.cpp)
target_compile_options(nodecpp_log_parts PRIVATE ${nodecpp_own_options})
target_include_directories(nodecpp_log_parts PUBLIC ${nodecpp_log_folder} ${PROJECT_SOURCE_DIR}/src
  ${NODECPP_SODIUM_INCLUDE})
target_precompile_headers(nodecpp_log_parts PRIVATE ${nodecpp_std_headers})
target_link_libraries(nodecpp_log_parts PUBLIC NodeCpp::nodecpp ${NODECPP_SODIUM_LIBRARY})

# The page of nodecpp-log is one file: its style sheet and its script are inserted into the HTML.
foreach(part html css js)
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${nodecpp_log_folder}/page.${part})
  file(READ ${nodecpp_log_folder}/page.${part} nodecpp_page_${part})
endforeach()
string(REPLACE "/*page.css*/" "${nodecpp_page_css}" nodecpp_page_html "${nodecpp_page_html}")
string(REPLACE "/*page.js*/" "${nodecpp_page_js}" nodecpp_page_html "${nodecpp_page_html}")
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/log/page.inc CONTENT "R\"nodecpp(${nodecpp_page_html})nodecpp\"" @ONLY)

add_executable(nodecpp_log ${nodecpp_log_folder}/main.cpp ${nodecpp_log_folder}/show.cpp ${nodecpp_log_folder}/view.cpp
  ${nodecpp_log_folder}/build_id.cpp ${nodecpp_log_folder}/replay_run.cpp)
set_target_properties(nodecpp_log PROPERTIES OUTPUT_NAME nodecpp-log RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
target_compile_options(nodecpp_log PRIVATE ${nodecpp_program_options})
target_include_directories(nodecpp_log PRIVATE ${PROJECT_BINARY_DIR}/log)
target_link_libraries(nodecpp_log PRIVATE nodecpp_log_parts)
