// Computes the CRC-32 of 64 KiB with a table, and writes the bytes as hexadecimal digits and base64.
#include <nodecpp/buffer.h>
#include <nodecpp/number.h>

#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<std::uint32_t> table;
  for (int n = 0; n < 256; n++) {
    std::uint32_t c = n;
    for (int k = 0; k < 8; k++) c = (c & 1) != 0 ? 0xedb88320 ^ c >> 1 : c >> 1;
    table.push(c);
  }
  auto bytes = Buffer::alloc(65536);
  for (int i = 0; i < bytes.length(); i++) bytes[i] = (i * 31 + (i >> 8)) & 255;

  auto crc32 = [=](Buffer buffer) -> num {
    std::uint32_t c = 0xffffffff;
    for (int i = 0; i < buffer.length(); i++) c = table[(c ^ buffer[i]) & 255] ^ c >> 8;
    return c ^ 0xffffffff;
  };

  bench::measure([=] {
    auto sum = crc32(bytes);
    auto text = bytes.subarray(0, 3000).toString("base64");
    auto back = Buffer::from(text, "base64");
    return format("{} {} {} {}", sum.toString(16), crc32(back), bytes.subarray(5, 25).toString("hex"), back.length());
  });
}); }
