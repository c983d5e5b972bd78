// The receiver of a WebSocket server reads 2,000 masked messages of 20 to 2,000 bytes, in chunks of 16 KiB, as in
// ws.js.
#include "../../tests/ports/ws/receiver.h"
#include "../programs/measure.h"

using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<Buffer> frames;
  for (int i = 0; i < 2000; i++) {
    const int size = i % 20 ? 20 + i % 90 : 2000;
    Array<int> head = size < 126 ? Array<int>{0x81, 0x80 | size} : Array<int>{0x81, 0x80 | 126, size >> 8, size & 255};
    Array<int> mask = {i & 255, i >> 3 & 255, 7, 1};
    auto data = Buffer::alloc(size);
    for (int k = 0; k < size; k++) data[k] = (97 + k % 26) ^ mask[k & 3];
    frames.push(Buffer::concat({Buffer::from(head), Buffer::from(mask), data}));
  }
  auto bytes = Buffer::concat(frames);

  bench::measure([=] {
    let<int> messages = 0, size = 0;
    auto receiver = make<ws::Receiver>(ws::ReceiverOptions{.isServer = true});
    receiver->on(ws::ReceiverObject::message, [=](var data) {
      messages++;
      size += int(data.length());
    });
    // The receiver unmasks the bytes in place, so it gets a copy.
    auto copy = Buffer::from(bytes);
    for (int at = 0; at < copy.length(); at += 16384) receiver->write(copy.subarray(at, at + 16384));
    return format("{} {}", messages, size);
  });
}); }
