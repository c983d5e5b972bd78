// Deflate, gzip and raw deflate by zlib.
#include "zlib/deflate/zlib_functions.h"

#include <limits>

#include "base/assertion.h"
#include "zlib/deflate/deflate_library.h"

namespace nodecpp::zlib::detail {

namespace {

constexpr std::uint8_t gzipMagic[] = {0x1f, 0x8b};

const char* codeOf(int error) noexcept {
  switch (error) {
    case Z_OK: return "Z_OK";
    case Z_STREAM_END: return "Z_STREAM_END";
    case Z_NEED_DICT: return "Z_NEED_DICT";
    case Z_ERRNO: return "Z_ERRNO";
    case Z_STREAM_ERROR: return "Z_STREAM_ERROR";
    case Z_DATA_ERROR: return "Z_DATA_ERROR";
    case Z_MEM_ERROR: return "Z_MEM_ERROR";
    case Z_BUF_ERROR: return "Z_BUF_ERROR";
    default: return "Z_VERSION_ERROR";
  }
}

// What zlib takes for the width of the window, and for the format beside it.
int windowOf(Mode mode, int bits) noexcept {
  if (mode == Mode::gzip || mode == Mode::gunzip) return bits + 16;
  if (mode == Mode::unzip) return bits + 32;
  // zlib has no raw deflate with a window of 256 bytes, and Node takes the next one.
  if (mode == Mode::deflateRaw && bits == 8) return -9;
  return mode == Mode::deflateRaw || mode == Mode::inflateRaw ? -bits : bits;
}

class DeflateCodec final : public Codec {
 public:
  explicit DeflateCodec(const Settings& settings)
      : settings_(settings), mode_(settings.mode), deflates_(compresses(settings.mode)) {}
  ~DeflateCodec() override {
    if (!ready_) return;
    if (deflates_)
      library::deflateEnd(stream_);
    else
      library::inflateEnd(stream_);
  }

  Failure step(Room& room, int flush) noexcept override {
    if (Failure failure = prepare()) return failure;
    int error = Z_OK;
    // zlib counts in 32 bits, so that larger pieces are taken in several.
    constexpr std::size_t most = std::numeric_limits<library::Size>::max();
    do {
      auto in = library::Size(std::min(room.inLeft, most)), out = library::Size(std::min(room.outLeft, most));
      stream_.next_in = const_cast<std::uint8_t*>(room.in);
      stream_.avail_in = in;
      stream_.next_out = room.out;
      stream_.avail_out = out;
      bool last = in == room.inLeft;
      error = deflates_ ? library::deflate(stream_, last ? flush : Z_NO_FLUSH) : inflateOn(last ? flush : Z_NO_FLUSH);
      NODECPP_ASSERT(stream_.avail_in <= in && stream_.avail_out <= out);
      room.inLeft -= in - stream_.avail_in;
      room.outLeft -= out - stream_.avail_out;
      room.in = stream_.next_in;
      room.out = stream_.next_out;
      if (last || stream_.avail_in != 0 || room.outLeft == 0) break;
    } while (error == Z_OK || error == Z_BUF_ERROR);
    return failureOf(error, room.outLeft != 0, flush);
  }

  Failure reset() noexcept override {
    if (Failure failure = prepare()) return failure;
    int error = deflates_ ? library::deflateReset(stream_) : library::inflateReset(stream_);
    if (error != Z_OK) return named("Failed to reset stream", error);
    return setDictionary();
  }

  Failure setParams(int level, int strategy) noexcept override {
    if (Failure failure = prepare()) return failure;
    if (!deflates_) return {};
    // The program has flushed before, so that zlib has nothing to write here.
    std::uint8_t none[64];
    stream_.next_in = nullptr;
    stream_.avail_in = 0;
    stream_.next_out = none;
    stream_.avail_out = 0;
    int error = library::deflateParams(stream_, level, strategy);
    stream_.msg = nullptr;  // that there is no room is no error here
    if (error != Z_OK && error != Z_BUF_ERROR) return named("Failed to set parameters", error);
    return {};
  }

 private:
  // The memory is taken with the first bytes, as Node does: a stream that is never used has none.
  Failure prepare() noexcept {
    if (ready_) return {};
    int bits = windowOf(settings_.mode, settings_.windowBits);
    int error = deflates_
                    ? library::beginDeflate(stream_, settings_.level, bits, settings_.memLevel, settings_.strategy)
                    : library::beginInflate(stream_, bits);
    if (error != Z_OK) return named("Init error", error);
    ready_ = true;
    return setDictionary();
  }

  // Inflate asks for its dictionary when it has read of it, except for raw data, which says nothing of it.
  Failure setDictionary() noexcept {
    const std::string& dictionary = settings_.dictionary;
    if (dictionary.empty()) return {};
    int error = Z_OK;
    auto* bytes = reinterpret_cast<const std::uint8_t*>(dictionary.data());
    if (settings_.mode == Mode::deflate || settings_.mode == Mode::deflateRaw)
      error = library::deflateSetDictionary(stream_, bytes, dictionary.size());
    else if (settings_.mode == Mode::inflateRaw)
      error = library::inflateSetDictionary(stream_, bytes, dictionary.size());
    return error == Z_OK ? Failure() : named("Failed to set dictionary", error);
  }

  // Unzip decides by the first two bytes whether several members may follow one another. zlib finds the format by
  // itself.
  void recognize() noexcept {
    for (library::Size i = 0; mode_ == Mode::unzip && i < stream_.avail_in; ++i) {
      if (stream_.next_in[i] != gzipMagic[magicBytes_])
        mode_ = Mode::inflate;
      else if (++magicBytes_ == 2)
        mode_ = Mode::gunzip;
    }
  }

  int inflateOn(int flush) noexcept {
    recognize();
    int error = library::inflate(stream_, flush);
    if (mode_ != Mode::inflateRaw && error == Z_NEED_DICT && !settings_.dictionary.empty()) {
      error = library::inflateSetDictionary(stream_, reinterpret_cast<const std::uint8_t*>(settings_.dictionary.data()),
                                            settings_.dictionary.size());
      if (error == Z_OK)
        error = library::inflate(stream_, flush);
      else if (error == Z_DATA_ERROR)
        error = Z_NEED_DICT;  // the dictionary is wrong, not the data
    }
    // Another member may follow, or garbage, which then is an error. Zeros are padding.
    while (stream_.avail_in > 0 && mode_ == Mode::gunzip && error == Z_STREAM_END && stream_.next_in[0] != 0 &&
           !settings_.rejectGarbage) {
      library::inflateReset(stream_);
      error = library::inflate(stream_, flush);
    }
    return error;
  }

  Failure named(const char* message, int error) const noexcept {
    return {stream_.msg ? stream_.msg : message, codeOf(error), error};
  }

  Failure failureOf(int error, bool hasRoom, int flush) const noexcept {
    switch (error) {
      case Z_OK:
      case Z_BUF_ERROR: return hasRoom && flush == Z_FINISH ? named("unexpected end of file", error) : Failure();
      case Z_STREAM_END: return {};
      case Z_NEED_DICT: return named(settings_.dictionary.empty() ? "Missing dictionary" : "Bad dictionary", error);
      default: return named("Zlib error", error);
    }
  }

  Settings settings_;
  Mode mode_;
  bool deflates_;
  bool ready_ = false;
  unsigned char magicBytes_ = 0;
  library::Stream stream_{};
};

}  // namespace

std::unique_ptr<Codec> makeDeflateCodec(const Settings& settings) { return std::make_unique<DeflateCodec>(settings); }

}  // namespace nodecpp::zlib::detail
