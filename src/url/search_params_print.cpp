// Prints URLSearchParams and its iterators for util.inspect. Node gives them a layout of their own, which depends on
// the lengths of their parts.
#include <nodecpp/url.h>

#include <vector>

#include "url/format.h"
#include "url/serialize.h"

namespace nodecpp::url {

namespace {

using nodecpp::detail::inspectString;

constexpr std::size_t breakLength = 80;

std::size_t lengthOf(const String& text) { return text.length(); }

std::size_t lengthOf(const std::vector<String>& parts) {
  std::size_t length = 0;
  for (const String& part : parts) length += lengthOf(part);
  return length;
}

String joined(const std::vector<String>& parts, StringArg separator) {
  String out;
  for (const String& part : parts) {
    if (&part != &parts.front()) out += separator;
    out += part;
  }
  return out;
}

// Whether the elements do not fit in one line by Node's layout of an array.
bool breaks(const std::vector<String>& elements) {
  // The most elements in a line, and the width that Node leaves for text around an array.
  constexpr std::size_t most = 6, margin = 11;
  return elements.size() > most || lengthOf(elements) + 2 * elements.size() + margin > breakLength;
}

String pairOf(const String& name, const String& value) {
  const std::vector<String> parts{inspectString(name), inspectString(value)};
  return breaks(parts) ? "[\n  " + joined(parts, ",\n  ") + "\n]" : "[ " + joined(parts, ", ") + " ]";
}

}  // namespace

String URLSearchParamsObject::printed() const {
  if (entries_.empty()) return "URLSearchParams {}";
  std::vector<String> parts;
  for (const auto& [name, value] : entries_) parts.push_back(inspectString(name) + " => " + inspectString(value));
  if (lengthOf(parts) + 2 * (parts.size() - 1) > breakLength)
    return "URLSearchParams {\n  " + joined(parts, ",\n  ") + " }";
  return "URLSearchParams { " + joined(parts, ", ") + " }";
}

template <class T>
String URLSearchParamsIterator<T>::printed() const {
  const auto& entries = RecordAccess::entries(*params_.get());
  std::vector<String> parts;
  bool broken = false;
  for (std::size_t i = index_; i < entries.size(); ++i) {
    const auto& [name, value] = entries[i];
    if constexpr (std::same_as<T, String>)
      parts.push_back(inspectString(ofValues_ ? value : name));
    else
      parts.push_back(pairOf(name, value));
    broken = broken || parts.back().includes("\n");
  }
  if (broken || breaks(parts)) return "URLSearchParams Iterator {\n  " + joined(parts, ",\n  ") + " }";
  return "URLSearchParams Iterator { " + joined(parts, ", ") + " }";
}

template String URLSearchParamsIterator<String>::printed() const;
template String URLSearchParamsIterator<URLSearchParamsEntry>::printed() const;

}  // namespace nodecpp::url
