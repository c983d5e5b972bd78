#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/math.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  const num numbers[] = {0, -0.0, 1e21, 5e-324, 123.456, 0.1 + 0.2, Math::pow(2, 53), 1e-7, NaN, -Infinity, 255, -1.005};
  for (num n : numbers) {
    console::log(n, str(n), format("{}", n), "n: " + n);
    console::log(n.toFixed(2), n.toPrecision(3), n.toExponential(1), n.toString(16), n.toString(2));
  }
  for (String text : {"12px", " 0x1f", "1e3", ".5", "abc", "", "-7.9"})
    console::log(parseInt(text), parseInt(text, 16), parseFloat(text), Number(text), isNaN(text), isFinite(text));
  for (Function<void(num)> f : {Function<void(num)>([](num n) { n.toFixed(101); }), Function<void(num)>([](num n) { n.toPrecision(0); }), Function<void(num)>([](num n) { n.toExponential(-1); }), Function<void(num)>([](num n) { n.toString(1); })})
    try {
      f(5);
    } catch (const Error& error) {
      console::log(error->name, error->message);
    }
  console::log(Number::isInteger(5.0), Number::isSafeInteger(Math::pow(2, 53)), Number::isNaN("x"), Number::MAX_SAFE_INTEGER, Number::EPSILON, Number::MIN_VALUE);
  console::log(var::array({num(1.5), num(2)}), var::object({{"n", num(7)}}), JSON::stringify(var::object({{"n", num(0.5)}, {"none", num(NaN)}})));
}); }
