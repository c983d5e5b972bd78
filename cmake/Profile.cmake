# Optimisation by profile: the library is built a first time with counters (build/PRESET/profile), tools/training runs,
# and the library proper is compiled knowing which ways through it are taken how often. It is done once a build folder,
# since what was edited after that is only compiled as without a profile; `make profile` does it again.
#
# NODECPP_TRAINING is set in the inner build alone.
if(NODECPP_TRAINING)
  target_compile_options(nodecpp PRIVATE -fprofile-generate)
  add_executable(nodecpp_training ${PROJECT_SOURCE_DIR}/tools/training/training.cpp)
  target_include_directories(nodecpp_training PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_compile_options(nodecpp_training PRIVATE ${nodecpp_program_options})
  target_link_options(nodecpp_training PRIVATE -fprofile-generate)
  target_link_libraries(nodecpp_training PRIVATE NodeCpp::nodecpp)
  return()
endif()

find_program(NODECPP_PROFDATA NAMES llvm-profdata-19 llvm-profdata HINTS /usr/lib/llvm-19/bin)
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR NOT NODECPP_PROFDATA)
  message(WARNING "NODECPP_PROFILE needs clang and its llvm-profdata (Debian's llvm-19): the library is built without "
    "a profile, and is slower")
  return()
endif()

set(nodecpp_profile_build ${PROJECT_BINARY_DIR}/profile)
set(nodecpp_profile ${nodecpp_profile_build}/nodecpp.profdata)
add_custom_command(OUTPUT ${nodecpp_profile}
  COMMAND ${CMAKE_COMMAND} -E echo "counting what the library is used for: it is built twice, this time only"
  COMMAND ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR} -B ${nodecpp_profile_build} -G ${CMAKE_GENERATOR}
    -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
    -DCMAKE_CXX_FLAGS_RELEASE=${CMAKE_CXX_FLAGS_RELEASE} -DCMAKE_EXE_LINKER_FLAGS=${CMAKE_EXE_LINKER_FLAGS}
    -DNODECPP_SAFETY=${NODECPP_SAFETY} -DNODECPP_TRAINING=ON -DNODECPP_TESTS=OFF -DNODECPP_EXAMPLES=OFF
    -DNODECPP_BENCH=OFF --log-level=WARNING
  COMMAND ${CMAKE_COMMAND} --build ${nodecpp_profile_build} --target nodecpp_training
  COMMAND ${CMAKE_COMMAND} -E env LLVM_PROFILE_FILE=${nodecpp_profile_build}/training.profraw
    ${nodecpp_profile_build}/nodecpp_training
  # Sparse: functions that never ran are not in it, else they would count as cold.
  COMMAND ${NODECPP_PROFDATA} merge -sparse -o ${nodecpp_profile} ${nodecpp_profile_build}/training.profraw
  DEPENDS ${PROJECT_SOURCE_DIR}/tools/training/training.cpp
  USES_TERMINAL VERBATIM)
add_custom_target(nodecpp_profile DEPENDS ${nodecpp_profile})
add_dependencies(nodecpp nodecpp_profile)
set_source_files_properties(${nodecpp_sources} PROPERTIES OBJECT_DEPENDS ${nodecpp_profile})
target_compile_options(nodecpp PRIVATE -fprofile-use=${nodecpp_profile}
  -Wno-profile-instr-unprofiled -Wno-profile-instr-out-of-date -Wno-backend-plugin)
