// Brotli by Google's library.
#include <brotli/decode.h>
#include <brotli/encode.h>

#include <nodecpp/error.h>

#include "zlib/brotli/brotli_library.h"

namespace nodecpp::zlib::detail {

namespace {

Error initializationFailed() {
  return nodecpp::detail::codedError("ERR_ZLIB_INITIALIZATION_FAILED", "Initialization failed");
}

class BrotliEncoder final : public Codec {
 public:
  explicit BrotliEncoder(const Settings& settings) : settings_(settings) {
    if (prepare()) return;
    ::BrotliEncoderDestroyInstance(state_);
    throw initializationFailed();
  }
  ~BrotliEncoder() override { ::BrotliEncoderDestroyInstance(state_); }

  Failure step(Room& room, int flush) noexcept override {
    if (!::BrotliEncoderCompressStream(state_, BrotliEncoderOperation(flush), &room.inLeft, &room.in, &room.outLeft,
                                       &room.out, nullptr))
      return {"Compression failed", "ERR_BROTLI_COMPRESSION_FAILED", -1};
    return {};
  }
  Failure reset() noexcept override {
    ::BrotliEncoderDestroyInstance(state_);
    if (!prepare()) return {"Could not initialize Brotli instance", "ERR_ZLIB_INITIALIZATION_FAILED", -1};
    return {};
  }

 private:
  bool prepare() noexcept {
    state_ = ::BrotliEncoderCreateInstance(nullptr, nullptr, nullptr);
    if (!state_) return false;
    for (auto [key, value] : settings_.params)
      if (!::BrotliEncoderSetParameter(state_, BrotliEncoderParameter(key), std::uint32_t(value))) return false;
    return true;
  }

  Settings settings_;
  BrotliEncoderState* state_ = nullptr;
};

class BrotliDecoder final : public Codec {
 public:
  explicit BrotliDecoder(const Settings& settings) : settings_(settings) {
    if (prepare()) return;
    ::BrotliDecoderDestroyInstance(state_);
    throw initializationFailed();
  }
  ~BrotliDecoder() override { ::BrotliDecoderDestroyInstance(state_); }

  Failure step(Room& room, int flush) noexcept override {
    BrotliDecoderResult result =
        ::BrotliDecoderDecompressStream(state_, &room.inLeft, &room.in, &room.outLeft, &room.out, nullptr);
    if (result == BROTLI_DECODER_RESULT_ERROR) {
      BrotliDecoderErrorCode error = ::BrotliDecoderGetErrorCode(state_);
      return {"Decompression failed", decoderErrorCode(error), int(error)};
    }
    if (flush == BROTLI_OPERATION_FINISH && result == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT) return endOfFile;
    return {};
  }
  Failure reset() noexcept override {
    ::BrotliDecoderDestroyInstance(state_);
    if (!prepare()) return {"Could not initialize Brotli instance", "ERR_ZLIB_INITIALIZATION_FAILED", -1};
    return {};
  }

 private:
  // Returns the name of the error as Node has it in `code`.
  static const char* decoderErrorCode(BrotliDecoderErrorCode error) noexcept {
    switch (error) {
#define NODECPP_BROTLI_CODE(prefix, name, number) \
  case BROTLI_DECODER##prefix##name: return "ERR_" #prefix #name;
#define NODECPP_BROTLI_NOTHING
      BROTLI_DECODER_ERROR_CODES_LIST(NODECPP_BROTLI_CODE, NODECPP_BROTLI_NOTHING)
#undef NODECPP_BROTLI_NOTHING
#undef NODECPP_BROTLI_CODE
    }
    return "ERR_INVALID";
  }
  bool prepare() noexcept {
    state_ = ::BrotliDecoderCreateInstance(nullptr, nullptr, nullptr);
    if (!state_) return false;
    for (auto [key, value] : settings_.params)
      if (!::BrotliDecoderSetParameter(state_, BrotliDecoderParameter(key), std::uint32_t(value))) return false;
    return true;
  }

  Settings settings_;
  BrotliDecoderState* state_ = nullptr;
};

}  // namespace

std::unique_ptr<Codec> makeBrotliCodec(const Settings& settings) {
  if (settings.mode == Mode::brotliCompress) return std::make_unique<BrotliEncoder>(settings);
  return std::make_unique<BrotliDecoder>(settings);
}

}  // namespace nodecpp::zlib::detail
