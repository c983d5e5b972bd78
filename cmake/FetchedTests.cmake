# Suites of others' tests, which are fetched when they run (tests/support/archive.js).

# test262's cases as C++, which tests/test262/run.js generates and builds. Each case that does not compile must be
# reported, so the number of errors is not limited. Warnings are off, since the cases compare numbers of different
# signs.
file(GLOB nodecpp_test262_cases CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/build/test262/cases/*.cpp)
add_executable(test262_cases EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tests/test262/main.cpp ${nodecpp_test262_cases})
nodecpp_test_program(test262_cases tests)
target_compile_options(test262_cases PRIVATE -ferror-limit=0 -w)
target_include_directories(test262_cases PRIVATE ${PROJECT_SOURCE_DIR}/tests/test262)

# tests/wycheproof asks Node.js and Node.cpp for their verdicts on attacks against cryptography. `make test` does not run it, because
# it must work where nothing can be fetched; make test-all runs a tenth with the others, and all of it as a part of its own.
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT NODECPP_SANITIZE)
  add_executable(wycheproof_verdicts ${PROJECT_SOURCE_DIR}/tests/wycheproof/verdicts.cpp)
  nodecpp_test_program(wycheproof_verdicts tests)
  nodecpp_script_test(wycheproof tests/wycheproof/run.js --sample)
  set_tests_properties(wycheproof PROPERTIES LABELS whole)
endif()
