#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/math.h>
#include <nodecpp/perf_hooks.h>
#include <nodecpp/process.h>
#include <cmath>
using namespace nodecpp;
using perf_hooks::createHistogram;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto show = [](perf_hooks::RecordableHistogram h) {
    console::log(h->count(), h->min(), h->max(), h->mean(), h->stddev(), h->exceeds());
    console::log(h->countBigInt(), h->minBigInt(), h->maxBigInt(), h->exceedsBigInt());
    Array<String> steps, big, some;
    for (auto [step, value] : h->percentiles()) steps.push(str(step) + ":" + value);
    for (auto [step, value] : h->percentilesBigInt()) big.push(str(step) + ":" + str(value));
    console::log(steps.join(" "));
    console::log(big.join(" "));
    if (h->count() == 0) return;
    for (double p : {0.1, 1.0, 25.0, 50.0, 75.0, 90.0, 99.0, 99.9, 100.0}) some.push(str(h->percentile(p)) + "/" + str(h->percentileBigInt(p)));
    console::log(some.join(" "));
  };
  auto h = createHistogram();
  show(h);
  for (double value : {1, 2, 3, 1000, 2047, 2048, 5000, 123456789}) h->record(value);
  show(h);
  double seed = 1;
  for (int i = 0; i < 20000; ++i) {
    seed = std::fmod(seed * 16807, 2147483647);
    h->record(std::fmod(seed, 1000000) + 1);
  }
  h->record(9007199254740991.0);
  h->record(BigInt(5));
  show(h);
  for (perf_hooks::HistogramOptions options : {perf_hooks::HistogramOptions{.lowest = 1, .highest = 1000, .figures = 1}, {.lowest = 1000, .highest = 100000, .figures = 2},
                                               {.lowest = 3, .highest = 1000000, .figures = 5}, {.figures = 4}}) {
    auto other = createHistogram(options);
    for (double value : {1, 7, 999, 1001, 2500, 99999, 250000}) other->record(value);
    show(other);
    h->add(other);
  }
  show(h);
  auto json = JSON::parse(JSON::stringify(h->toJSON()));
  console::log(json["count"], json["min"], json["max"], json["mean"], json["stddev"], json["exceeds"], json["percentiles"]["50"]);
  console::log(Math::round(h->skewness() * 1e6), Math::round(h->kurtosis() * 1e6));
  h->reset();
  show(h);
  auto delta = createHistogram();
  delta->recordDelta();
  console::log(delta->count());
  delta->recordDelta();
  console::log(delta->count(), delta->min() > 0);
  auto attempt = [](auto f) {
    try {
      f();
      console::log("fine");
    } catch (Error& error) {
      console::log(error->name, error->code, error->message);
    }
  };
  attempt([=] { h->record(0.0); });
  attempt([=] { h->record(-1.0); });
  attempt([=] { h->record(1.5); });
  attempt([=] { h->record(std::pow(2, 53)); });
  attempt([=] { h->percentile(0); });
  attempt([=] { h->percentile(101); });
  attempt([=] { h->percentile(std::nan("")); });
  attempt([] { createHistogram({.lowest = 0}); });
  attempt([] { createHistogram({.lowest = 5, .highest = 9}); });
  attempt([] { createHistogram({.figures = 6}); });
  attempt([] { createHistogram({.figures = 0}); });
}); }
