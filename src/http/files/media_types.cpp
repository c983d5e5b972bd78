#include "http/files/media_types.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace nodecpp::http::detail {

namespace {

struct ExtensionRow {
  std::string_view extension;
  std::uint16_t type;
};
#include "http/files/media_types.inc"

}  // namespace

std::string_view mediaTypeOf(std::string_view extension) noexcept {
  const ExtensionRow* row = std::ranges::lower_bound(extensionRows, extension, {}, &ExtensionRow::extension);
  return row != std::end(extensionRows) && row->extension == extension ? mediaTypes[row->type] : std::string_view();
}

void eachMediaType(void (*f)(std::string_view extension, std::string_view type, void* data), void* data) {
  for (const ExtensionRow& row : extensionRows) f(row.extension, mediaTypes[row.type], data);
}

}  // namespace nodecpp::http::detail
