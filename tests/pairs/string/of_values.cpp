#include <nodecpp/bigint.h>
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<num> list = {1, 2};
  console::log(String(num(2.5)), String(5), String(true), String(1e21), String(list), String(list[0]), String(Error("x")), String(BigInt(7)), String(NaN));
  console::log(Array<>::from("héllo"), Array<>::from("ab", [](auto c) { return c.toUpperCase(); }), Array<>::from("").length());
  auto inner = RangeError("inner");
  auto outer = Error("outer", {.cause = inner});
  console::log(outer->cause->message, outer->cause == inner, instanceof<RangeError>(outer->cause), instanceof<TypeError>(outer->cause), inner->cause == undefined, inner->cause);
  for (Error error = outer; error; error = error->cause) console::log(error->name, error->message);
  auto many = AggregateError(Array<TypeError>{TypeError("a")}, "many");
  console::log(many->errors.length(), many->errors[0]->name);
  try {
    console::log(inner->cause->message);
  } catch (const Error& error) {
    console::log(error->name);
  }
  console::log(Object::fromEntries(Array<String>{"x", "y"}.entries()));
}); }
