// Computes the CRC-32 of 64 KiB with a table, and writes the bytes as hexadecimal digits and base64. Written with var
// instead of static types.
#include "../measure.h"
using namespace nodecpp;

var crc32(var table, var buffer) {
  var c = -1;
  for (var i = 0; i < buffer["length"]; i++) c = table[(c ^ buffer[i]) & 255] ^ c.shiftRightUnsigned(8);
  return (c ^ -1).shiftRightUnsigned(0);
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  var table = var::array();
  for (var n = 0; n < 256; n++) {
    var c = n;
    for (var k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ c.shiftRightUnsigned(1) : c.shiftRightUnsigned(1);
    table.push(c | 0);
  }
  var bytes = Buffer::alloc(65536);
  for (var i = 0; i < bytes["length"]; i++) bytes[i] = (i * 31 + (i >> 8)) & 255;

  bench::measure([=] {
    var sum = crc32(table, bytes);
    var text = bytes.buffer().subarray(0, 3000).toString("base64");
    var back = Buffer::from(String(text), "base64");
    return format("{} {} {} {}", sum.toString(16), crc32(table, back), bytes.buffer().subarray(5, 25).toString("hex"), back["length"]);
  });
}); }
