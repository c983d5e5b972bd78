// The operations of Buffer whose cost run.js measures as the input grows.
#include <nodecpp/buffer.h>

#include <functional>
#include <vector>

#include "growth.h"

namespace growth {
namespace {

Buffer bytes(std::size_t n) {
  Buffer out = Buffer::allocUnsafe(double(n));
  for (std::size_t i = 0; i < n; ++i) out[i] = int(i * 2654435761u >> 13 & 255);
  return out;
}
String letters(std::size_t n) { return str("0123456789abcdef").repeat(n / 16 + 1).slice(0, std::ptrdiff_t(n & ~std::size_t(3))); }
Buffer repeated(const char* text, std::size_t n) { return Buffer::from(str(text).repeat(n)); }

template <class F>
std::function<Work(std::size_t)> each(F f) {
  return [=](std::size_t n) {
    return [=] {
      for (const char* name : {"utf8", "utf16le", "latin1", "ascii", "hex", "base64", "base64url"}) f(n, name);
    };
  };
}

const Growth all[] = {
    {"Buffer.from and toString, every encoding", 4000,
     each([](std::size_t n, const char* encoding) { keep(Buffer::from(letters(n), encoding).toString(encoding)); })},
    {"Buffer.toString of malformed bytes", 4000,
     [](std::size_t n) {
       return [data = bytes(n)] {
         for (const char* name : {"utf8", "utf16le", "latin1", "ascii", "hex", "base64"}) keep(data.toString(name));
       };
     }},
    {"Buffer.from of base64 with line ends", 4000,
     [](std::size_t n) { return [text = str("YWJj\r\n").repeat(n / 4)] { keep(Buffer::from(text, "base64")); }; }},
    {"Buffer.from of base64 with padding inside", 4000,
     [](std::size_t n) { return [text = str("YQ==").repeat(n / 4)] { keep(Buffer::from(text, "base64")); }; }},
    {"Buffer.byteLength, every encoding", 8000,
     each([](std::size_t n, const char* encoding) { keep(Buffer::byteLength(letters(n), encoding)); })},
    {"Buffer.write, every encoding", 4000,
     each([](std::size_t n, const char* encoding) { keep(Buffer::alloc(double(n)).write(letters(n), encoding)); })},
    {"Buffer.alloc with a pattern", 8000,
     [](std::size_t n) { return [n] { keep(Buffer::alloc(double(n), "pattern")); }; }},
    {"Buffer.fill with a long pattern", 8000,
     [](std::size_t n) { return [target = Buffer::alloc(double(4 * n)), data = bytes(n)] { keep(target.fill(data)); }; }},
    {"Buffer.concat", 1000,
     [](std::size_t n) { return [list = Array<Buffer>(n).fill(bytes(16))] { keep(Buffer::concat(list)); }; }},
    {"Buffer.compare and equals", 16000,
     [](std::size_t n) { return [a = bytes(n), b = bytes(n)] { keep(a.equals(b) + Buffer::compare(a, b)); }; }},
    {"Buffer.copy and subarray", 16000,
     [](std::size_t n) { return [a = bytes(n), b = bytes(n)] { keep(a.copy(b) + b.subarray(10).length()); }; }},
    {"Buffer.indexOf, all places", 4000,
     [](std::size_t n) {
       return [data = repeated("ab,", n)] {
         for (std::ptrdiff_t at = -1; (at = data.indexOf(",", double(at + 1))) >= 0;) keep(at);
         for (std::ptrdiff_t at = -1; (at = data.indexOf(',', double(at + 1))) >= 0;) keep(at);
       };
     }},
    {"Buffer.indexOf, of what nearly is there", 4000,
     [](std::size_t n) { return [data = repeated("a", 2 * n), search = repeated("a", n).toString() + "b"] { keep(data.indexOf(search)); }; }},
    {"Buffer.indexOf, of what nearly is there in its middle", 4000,
     [](std::size_t n) {
       String half = str("a").repeat(n / 2);
       return [data = repeated("a", 2 * n), search = Buffer::from(half + "b" + half)] { keep(data.indexOf(search)); };
     }},
    {"Buffer.indexOf, of UTF-16", 2000,
     [](std::size_t n) {
       Buffer data = Buffer::from(str("a").repeat(2 * n), "utf16le");
       return [data, search = str("a").repeat(n) + "b"] { keep(data.indexOf(search, 0, "utf16le")); };
     }},
    {"Buffer.lastIndexOf, all places", 4000,
     [](std::size_t n) {
       return [data = repeated("ab,", n)] {
         for (std::ptrdiff_t at = std::ptrdiff_t(data.length()); at > 0 && (at = data.lastIndexOf(",", double(at - 1))) >= 0;) keep(at);
       };
     }},
    {"Buffer.lastIndexOf, of what nearly is there", 4000,
     [](std::size_t n) { return [data = repeated("a", 2 * n), search = "b" + repeated("a", n).toString()] { keep(data.lastIndexOf(search)); }; }},
    {"Buffer.swap16, swap32, swap64", 8000,
     [](std::size_t n) { return [data = bytes(n)] { keep(data.swap16().swap32().swap64()); }; }},
    {"Buffer.toJSON and inspect", 4000,
     [](std::size_t n) { return [data = bytes(n)] { keep(data.toJSON().size() + data.inspect().size()); }; }},
    {"Buffer, reads and writes of numbers", 4000,
     [](std::size_t n) {
       return [data = bytes(n)] {
         for (int i = 0; i + 8 <= data.length(); i += 8) data.writeDoubleBE(data.readInt32LE(double(i)), double(i));
       };
     }},
    {"Buffer, for each byte", 4000,
     [](std::size_t n) {
       return [data = bytes(n)] {
         for (int byte : data) keep(byte);
       };
     }},
    {"buffer.transcode", 4000,
     [](std::size_t n) {
       return [data = repeated("\xc3\xa4", n)] { keep(buffer::transcode(data, "utf8", "utf16le").length() + buffer::transcode(data, "utf8", "latin1").length()); };
     }},
    {"buffer.isUtf8 and isAscii", 8000,
     [](std::size_t n) { return [data = repeated("\xc3\xa4", n)] { keep(buffer::isUtf8(data) + buffer::isAscii(data)); }; }},
    {"buffer.atob and btoa", 4000,
     [](std::size_t n) { return [text = letters(n)] { keep(buffer::atob(buffer::btoa(text))); }; }},
};

}  // namespace
}  // namespace growth
