#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/map.h>
#include <nodecpp/process.h>
#include <nodecpp/zlib.h>
using namespace nodecpp;
using Parts = Array<Buffer>;
struct Options { double finishFlush = __builtin_nan(""); bool rejectGarbageAfterEnd = false; };
using Create = Function<zlib::ZlibBase(Options)>;

int main(int argc, char** argv) { return run(argc, argv, [] {
Map<String, String> hex{
  {"gunzip", "1f8b0800000000000003cb48cdc9c9070086a6103605000000"}, {"inflate", "789ccb48cdc9c90700062c0215"}, {"inflateRaw", "cb48cdc9c90700"},
  {"unzip", "1f8b0800000000000003cb48cdc9c9070086a6103605000000"}, {"brotli", "0b028068656c6c6f03"}, {"zstd", "28b52ffd200529000068656c6c6f"},
};
auto create = [](String kind, Options o) -> zlib::ZlibBase {
  if (kind == "gunzip") return zlib::createGunzip({.finishFlush = o.finishFlush, .rejectGarbageAfterEnd = o.rejectGarbageAfterEnd});
  if (kind == "inflate") return zlib::createInflate({.finishFlush = o.finishFlush, .rejectGarbageAfterEnd = o.rejectGarbageAfterEnd});
  if (kind == "inflateRaw") return zlib::createInflateRaw({.finishFlush = o.finishFlush, .rejectGarbageAfterEnd = o.rejectGarbageAfterEnd});
  if (kind == "unzip") return zlib::createUnzip({.finishFlush = o.finishFlush, .rejectGarbageAfterEnd = o.rejectGarbageAfterEnd});
  if (kind == "brotli") return zlib::createBrotliDecompress({.finishFlush = o.finishFlush, .rejectGarbageAfterEnd = o.rejectGarbageAfterEnd});
  return zlib::createZstdDecompress({.finishFlush = o.finishFlush, .rejectGarbageAfterEnd = o.rejectGarbageAfterEnd});
};
auto watch = [](String name, zlib::ZlibBase stream) {
  stream->on(event::data, [=](Buffer chunk) { console::log(name, "data", chunk.toString("latin1"), stream->bytesWritten); });
  for (String event : {"prefinish", "finish", "end", "close", "drain"}) stream->on(event, [=] { console::log(name, event, stream->bytesWritten); });
  stream->on(event::error, [=](Error error) { console::log(name, "error", error->name, error->code, error->errno_ ? Lookup(str(error->errno_)) : Lookup(), error->message); });
};
Array<Function<void(Function<void()>)>> runs;
auto play = [=](String name, String kind, Parts parts, Options options = {}) { runs.push([=](Function<void()> next) {
  auto stream = create(kind, options);
  watch(name, stream);
  for (Buffer part : parts) stream->write(part, [=](Error error) { console::log(name, "written", error ? error->code : "-"); });
  stream->end([=](Error error) { console::log(name, "ended", error ? error->code : "-"); });
  stream->on(event::close, next);
}); };
auto bytes = [](Buffer buffer) { Parts list; for (int i = 0; i < buffer.length(); i++) list.push(buffer.subarray(i, i + 1)); return list; };
for (String kind : {"gunzip", "inflate", "inflateRaw", "unzip", "brotli", "zstd"}) {
  auto whole = Buffer::from(hex.get(kind), "hex"), junk = Buffer::from("junk\u0001\u0002");
  play(kind + " whole", kind, {whole});
  play(kind + " nothing", kind, {});
  play(kind + " empty", kind, {Buffer::alloc(0)});
  play(kind + " bytes", kind, bytes(whole));
  play(kind + " twice", kind, {whole, whole});
  play(kind + " twice joined", kind, {Buffer::concat({whole, whole})});
  play(kind + " junk after", kind, {Buffer::concat({whole, junk})});
  play(kind + " junk written after", kind, {whole, junk});
  play(kind + " zeros after", kind, {Buffer::concat({whole, Buffer::alloc(3)})});
  play(kind + " cut", kind, {whole.subarray(0, whole.length() - 2)});
  play(kind + " cut in bytes", kind, bytes(whole.subarray(0, whole.length() - 2)));
  play(kind + " refused", kind, {Buffer::concat({whole, junk})}, {.rejectGarbageAfterEnd = true});
  play(kind + " refused later", kind, {whole, junk}, {.rejectGarbageAfterEnd = true});
  play(kind + " flushed", kind, {whole.subarray(0, whole.length() - 3)}, {.finishFlush = kind == "brotli" || kind == "zstd" ? 1. : 2.});
}
play("magic", "unzip", {Buffer::from({0x1f})});
play("half magic", "unzip", {Buffer::from({0x1f}), Buffer::from({0x9c})});
play("half magic joined", "unzip", {Buffer::from({0x1f, 0x9c})});
play("zlib in bytes", "unzip", bytes(Buffer::from(hex.get("inflate"), "hex")));
let<Function<void()>> run;
run = [=] { if (runs.size() == 0) return; auto next = runs.shift(); next([=] { run.value()(); }); };
run.value()();
}); }
