// Gives any bytes to the readers of media types, data: URLs and ranges of fetch. What was read and written again must
// be read as the same, and a text is as good as the same text with blanks around it.
#include <nodecpp/url.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "fetch/data_url.h"
#include "fetch/mime_type.h"

using namespace nodecpp;
using namespace nodecpp::detail;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

std::string_view view(const String& text) { return {text.data(), text.size()}; }

void asMediaType(std::string_view text) {
  const auto type = parseMimeType(text);
  if (!type) return;
  require(type->essence == type->essence.toLowerCase());
  const String written = type->toString();
  const auto again = parseMimeType(view(written));
  require(again && again->essence == type->essence && again->parameters == type->parameters);
  require(again->toString() == written);
  const auto wide = parseMimeType("\t " + std::string(text) + " \r\n");
  require(wide && wide->toString() == written);
}

void asContentType(std::string_view text) {
  const auto type = extractMimeType(String(text));
  if (type) require(bool(parseMimeType(view(type->toString()))));
}

void asDataUrl(std::string_view text) {
  const auto data = parseDataUrl("data:" + std::string(text));
  require(bool(data) || text.find(',') == text.npos || text.find("64") != text.npos);
  if (data) {
    require(data->body.size() <= text.size());
    require(bool(parseMimeType(view(data->type.toString()))));
  }
}

void asRange(std::string_view text) {
  const auto range = parseRange(text);
  if (range) require(range->from >= -1 && range->to >= -1 && (range->from >= 0 || range->to >= 0));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  asMediaType(text);
  asContentType(text);
  asDataUrl(text);
  asRange(text);
  return 0;
}
