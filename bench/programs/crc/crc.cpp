// CRC-32 of 64 KiB by a table, and the bytes as hexadecimal digits and base64.
#include <nodecpp/buffer.h>
#include <nodecpp/number.h>

#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<num> table;
  for (num n = 0; n < 256; n++) {
    num c = n;
    for (num k = 0; k < 8; k++) c = (c & 1) != 0 ? 0xedb88320 ^ ushr(c, 1) : ushr(c, 1);
    table.push(c | 0);
  }
  auto bytes = Buffer::alloc(65536);
  for (num i = 0; i < bytes.length(); i++) bytes[i] = int((i * 31 + (i >> 8)) & 255);

  auto crc32 = [=](Buffer buffer) -> num {
    num c = -1;
    for (num i = 0; i < buffer.length(); i++) c = table[(c ^ buffer[i]) & 255] ^ ushr(c, 8);
    return ushr(c ^ -1, 0);
  };

  bench::measure([=] {
    auto sum = crc32(bytes);
    auto text = bytes.subarray(0, 3000).toString("base64");
    auto back = Buffer::from(text, "base64");
    return format("{} {} {} {}", sum.toString(16), crc32(back), bytes.subarray(5, 25).toString("hex"), back.length());
  });
}); }
