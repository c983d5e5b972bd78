#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/zlib.h>
using namespace nodecpp;
struct Options { double finishFlush = __builtin_nan(""), chunkSize = __builtin_nan(""), maxOutputLength = __builtin_nan(""); bool rejectGarbageAfterEnd = false; };
using Decompress = Function<Buffer(Buffer, Options)>;
static void show(String name, Function<Buffer()> f) { try { auto result = f(); console::log(name, result.length(), result.toString("latin1")); } catch (Error& error) { console::log(name, error->name, error->code, error->errno_ ? Lookup(str(error->errno_)) : Lookup(), error->message); } }
template <class F> static Decompress zlibOf(F f) { return [=](Buffer b, Options o) { return f(b, {.finishFlush = o.finishFlush, .chunkSize = o.chunkSize, .maxOutputLength = o.maxOutputLength, .rejectGarbageAfterEnd = o.rejectGarbageAfterEnd}); }; }

int main(int argc, char** argv) { return run(argc, argv, [] {
struct Data { String name; Decompress decompress; String hex; };
auto data = Array<Data>{
  {"gunzip", zlibOf(zlib::gunzipSync), "1f8b0800000000000003cb48cdc9c9d751c840a214caf38b7252ac50c488974a542849cccc5128c9482c51c82c56c8cb2f51284a2d484d2c494d513030343236313533b7b00400329c5c1c77000000"},
  {"gunzip name", zlibOf(zlib::gunzipSync), "1f8b080800000000000361622e74787400cb48cdc9c90700862a10360500000000"},
  {"inflate", zlibOf(zlib::inflateSync), "789ccb48cdc9c9d751c840a214caf38b7252ac50c488974a542849cccc5128c9482c51c82c56c8cb2f51284a2d484d2c494d513030343236313533b7b00400c9202863"},
  {"inflate fixed", zlibOf(zlib::inflateSync), "78014b4c4a4e042300113d0373"},
  {"inflate stored", zlibOf(zlib::inflateSync), "7801010c00f3ff73746f7265642062797465731fcf04d9"},
  {"inflateRaw", zlibOf(zlib::inflateRawSync), "cb48cdc9c9d751c840a214caf38b7252ac50c488974a542849cccc5128c9482c51c82c56c8cb2f51284a2d484d2c494d513030343236313533b7b00400"},
  {"unzip", zlibOf(zlib::unzipSync), "1f8b080000000000000373cdcb2f01005a6b1b3804000000"},
  {"brotli", zlibOf(zlib::brotliDecompressSync), "1b7600009c07762c6d98bd0199f1c7cab032341d1ca2eef5d46b101db6b70dc292c6c6310e5cb6371df0da74d0c143b647dd4b64ddbb429c2a5a72edbcf6b540ac1a754039d5b307"},
  {"zstd", zlibOf(zlib::zstdDecompressSync), "28b52ffd2077150200440368656c6c6f2c2020776f726c643a61207461696c2074686174206973206e6f74207265706561746564203031323334353637383904007c12002eb8791871c508"},
  {"zstd checksum", zlibOf(zlib::zstdDecompressSync), "28b52ffd2477150200440368656c6c6f2c2020776f726c643a61207461696c2074686174206973206e6f74207265706561746564203031323334353637383904007c12002eb8791871c50847833493"},
};
for (auto [name, decompress, hex] : data) {
  auto whole = Buffer::from(hex, "hex"), junk = Buffer::from("junkjunk"), zeros = Buffer::alloc(5);
  show(name, [=] { return decompress(whole, {}); });
  show(name + " junk", [=] { return decompress(junk, {}); });
  show(name + " zeros", [=] { return decompress(zeros, {}); });
  show(name + " + junk", [=] { return decompress(Buffer::concat({whole, junk}), {}); });
  show(name + " + zeros", [=] { return decompress(Buffer::concat({whole, zeros}), {}); });
  show(name + " + zeros + junk", [=] { return decompress(Buffer::concat({whole, zeros, junk}), {}); });
  show(name + " twice", [=] { return decompress(Buffer::concat({whole, whole}), {}); });
  show(name + " twice, cut", [=] { return decompress(Buffer::concat({whole, whole.subarray(0, 9)}), {}); });
  show(name + " + first byte", [=] { return decompress(Buffer::concat({whole, whole.subarray(0, 1)}), {}); });
  show(name + " refuses junk", [=] { return decompress(Buffer::concat({whole, junk}), {.rejectGarbageAfterEnd = true}); });
  show(name + " refuses zeros", [=] { return decompress(Buffer::concat({whole, zeros}), {.rejectGarbageAfterEnd = true}); });
  show(name + " refuses twice", [=] { return decompress(Buffer::concat({whole, whole}), {.rejectGarbageAfterEnd = true}); });
  show(name + " refuses nothing", [=] { return decompress(whole, {.rejectGarbageAfterEnd = true}); });
  for (double maxOutputLength : {1, 4, 8, 9, 12, 100, 118, 119, 120}) show(name + " most " + maxOutputLength, [=] { return decompress(whole, {.maxOutputLength = maxOutputLength}); });
  for (double chunkSize : {64, 100, 119, 120}) show(name + " chunks of " + chunkSize, [=] { return decompress(whole, {.chunkSize = chunkSize, .maxOutputLength = 118}); });
  for (int size = 0; size < whole.length(); size++) show(name + " cut at " + size, [=] { return decompress(whole.subarray(0, size), {}); });
  for (int size = 0; size < whole.length(); size++) show(name + " flushed at " + size, [=] { return decompress(whole.subarray(0, size), {.finishFlush = name.startsWith("brotli") || name.startsWith("zstd") ? 1. : 2.}); });
  for (int at = 0; at < whole.length(); at++)
    for (int mask : {1, 0x55, 0x80, 0xff}) {
      if (name.startsWith("zstd") && ((at > 4 && at < 9) || (at > 63 && at < 75))) continue;  // where the versions of zstd give different errors
      auto damaged = Buffer::from(whole);
      damaged[at] = damaged[at] ^ mask;
      show(name + " damaged at " + at + " by " + mask, [=] { return decompress(damaged, {}); });
    }
}
for (double windowBits : {8, 9, 15}) show("small window " + str(windowBits), [=] { return zlib::inflateSync(Buffer::from(data[2].hex, "hex"), {.windowBits = windowBits}); });
}); }
