#include "http/files/media_types.h"

#include <nodecpp/string.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <iterator>

#include "base/text/ascii.h"

namespace nodecpp::http::detail {

namespace {

struct ExtensionRow {
  std::string_view extension;
  std::uint16_t type;
};
#include "http/files/media_types.inc"

// The first eight bytes of an extension as a number, which is ordered as the bytes are.
constexpr std::uint64_t keyOf(std::string_view extension) noexcept {
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < 8; ++i)
    key = key << 8 | (i < extension.size() ? static_cast<unsigned char>(extension[i]) : 0);
  return key;
}

// The keys of all rows, among which a number is found sooner than a text.
constexpr auto keys = [] {
  std::array<std::uint64_t, std::size(extensionRows)> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = keyOf(extensionRows[i].extension);
  return all;
}();
static_assert(std::ranges::is_sorted(keys));

}  // namespace

std::string_view mediaTypeOf(std::string_view extension) noexcept {
  if (extension.empty()) return {};
  // The first byte of a word that is read from memory is its lowest one.
  const std::uint64_t key = std::endian::native == std::endian::little && extension.size() <= 8
                                ? __builtin_bswap64(nodecpp::detail::fewBytes(extension.data(), extension.size()))
                                : keyOf(extension);
  // Halves the keys without a branch, which could not be foreseen.
  std::size_t at = 0;
  for (std::size_t size = keys.size(); size > 1; size -= size / 2) at += keys[at + size / 2 - 1] < key ? size / 2 : 0;
  for (; at < keys.size() && keys[at] == key; ++at)
    if (extensionRows[at].extension == extension) return mediaTypes[extensionRows[at].type];
  return {};
}

namespace {

// Returns the extension with its dot. For the path of a file it is what path::posix::extname returns, but that function
// makes a String, which costs some 400 instructions more for each request of a file.
std::string_view dottedExtensionOf(std::string_view path) noexcept {
  for (std::size_t at = path.size(); at-- > 0 && path[at] != '/';)
    if (path[at] == '.') return at == 0 || path[at - 1] == '/' ? std::string_view() : path.substr(at);
  return {};
}

}  // namespace

bool hasExtension(std::string_view path) noexcept { return !dottedExtensionOf(path).empty(); }

std::string_view mediaTypeOfPath(std::string_view path) {
  std::string_view extension = dottedExtensionOf(path);
  if (extension.empty()) return {};
  extension.remove_prefix(1);
  char lower[32];
  if (extension.size() > sizeof lower || !ascii::isAscii(extension)) [[unlikely]] {
    const String text = String(extension).toLowerCase();
    return mediaTypeOf({text.data(), text.size()});
  }
  for (std::size_t i = 0; i < extension.size(); ++i) lower[i] = ascii::toLower(extension[i]);
  return mediaTypeOf({lower, extension.size()});
}

void eachMediaType(void (*f)(std::string_view extension, std::string_view type, void* data), void* data) {
  for (const ExtensionRow& row : extensionRows) f(row.extension, mediaTypes[row.type], data);
}

}  // namespace nodecpp::http::detail
