// The C++ version of measure.js.
#pragma once

#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>

namespace bench {

inline double secondsOf(nodecpp::String text) { return text ? nodecpp::toNumber(text) : 0.5; }

// Calls `work` for `during` seconds and then `then` with the nanoseconds for one call.
template <class Work>
void repeat(Work work, double during, nodecpp::Function<void(double)> then) {
  const auto begin = nodecpp::process::hrtime.bigint();
  const auto end = begin + std::uint64_t(during * 1e9);
  nodecpp::let<int> calls = 0;
  nodecpp::let<nodecpp::Function<void()>> next;
  next = [=] {
    work();
    calls++;
    const auto now = nodecpp::process::hrtime.bigint();
    if (now < end)
      nodecpp::setImmediate(next);
    else
      then(double(now - begin) / calls);
  };
  nodecpp::setImmediate(next);
}

// Calls `work`, which returns the program's answer.
template <class Work>
void measure(Work work) {
  const double seconds = secondsOf(nodecpp::process::env["SECONDS"]);
  const nodecpp::String answer = nodecpp::str(work());
  repeat(work, seconds / 2, [=] {
    repeat(work, seconds, [=](double ns) {
      nodecpp::console::log(nodecpp::JSON::stringify(nodecpp::var::object({{"answer", answer}, {"ns", ns}})));
    });
  });
}

}  // namespace bench
