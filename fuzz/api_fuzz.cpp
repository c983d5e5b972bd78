// Runs random programs of API calls over the simulated port (fuzz/api/program.h): handles, listeners, timers,
// containers, aborts, streams, sockets, http, files, promises, messages and workers, all inside of each other's
// callbacks. Documented errors are correct results. But no object may be used after its end, and each program must end.
// Objects that refer to themselves in a cycle may not be freed, so leaks are not checked.
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
