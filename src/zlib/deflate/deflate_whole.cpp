// What is in memory as a whole is compressed by libdeflate, in half of zlib's time. Only zlib decompresses, so
// that it decides which data is valid, as in Node.
#include <libdeflate.h>

#include <algorithm>
#include <memory>

#include "base/assertion.h"
#include "zlib/deflate/deflate_library.h"

namespace nodecpp::zlib::detail {

namespace {

// Below this size zlib is as fast, since libdeflate first takes memory for every compression.
constexpr std::size_t leastWhole = 8192;

struct FreeCompressor {
  void operator()(libdeflate_compressor* compressor) const noexcept { ::libdeflate_free_compressor(compressor); }
};

// Returns the fastest level of libdeflate whose results are as small as those of zlib's level. For 64 KiB of JSON
// zlib's level 6 gives 9,001 bytes and level 9 gives 8,823; libdeflate's level 5 gives 8,873 and level 7 gives 8,599.
int wholeLevel(int level) noexcept {
  constexpr int levels[] = {5, 0, 1, 2, 3, 4, 5, 5, 6, 7, 7};
  return levels[level + 1];
}

// Writes the bytes of a gzip header that zlib writes otherwise: how hard it was compressed, and that this is Unix.
void writeAsZlib(std::uint8_t* header, int level) noexcept {
  header[8] = level == 9 ? 2 : level == 1 ? 4 : 0;
  header[9] = 3;
}

}  // namespace

bool deflateWhole(const Settings& settings, const Buffer& input, std::size_t most, Buffer& output,
                  std::size_t& used) noexcept {
  bool usual = settings.finishFlush == 4 && settings.windowBits == 15 && settings.strategy == 0 &&
               settings.memLevel >= 8 && (settings.dictionary.empty() || settings.mode == Mode::gzip) &&
               settings.level != 0;
  if (!compresses(settings.mode) || !usual || input.size() < leastWhole) return false;
  std::unique_ptr<libdeflate_compressor, FreeCompressor> compressor(
      ::libdeflate_alloc_compressor(wholeLevel(settings.level)));
  if (!compressor) return false;
  auto* work = settings.mode == Mode::gzip      ? ::libdeflate_gzip_compress
               : settings.mode == Mode::deflate ? ::libdeflate_zlib_compress
                                                : ::libdeflate_deflate_compress;
  // Nearly all data becomes smaller. What does not is left to zlib.
  std::size_t room = std::min(input.size(), most);
  Buffer bytes = Buffer::allocUnsafe(double(room));
  std::size_t size = work(compressor.get(), input.bytes(), input.size(), bytes.bytes(), room);
  if (size == 0) return false;
  NODECPP_ASSERT(size <= room, size, room);
  if (settings.mode == Mode::gzip) writeAsZlib(reinterpret_cast<std::uint8_t*>(bytes.bytes()), settings.level);
  output = Buffer::copyOf(bytes.bytes(), size);
  used = input.size();
  return true;
}

// A quarter of a millisecond's work: zlib needs 11 µs for 1 KiB of JSON at level 6, 7 µs at level 1 and 27 µs at
// level 9. A step of decompression is bounded by its output, 16 KiB, which needs 20 to 50 µs.
std::size_t deflateInlineBytes(const Settings& settings) noexcept {
  if (!compresses(settings.mode)) return 16 << 10;
  if (settings.level >= 0 && settings.level <= 3) return 32 << 10;
  return settings.level > 6 ? 8 << 10 : 16 << 10;
}

}  // namespace nodecpp::zlib::detail
