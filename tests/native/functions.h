// The functions that tests/native exports. They are compiled into a native module (module.cpp) and into a program
// (program.cpp).
#pragma once

#include <nodecpp/json.h>
#include <nodecpp/node_module.h>
#include <nodecpp/path.h>
#include <nodecpp/querystring.h>
#include <nodecpp/string_decoder.h>
#include <nodecpp/url.h>
#include <nodecpp/util.h>

#include <chrono>
#include <functional>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

namespace sample {

using namespace nodecpp;

inline double add(double a, double b) { return a + b; }
template <class T>
T same(T value) {
  return value;
}
inline std::size_t lengthOf(std::string_view text) { return text.size(); }
inline String greet(const String& name, std::optional<String> greeting) {
  return greeting.value_or("Hello") + ", " + name + "!";
}

struct Point {
  double x = 0, y = 0;
  std::optional<String> label;
};
NODECPP_FIELDS(Point, x, y, label)
struct Path {
  std::vector<Point> points;
  bool closed = false;
};
NODECPP_FIELDS(Path, points, closed)

inline Point mirrored(const Point& point) { return {point.y, point.x, point.label}; }
inline Path reversed(Path path) {
  std::vector<Point> back(path.points.rbegin(), path.points.rend());
  return {back, path.closed};
}

// Functions with bytes.
inline double sum(std::span<const double> values) { return std::accumulate(values.begin(), values.end(), 0.0); }
inline std::uint32_t sumBytes(std::span<const std::uint8_t> bytes) {
  return std::accumulate(bytes.begin(), bytes.end(), 0u);
}
inline void fill(std::span<std::uint8_t> bytes, std::uint8_t with) {
  for (std::uint8_t& byte : bytes) byte = with;
}
inline void fillSlowly(std::span<std::uint8_t> bytes, std::uint8_t with) {
  for (std::uint8_t& byte : bytes) {
    byte = with;
    if (&byte - bytes.data() < 20) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}
// Returns the address of the bytes, to check that they were not copied.
inline native::BigUint64 addressOf(const Buffer& bytes) { return {reinterpret_cast<std::uint64_t>(bytes.bytes())}; }
inline native::BigUint64 addressOfSpan(std::span<const std::byte> bytes) {
  return {reinterpret_cast<std::uint64_t>(bytes.data())};
}
inline Buffer& kept() {
  static thread_local Buffer buffer;
  return buffer;
}
inline void keep(Buffer bytes) { kept() = bytes.subarray(1); }
inline Buffer giveKept() { return kept(); }
inline Buffer makeBuffer(std::uint32_t size, std::uint8_t with) { return Buffer::alloc(size, with); }
inline native::TypedArray<float> ramp(std::uint32_t size) {
  native::TypedArray<float> out;
  for (std::uint32_t i = 0; i < size; ++i) out.elements.push_back(float(i) / 2);
  return out;
}

// Functions that call callbacks.
inline int twice(const Function<int(int)>& f, int n) { return f(f(n)); }
inline void each(std::function<void(const String&, std::uint32_t)> f, std::vector<String> items) {
  for (std::uint32_t i = 0; i < items.size(); ++i) f(items[i], i);
}
inline int orElse(std::optional<Function<int()>> f) { return f ? (*f)() : -1; }
inline Function<int(int)>& listener() {
  static thread_local Function<int(int)> f;
  return f;
}
inline void listen(Function<int(int)> f) { listener() = f; }
inline int tell(int n) { return listener()(n); }
inline void unlisten() { listener() = nullptr; }
// Returns what C++ knows of a JavaScript exception, and tests whether the same exception can be thrown again.
inline String what(const Function<void()>& f) {
  try {
    f();
  } catch (const TypeError& error) {
    return "TypeError " + error->code + ": " + error->message;
  } catch (const Error& error) {
    return error->name + " " + error->code + ": " + error->message;
  }
  return "nothing";
}
inline void rethrow(const Function<void()>& f) {
  try {
    f();
  } catch (const Error& error) {
    throw error;
  }
}
inline double bytesThen(std::span<const std::uint8_t> bytes, const Function<void()>& f) {
  f();
  return sumBytes(bytes);
}

// Functions that throw errors.
inline void fail(const String& how) {
  if (how == "type") throw TypeError("a type");
  if (how == "range") throw RangeError("a range");
  if (how == "uri") throw URIError("a URI");
  if (how == "eval") throw EvalError("an evaluation");
  if (how == "reference") throw ReferenceError("a reference");
  if (how == "syntax") throw SyntaxError("a syntax");
  if (how == "abort") throw AbortError();
  if (how == "system") throw nodecpp::detail::uvException(-2, "open", "/nowhere");
  if (how == "cause") {
    Error error("outer");
    error->cause.push_back(TypeError("inner"));
    throw error;
  }
  if (how == "std") throw std::runtime_error("runtime");
  if (how == "out_of_range") static_cast<void>(std::vector<int>().at(1));
  if (how == "errc") throw std::system_error(std::make_error_code(std::errc::permission_denied));
  if (how == "memory") throw std::bad_alloc();
  if (how == "int") throw 1;
}

// Uses the parts of the library that a module may use.
inline std::vector<String> parts(const String& text) {
  auto url = make<URL>(text);
  var parsed = JSON::parse(url->searchParams()->get("json").toString());
  parsed["more"] = var::array({1, "two", nullptr});
  auto decoder = make<string_decoder::StringDecoder>("utf8");
  String decoded = decoder->write(Buffer::from({0xe2, 0x82}));
  decoded += decoder->write(Buffer::from({0xac}));
  return {url->hostname(),
          path::basename(url->pathname(), ".html"),
          path::resolve("here"),
          JSON::stringify(parsed),
          util::inspect(parsed),
          querystring::stringify(querystring::parse("a=1&b=%20&a=2")),
          url::parse(text).host.toString(),
          decoded};
}

// Functions that run on the pool.
inline int spin(std::uint32_t milliseconds, native::Stop stop) {
  for (std::uint32_t i = 0; i < milliseconds; ++i) {
    stop.throwIfRequested();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return int(milliseconds);
}
inline int sleepOn(std::uint32_t milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
  return int(milliseconds);
}
inline int progress(std::uint32_t steps, Function<void(std::uint32_t)> report) {
  for (std::uint32_t i = 1; i <= steps; ++i) report(i);
  return int(steps);
}
inline std::uint32_t countPrimes(std::uint32_t limit) {
  std::vector<bool> composite(limit);
  std::uint32_t count = 0;
  for (std::size_t i = 2; i < limit; ++i) {
    if (composite[i]) continue;
    ++count;
    for (std::size_t k = i * i; k < limit; k += i) composite[k] = true;
  }
  return count;
}
struct Calls {
  std::uint32_t count = 0;
};
inline std::uint32_t countCall(native::State<Calls> calls) { return ++calls->count; }

// Exported classes.
inline std::atomic<int> alive{0};
class Counter {
 public:
  explicit Counter(int start) : n_(start) {
    if (start < 0) throw RangeError("below zero");
    ++alive;
  }
  Counter(const Counter& other) : n_(other.n_) { ++alive; }
  ~Counter() { --alive; }
  int add(int by) { return n_ += by; }
  int addSlowly(int by) {
    sleepOn(20);
    return n_ += by;
  }
  int value() const { return n_; }
  void setValue(int n) { n_ = n; }
  Counter copy() const { return *this; }
  static Counter zero() { return Counter(0); }

 private:
  int n_;
};
// JavaScript cannot construct a Token; only functions return it.
class Token {
 public:
  String text() const { return "token"; }
};
inline Token makeToken() { return {}; }
inline int valueOf(const Counter& counter) { return counter.value(); }
inline void raise(Counter& counter) { counter.add(1); }
inline int countersAlive() { return alive; }

}  // namespace sample
