#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/zlib.h>
using namespace nodecpp;
static const double NaN = __builtin_nan(""), Infinity = __builtin_inf();
static void show(String name, Function<void()> f) { try { f(); console::log(name, "fine"); } catch (Error& error) { console::log(name, error->name, error->code.empty() ? Lookup() : Lookup(error->code), error->message); } }

int main(int argc, char** argv) { return run(argc, argv, [] {
for (double windowBits : {0., 7., 8., 9., 15., 16., 9.5, -1., NaN, Infinity, -Infinity, 1e10}) {
  show("gzip windowBits " + str(windowBits), [=] { zlib::createGzip({.windowBits = windowBits}); });
  show("gunzip windowBits " + str(windowBits), [=] { zlib::createGunzip({.windowBits = windowBits}); });
  show("deflate windowBits " + str(windowBits), [=] { zlib::createDeflate({.windowBits = windowBits}); });
  show("inflate windowBits " + str(windowBits), [=] { zlib::createInflate({.windowBits = windowBits}); });
  show("deflateRaw windowBits " + str(windowBits), [=] { zlib::createDeflateRaw({.windowBits = windowBits}); });
  show("inflateRaw windowBits " + str(windowBits), [=] { zlib::createInflateRaw({.windowBits = windowBits}); });
  show("unzip windowBits " + str(windowBits), [=] { zlib::createUnzip({.windowBits = windowBits}); });
}
for (double number : {-2., -1., 0., 1., 1.5, 4., 5., 6., 9., 10., 63., 64., NaN, Infinity, -Infinity, 1e17}) {
  show("level " + str(number), [=] { zlib::createGzip({.level = number}); });
  show("memLevel " + str(number), [=] { zlib::createGzip({.memLevel = number}); });
  show("strategy " + str(number), [=] { zlib::createGzip({.strategy = number}); });
  show("flush " + str(number), [=] { zlib::createGzip({.flush = number}); });
  show("finishFlush " + str(number), [=] { zlib::createGunzip({.finishFlush = number}); });
  show("maxOutputLength " + str(number), [=] { zlib::createGunzip({.maxOutputLength = number}); });
  show("brotli flush " + str(number), [=] { zlib::createBrotliCompress({.flush = number}); });
  show("brotli finishFlush " + str(number), [=] { zlib::createBrotliDecompress({.finishFlush = number}); });
  show("zstd flush " + str(number), [=] { zlib::createZstdCompress({.flush = number}); });
  show("zstd finishFlush " + str(number), [=] { zlib::createZstdDecompress({.finishFlush = number}); });
  if (number < 1000) show("chunkSize " + str(number), [=] { zlib::createZstdDecompress({.chunkSize = number}); });
  show("inflate level " + str(number), [=] { zlib::inflateSync(zlib::deflateSync("x"), {.level = number}); });
  if (number != 1.5) show("flush kind " + str(number), [=] { zlib::createGzip()->on(event::error, [] {})->flush(number); });
  if (number != 1.5) show("brotli flush kind " + str(number), [=] { zlib::createBrotliCompress()->on(event::error, [] {})->flush(number); });
  show("params level " + str(number), [=] { zlib::createGzip()->params(number, 0, [] {}); });
  show("params strategy " + str(number), [=] { zlib::createGzip()->params(-1, number, [] {}); });
  show("crc32 " + str(number), [=] { zlib::crc32("x", number); });
}
show("chunkSize Infinity", [=] { zlib::createGzip({.chunkSize = Infinity}); });
for (auto [key, value] : Array<std::pair<int, int>>{{1, 12}, {1, -1}, {1, 4}, {2, 10}, {2, 22}, {0, 1}, {3, 16}, {4, 1}, {5, 100}, {8, 0}, {9, 1}, {99, 1}, {-1, 0}}) {
  show("brotli compress " + str(key) + " " + str(value), [=] { zlib::brotliDecompressSync(zlib::brotliCompressSync("abc", {.params = {{key, value}}})); });
  show("brotli decompress " + str(key) + " " + str(value), [=] { zlib::brotliDecompressSync(zlib::brotliCompressSync("abc"), {.params = {{key, value}}}); });
}
for (auto [key, value] : Array<std::pair<int, int>>{{100, 1}, {100, 50}, {100, -5}, {101, 10}, {101, 99}, {102, 12}, {103, 1}, {105, 3}, {107, 9}, {107, 10}, {160, 1}, {200, 0}, {201, 1}, {202, 1}, {150, 1}, {402, 0}, {403, 1}, {999, 1}, {99, 1}, {-1, 0}}) {
  show("zstd compress " + str(key) + " " + str(value), [=] { zlib::zstdDecompressSync(zlib::zstdCompressSync("abc", {.params = {{key, value}}})); });
  show("zstd decompress " + str(key) + " " + str(value), [=] { zlib::zstdDecompressSync(zlib::zstdCompressSync("abc"), {.params = {{key, value}}}); });
}
for (double pledgedSrcSize : {-1, 0, 2, 3, 4}) show("pledgedSrcSize " + str(pledgedSrcSize), [=] { zlib::zstdCompressSync("abc", {.pledgedSrcSize = pledgedSrcSize}); });
show("highWaterMark -1", [] { zlib::createGzip({.highWaterMark = -1}); });
show("readableHighWaterMark 1.5", [] { zlib::createGzip({.readableHighWaterMark = 1.5}); });
console::log(zlib::createGzip()->readableHighWaterMark(), zlib::createGzip()->writableHighWaterMark(), zlib::createGzip({.highWaterMark = 10})->readableHighWaterMark(), zlib::createGzip({.writableHighWaterMark = 7})->writableHighWaterMark());
show("no callback", [] { zlib::gzip("x", nullptr); });
show("level before callback", [] { zlib::gzip("x", {.level = 99}, nullptr); });
}); }
