#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
#include <nodecpp/typed_arrays.h>
#include <nodecpp/util/promisify.h>
#include <nodecpp/zlib.h>
using namespace nodecpp;
using namespace nodecpp::zlib::constants;
using util::promisify;
static Function<void(Error, Buffer)> log(String name) { return [=](Error error, Buffer result) { console::log(name, error ? error->code : String("-"), result.length() ? str(result.length()) : String("none")); }; }
template <class C, class D, class CS, class DS> Promise<> both(String compress, String decompress, C c, D d, CS cs, DS ds, String text) {
  auto compressed = co_await promisify(c)(text);
  auto plain = co_await promisify(d)(compressed);
  console::log(compress, decompress, plain.toString() == text, ds(cs(text)).toString() == text);
  auto large = Buffer::alloc(300000, text);
  console::log((co_await promisify(d)(co_await promisify(c)(large))).equals(large));
  try { co_await promisify(d)(compressed, {.maxOutputLength = 100}); } catch (Error& error) { console::log(error->name, error->code, error->message); }
  try { co_await promisify(d)(compressed.subarray(0, 20)); } catch (Error& error) { console::log(error->name, error->code, error->message); }
}

int main(int argc, char** argv) { return run(argc, argv, [] {
String text = str("The quick brown fox. ").repeat(20);
// the order of what is called back
zlib::gzip("x", [] { console::log("gzip"); });
zlib::inflate("x", [](Error error) { console::log("inflate", error->code, error->errno_, error->message); });
zlib::brotliDecompress(Buffer::from("0b028068656c6c6f03", "hex"), [](Error error, Buffer result) {
  console::log("brotli", result.toString());
  process::nextTick([] { console::log("tick of brotli"); });
  Promise<>::resolve().then([] { console::log("microtask of brotli"); });
});
setImmediate([] { console::log("immediate"); });
process::nextTick([] { console::log("tick"); });
Promise<>::resolve().then([] { console::log("microtask"); });
console::log("top");
setTimeout([=](this auto self) -> Promise<> {
  co_await both("gzip", "gunzip", zlib::gzip, zlib::gunzip, zlib::gzipSync, zlib::gunzipSync, text);
  co_await both("deflate", "inflate", zlib::deflate, zlib::inflate, zlib::deflateSync, zlib::inflateSync, text);
  co_await both("deflateRaw", "inflateRaw", zlib::deflateRaw, zlib::inflateRaw, zlib::deflateRawSync, zlib::inflateRawSync, text);
  co_await both("gzip", "unzip", zlib::gzip, zlib::unzip, zlib::gzipSync, zlib::unzipSync, text);
  co_await both("deflate", "unzip", zlib::deflate, zlib::unzip, zlib::deflateSync, zlib::unzipSync, text);
  co_await both("brotliCompress", "brotliDecompress", zlib::brotliCompress, zlib::brotliDecompress, zlib::brotliCompressSync, zlib::brotliDecompressSync, text);
  co_await both("zstdCompress", "zstdDecompress", zlib::zstdCompress, zlib::zstdDecompress, zlib::zstdCompressSync, zlib::zstdDecompressSync, text);
  console::log(zlib::gunzipSync(zlib::gzipSync("")).length(), zlib::brotliDecompressSync(zlib::brotliCompressSync("")).length(), zlib::zstdDecompressSync(zlib::zstdCompressSync("")).length());
  auto [buffer, engine] = zlib::gzipSync(text, {.info = true});
  console::log(zlib::gunzipSync(buffer).toString() == text, engine->bytesWritten);
  zlib::gunzip(Buffer::concat({buffer, Buffer::alloc(7)}), {.info = true}, [=, buffer = buffer](Error error, zlib::BufferAndEngine result) {
    console::log(result.buffer.length(), result.engine->bytesWritten == double(buffer.length()), result.engine->destroyed());
    zlib::inflate(zlib::deflateSync(text), {.info = true}, [=](Error error, zlib::BufferAndEngine result) {
      console::log(result.buffer.length());
      zlib::unzip(Buffer::concat({buffer, Buffer::from("junk")}), {.rejectGarbageAfterEnd = true}, [=](Error error, Buffer result) {
        log("refused")(error, result);
        zlib::zstdCompress(text, {.pledgedSrcSize = 5}, [=](Error error, Buffer result) {
          log("pledged")(error, result);
          zlib::gzip(text, {.flush = Z_FULL_FLUSH}, [](Error error, Buffer result) { console::log("flush", zlib::gunzipSync(result).length()); });
        });
      });
    });
  });
  Uint16Array typed{1, 2, 3};
  console::log(zlib::inflateSync(zlib::deflateSync(typed)), zlib::inflateSync(zlib::deflateSync(typed.buffer())), zlib::inflateSync(zlib::deflateSync(DataView(typed.buffer(), 2, 2))));
  auto dictionary = Buffer::from("The quick brown fox.");
  console::log(zlib::inflateRawSync(zlib::deflateRawSync(text, {.dictionary = dictionary}), {.dictionary = dictionary}).length(), zlib::zstdDecompressSync(zlib::zstdCompressSync(text, {.dictionary = dictionary}), {.dictionary = dictionary}).length());
  for (int level : {-1, 0, 1, 5, 9}) for (int strategy : {0, 1, 2, 3, 4}) for (int windowBits : {9, 12, 15}) for (int memLevel : {1, 9})
    if (zlib::inflateSync(zlib::deflateSync(text, {.windowBits = windowBits, .level = level, .memLevel = memLevel, .strategy = strategy})).toString() != text || zlib::gunzipSync(zlib::gzipSync(text, {.windowBits = windowBits, .level = level, .memLevel = memLevel, .strategy = strategy})).toString() != text) console::log("wrong", level, strategy, windowBits, memLevel);
  auto header = zlib::gzipSync(text).subarray(0, 10).toString("hex");
  console::log(header, zlib::gzipSync(text, {.level = 1}).subarray(0, 10).toString("hex"), zlib::gzipSync(Buffer::alloc(100000), {.level = 9}).subarray(0, 10).toString("hex"), zlib::deflateSync(text).subarray(0, 2).toString("hex"));
}, 100);
}); }
