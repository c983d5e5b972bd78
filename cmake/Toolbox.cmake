# Options and functions with which all targets of this source tree are compiled.
include(GNUInstallDirs)

if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_CXX_STANDARD 23)
  set(CMAKE_CXX_STANDARD_REQUIRED ON)
  set(CMAKE_CXX_EXTENSIONS OFF)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  find_program(NODECPP_CCACHE ccache)
  if(NODECPP_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # ccache's manual asks for this setting when precompiled headers are used.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${NODECPP_CCACHE})
  endif()
endif()

# ccache can only keep a precompiled header that contains no time stamp.
set(nodecpp_pch_options "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  set(nodecpp_pch_options "SHELL:-Xclang -fno-pch-timestamp")
endif()
set(nodecpp_own_options -Wall -Wextra ${nodecpp_pch_options})
# Handlers in programs often leave parameters unused, as in JavaScript.
set(nodecpp_program_options -Wall -Wextra -Wno-unused-parameter)

# In this source tree the sanitizers are used for all targets. They are never exported to users.
if(NODECPP_SANITIZE)
  add_compile_options(-fsanitize=${NODECPP_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${NODECPP_SANITIZE})
  if(NODECPP_SANITIZE_WITHOUT)
    add_compile_options(-fno-sanitize=${NODECPP_SANITIZE_WITHOUT})
  endif()
  # Each access calls a function that checks it, instead of being checked in place. So the code is compiled in four fifths
  # of the time, which is most of a run of the tests. Fuzzers run for long, and are better off with checks in place.
  if(NODECPP_SANITIZE MATCHES "address" AND NOT NODECPP_SANITIZE MATCHES "fuzzer" AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_compile_options("SHELL:-mllvm -asan-instrumentation-with-call-threshold=0")
  endif()
endif()

# A switch of fewer than eight cases becomes comparisons and no table of jumps. A program that came from JavaScript switches
# over a few states or letters in its loops, where a processor predicts comparisons much better than one jump to many places:
# a state machine of four states takes half the time. Programs get the option, too, from the exported target and nodecpp.pc.
set(nodecpp_switch_Clang -mllvm -min-jump-table-entries=8)
set(nodecpp_switch_GNU --param=case-values-threshold=8)
string(JOIN " " nodecpp_switch_words ${nodecpp_switch_Clang})
set(nodecpp_switch_options
  "$<$<CXX_COMPILER_ID:Clang>:SHELL:${nodecpp_switch_words}>"
  "$<$<CXX_COMPILER_ID:GNU>:${nodecpp_switch_GNU}>")

# ThinLTO objects also contain native code (they are "fat"). Tests therefore link fast without LTO, an installed archive
# works with any linker, and only the programs that are measured pay for the optimising link.
set(nodecpp_lto_compile "")
set(nodecpp_lto_link "")
if(NODECPP_LTO)
  set(nodecpp_lto_compile -flto=thin -ffat-lto-objects)
  set(nodecpp_lto_link -flto=thin -ffat-lto-objects -O3)
  # The linker keeps its results in a cache: the code that the library becomes is the same in most programs, so it is
  # compiled once instead of once for each program. Links run one after the other, so that each finds the results of the
  # one before. Each link uses all cores anyway.
  if(CMAKE_EXE_LINKER_FLAGS MATCHES "lld" OR CMAKE_LINKER_TYPE STREQUAL "LLD")
    # The linker compiles, too, and does not know nodecpp_switch_options.
    string(JOIN "," nodecpp_switch_link -Wl ${nodecpp_switch_Clang})
    list(APPEND nodecpp_lto_link -Wl,--thinlto-cache-dir=${PROJECT_BINARY_DIR}/thinlto ${nodecpp_switch_link})
    set_property(GLOBAL APPEND PROPERTY JOB_POOLS nodecpp_lto=1)
  endif()
endif()

# Compiles up to eight sources of a folder under `root` together as one file, because most of the time for a file is
# spent on reading its headers and instantiating their templates. Therefore no two files of a folder may use the same
# local name for different things. Debug builds compile each file alone: that rebuilds faster after an edit, and shows
# when a file does not include a header that it needs.
function(nodecpp_unity target root)
  if(NOT NODECPP_UNITY)
    return()
  endif()
  set(most 8)
  set(folders "")
  foreach(source ${ARGN})
    file(RELATIVE_PATH folder ${root} ${source})
    get_filename_component(folder ${folder} DIRECTORY)
    string(REPLACE "/" "_" folder ${folder})
    list(APPEND folders ${folder})
    list(APPEND files_${folder} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder ${folders})
    # Makes as few groups as possible, all of about the same size.
    list(LENGTH files_${folder} count)
    math(EXPR groups "(${count} + ${most} - 1) / ${most}")
    set(place 0)
    foreach(source ${files_${folder}})
      math(EXPR group "${place} * ${groups} / ${count}")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${group})
      math(EXPR place "${place} + 1")
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# Adds the options for a program of this source tree that is compiled and linked as its users do it.
function(nodecpp_plain_program target)
  target_compile_options(${target} PRIVATE ${nodecpp_program_options})
  target_link_libraries(${target} PRIVATE NodeCpp::nodecpp)
endfunction()

# Adds the options for a program that is measured: it is optimised together with the library at link time.
function(nodecpp_program target)
  target_compile_options(${target} PRIVATE ${nodecpp_program_options} ${nodecpp_lto_compile})
  target_link_options(${target} PRIVATE ${nodecpp_lto_link})
  get_property(pools GLOBAL PROPERTY JOB_POOLS)
  if(NODECPP_LTO AND pools MATCHES "nodecpp_lto")
    set_target_properties(${target} PROPERTIES JOB_POOL_LINK nodecpp_lto)
  endif()
  target_link_libraries(${target} PRIVATE NodeCpp::nodecpp)
endfunction()
