#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
#include <nodecpp/zlib.h>
using namespace nodecpp;
using namespace nodecpp::zlib::constants;
struct Seen { Function<int()> bytes; Function<Buffer()> all; };
using Next = Function<void()>;
static String codeOr(Error error) { return error ? error->code : String("-"); }
static Seen sized(String name, zlib::ZlibBase stream) {
  let<int> bytes = 0; Array<Buffer> all;
  stream->on(event::data, [=](Buffer chunk) { bytes += int(chunk.length()); all.push(chunk); });
  stream->on(event::end, [=] { console::log(name, "end", stream->bytesWritten > 0); });
  stream->on(event::error, [=](Error error) { console::log(name, "error", error->code.empty() ? Lookup() : Lookup(error->code), error->message); });
  stream->on(event::close, [=] { console::log(name, "close"); });
  return {[=] { return bytes.value(); }, [=] { return Buffer::concat(all); }};
}

int main(int argc, char** argv) { return run(argc, argv, [] {
String text = str("abcdefghij").repeat(100);
Array<Function<void(Next)>> steps{
  [=](Next next) {
    auto gzip = zlib::createGzip(); auto seen = sized("flush", gzip);
    gzip->write(text);
    gzip->flush([=] {
      console::log("flushed", zlib::gunzipSync(seen.all(), {.finishFlush = Z_SYNC_FLUSH}).length(), seen.bytes() > 15);
      gzip->flush(Z_FULL_FLUSH, [=] {
        gzip->end([=] { console::log("ended"); gzip->flush([=] { console::log("flush after the end"); next(); }); });
        gzip->flush([=] { console::log("flush while it ends"); });
      });
    });
  },
  [=](Next next) {
    auto deflate = zlib::createDeflate({.level = 0}); auto seen = sized("params", deflate);
    deflate->write(text);
    deflate->params(9, Z_DEFAULT_STRATEGY, [=] {
      console::log("changed", seen.bytes() > 1000);
      int before = seen.bytes();
      deflate->params(9, Z_DEFAULT_STRATEGY, [=] {
        console::log("not changed", seen.bytes() == before);
        deflate->end(text);
        deflate->on(event::end, [=] { console::log(seen.bytes() - before < 100, zlib::inflateSync(seen.all()).toString() == text + text); next(); });
      });
    });
  },
  [=](Next next) {
    auto inflate = zlib::createInflate(); auto seen = sized("reset", inflate); auto part = zlib::deflateSync("once");
    inflate->write(part, [=] {
      inflate->reset();
      inflate->end(part, [=] { console::log(seen.all().toString()); next(); });
    });
    try { inflate->reset(); } catch (Error& error) { console::log(error->name, error->code.empty() ? Lookup() : Lookup(error->code), error->message); }
  },
  [=](Next next) {
    auto gzip = zlib::createGzip();
    sized("close", gzip);
    gzip->write(text, [=](Error error) { console::log("written", codeOr(error)); });
    gzip->close([=](Error error) { console::log("closed", codeOr(error), gzip->destroyed(), gzip->closed()); next(); });
    gzip->write("more", [=](Error error) { console::log("more", codeOr(error)); });
    try { gzip->reset(); } catch (Error& error) { console::log(error->name, error->code, error->message); }
    gzip->flush([=](Error error) { console::log("flush", codeOr(error)); });
  },
  [=](Next next) {
    auto gunzip = zlib::createGunzip();
    sized("destroy", gunzip);
    gunzip->write(zlib::gzipSync(text));
    gunzip->on(event::data, [=] { gunzip->destroy(Error("enough")); });
    gunzip->on(event::close, next);
  },
  [=](Next next) {
    auto brotli = zlib::createBrotliCompress({.params = {{BROTLI_PARAM_QUALITY, 4}}}); auto seen = sized("brotli", brotli);
    brotli->write(text);
    brotli->flush([=] {
      console::log(zlib::brotliDecompressSync(seen.all(), {.finishFlush = BROTLI_OPERATION_FLUSH}).length());
      brotli->end(text)->on(event::end, [=] { console::log(zlib::brotliDecompressSync(seen.all()).length()); next(); });
    });
  },
  [=](Next next) {
    auto zstd = zlib::createZstdCompress(); auto seen = sized("zstd", zstd);
    zstd->write(text);
    zstd->flush(ZSTD_e_flush, [=] {
      console::log(zlib::zstdDecompressSync(seen.all(), {.finishFlush = ZSTD_e_flush}).length());
      zstd->end(text)->on(event::end, [=] { console::log(zlib::zstdDecompressSync(seen.all()).length()); next(); });
    });
  },
  [=](Next next) {
    auto gzip = zlib::createGzip({.finishFlush = Z_SYNC_FLUSH}); auto seen = sized("finishFlush", gzip);
    gzip->end(text)->on(event::end, [=] { console::log(zlib::gunzipSync(seen.all(), {.finishFlush = Z_SYNC_FLUSH}).length()); next(); });
  },
  [=](Next next) {
    auto gunzip = zlib::createGunzip({.chunkSize = 64, .highWaterMark = 100});
    sized("chunks", gunzip);
    gunzip->on(event::data, [=](Buffer chunk) { console::log(chunk.length()); });
    console::log(gunzip->write(zlib::gzipSync(text)), gunzip->readableHighWaterMark());
    gunzip->end();
    gunzip->on(event::close, next);
  },
  [=](Next next) {
    auto gunzip = zlib::createGunzip(); auto big = zlib::gzipSync(Buffer::alloc(100000, "x"));
    sized("paused", gunzip);
    gunzip->pause();
    gunzip->end(big);
    setTimeout([=] { console::log(gunzip->readableLength() > 0, gunzip->writableFinished()); gunzip->resume(); }, 30);
    gunzip->on(event::close, next);
  },
  [=](Next next) {
    auto dictionary = Buffer::from("abcdefghij");
    auto compressed = zlib::deflateSync(text, {.dictionary = dictionary});
    auto good = zlib::createInflate({.dictionary = dictionary}), bad = zlib::createInflate({.dictionary = Buffer::from("other")}), none = zlib::createInflate();
    for (auto [name, stream] : Array<std::pair<String, zlib::Inflate>>{{"good", good}, {"bad", bad}, {"none", none}}) { sized(name, stream); stream->on(event::error, [=](Error error) { console::log(error->errno_); }); }
    good->end(compressed)->on(event::close, [=] { bad->end(compressed)->on(event::close, [=] { none->end(compressed)->on(event::close, next); }); });
  },
  [=](Next next) {
    console::log(zlib::codes.Z_OK, zlib::codes.Z_STREAM_END, zlib::codes.Z_NEED_DICT, zlib::codes.Z_ERRNO, zlib::codes.Z_STREAM_ERROR, zlib::codes.Z_DATA_ERROR, zlib::codes.Z_MEM_ERROR, zlib::codes.Z_BUF_ERROR, zlib::codes.Z_VERSION_ERROR);
    for (int code = -7; code < 4; code++) console::log(code, zlib::codes[code]);
    console::log(zlib::Z_BEST_SPEED, zlib::Z_MAX_CHUNK, Z_DEFAULT_CHUNK, BROTLI_DECODER_ERROR_UNREACHABLE, ZSTD_error_srcSize_wrong, ZSTD_btultra2, UNZIP);
    for (auto [name, stream] : Array<std::pair<String, zlib::ZlibBase>>{{"Gzip", make<zlib::Gzip>()}, {"Gunzip", make<zlib::Gunzip>()}, {"Deflate", make<zlib::Deflate>()}, {"Inflate", make<zlib::Inflate>()}, {"DeflateRaw", make<zlib::DeflateRaw>()}, {"InflateRaw", make<zlib::InflateRaw>()},
      {"Unzip", make<zlib::Unzip>()}, {"BrotliCompress", make<zlib::BrotliCompress>()}, {"BrotliDecompress", make<zlib::BrotliDecompress>()}, {"ZstdCompress", make<zlib::ZstdCompress>()}, {"ZstdDecompress", make<zlib::ZstdDecompress>()}}) console::log(name, stream->bytesWritten, stream->destroyed());
    console::log(make<zlib::Gzip>({.level = 9, .emitClose = false, .autoDestroy = false, .allowHalfOpen = false})->allowHalfOpen);
    auto controller = make<AbortController>(); auto aborted = make<zlib::Gunzip>({.signal = controller->signal()});
    sized("aborted", aborted);
    controller->abort();
    console::log(zlib::crc32("hello"), zlib::crc32("lo", zlib::crc32("hel")), zlib::crc32(""), zlib::crc32(Buffer::from({0, 255})), zlib::crc32("", 5));
    next();
  },
};
let<Function<void()>> run;
// Each step begins when nothing of the one before is under way.
run = [=] { if (steps.size() == 0) return; auto step = steps.shift(); step([=] { setTimeout(run.value(), 30); }); };
run.value()();
}); }
