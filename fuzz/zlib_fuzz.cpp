// Decompresses any bytes in each format, at once and in pieces. The first byte chooses the format, the second one how
// the input is cut and how large the chunks of output are. Both ways must give the same bytes or the same error, and no
// input may give more than maxOutputLength. What could be decompressed is compressed again, and must come back.
#include <nodecpp/zlib.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "loop/loop.h"
#include "os/sim/sim_port.h"

using namespace nodecpp;

namespace {

constexpr double most = 1 << 20;

struct Outcome {
  std::string bytes;
  std::string code;
  bool operator==(const Outcome&) const = default;
};

std::string codeOf(const Error& error) { return std::string(error->code.data(), error->code.size()); }

struct Options {
  double chunkSize;
  bool reject;
};

Buffer decompress(int format, const Buffer& input, const Options& o) {
  zlib::ZlibOptions options{.chunkSize = o.chunkSize, .maxOutputLength = most, .rejectGarbageAfterEnd = o.reject};
  switch (format) {
    case 0: return zlib::gunzipSync(input, options);
    case 1: return zlib::inflateSync(input, options);
    case 2: return zlib::inflateRawSync(input, options);
    case 3: return zlib::unzipSync(input, options);
    case 4:
      return zlib::brotliDecompressSync(
          input, {.chunkSize = o.chunkSize, .maxOutputLength = most, .rejectGarbageAfterEnd = o.reject});
    default:
      return zlib::zstdDecompressSync(
          input, {.chunkSize = o.chunkSize, .maxOutputLength = most, .rejectGarbageAfterEnd = o.reject});
  }
}

zlib::ZlibBase streamOf(int format, const Options& o) {
  zlib::ZlibOptions options{.chunkSize = o.chunkSize, .rejectGarbageAfterEnd = o.reject};
  switch (format) {
    case 0: return zlib::createGunzip(options);
    case 1: return zlib::createInflate(options);
    case 2: return zlib::createInflateRaw(options);
    case 3: return zlib::createUnzip(options);
    case 4: return zlib::createBrotliDecompress({.chunkSize = o.chunkSize, .rejectGarbageAfterEnd = o.reject});
    default: return zlib::createZstdDecompress({.chunkSize = o.chunkSize, .rejectGarbageAfterEnd = o.reject});
  }
}

Outcome atOnce(int format, const Buffer& input, const Options& options) {
  try {
    Buffer result = decompress(format, input, options);
    return {std::string(result.bytes(), result.size()), ""};
  } catch (const Error& error) {
    return {"", codeOf(error)};
  }
}

// Whole input that is written in pieces, with an end.
Outcome inPieces(int format, const Buffer& input, std::size_t piece, const Options& options) {
  Outcome outcome;
  os::Network network;
  os::SimPort port(network, {});
  detail::Loop loop(port);
  detail::Loop* before = detail::Loop::setCurrent(&loop);
  loop.makeCallback([&] {
    auto stream = streamOf(format, options);
    auto* self = stream.get();
    stream->on(event::data, [&, self](Buffer chunk) {
      outcome.bytes.append(chunk.bytes(), chunk.size());
      if (double(outcome.bytes.size()) <= most) return;
      outcome.code = "ERR_BUFFER_TOO_LARGE";
      self->destroy();
    });
    stream->on(event::error, [&](Error error) { outcome.code = codeOf(error); });
    for (std::size_t at = 0; at < input.size(); at += piece)
      stream->write(input.subarray(std::ptrdiff_t(at), std::ptrdiff_t(std::min(at + piece, input.size()))));
    stream->end();
  });
  loop.run();
  loop.end();
  detail::Loop::setCurrent(before);
  if (!outcome.code.empty()) outcome.bytes.clear();
  return outcome;
}

void require(bool holds, const char* what, int format) {
  if (holds) return;
  std::fprintf(stderr, "%s does not hold for format %d\n", what, format);
  std::abort();
}

void thereAndBack(int format, const std::string& bytes) {
  Buffer data = Buffer::copyOf(bytes.data(), bytes.size());
  Buffer back = format == 0   ? zlib::gunzipSync(zlib::gzipSync(data))
                : format == 1 ? zlib::inflateSync(zlib::deflateSync(data))
                : format == 2 ? zlib::inflateRawSync(zlib::deflateRawSync(data))
                : format == 3 ? zlib::unzipSync(zlib::deflateSync(data, {.level = 1}))
                : format == 4 ? zlib::brotliDecompressSync(zlib::brotliCompressSync(
                                    data, {.params = {{zlib::constants::BROTLI_PARAM_QUALITY, 2}}}))
                              : zlib::zstdDecompressSync(zlib::zstdCompressSync(data));
  require(back == data, "decompress(compress(x)) == x", format);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  if (size < 2) return 0;
  int format = data[0] % 6;
  std::size_t piece = std::size_t(1) << (data[1] % 12);
  Options options{.chunkSize = data[1] & 64 ? 100. : 16384., .reject = (data[1] & 128) != 0};
  Buffer input = Buffer::copyOf(reinterpret_cast<const char*>(data + 2), size - 2);
  Outcome whole = atOnce(format, input, options);
  require(double(whole.bytes.size()) <= most, "the output is at most maxOutputLength", format);
  // What follows the compressed data is judged by where it was cut: zeros before garbage hide it in one piece only, and
  // frames of Zstandard begin anew with each write.
  Outcome once = inPieces(format, input, std::max<std::size_t>(input.size(), 1), options);
  require(whole == once, "a stream gives what the function gives", format);
  inPieces(format, input, piece, options);
  if (whole.code.empty()) thereAndBack(format, whole.bytes);
  return 0;
}
