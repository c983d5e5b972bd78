#include <nodecpp/console.h>
#include <nodecpp/number/locale.h>
#include <nodecpp/process.h>
#include <nodecpp/typed_arrays.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto attempt = [](auto f) {
    try {
      console::log(f());
    } catch (const Error& error) {
      console::log(error->name, error->message);
    }
  };
  Array<double> numbers = {0, -0.0, 1, -1, 12, 123, 1234, 12345.6, 1.0005, 1.0015, 1234567.891, 999.9995, 999999.9999, 1e21, 1e-7, NaN, Infinity, -Infinity, 0.5, 2.5, 1.2345, 1.2355, 123456789012345680000.0, -1234.5678, 0.0005, 0.00049999, 0.1, 0.05, 0.004, 1e300, 5e-324};
  for (double number : numbers) {
    console::log(toLocaleString(number), toLocaleString(number, "en-US", {.minimumFractionDigits = 2}), toLocaleString(number, "en-US", {.maximumFractionDigits = 0}), toLocaleString(number, "en-US", {.minimumFractionDigits = 2, .maximumFractionDigits = 2}));
    console::log(toLocaleString(number, "en-US", {.style = "percent"}), toLocaleString(number, "en-US", {.style = "percent", .minimumFractionDigits = 1}), toLocaleString(number, "en-US", {.useGrouping = false}));
    for (String currency : {"USD", "eur", "JPY", "CHF", "CAD"}) console::log(toLocaleString(number, "en-US", {.style = "currency", .currency = currency}), toLocaleString(number, "en-US", {.style = "currency", .currency = currency, .maximumFractionDigits = 0}));
  }
  attempt([] { return toLocaleString(1, "en-US", {.style = "currency"}); });
  attempt([] { return toLocaleString(1, "en-US", {.minimumFractionDigits = 101}); });
  attempt([] { return toLocaleString(1, "en-US", {.minimumFractionDigits = 3, .maximumFractionDigits = 2}); });
  console::log(toLocaleString(Array<double>{1234.5, 2, -1e6}), toLocaleString(Array<double>{0.5}, "en-US", {.style = "percent"}), toLocaleString(Array<double>{}), toLocaleString(Float64Array({1e4, 2.25})), toLocaleString(Uint8Array({1, 255})));
  long seed = 1;
  Array<double> by = {1, 7, 1000, 1e6, 64};
  for (int i = 0; i < 2000; i++) {
    seed = seed * 48271 % 2147483647;
    double number = double(seed) / by[i % 5] - 1e6;
    console::log(toLocaleString(number), toLocaleString(number, "en-US", {.maximumFractionDigits = double(i % 7)}));
  }
}); }
