#pragma once

#include "zlib/codec.h"

namespace nodecpp::zlib::detail {

std::unique_ptr<Codec> makeZstdCodec(const Settings& settings);
std::size_t zstdInlineBytes(const Settings& settings) noexcept;

inline constexpr Library zstdLibrary{makeZstdCodec, nullptr, zstdInlineBytes, true};

}  // namespace nodecpp::zlib::detail
