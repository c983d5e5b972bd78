#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
using namespace nodecpp;

// Keeps only functions of this file: their lines are "    at name (…/stack.js:12:5)", in C++ "…/stack.cpp:12".
String named(const Error& error) {
  Array<String> names;
  for (String line : error->stack.split("\n")) {
    auto words = line.trim().split(" ");
    if (line.includes("error/stack.") && line.endsWith(")")) names.push(words.slice(1, words.length() - 1).join(" "));
  }
  return names.join(", ");
}

[[gnu::noinline]] Error inner() {
  return Error("wrong");
}
[[gnu::noinline]] Error outer() {
  const Error error = inner();
  return error;
}
[[gnu::noinline]] Error deep(int n) {
  if (n == 0) return RangeError("deep");
  const Error error = deep(n - 1);
  return error;
}
struct Order {
  Error error;
  [[gnu::noinline]] Order() {
    this->error = TypeError("made");
  }
};
struct OrderError : Error {
  [[gnu::noinline]] OrderError(String message) : Error(message) {}
};
[[gnu::noinline]] Error refuse() {
  const OrderError error("own");
  return error;
}

Promise<int> last(bool fails) {
  co_await nullptr;
  if (fails) throw TypeError("later");
  co_return 1;
}
Promise<int> middle(bool fails) {
  const auto one = co_await last(fails);
  co_return one + 1;
}
Promise<int> first(bool fails) {
  co_return co_await middle(fails) + 1;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  const Error error = outer();
  console::log(error->stack.split("\n")[0], "|", named(error));
  error->message = "other";
  error->name = "Changed";
  console::log(error->stack.split("\n")[0], "|", str(error));
  console::log(named(deep(50)).split(", ").length(), named(deep(3)));
  const Order order;
  console::log(named(order.error));
  console::log(named(refuse()));
  Error::stackTraceLimit = 2;
  console::log(named(deep(50)));
  Error::stackTraceLimit = 0;
  console::log(deep(1)->stack, "|", outer());
  Error::stackTraceLimit = 50;
  console::log(named(deep(30)).split(", ").length());
  Error::stackTraceLimit = 10;
  error->stack = "mine";
  console::log(error->stack, error->stack == "mine", error->stack + "!");
  Error::captureStackTrace(error);
  console::log(error->stack.split("\n")[0]);

  first(false).then([](int sum) { console::log(sum); });
  first(true).catch_([](const Error& caught) {
    console::log(caught->stack.split("\n")[0], "|", named(caught));
  });
}); }
