// What fetch reads of a data: URL, and of a Range field for a blob: URL.
#pragma once

#include <nodecpp/buffer.h>

#include <optional>
#include <string_view>

#include "fetch/mime_type.h"

namespace nodecpp::detail {

struct DataUrl {
  MimeType type;
  Buffer body;
};
// Returns nothing for a URL that is malformed. `url` begins with "data:" and has no fragment.
// https://fetch.spec.whatwg.org/#data-url-processor
std::optional<DataUrl> parseDataUrl(std::string_view url);

// What a Range header asks for: `from` is -1 where the last `to` bytes are asked for, `to` is -1 for the rest.
struct ByteRange {
  double from = -1;
  double to = -1;
};
// Returns nothing for a value that is malformed, or has several ranges.
// https://fetch.spec.whatwg.org/#simple-range-header-value
std::optional<ByteRange> parseRange(std::string_view text);

}  // namespace nodecpp::detail
