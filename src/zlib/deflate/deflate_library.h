// Deflate in its three formats: the codec of zlib, and libdeflate for what is in memory as a whole.
#pragma once

#include "zlib/codec.h"

namespace nodecpp::zlib::detail {

std::unique_ptr<Codec> makeDeflateCodec(const Settings& settings);
bool deflateWhole(const Settings& settings, const Buffer& input, std::size_t most, Buffer& output,
                  std::size_t& used) noexcept;
std::size_t deflateInlineBytes(const Settings& settings) noexcept;

inline constexpr Library deflateLibrary{makeDeflateCodec, deflateWhole, deflateInlineBytes, false};

}  // namespace nodecpp::zlib::detail
