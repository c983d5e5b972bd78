# Profile-guided optimisation: tools/training counts how often each branch of the library is taken, and the compiler
# optimises by these counts. The counts are kept in the repository, in one file for each version of the compiler, so
# that a build does not have to count first. `make profile` counts again, and tests/profile says when that is necessary.
#
# NODECPP_TRAINING is set only in the inner build of `make profile`.
set(nodecpp_profile_kind "")
if(NOT NODECPP_SAFETY)
  set(nodecpp_profile_kind "-nosafety")  # most functions have other branches when the checks are compiled out
endif()
string(REGEX MATCH "^[0-9]+" nodecpp_compiler_major "${CMAKE_CXX_COMPILER_VERSION}")
set(nodecpp_profile_counts
  ${PROJECT_SOURCE_DIR}/tools/training/clang-${nodecpp_compiler_major}${nodecpp_profile_kind}.proftext)

# The profile names a function with internal linkage by its file's name too. The folders are left out of these names,
# because they differ from clone to clone.
set(nodecpp_profile_names "SHELL:-mllvm -static-func-full-module-prefix=false")

if(NODECPP_TRAINING)
  target_compile_options(nodecpp PRIVATE -fprofile-generate ${nodecpp_profile_names})
  add_executable(nodecpp_training ${PROJECT_SOURCE_DIR}/tools/training/training.cpp)
  target_include_directories(nodecpp_training PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_compile_options(nodecpp_training PRIVATE ${nodecpp_program_options})
  target_link_options(nodecpp_training PRIVATE -fprofile-generate)
  target_link_libraries(nodecpp_training PRIVATE NodeCpp::nodecpp)
  return()
endif()

find_program(NODECPP_PROFDATA NAMES llvm-profdata-${nodecpp_compiler_major} llvm-profdata
  HINTS /usr/lib/llvm-${nodecpp_compiler_major}/bin)
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR NOT NODECPP_PROFDATA)
  message(WARNING "NODECPP_PROFILE needs clang and its llvm-profdata (Debian's llvm-19): the library is built without "
    "a profile, and is slower")
  return()
endif()

# The target of `make profile`.
set(nodecpp_training_build ${PROJECT_BINARY_DIR}/training)
add_custom_target(nodecpp_profile
  COMMAND ${CMAKE_COMMAND} -E echo "building the library with counters (some minutes)"
  COMMAND ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR} -B ${nodecpp_training_build} -G ${CMAKE_GENERATOR}
    -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
    -DCMAKE_CXX_FLAGS_RELEASE=${CMAKE_CXX_FLAGS_RELEASE} -DCMAKE_EXE_LINKER_FLAGS=${CMAKE_EXE_LINKER_FLAGS}
    -DNODECPP_SAFETY=${NODECPP_SAFETY} -DNODECPP_TRAINING=ON -DNODECPP_TESTS=OFF -DNODECPP_EXAMPLES=OFF
    -DNODECPP_BENCH=OFF --log-level=WARNING
  COMMAND ${CMAKE_COMMAND} --build ${nodecpp_training_build} --target nodecpp_training
  COMMAND ${CMAKE_COMMAND} -E rm -f ${nodecpp_training_build}/training.profraw
  COMMAND ${CMAKE_COMMAND} -E env LLVM_PROFILE_FILE=${nodecpp_training_build}/training.profraw
    ${nodecpp_training_build}/nodecpp_training
  # -sparse leaves functions that never ran out of the profile. Otherwise the compiler would treat them as cold.
  COMMAND ${NODECPP_PROFDATA} merge -sparse -text -o ${nodecpp_profile_counts} ${nodecpp_training_build}/training.profraw
  USES_TERMINAL VERBATIM)

if(NOT EXISTS ${nodecpp_profile_counts})
  message(WARNING "there is no profile for clang ${nodecpp_compiler_major}: the library is built without one, and is "
    "slower. `make profile` makes one.")
  return()
endif()

# The name of the binary profile contains a hash of the counts, so that everything is compiled again when the counts
# change.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${nodecpp_profile_counts})
file(SHA256 ${nodecpp_profile_counts} nodecpp_profile_hash)
string(SUBSTRING ${nodecpp_profile_hash} 0 12 nodecpp_profile_hash)
set(nodecpp_profile ${PROJECT_BINARY_DIR}/nodecpp-${nodecpp_profile_hash}.profdata)
if(NOT EXISTS ${nodecpp_profile})
  execute_process(COMMAND ${NODECPP_PROFDATA} merge -o ${nodecpp_profile} ${nodecpp_profile_counts}
    COMMAND_ERROR_IS_FATAL ANY)
endif()
target_compile_options(nodecpp PRIVATE -fprofile-use=${nodecpp_profile} ${nodecpp_profile_names}
  -Wno-profile-instr-unprofiled -Wno-profile-instr-out-of-date -Wno-backend-plugin)
