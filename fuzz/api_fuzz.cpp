// Random programs of API calls over the simulated port (fuzz/api/program.h): handles, listeners, timers, containers, aborts,
// streams, sockets, http, files, promises, messages and workers, all inside of each other's callbacks. Errors that are defined
// are right; nothing may be used that is gone, and each program comes to its end. What refers to itself in a circle is not
// freed, which is no leak that is looked for here.
#include <cstdio>
#include <cstdlib>

#include "api/run.h"

extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  std::atexit([] { std::fprintf(stderr, "stat::api_calls: %llu\n", static_cast<unsigned long long>(api::callsMade())); });
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  api::run(data, size);
  return 0;
}
