#include "text_encoding/decoder/encodings.h"

#include <algorithm>

namespace nodecpp::detail {

namespace {

struct Label {
  std::string_view label;
  std::string_view encoding;
};
// Sorted by the labels.
constexpr Label labels[] = {
#include "text_encoding/decoder/labels.inc"
};

struct SingleByte {
  std::string_view encoding;
  char16_t upperHalf[128];
};
constexpr SingleByte singleByteEncodings[] = {
#include "text_encoding/decoder/single_byte.inc"
};

bool isSpace(char c) { return c == '\t' || c == '\n' || c == '\f' || c == '\r' || c == ' '; }

}  // namespace

std::string_view encodingOfLabel(StringArg label) {
  std::string_view text(label.data(), label.size());
  while (!text.empty() && isSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
  std::string lower(text.substr(0, std::min<std::size_t>(text.size(), 64)));  // no label is as long
  if (lower.size() < text.size()) return {};
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = char(c + ('a' - 'A'));
  const auto found = std::ranges::lower_bound(labels, std::string_view(lower), {}, &Label::label);
  return found != std::end(labels) && found->label == lower ? found->encoding : std::string_view();
}

const char16_t* singleByteTable(std::string_view encoding) noexcept {
  const auto found = std::ranges::find(singleByteEncodings, encoding, &SingleByte::encoding);
  return found != std::end(singleByteEncodings) ? found->upperHalf : nullptr;
}

}  // namespace nodecpp::detail
