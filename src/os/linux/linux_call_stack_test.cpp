#include "os/linux/linux_call_stack.h"

#include <nodecpp/error.h>
#include <nodecpp/thread_transfer.h>

#include <doctest/doctest.h>
#include <unwind.h>

#include <string>
#include <thread>
#include <vector>

#include "base/errors/call_stack.h"
#include "os/linux/linux_port.h"

using namespace nodecpp;

// The functions of a program under test. They are outside the namespace nodecpp, as a program's functions are.
namespace shop {

// This reference to the port links it into the test, and with it the functions by which errors read the stack.
[[gnu::used]] os::Port& port() { return os::linuxPort(); }

struct Made {
  Error error;
  int line;
};

[[gnu::noinline]] Made inner() { return {Error("wrong"), __LINE__}; }
[[gnu::noinline]] Made outer(int& line) {
  line = __LINE__ + 1;
  Made made = inner();
  return made;
}
struct Order {
  Error error;
  [[gnu::noinline]] Order() : error("in a constructor") {}
  [[gnu::noinline]] Error check(int depth) const {
    if (depth > 0) {
      Error error = check(depth - 1);
      return error;
    }
    return RangeError("deep");
  }
};
class OrderError : public Error {
 public:
  [[gnu::noinline]] explicit OrderError(StringArg message) : Error("OrderError", message) {}
};
[[gnu::noinline]] Error fail() {
  OrderError error("own");
  return error;
}

std::vector<const void*> byLibrary() {
  std::vector<const void*> out;
  _Unwind_Backtrace(
      [](_Unwind_Context* context, void* to) {
        static_cast<std::vector<const void*>*>(to)->push_back(reinterpret_cast<void*>(_Unwind_GetIP(context)));
        return _URC_NO_REASON;
      },
      &out);
  return out;
}
// Compares our walk and libgcc's, both begun in the same frame.
[[gnu::noinline]] void compare(int depth) {
  if (depth > 0) {
    const std::vector<char> some(static_cast<std::size_t>(depth), 1);
    compare(depth - 1);
    CHECK(some.size() == std::size_t(depth));
    return;
  }
  const void* own[256];
  const std::size_t count = os::callStack(own, 256);
  std::vector<const void*> theirs = byLibrary();
  while (!theirs.empty() && !theirs.back()) theirs.pop_back();
  REQUIRE(count >= 3);
  REQUIRE(theirs.size() >= count);
  // The innermost two calls are in this function. libgcc's walk begins in the caller of its lambda, and may know more
  // frames at the outer end.
  const std::size_t skipped = theirs.size() - count;
  CHECK(skipped <= 2);
  for (std::size_t i = 1; i < count; ++i) CHECK(own[i] == theirs[i + skipped]);
}

}  // namespace shop

namespace {

std::string place(const char* file, int line) { return std::string(file) + ":" + std::to_string(line) + ")"; }
bool hasLines() { return shop::Made(shop::inner()).error->stack.includes(".cpp:"); }

}  // namespace

TEST_CASE("the walk finds what libgcc's finds") {
  for (int depth : {0, 1, 7, 40}) shop::compare(depth);
  std::thread([] { shop::compare(3); }).join();
}

TEST_CASE("no more calls are told of than are asked for") {
  const void* calls[4] = {};
  CHECK(os::callStack(calls, 2) == 2);
  CHECK(calls[2] == nullptr);
  CHECK(os::callStack(calls, 0) == 0);
}

TEST_CASE("an error's stack names the program's functions, with their files and lines") {
  REQUIRE(hasLines());  // All presets build the tests with line information.
  int line = 0;
  const shop::Made made = shop::outer(line);
  const auto lines = made.error->stack.split("\n");
  REQUIRE(lines.length() >= 3);
  CHECK(lines[0] == "Error: wrong");
  CHECK(lines[1] == "    at shop::inner (" + place(__FILE__, made.line));
  CHECK(lines[2] == "    at shop::outer (" + place(__FILE__, line));
  CHECK_FALSE(made.error->stack.includes("nodecpp::"));
}

TEST_CASE("constructors, methods and recursion in a stack") {
  const shop::Order order;
  CHECK(order.error->stack.split("\n")[1].toString().startsWith("    at new shop::Order ("));
  const auto lines = order.check(30)->stack.split("\n");
  CHECK(lines.length() == 11);  // The stack has its first line and ten calls.
  CHECK(lines[0] == "RangeError: deep");
  for (std::ptrdiff_t i = 1; i < lines.length(); ++i) CHECK(lines[i].toString().startsWith("    at shop::Order::check ("));
  // The constructor of an error class is left out of the stack, since nothing went wrong there.
  CHECK(shop::fail()->stack.split("\n")[1].toString().startsWith("    at shop::fail ("));
}

TEST_CASE("a lambda is its place alone") {
  const int line = __LINE__ + 1;
  auto lambda = []() __attribute__((noinline)) { return Error("x"); };
  CHECK(lambda()->stack.split("\n")[1] == str("    at ") + __FILE__ + ":" + str(line));
}

TEST_CASE("a stack is a text, and may be another one") {
  Error error = shop::inner().error;
  const Error same = error;
  const String whole = error->stack;
  CHECK(whole.startsWith("Error: wrong\n    at "));
  CHECK(error->stack == whole);
  CHECK("<" + error->stack + ">" == "<" + whole + ">");
  CHECK(str(error->stack) == whole);
  CHECK(error->stack.length() == whole.length());
  CHECK(error->stack.indexOf("wrong") == 7);
  // Later changes to the message do not change the stack that was read.
  error->message = "other";
  CHECK(error->stack == whole);
  detail::setCode(error, "E_CODE");
  CHECK(error->stack.startsWith("Error [E_CODE]: other\n    at "));
  error->stack = "replaced";
  CHECK(same->stack == "replaced");
  error->stack = String();
  CHECK(error->stack.empty());
  Error::captureStackTrace(error);
  CHECK(error->stack.startsWith("Error: other\n    at "));
}

TEST_CASE("a stack goes to another thread") {
  Error error = shop::inner().error;
  const String whole = error->stack.toString();
  std::string there;
  const Error kept = error;
  detail::unshare(error);
  std::thread([&there, moved = std::move(error)]() mutable {
    there.assign(moved->stack.data(), moved->stack.size());
    moved = nullptr;
  }).join();
  CHECK(String(there) == whole);
  CHECK(kept->stack == whole);
}

TEST_CASE("an error of the system has lines where the program called what failed") {
  struct Here {
    [[gnu::noinline]] static Error open() { return detail::uvException(2, "open", "/nope"); }
  };
  CHECK(Here::open()->stack.includes("Here::open ("));
}
