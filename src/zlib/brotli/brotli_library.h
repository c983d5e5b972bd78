#pragma once

#include "zlib/codec.h"

namespace nodecpp::zlib::detail {

std::unique_ptr<Codec> makeBrotliCodec(const Settings& settings);
std::size_t brotliInlineBytes(const Settings& settings) noexcept;

inline constexpr Library brotliLibrary{makeBrotliCodec, nullptr, brotliInlineBytes, true};

}  // namespace nodecpp::zlib::detail
