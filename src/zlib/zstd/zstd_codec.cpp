// Zstandard by Facebook's library.
#define ZSTD_STATIC_LINKING_ONLY  // for ZSTD_cParam_getBounds in older versions
#include <zstd.h>
#include <zstd_errors.h>

#include <nodecpp/error.h>

#include "zlib/zstd/zstd_library.h"

namespace nodecpp::zlib::detail {

namespace {

const char* codeOf(ZSTD_ErrorCode error) noexcept {
  switch (error) {
#define NODECPP_ZSTD_CODE(name) \
  case ZSTD_error_##name: return "ZSTD_error_" #name;
    NODECPP_ZSTD_CODE(GENERIC)
    NODECPP_ZSTD_CODE(prefix_unknown)
    NODECPP_ZSTD_CODE(version_unsupported)
    NODECPP_ZSTD_CODE(frameParameter_unsupported)
    NODECPP_ZSTD_CODE(frameParameter_windowTooLarge)
    NODECPP_ZSTD_CODE(corruption_detected)
    NODECPP_ZSTD_CODE(checksum_wrong)
    NODECPP_ZSTD_CODE(dictionary_corrupted)
    NODECPP_ZSTD_CODE(dictionary_wrong)
    NODECPP_ZSTD_CODE(dictionaryCreation_failed)
    NODECPP_ZSTD_CODE(parameter_unsupported)
    NODECPP_ZSTD_CODE(parameter_outOfBound)
    NODECPP_ZSTD_CODE(tableLog_tooLarge)
    NODECPP_ZSTD_CODE(maxSymbolValue_tooLarge)
    NODECPP_ZSTD_CODE(maxSymbolValue_tooSmall)
    NODECPP_ZSTD_CODE(stage_wrong)
    NODECPP_ZSTD_CODE(init_missing)
    NODECPP_ZSTD_CODE(memory_allocation)
    NODECPP_ZSTD_CODE(workSpace_tooSmall)
    NODECPP_ZSTD_CODE(dstSize_tooSmall)
    NODECPP_ZSTD_CODE(srcSize_wrong)
    NODECPP_ZSTD_CODE(dstBuffer_null)
#undef NODECPP_ZSTD_CODE
    default: return "ZSTD_error_GENERIC";
  }
}

Failure failureOf(std::size_t result) noexcept {
  ZSTD_ErrorCode error = ::ZSTD_getErrorCode(result);
  return {::ZSTD_getErrorString(error), codeOf(error), int(error)};
}

void check(std::size_t result, const char* message) {
  if (::ZSTD_isError(result)) throw nodecpp::detail::codedError("ERR_ZLIB_INITIALIZATION_FAILED", message);
}

// The parameters of zstd's own threads, which no recording or simulation could see: they are checked, and have no
// effect.
bool ofThreads(int key) noexcept {
  return key == ZSTD_c_nbWorkers || key == ZSTD_c_jobSize || key == ZSTD_c_overlapLog;
}

class ZstdEncoder final : public Codec {
 public:
  explicit ZstdEncoder(const Settings& settings) : settings_(settings), context_(::ZSTD_createCCtx()) {
    if (!context_)
      throw nodecpp::detail::codedError("ERR_ZLIB_INITIALIZATION_FAILED", "Could not initialize zstd instance");
    try {
      prepare();
    } catch (...) {
      ::ZSTD_freeCCtx(context_);
      throw;
    }
  }
  ~ZstdEncoder() override { ::ZSTD_freeCCtx(context_); }

  Failure step(Room& room, int flush) noexcept override {
    // After the end of a frame without further input there is nothing to write. zstd would write an empty frame, as
    // Node's streams do when the last chunk was written late.
    if (ended_ && room.inLeft == 0) return {};
    // zstd itself does not look when all of the input comes at once.
    double bytes = taken_ + double(room.inLeft);
    if (settings_.pledgedSize >= 0 &&
        (flush == ZSTD_e_end ? bytes != settings_.pledgedSize : bytes > settings_.pledgedSize))
      return {::ZSTD_getErrorString(ZSTD_error_srcSize_wrong), codeOf(ZSTD_error_srcSize_wrong),
              ZSTD_error_srcSize_wrong};
    ZSTD_inBuffer in{room.in, room.inLeft, 0};
    ZSTD_outBuffer out{room.out, room.outLeft, 0};
    std::size_t left = ::ZSTD_compressStream2(context_, &out, &in, ZSTD_EndDirective(flush));
    room.in += in.pos;
    room.inLeft -= in.pos;
    room.out += out.pos;
    room.outLeft -= out.pos;
    taken_ += double(in.pos);
    if (::ZSTD_isError(left)) return failureOf(left);
    ended_ = flush == ZSTD_e_end && left == 0;
    return {};
  }
  Failure reset() noexcept override {
    ended_ = false;
    taken_ = 0;
    std::size_t result = ::ZSTD_CCtx_reset(context_, ZSTD_reset_session_only);
    if (!::ZSTD_isError(result) && settings_.pledgedSize >= 0)
      result = ::ZSTD_CCtx_setPledgedSrcSize(context_, (unsigned long long)settings_.pledgedSize);
    return ::ZSTD_isError(result) ? failureOf(result) : Failure();
  }

 private:
  void prepare() {
    if (settings_.pledgedSize >= 0)
      check(::ZSTD_CCtx_setPledgedSrcSize(context_, (unsigned long long)settings_.pledgedSize),
            "Could not set pledged src size");
    if (!settings_.dictionary.empty())
      check(::ZSTD_CCtx_loadDictionary(context_, settings_.dictionary.data(), settings_.dictionary.size()),
            "Failed to load zstd dictionary");
    for (auto [key, value] : settings_.params) {
      auto parameter = ZSTD_cParameter(key);
      if (!ofThreads(key)) {
        check(::ZSTD_CCtx_setParameter(context_, parameter, value), "Setting parameter failed");
        continue;
      }
      ZSTD_bounds bounds = ::ZSTD_cParam_getBounds(parameter);
      check(bounds.error, "Setting parameter failed");
    }
  }

  Settings settings_;
  ZSTD_CCtx* context_;
  bool ended_ = false;
  double taken_ = 0;  // the bytes of input so far
};

class ZstdDecoder final : public Codec {
 public:
  explicit ZstdDecoder(const Settings& settings) : settings_(settings), context_(::ZSTD_createDCtx()) {
    if (!context_)
      throw nodecpp::detail::codedError("ERR_ZLIB_INITIALIZATION_FAILED", "Could not initialize zstd instance");
    try {
      prepare();
    } catch (...) {
      ::ZSTD_freeDCtx(context_);
      throw;
    }
  }
  ~ZstdDecoder() override { ::ZSTD_freeDCtx(context_); }

  Failure step(Room& room, int flush) noexcept override {
    if (room.inLeft > 0) whole_ = false;
    ZSTD_inBuffer in{room.in, room.inLeft, 0};
    ZSTD_outBuffer out{room.out, room.outLeft, 0};
    // A frame that is over is not begun anew without further input, of which zstd would say that it is missing.
    std::size_t left = whole_ ? 0 : ::ZSTD_decompressStream(context_, &out, &in);
    room.in += in.pos;
    room.inLeft -= in.pos;
    room.out += out.pos;
    room.outLeft -= out.pos;
    if (::ZSTD_isError(left)) return failureOf(left);
    whole_ = left == 0;
    if (!whole_ && flush == ZSTD_e_end && room.outLeft != 0) return endOfFile;
    return {};
  }
  Failure reset() noexcept override {
    whole_ = false;
    std::size_t result = ::ZSTD_DCtx_reset(context_, ZSTD_reset_session_only);
    return ::ZSTD_isError(result) ? failureOf(result) : Failure();
  }

 private:
  void prepare() {
    if (!settings_.dictionary.empty())
      check(::ZSTD_DCtx_loadDictionary(context_, settings_.dictionary.data(), settings_.dictionary.size()),
            "Failed to load zstd dictionary");
    for (auto [key, value] : settings_.params)
      check(::ZSTD_DCtx_setParameter(context_, ZSTD_dParameter(key), value), "Setting parameter failed");
  }

  Settings settings_;
  ZSTD_DCtx* context_;
  bool whole_ = false;  // a frame has ended, and nothing has come since
};

}  // namespace

std::unique_ptr<Codec> makeZstdCodec(const Settings& settings) {
  if (settings.mode == Mode::zstdCompress) return std::make_unique<ZstdEncoder>(settings);
  return std::make_unique<ZstdDecoder>(settings);
}

}  // namespace nodecpp::zlib::detail
