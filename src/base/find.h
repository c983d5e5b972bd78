// Looking for bytes in bytes, in a time that grows with their number only. std::string_view::find compares anew from every
// place where the first byte fits, so that "aaa…ab" in "aaaaaa…" costs the product of both lengths.
#pragma once

#include <cstring>
#include <string_view>

namespace nodecpp::detail {

// As all.find(what, from).
inline std::size_t findBytes(std::string_view all, std::string_view what, std::size_t from) noexcept {
  // In few bytes short ones are found faster this way, and cost at most their own length at each place.
  constexpr std::size_t few = 8, fewBytes = 64;
  if (from > all.size() || what.size() <= 1 || (what.size() <= few && all.size() - from <= fewBytes))
    return all.find(what, from);
  // glibc's is the two-way algorithm, which is linear in the worst case.
  const void* at = ::memmem(all.data() + from, all.size() - from, what.data(), what.size());
  return at ? std::size_t(static_cast<const char*>(at) - all.data()) : std::string_view::npos;
}

}  // namespace nodecpp::detail
