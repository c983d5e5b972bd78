// Tests what the pairs in tests/pairs/zlib cannot see: other threads, lives, memory, and data that is cut or damaged
// everywhere.
#include <nodecpp/promise.h>
#include <nodecpp/stream.h>
#include <nodecpp/timers.h>
#include <nodecpp/util/promisify.h>
#include <nodecpp/zlib.h>

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "loop/loop.h"
#include "os/session/recorded_port.h"
#include "os/sim/sim_port.h"
#include "support/memory_log.h"
#include "support/sim_loop.h"

using namespace nodecpp;
using tests::program;
using stream::Chunk;

namespace {

// A text of `size` bytes that compresses as data of programs does.
Buffer sample(std::size_t size) {
  std::string text;
  unsigned x = 7;
  while (text.size() < size) {
    x = x * 1103515245 + 12345;
    text += "{\"id\":" + std::to_string(x % 5000) + ",\"name\":\"user" + std::to_string(x >> 8 & 1023) + "\"}\n";
  }
  return Buffer::copyOf(text.data(), size);
}

// Each format with its two functions.
struct Format {
  const char* name;
  Function<Buffer(Buffer)> compress;
  Function<Buffer(Buffer)> decompress;
  Function<zlib::ZlibBase()> compressor;
  Function<zlib::ZlibBase()> decompressor;
};
const std::vector<Format>& formats() {
  static const std::vector<Format> all{
      {"gzip", [](Buffer b) { return zlib::gzipSync(b); }, [](Buffer b) { return zlib::gunzipSync(b); },
       [] { return zlib::ZlibBase(zlib::createGzip()); }, [] { return zlib::ZlibBase(zlib::createGunzip()); }},
      {"deflate", [](Buffer b) { return zlib::deflateSync(b); }, [](Buffer b) { return zlib::inflateSync(b); },
       [] { return zlib::ZlibBase(zlib::createDeflate()); }, [] { return zlib::ZlibBase(zlib::createInflate()); }},
      {"raw", [](Buffer b) { return zlib::deflateRawSync(b); }, [](Buffer b) { return zlib::inflateRawSync(b); },
       [] { return zlib::ZlibBase(zlib::createDeflateRaw()); },
       [] { return zlib::ZlibBase(zlib::createInflateRaw()); }},
      {"unzip", [](Buffer b) { return zlib::gzipSync(b); }, [](Buffer b) { return zlib::unzipSync(b); },
       [] { return zlib::ZlibBase(zlib::createGzip()); }, [] { return zlib::ZlibBase(zlib::createUnzip()); }},
      {"brotli",
       [](Buffer b) { return zlib::brotliCompressSync(b, {.params = {{zlib::constants::BROTLI_PARAM_QUALITY, 3}}}); },
       [](Buffer b) { return zlib::brotliDecompressSync(b); },
       [] {
         return zlib::ZlibBase(zlib::createBrotliCompress({.params = {{zlib::constants::BROTLI_PARAM_QUALITY, 3}}}));
       },
       [] { return zlib::ZlibBase(zlib::createBrotliDecompress()); }},
      {"zstd", [](Buffer b) { return zlib::zstdCompressSync(b); }, [](Buffer b) { return zlib::zstdDecompressSync(b); },
       [] { return zlib::ZlibBase(zlib::createZstdCompress()); },
       [] { return zlib::ZlibBase(zlib::createZstdDecompress()); }},
  };
  return all;
}

// What a stream gave: its bytes, how it ended, and the largest chunk.
struct Seen {
  std::string bytes;
  std::string error;
  bool ended = false;
  bool closed = false;
  std::size_t chunks = 0;
};
void watch(const zlib::ZlibBase& stream, Seen& seen) {
  stream->on(event::data, [&seen](Chunk chunk) {
    seen.bytes += std::string(chunk.buffer().bytes(), chunk.size());
    ++seen.chunks;
  });
  stream->on(event::end, [&seen] { seen.ended = true; });
  stream->on(event::error, [&seen](Error error) { seen.error = std::string(error->code.data(), error->code.size()); });
  stream->on(event::close, [&seen] { seen.closed = true; });
}

std::string textOf(const Buffer& bytes) { return std::string(bytes.bytes(), bytes.size()); }

std::string codeOf(const Function<void()>& f) {
  try {
    f();
  } catch (const Error& error) {
    return std::string(error->code.data(), error->code.size());
  }
  return "";
}

}  // namespace

TEST_CASE("what was compressed is the same after decompression, in all formats and sizes") {
  for (const Format& format : formats())
    for (std::size_t size : {0, 1, 100, 4095, 8192, 16384, 16385, 70000, 300000}) {
      CAPTURE(format.name);
      CAPTURE(size);
      Buffer data = sample(size);
      CHECK(textOf(format.decompress(format.compress(data))) == textOf(data));
    }
}

TEST_CASE("a stream gives the same as the functions, however its input is cut") {
  Buffer data = sample(50000);
  for (const Format& format : formats())
    for (std::size_t piece : {std::size_t(1), std::size_t(700), std::size_t(20000), std::size_t(50000)}) {
      CAPTURE(format.name);
      CAPTURE(piece);
      Seen compressed, plain;
      program([&] {
        auto out = format.decompressor();
        watch(out, plain);
        auto in = format.compressor();
        watch(in, compressed);
        Buffer part = piece == 1 ? Buffer(data.subarray(0, 300)) : data;
        in->pipe(out);
        for (std::size_t at = 0; at < part.size(); at += piece)
          in->write(part.subarray(std::ptrdiff_t(at), std::ptrdiff_t(std::min(at + piece, part.size()))));
        in->end();
      });
      CHECK(plain.ended);
      CHECK(plain.closed);
      CHECK(plain.bytes == textOf(data).substr(0, piece == 1 ? 300 : data.size()));
    }
}

TEST_CASE("compressed data that is cut anywhere ends with unexpected end of file") {
  Buffer data = sample(3000);
  for (const Format& format : formats()) {
    Buffer whole = format.compress(data);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      CAPTURE(format.name);
      CAPTURE(size);
      CHECK(codeOf([&] { format.decompress(whole.subarray(0, std::ptrdiff_t(size))); }) == "Z_BUF_ERROR");
    }
  }
}

TEST_CASE("data that is damaged anywhere gives an error or bytes, as a stream and as a function") {
  Buffer data = sample(2000);
  for (const Format& format : formats()) {
    Buffer whole = format.compress(data);
    for (std::size_t at = 0; at < whole.size(); ++at)
      for (int mask : {0x01, 0x80, 0xff}) {
        CAPTURE(format.name);
        CAPTURE(at);
        Buffer damaged = Buffer::from(whole);
        damaged[at] = damaged[at] ^ mask;
        std::string result, code = codeOf([&] { result = textOf(format.decompress(damaged)); });
        if (at % 7) continue;
        Seen seen;
        program([&] {
          auto out = format.decompressor();
          watch(out, seen);
          out->end(damaged);
        });
        CHECK(seen.closed);
        CHECK(seen.error == code);
        if (code.empty()) CHECK(seen.bytes == result);
      }
  }
}

TEST_CASE("maxOutputLength stops what grows without end before the memory is full") {
  Buffer zeros = Buffer::alloc(64 << 20);
  for (const Format& format : formats()) {
    CAPTURE(format.name);
    Buffer bomb = format.compress(zeros);
    CHECK(bomb.size() < (1 << 17));
  }
  Buffer bomb = zlib::gzipSync(zeros);
  CHECK(codeOf([&] { zlib::gunzipSync(bomb, {.maxOutputLength = 1 << 20}); }) == "ERR_BUFFER_TOO_LARGE");
  CHECK(codeOf([&] {
          zlib::brotliDecompressSync(zlib::brotliCompressSync(zeros, {.params = {{1, 1}}}),
                                     {.maxOutputLength = 1 << 20});
        }) == "ERR_BUFFER_TOO_LARGE");
  CHECK(codeOf([&] { zlib::zstdDecompressSync(zlib::zstdCompressSync(zeros), {.maxOutputLength = 1 << 20}); }) ==
        "ERR_BUFFER_TOO_LARGE");
  String code;
  program([&] { zlib::gunzip(bomb, {.maxOutputLength = 1 << 20}, [&](Error error, Buffer) { code = error->code; }); });
  CHECK(code == "ERR_BUFFER_TOO_LARGE");
}

TEST_CASE("a stream that nobody reads keeps little of what it could give") {
  Buffer bomb = zlib::gzipSync(Buffer::alloc(16 << 20));
  program([&] {
    auto gunzip = zlib::createGunzip();
    gunzip->end(bomb);
    setTimeout(
        [=] {
          CHECK(gunzip->readableLength() > 0);
          CHECK(gunzip->readableLength() <= (192 << 10));
          gunzip->destroy();
        },
        50);
  });
}

TEST_CASE("work above the size runs in another turn, and the callbacks are never called at once") {
  std::string order;
  program([&] {
    zlib::gzip("small", [&](Error, Buffer) { order += "s"; });
    zlib::gzip(sample(1 << 20), [&](Error, Buffer result) {
      order += "l";
      CHECK(zlib::gunzipSync(result).size() == (1 << 20));
    });
    order += "0";
    setImmediate([&] { order += "i"; });
  });
  CHECK(order.size() == 4);
  CHECK(order[0] == '0');
  CHECK(order.find('i') < order.find('s'));
}

TEST_CASE("what the program changes in its Buffer after the call has no effect on a stream, nor in a recorded run") {
  Buffer data = sample(300000), result;
  std::string before = textOf(data);
  // The other thread makes its copy later, and compresses what is there then.
  program([&] {
    zlib::deflate(data, [&](Error, Buffer compressed) { result = compressed; });
    data.fill(0);
  });
  CHECK(textOf(zlib::inflateSync(result)) == std::string(300000, '\0'));
  // A replay must compress the same as the run that it repeats.
  data = sample(300000);
  os::Network network;
  os::SimPort inner(network, {});
  tests::MemoryLog log{64 << 20};
  os::RecordedPort recorded(inner, log, os::replay::Start(), false);
  detail::Loop loop(recorded);
  detail::Loop* other = detail::Loop::setCurrent(&loop);
  loop.makeCallback([&] {
    zlib::deflate(data, [&](Error, Buffer compressed) { result = compressed; });
    data.fill(0);
  });
  loop.run();
  loop.end();
  detail::Loop::setCurrent(other);
  CHECK(textOf(zlib::inflateSync(result)) == before);
  Seen seen;
  Buffer again = sample(300000);
  program([&] {
    auto deflate = zlib::createDeflate();
    watch(deflate, seen);
    deflate->write(again);
    again.fill(0);
    deflate->end();
  });
  CHECK(textOf(zlib::inflateSync(Buffer::copyOf(seen.bytes.data(), seen.bytes.size()))) == before);
}

TEST_CASE("a stream that is destroyed while another thread works for it goes without a trace") {
  for (bool callback : {false, true}) {
    Seen seen;
    bool written = false;
    program([&] {
      auto gzip = zlib::createGzip();
      watch(gzip, seen);
      gzip->write(sample(1 << 20), [&](Error) { written = true; });
      if (callback)
        setImmediate([=] { gzip->destroy(Error("stop")); });
      else
        gzip->close();
    });
    CHECK(seen.closed);
    CHECK_FALSE(seen.ended);
    CHECK(written);
  }
}

TEST_CASE("the loop may end while work is under way") {
  os::Network network;
  os::SimPort port(network, {});
  detail::Loop loop(port);
  detail::Loop* before = detail::Loop::setCurrent(&loop);
  loop.makeCallback([] {
    auto gzip = zlib::createGzip();
    gzip->write(sample(1 << 20));
    gzip->write("more");
    zlib::gzip(sample(1 << 20), [gzip](Error, Buffer) {});
    zlib::gzip("small", [gzip](Error, Buffer) {});
  });
  loop.end();
  detail::Loop::setCurrent(before);
}

TEST_CASE("the promise of a function has its bytes or its error") {
  String text, code;
  program([into = &text, failed = &code](this auto self) -> Promise<> {
    Buffer compressed = co_await util::promisify(zlib::brotliCompress)("hello");
    *into = (co_await util::promisify(zlib::brotliDecompress)(compressed)).toString();
    try {
      co_await util::promisify(zlib::gunzip)("hello");
    } catch (const Error& error) {
      *failed = error->code;
    }
  });
  CHECK(text == "hello");
  CHECK(code == "Z_DATA_ERROR");
}

TEST_CASE("with info a function gives its engine, and the bytes that it has read") {
  program([] {
    auto [buffer, engine] = zlib::deflateSync("hello", {.info = true});
    CHECK(engine->bytesWritten == 5);
    CHECK(zlib::inflateSync(buffer).toString() == "hello");
    zlib::inflate(Buffer::concat({buffer, Buffer::from("junk")}), {.info = true},
                  [size = buffer.size()](Error, zlib::BufferAndEngine result) {
                    CHECK(result.engine->bytesWritten == double(size));
                    CHECK(result.engine->destroyed());
                  });
  });
}

TEST_CASE("reset begins anew, and params changes what follows") {
  Seen seen;
  program([&] {
    auto inflate = zlib::createInflate();
    watch(inflate, seen);
    Buffer compressed = zlib::deflateSync("hello");
    inflate->write(compressed, [=] {
      inflate->reset();
      inflate->end(compressed);
    });
    CHECK_THROWS_WITH(inflate->reset(), "Error: Cannot reset zlib stream while a write is in progress");
  });
  CHECK(seen.bytes == "hellohello");
  Seen stored;
  program([&] {
    auto gzip = zlib::createGzip({.level = 0});
    watch(gzip, stored);
    gzip->write(Buffer::alloc(10000));
    gzip->params(9, 0, [=] { gzip->end(Buffer::alloc(10000)); });
  });
  CHECK(stored.bytes.size() > 10000);
  CHECK(stored.bytes.size() < 10200);
  CHECK(zlib::gunzipSync(Buffer::copyOf(stored.bytes.data(), stored.bytes.size())).size() == 20000);
}

TEST_CASE("zstd's own threads are not started, whatever its parameters say") {
  using namespace zlib::constants;
  Buffer data = sample(1 << 20);
  Buffer compressed = zlib::zstdCompressSync(data, {.params = {{ZSTD_c_nbWorkers, 4}, {ZSTD_c_jobSize, 1 << 20}}});
  CHECK(textOf(zlib::zstdDecompressSync(compressed)) == textOf(data));
}

TEST_CASE("codes and checksums") {
  CHECK(zlib::codes.Z_BUF_ERROR == -5);
  CHECK(zlib::codes[-5] == "Z_BUF_ERROR");
  CHECK(zlib::codes[2] == "Z_NEED_DICT");
  CHECK(str(zlib::codes[7]) == "undefined");
  CHECK(zlib::crc32("hello") == 907060870);
  CHECK(zlib::crc32("llo", zlib::crc32("he")) == 907060870);
}
