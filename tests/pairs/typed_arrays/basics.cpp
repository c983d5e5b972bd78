#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/structured_clone.h>
#include <nodecpp/typed_arrays.h>
#include <nodecpp/util.h>
using namespace nodecpp;
using util::inspect, util::isDeepStrictEqual;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto u8 = Uint8Array({1, 2, 300});
  console::log(u8, Float64Array({1.5, -0.0, NaN}), BigInt64Array({1, -5}), Float16Array({1.1}), Uint8ClampedArray(2));
  console::log(Uint8Array(0), Uint8Array(200), Float32Array({0.1}));
  console::log(ArrayBuffer(3), ArrayBuffer(0), DataView(ArrayBuffer(8), 2, 3));
  console::log(util::object({{"a", u8}, {"b", util::array({Int8Array(1)})}}), util::object({{"a", util::object({{"b", DataView(ArrayBuffer(3))}})}}));
  console::log(inspect(util::object({{"a", util::object({{"b", util::object({{"c", u8}})}})}})), inspect(u8, {.showHidden = true}), inspect(u8, {.colors = true}));
  console::log(inspect(ArrayBuffer(3), {.maxArrayLength = 1}), inspect(ArrayBuffer(200)));
  auto gone = ArrayBuffer(4);
  auto view = Uint8Array(gone);
  auto other = gone.transfer();
  console::log(gone, view, gone.detached(), other.byteLength(), view.length(), view[0]);
  console::log(str(u8), format("{}", u8.toString()), u8.toString() + "", u8.toString(), u8.join(" "), str(gone));
  console::log(JSON::stringify(u8), JSON::stringify(var::object({{"a", Float64Array({NaN, 1.5})}, {"b", ArrayBuffer(2)}})), JSON::stringify(u8, nullptr, 1));
  try {
    JSON::stringify(BigInt64Array(1));
  } catch (const Error& error) {
    console::log(error->message);
  }
  console::log("%s %d %j", u8, 1, u8);
  auto value = var::object({{"bytes", u8}, {"buffer", u8.buffer()}});
  console::log(value["bytes"].typeOf(), Array<>::isArray(value["bytes"]), ArrayBuffer::isView(value["bytes"]), ArrayBuffer::isView(value["buffer"]));
  console::log(value["bytes"][1], value["bytes"][7], value["bytes"]["2"], value["bytes"].length(), value["bytes"]["byteLength"], Object::keys(value["bytes"]));
  value["bytes"][1] = 511;
  value["bytes"][9] = 1;
  value["bytes"]["set"](var::array({9, 8}), 1);
  for (var byte : value["bytes"]) console::log(byte);
  console::log(u8, value["bytes"]["subarray"](1), value["bytes"]["slice"](0, 1), value["bytes"]["indexOf"](8), value["bytes"]["join"]("-"));
  console::log(value["bytes"]["map"]([](var x) { return x * 2; }), value["bytes"]["at"](-1), value["bytes"]["includes"](77), value["bytes"]["fill"](4, 1, 2));
  auto copy = structuredClone(value);
  console::log(copy, copy["bytes"] == value["bytes"], copy["bytes"]["buffer"] == copy["buffer"]);
  copy["bytes"][0] = 100;
  console::log(value["bytes"][0], Uint8Array(copy["buffer"])[0]);
  auto moved = structuredClone(value, {.transfer = {u8.buffer()}});
  console::log(moved, u8, u8.buffer());
  auto tracking = Uint16Array(ArrayBuffer(4, {.maxByteLength = 8}));
  auto both = structuredClone(var::object({{"tracking", tracking}, {"view", DataView(tracking.buffer(), 1)}}));
  both["tracking"].as<Uint16Array>().buffer().resize(8);
  console::log(both["tracking"].length(), both["view"].as<DataView>().byteLength(), both["tracking"]["buffer"]["resizable"], tracking.length());
  for (auto make : Array<Function<void()>>{[=] { structuredClone(u8); }, [=] { structuredClone(1, {.transfer = {u8.buffer()}}); }, [] { Int16Array(ArrayBuffer(8), 1); },
                                           [] { Int16Array(ArrayBuffer(7)); }, [=] { u8.fill(1); }, [] { DataView(ArrayBuffer(8)).getInt16(7); }}) {
    try {
      make();
    } catch (const Error& error) {
      console::log(error->name, error->message);
    }
  }
  console::log(isDeepStrictEqual(Uint8Array({1}), Uint8Array({1})), isDeepStrictEqual(Uint8Array({1}), Int8Array({1})),
               isDeepStrictEqual(Uint8Array({1}), Uint8Array({2})));
  auto buffer = Buffer::from("hello");
  console::log(buffer.toReversed(), buffer.map([](int x) { return x + 1; }), buffer.slice(1, 3).byteLength(), Uint8Array(buffer));
  console::log(Buffer::from(Uint8Array({104, 105}).buffer()).toString(), Buffer::concat({Uint8Array({1}), buffer}));
  console::log(Array<>::from(Uint8Array({1, 2})), Array<>::from(Int8Array({1, 2}), [](num x) { return x * 2; }), Uint8Array({1, 2}).keys());
}); }
