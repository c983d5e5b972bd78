#include <nodecpp/buffer.h>
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/math.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/set.h>
#include <nodecpp/stream.h>
#include <nodecpp/url.h>
using namespace nodecpp;
using stream::PassThrough;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto bytes = Buffer::from({0, 0, 0, 3, 0xff, 0xff, 0xff, 0xff, 0x80, 0, 0, 0});
  auto small = bytes.readUInt32BE(0), large = bytes.readUInt32BE(4), least = bytes.readInt32BE(8);
  console::log(small - 5, large + 5, large * 1000, -small, small < -1, least - 1, least * 1000, bytes.readUInt32LE(0) - 50331650);
  console::log(ushr(large, 4), large & 0xff, small << 4, ushr(large, 24) - 256, small - large, bytes.readUInt8(3) - 4, bytes.readUInt16BE(2) - 4);
  Map<String, int> map = {{"a", 1}}; Set<int> set;
  console::log(map.size() - 2, set.size() - 1, -map.size(), map.size() - 2 < 0, Math::max(set.size() - 1, -5));
  for (int i = map.size() - 1; i >= 0; i--) console::log("entry", i);
  auto target = Buffer::alloc(4);
  console::log(target.write("ab") - 3, bytes.copy(target) - 5, target.writeUInt8(1, 0) - 2, target.writeUInt16BE(1, 0) - 4, Buffer::byteLength("ü") - 3);
  auto emitter = make<EventEmitter>();
  Function<void()> unused = [] {};
  emitter->on("x", [] {});
  console::log(emitter->listenerCount("x") - 2, emitter->listenerCount("y") - 1, emitter->listenerCount("x", unused) - 1);
  auto stream = make<PassThrough>(stream::TransformOptions{.highWaterMark = 4});
  stream->write("abc");
  console::log(stream->readableLength() - 4, stream->writableLength() - 1, stream->readableLength() - stream->readableHighWaterMark(), int(stream->writableCorked()) - 1);
  console::log(make<URLSearchParams>("a=1")->size() - 2, var::array().push() - 1, var::array({1}).unshift() - 2);
}); }
