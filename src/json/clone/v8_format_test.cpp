// Compares V8's format with what Node 24 writes, and reads damaged messages.
#include "json/clone/v8_format.h"

#include <nodecpp/bigint.h>
#include <nodecpp/error.h>
#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/regexp.h>
#include <nodecpp/set.h>
#include <nodecpp/structured_clone.h>
#include <nodecpp/typed_arrays.h>

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "base/objects/cycle_collector.h"

using namespace nodecpp;
using detail::v8Deserialize;
using detail::v8Serialize;
using detail::V8Use;

namespace {

std::string bytesOf(std::string_view hexadecimal) {
  std::string bytes;
  for (std::size_t i = 0; i < hexadecimal.size(); i += 2)
    bytes.push_back(char(std::stoi(std::string(hexadecimal.substr(i, 2)), nullptr, 16)));
  return bytes;
}
std::string hexOf(const std::string& bytes) {
  return std::string(
      std::string_view(Buffer::copyOf(bytes.data(), bytes.size()).toString("hex").data(), bytes.size() * 2));
}

struct Sample {
  const char* name;
  const char* bytes;  // of v8.serialize in Node 24
};
constexpr Sample samples[] = {
    {"numbers",
     "ff0f41084e000000000000f03f4e000000000000f0bf4e000000000000f83f4e000000000000e0414e000000000000e0c14e000000000000f"
     "87f4e00000000000000804e000000000000d041240008"},
    {"texts", "ff0f410422036162632201e963027c01630200d8240004"},
    {"bigs", "ff0f41035a1005000000000000005a1105000000000000005a2000000000000000000100000000000000240003"},
    {"object", "ff0f6f490a4904220161490263027c01302201755f7b04"},
    {"holes", "ff0f61034900490249044904400203"},
    {"named", "ff0f4101490222016e4904240101"},
    {"pattern", "ff0f5222016103"},
    {"indices", "ff0f522201618001"},
    {"map", "ff0f3b49026f22017849027b016f22016b49027b0149043a04"},
    {"set", "ff0f274902410149042400012c02"},
    {"date", "ff0f440000000000001440"},
    {"buffer", "ff0f5c0a026869"},
    {"words", "ff0f5c04040100ffff"},
    {"bytes", "ff0f42020102"},
    {"resizable", "ff0f7e02080000"},
    {"sparse", "ff0f615b49b401490240015b"},
    {"boxed", "ff0f41036e000000000000f03f7322017379240003"},
    {"circle", "ff0f6f220161410249026f22016249047b01240002220473656c665e007b02"},
    {"error", "ff0f72526d22016d732205737461636b6372546d220163732205696e6e65722e2e"},
};
std::string sample(std::string_view name) {
  for (const Sample& each : samples)
    if (each.name == name) return bytesOf(each.bytes);
  return {};
}
var read(std::string_view name) { return v8Deserialize(sample(name), V8Use::serialize); }
String written(const var& value) { return JSON::stringify(value); }

}  // namespace

TEST_CASE("V8's format: what Node has written is read") {
  CHECK(written(read("numbers")) == "[1,-1,1.5,2147483648,-2147483648,null,0,1073741824]");
  CHECK(std::signbit(double(read("numbers")[6])));
  CHECK(read("texts")[1] == "\u00e9");
  CHECK(read("texts")[2] == "\u017c");
  CHECK(read("texts")[3].text().charCodeAt(0) == 0xd800);
  CHECK(read("bigs")[0].as<BigInt>() == 5);
  CHECK(read("bigs")[1].as<BigInt>() == -5);
  CHECK(read("bigs")[2].as<BigInt>() == BigInt("18446744073709551616"));
  CHECK(written(read("object")) == "{\"5\":2,\"a\":1,\"\u017c\":null}");
  CHECK(read("holes").length() == 3);
  CHECK_FALSE(read("holes").has("1"));
  CHECK(read("named")["n"] == 2);
  CHECK(String(read("pattern")) == "/a/gi");
  CHECK(String(read("indices")) == "/a/d");
  CHECK(read("map").as<Map<var, var>>().get(1)["x"] == 1);
  CHECK(read("map").as<Map<var, var>>().size() == 2);
  CHECK(read("set").as<Set<var>>().has(1));
  CHECK(read("date").date().getTime() == 5);
  CHECK(read("buffer").buffer().toString() == "hi");
  CHECK(read("words").as<Uint16Array>().join() == "1,65535");
  CHECK(read("bytes").as<ArrayBuffer>().byteLength() == 2);
  CHECK(read("resizable").as<ArrayBuffer>().maxByteLength() == 8);
  CHECK(read("sparse").length() == 91);
  CHECK(read("sparse")[90] == 1);
  CHECK(written(read("boxed")) == "[1,\"s\",true]");
  var circle = read("circle");
  CHECK(circle["self"] == circle);
  CHECK(circle["a"][1]["b"] == 2);
  circle.remove("self");
  const auto error = read("error").as<Error>();
  CHECK(error->name == "RangeError");
  CHECK(error->message == "m");
  CHECK(String(error->stack) == "stack");
  CHECK(error->cause[0]->name == "TypeError");
}

TEST_CASE("V8's format: what is written has Node's bytes") {
  // The others have another form of the same value: an array with holes is dense here, and V8 has arrays of doubles.
  for (const char* name : {"texts", "bigs", "object", "named", "pattern", "indices", "map", "set", "date", "buffer", "words",
                           "bytes", "resizable", "error"}) {
    CAPTURE(name);
    CHECK(hexOf(v8Serialize(read(name), V8Use::serialize)) == hexOf(sample(name)));
  }
  for (const Sample& each : samples) {
    CAPTURE(each.name);
    const var value = v8Deserialize(bytesOf(each.bytes), V8Use::serialize);
    const std::string own = v8Serialize(value, V8Use::channel);
    const var again = v8Deserialize(own, V8Use::channel);
    CHECK(v8Serialize(again, V8Use::channel) == own);
    if (std::string_view(each.name) == "circle") value.remove("self"), again.remove("self");
  }
  CHECK_THROWS_WITH_AS(v8Serialize(var::object({{"a", [] {}}}), V8Use::channel),
                       "Error: function a() { [native code] } could not be cloned.", Error);
}

TEST_CASE("V8's format: an object that Node has written as a plain one, twice, and a long row of causes") {
  const var pair = v8Deserialize(bytesOf("ff0f41025c016f22016149027b015e01240002"), V8Use::channel);
  CHECK(pair[0]["a"] == 1);
  CHECK(pair[0] == pair[1]);
  Error error("0");
  for (int i = 1; i < 1'000; ++i) error = Error(str(i), {.cause = error});
  Error again = v8Deserialize(v8Serialize(var(error), V8Use::channel), V8Use::channel).as<Error>();
  int depth = 1;
  for (; !again->cause.empty(); again = Error(again->cause[0])) ++depth;
  CHECK(depth == 1'000);
}

TEST_CASE("V8's format: damaged bytes give an error, and no memory that they ask for") {
  for (const Sample& each : samples) {
    const std::string bytes = bytesOf(each.bytes);
    for (std::size_t cut = 0; cut < bytes.size(); ++cut)
      CHECK_THROWS_AS(v8Deserialize(std::string_view(bytes).substr(0, cut), V8Use::serialize), Error);
    for (std::size_t at = 0; at < bytes.size(); ++at)
      for (int flip : {1, 0x10, 0x80, 0xff}) {
        std::string wrong = bytes;
        wrong[at] = char(wrong[at] ^ flip);
        try {
          v8Deserialize(wrong, V8Use::serialize);
        } catch (const Error&) {
        }
      }
  }
  detail::CycleCollector::collect();  // A flipped bit may have made a circle.
  // An array, a text, a sparse array and a buffer that claim to be huge.
  for (const char* huge :
       {"ff0f41ffffffff0f", "ff0f22ffffffff0f41", "ff0f61ffffffff0f40", "ff0f42ffffffff0f", "ff0f7e00ffffffffffff7f"})
    CHECK_THROWS_AS(v8Deserialize(bytesOf(huge), V8Use::serialize), Error);
  // Deep nesting costs no stack.
  std::string deep = bytesOf("ff0f");
  for (int i = 0; i < 200'000; ++i) deep += bytesOf("4101");
  CHECK_THROWS_AS(v8Deserialize(deep, V8Use::serialize), Error);
  std::string objects = bytesOf("ff0f");
  for (int i = 0; i < 200'000; ++i) objects += bytesOf("5c01");
  CHECK_THROWS_AS(v8Deserialize(objects, V8Use::channel), Error);
  // Sparse arrays of a million holes each.
  std::string sparse = bytesOf("ff0f4114");
  for (int i = 0; i < 20; ++i) sparse += bytesOf("61c0843d4000c0843d");
  CHECK_THROWS_AS(v8Deserialize(sparse + bytesOf("240014"), V8Use::serialize), Error);
}
