# What every target of this tree is compiled with.
include(GNUInstallDirs)

if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_CXX_STANDARD 23)
  set(CMAKE_CXX_STANDARD_REQUIRED ON)
  set(CMAKE_CXX_EXTENSIONS OFF)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  find_program(NODECPP_CCACHE ccache)
  if(NODECPP_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # As ccache's manual has it for precompiled headers.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${NODECPP_CCACHE})
  endif()
endif()

# What a precompiled header needs to be kept by ccache.
set(nodecpp_pch_options "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  set(nodecpp_pch_options "SHELL:-Xclang -fno-pch-timestamp")
endif()
set(nodecpp_own_options -Wall -Wextra ${nodecpp_pch_options})
# Programs have handlers that leave parameters unused, as in JavaScript.
set(nodecpp_program_options -Wall -Wextra -Wno-unused-parameter)

# Inside this tree the sanitizers go into everything; they are never exported.
if(NODECPP_SANITIZE)
  add_compile_options(-fsanitize=${NODECPP_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${NODECPP_SANITIZE})
  if(NODECPP_SANITIZE_WITHOUT)
    add_compile_options(-fno-sanitize=${NODECPP_SANITIZE_WITHOUT})
  endif()
endif()

# ThinLTO objects carry native code as well ("fat"). So a test links in no time without LTO, an installed archive
# serves any linker, and only the programs that are measured pay for the optimising link.
set(nodecpp_lto_compile "")
set(nodecpp_lto_link "")
if(NODECPP_LTO)
  set(nodecpp_lto_compile -flto=thin -ffat-lto-objects)
  set(nodecpp_lto_link -flto=thin -ffat-lto-objects -O3)
  # What the library comes to in one program it comes to in most: kept, it is compiled once, not once a program. One link
  # after the other (each uses all cores), so that the next one finds it.
  if(CMAKE_EXE_LINKER_FLAGS MATCHES "lld" OR CMAKE_LINKER_TYPE STREQUAL "LLD")
    list(APPEND nodecpp_lto_link -Wl,--thinlto-cache-dir=${PROJECT_BINARY_DIR}/thinlto)
    set_property(GLOBAL APPEND PROPERTY JOB_POOLS nodecpp_lto=1)
  endif()
endif()

# Compiles the sources of a target that stand in one folder under `root` some at a time, as one file: most of what a file
# costs is reading its headers and making code of their templates. So two files of a folder cannot have a local name each
# for two things. Debug builds take each file alone, which is less to do after an edit, and shows a header that a file
# forgets to name.
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
    # As few groups as do, all about as large.
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

# A program of this tree, as its users compile and link it.
function(nodecpp_plain_program target)
  target_compile_options(${target} PRIVATE ${nodecpp_program_options})
  target_link_libraries(${target} PRIVATE NodeCpp::nodecpp)
endfunction()

# One that is measured: optimised with the library as a whole.
function(nodecpp_program target)
  target_compile_options(${target} PRIVATE ${nodecpp_program_options} ${nodecpp_lto_compile})
  target_link_options(${target} PRIVATE ${nodecpp_lto_link})
  get_property(pools GLOBAL PROPERTY JOB_POOLS)
  if(NODECPP_LTO AND pools MATCHES "nodecpp_lto")
    set_target_properties(${target} PROPERTIES JOB_POOL_LINK nodecpp_lto)
  endif()
  target_link_libraries(${target} PRIVATE NodeCpp::nodecpp)
endfunction()
