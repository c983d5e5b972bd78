// Searches bytes in linear time. std::string_view::find starts a comparison at each place where the first byte fits, so
// that searching "aaa…ab" in "aaaaaa…" takes time proportional to the product of both lengths. Untrusted input could
// use that for an attack.
#pragma once

#include <cstring>
#include <string_view>

namespace nodecpp::detail {

// Does the same as all.find(what, from), in linear time.
inline std::size_t findBytes(std::string_view all, std::string_view what, std::size_t from) noexcept {
  // Short patterns in few bytes are found faster by find, and each place costs at most the pattern's length.
  constexpr std::size_t few = 8, fewBytes = 64;
  if (from > all.size() || what.size() <= 1 || (what.size() <= few && all.size() - from <= fewBytes))
    return all.find(what, from);
  // glibc's memmem uses the two-way algorithm, which is linear in the worst case.
  const void* at = ::memmem(all.data() + from, all.size() - from, what.data(), what.size());
  return at ? std::size_t(static_cast<const char*>(at) - all.data()) : std::string_view::npos;
}

}  // namespace nodecpp::detail
