// The C++ version of measure.js.
#pragma once

#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>

namespace bench {

inline double secondsOf(nodecpp::String text) { return text ? nodecpp::toNumber(text) : 0.5; }

template <class Work>
double nanosecondsACall(Work& work, double during) {
  const auto begin = nodecpp::process::hrtime.bigint();
  const auto end = begin + std::uint64_t(during * 1e9);
  int calls = 0;
  auto now = begin;
  while (now < end) {
    work();
    calls++;
    now = nodecpp::process::hrtime.bigint();
  }
  return double(now - begin) / calls;
}

// Calls `work`, which returns the program's answer.
template <class Work>
void measure(Work work) {
  const double seconds = secondsOf(nodecpp::process::env["SECONDS"]);
  const nodecpp::String answer = nodecpp::str(work());
  nanosecondsACall(work, seconds / 2);
  nodecpp::console::log(nodecpp::JSON::stringify(
      nodecpp::var::object({{"answer", answer}, {"ns", nanosecondsACall(work, seconds)}})));
}

}  // namespace bench
