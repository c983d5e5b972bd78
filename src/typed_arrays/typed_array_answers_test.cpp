// Asks typed arrays what Node was asked: how numbers are kept, and what sequences of calls answer
// (tests/answers/typed_arrays.inc).
#include <nodecpp/array.h>
#include <nodecpp/buffer.h>
#include <nodecpp/error.h>
#include <nodecpp/set.h>
#include <nodecpp/typed_arrays.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace nodecpp;

namespace {

struct Stored {
  std::uint64_t bits;
  const char* values;
};
struct Calls {
  const char* kind;
  bool fixed;
  int size, seed;
  const char *steps, *answers;
};

#define ROW(...) {__VA_ARGS__},
#define STORED ROW
#define CALLS(...)
const Stored stored[] = {
#include "answers/typed_arrays.inc"
};
#undef STORED
#undef CALLS
#define STORED(...)
#define CALLS ROW
const Calls calls[] = {
#include "answers/typed_arrays.inc"
};

std::string show(double value) {
  if (value == 0 && std::signbit(value)) return "-0";
  const String text = str(value);
  return {text.data(), text.size()};
}
std::string show(const BigInt& value) {
  const String text = value.toString();
  return {text.data(), text.size()};
}
std::string plain(const String& text) { return {text.data(), text.size()}; }
template <class T>
std::string all(const TypedArray<T>& array) {
  std::string out;
  for (auto element : array) out += (out.empty() ? "" : ",") + show(element);
  return out;
}
const char* yes(bool is) { return is ? "true" : "false"; }

// Runs the operations of typed_arrays.js on one kind of array.
template <class T>
struct Interpreter {
  using Kind = TypedArray<T>;
  static constexpr bool big = detail::isBigKind<T>;
  using Value = std::conditional_t<big, BigInt, num>;

  ArrayBuffer buffer;
  Kind a = Kind(3);
  std::vector<std::string> given;

  double n(std::size_t i) const {
    const std::string& text = given.at(i);
    if (text == "Infinity" || text == "-Infinity") return text[0] == '-' ? -Infinity : Infinity;
    return text == "NaN" ? NaN : std::strtod(text.c_str(), nullptr);
  }
  Value v(std::size_t i) const { return value(n(i)); }
  static Value value(double number) {
    if constexpr (big)
      return BigInt(number);
    else
      return number;
  }
  static bool isIndex(double number) { return number >= 0 && std::isfinite(number) && std::trunc(number) == number; }
  std::string found(const Value& than) const {
    const auto is = [&](const Value& x) { return x > than; };
    return std::to_string(a.findIndex(is)) + " " + std::to_string(a.findLastIndex(is)) + " " + yes(a.some(is)) + " " + yes(a.every(is));
  }
  std::string at(double index) const {
    if constexpr (big) {
      // Reading a missing BigInt throws a RangeError here, unlike in JavaScript, so the index is checked first. For an
      // array without elements at() is called nevertheless, because it tells whether the array is detached.
      const double from = detail::fromEnd(index, a.size());
      if (a.size() && !(from >= 0 && from < double(a.size()))) return "none";
      try {
        return show(a.at(index));
      } catch (const RangeError&) {
        return "none";
      }
    } else {
      const auto element = a.at(index);
      return element.isUndefined() ? "none" : show(element);
    }
  }
  static std::string get(const auto& element) { return element.isUndefined() ? "none" : show(element); }
  std::string run(const std::string& name) {
    if (name == "get") return isIndex(n(0)) ? get(a[n(0)]) : "no index";
    if (name == "put") {
      if (isIndex(n(0))) a[n(0)] = v(1);
      return all(a);
    }
    if (name == "at") return at(n(0));
    if (name == "fill") return all(a.fill(v(0), n(1), n(2)));
    if (name == "set") return a.set({v(0), v(1)}, n(2)), all(a);
    if (name == "setOwn") return a.set(a.subarray(n(0)), n(1)), all(a);
    if (name == "setBytes") {
      if constexpr (big)
        a.set(BigInt64Array(buffer, 0, 1), n(0));
      else
        a.set(Uint8Array(buffer, 1, 2), n(0));
      return all(a);
    }
    if (name == "copyWithin") return all(a.copyWithin(n(0), n(1), n(2)));
    if (name == "slice") return all(a.slice(n(0), n(1)));
    if (name == "subarray") {
      a = a.subarray(n(0), n(1));
      return std::to_string(a.byteOffset()) + " " + std::to_string(a.byteLength()) + " " + all(a);
    }
    if (name == "tail") {
      a = a.subarray(n(0));
      return std::to_string(a.byteOffset()) + " " + std::to_string(a.length());
    }
    if (name == "with") return all(a.with(n(0), v(1)));
    if (name == "reverse") return all(a.reverse());
    if (name == "sort") return all(a.sort());
    if (name == "sortDown") return all(a.sort([](const Value& x, const Value& y) { return x < y ? 1 : x > y ? -1 : x == y ? 0 : x == x ? -1 : y == y ? 1 : 0; }));
    if (name == "toSorted") return all(a.toSorted());
    if (name == "toReversed") return all(a.toReversed());
    if (name == "indexOf") return std::to_string(a.indexOf(v(0), n(1)));
    if (name == "lastIndexOf") return std::to_string(a.lastIndexOf(v(0), n(1)));
    if (name == "includes") return yes(a.includes(v(0), n(1)));
    if (name == "join") return plain(a.join(";"));
    if (name == "map") return all(a.map([](const Value& x) { return x + x + value(1); }));
    if (name == "filter") return all(a.filter([&](const Value& x) { return x > v(0); }));
    if (name == "find") return found(v(0));
    if (name == "reduce")
      return show(a.reduce([](const Value& sum, const Value& x) { return sum + x; }, value(0))) + " " +
             show(a.reduceRight([](const Value&, const Value& x) { return x; }, value(7)));
    if (name == "entries") {
      std::string out;
      for (auto [index, element] : a.entries()) out += (out.empty() ? "" : " ") + std::to_string(index) + "=" + show(element);
      return out;
    }
    return onBuffer(name);
  }
  std::string onBuffer(const std::string& name) {
    if (name == "shape")
      return std::to_string(a.length()) + " " + std::to_string(a.byteLength()) + " " + std::to_string(a.byteOffset()) + " " +
             std::to_string(buffer.byteLength()) + " " + std::to_string(buffer.maxByteLength());
    if (name == "resize") return buffer.resize(n(0)), std::to_string(a.length());
    if (name == "grow") return buffer.resize(40), std::to_string(a.length());
    if (name == "transfer") {
      buffer = buffer.transfer(n(0));
      return std::to_string(a.length()) + " " + std::to_string(buffer.byteLength()) + " " + yes(buffer.resizable());
    }
    if (name == "sliceBuffer") return all(Uint8Array(buffer.slice(n(0), n(1))));
    if (name == "view") return a = Kind(buffer, n(0), n(1)), all(a);
    if (name == "viewOpen") return a = Kind(buffer, n(0)), all(a);
    if (name == "dataView") {
      const DataView view(buffer, n(0), n(1));
      return std::to_string(view.byteOffset()) + " " + std::to_string(view.byteLength());
    }
    if (name == "dataGet") return dataGet(DataView(buffer), n(1), n(2) == 1);
    if (name == "dataSet") {
      dataSet(DataView(buffer), n(1), n(2), n(3) == 1);
      return all(Uint8Array(buffer));
    }
    return "unknown: " + name;
  }
  std::string dataGet(const DataView& view, double at, bool little) const {
    switch (int(n(0))) {
      case 0: return show(view.getInt8(at, little));
      case 1: return show(view.getUint8(at, little));
      case 2: return show(view.getInt16(at, little));
      case 3: return show(view.getUint16(at, little));
      case 4: return show(view.getInt32(at, little));
      case 5: return show(view.getUint32(at, little));
      case 6: return show(view.getFloat16(at, little));
      case 7: return show(view.getFloat32(at, little));
      default: return show(view.getFloat64(at, little));
    }
  }
  void dataSet(const DataView& view, double at, double value, bool little) const {
    switch (int(n(0))) {
      case 0: return view.setInt8(at, value, little);
      case 1: return view.setUint8(at, value, little);
      case 2: return view.setInt16(at, value, little);
      case 3: return view.setUint16(at, value, little);
      case 4: return view.setInt32(at, value, little);
      case 5: return view.setUint32(at, value, little);
      case 6: return view.setFloat16(at, value, little);
      case 7: return view.setFloat32(at, value, little);
      default: return view.setFloat64(at, value, little);
    }
  }
};

std::vector<std::string> split(const std::string& text, char by) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (std::size_t at; (at = text.find(by, from)) != text.npos; from = at + 1) parts.push_back(text.substr(from, at - from));
  parts.push_back(text.substr(from));
  return parts;
}

template <class T>
void check(const Calls& row) {
  Interpreter<T> run;
  run.buffer = row.fixed ? ArrayBuffer(row.size) : ArrayBuffer(row.size, {.maxByteLength = 48});
  const Uint8Array bytes(run.buffer);
  for (int i = 0; i < row.size; ++i) bytes[i] = i * 37 + row.seed;
  const auto steps = split(row.steps, '\n'), answers = split(row.answers, '\n');
  REQUIRE(steps.size() == answers.size());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    auto words = split(steps[i], ' ');
    const std::string name = words[0];
    run.given.assign(words.begin() + 1, words.end());
    std::string answer;
    try {
      answer = run.run(name);
    } catch (const Error& error) {
      answer = "!" + plain(error.toString());
    }
    INFO(row.kind, " ", row.seed, ": ", steps[i], " of ", row.steps);
    CHECK(answer == answers[i]);
  }
}

template <class T>
std::string kept(double number) {
  return show(TypedArray<T>({number})[0]);
}

}  // namespace

TEST_CASE("typed arrays keep numbers as Node does") {
  for (const Stored& row : stored) {
    const double x = std::bit_cast<double>(row.bits);
    INFO(x);
    CHECK(kept<std::int8_t>(x) + " " + kept<std::uint8_t>(x) + " " + kept<detail::Clamped>(x) + " " + kept<std::int16_t>(x) + " " +
              kept<std::uint16_t>(x) + " " + kept<std::int32_t>(x) + " " + kept<std::uint32_t>(x) + " " + kept<detail::Half>(x) + " " +
              kept<float>(x) + " " + kept<double>(x) ==
          row.values);
  }
}

TEST_CASE("typed arrays answer as Node's do") {
  for (const Calls& row : calls) {
    const std::string kind = row.kind;
    if (kind == "Int8Array") check<std::int8_t>(row);
    if (kind == "Uint8Array") check<std::uint8_t>(row);
    if (kind == "Uint8ClampedArray") check<detail::Clamped>(row);
    if (kind == "Int16Array") check<std::int16_t>(row);
    if (kind == "Uint16Array") check<std::uint16_t>(row);
    if (kind == "Int32Array") check<std::int32_t>(row);
    if (kind == "Uint32Array") check<std::uint32_t>(row);
    if (kind == "Float16Array") check<detail::Half>(row);
    if (kind == "Float32Array") check<float>(row);
    if (kind == "Float64Array") check<double>(row);
    if (kind == "BigInt64Array") check<std::int64_t>(row);
    if (kind == "BigUint64Array") check<std::uint64_t>(row);
  }
}
