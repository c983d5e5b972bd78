// URLSearchParams. https://url.spec.whatwg.org/#interface-urlsearchparams
#include <nodecpp/url.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/ascii.h"
#include "querystring/percent_codec.h"
#include "url/format.h"
#include "url/percent.h"
#include "url/serialize.h"

namespace nodecpp::url {

namespace {

String usv(const Text& text) {
  const String& value = text.text();
  if (std::ranges::none_of(view(value), [](char c) { return (c & 0x80) != 0; })) return value;
  return wellFormed(view(value));
}

bool hasEscape(std::string_view text) {
  using ascii::hexDigit;
  for (std::size_t at = text.find('%'); at != text.npos; at = text.find('%', at + 1))
    if (at + 2 < text.size() && hexDigit(text[at + 1]) >= 0 && hexDigit(text[at + 2]) >= 0) return true;
  return false;
}

String decoded(std::string_view component) {
  std::string text(component);
  std::ranges::replace(text, '+', ' ');
  return hasEscape(text) ? querystring::detail::unescape(text, false) : String(text);
}

void encodeForm(std::string& out, std::string_view text) {
  static constexpr EncodeSet set = encodeSet(userinfoSet, "$&+,!'()~%");
  for (std::size_t space = 0; (space = text.find(' ')) != text.npos; text.remove_prefix(space + 1)) {
    percentEncode(out, text.substr(0, space), set);
    out += '+';
  }
  percentEncode(out, text, set);
}

// Compares in the order of UTF-16 units, where characters beyond U+FFFF (surrogate pairs) come before U+E000 to U+FFFF.
bool before(const String& a, const String& b) {
  const auto [i, j] = std::ranges::mismatch(view(a), view(b));
  if (i == view(a).end() || j == view(b).end()) return a.size() < b.size();
  const auto x = static_cast<unsigned char>(*i), y = static_cast<unsigned char>(*j);
  if (x >= 0xee && y >= 0xee && (x >= 0xf0) != (y >= 0xf0)) return x >= 0xf0;
  return x < y;
}

}  // namespace

URLSearchParamsObject::Options::Options(std::initializer_list<std::pair<String, querystring::QueryValue>> list) {
  for (const auto& [name, value] : list) add(name, value.value());
}

URLSearchParamsObject::Options::Options(const querystring::ParsedUrlQuery& query) {
  for (const auto& [name, value] : query) add(name, value);
}

void URLSearchParamsObject::Options::add(const Text& name, const Text& value) {
  entries.push_back({usv(name), usv(value)});
}

void URLSearchParamsObject::Options::checkPair(std::ptrdiff_t length) {
  if (length != 2)
    throw nodecpp::detail::codedError<TypeError>("ERR_INVALID_TUPLE",
                                                 "Each query pair must be an iterable [name, value] tuple");
}

URLSearchParamsObject::Options::Options(const URLSearchParams& other) : entries(RecordAccess::entries(*other.get())) {}

void URLSearchParamsObject::Options::parse(StringArg query) {
  const std::string whole = wellFormed(view(query));
  std::string_view text = whole;
  if (text.starts_with('?')) text.remove_prefix(1);
  while (!text.empty()) {
    const std::string_view pair = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(pair.size() + 1, text.size()));
    if (pair.empty()) continue;
    const std::size_t equals = pair.find('=');
    entries.push_back(
        {decoded(pair.substr(0, equals)), equals == pair.npos ? String() : decoded(pair.substr(equals + 1))});
  }
}

URLSearchParamsObject::URLSearchParamsObject(Options init) : entries_(std::move(init).take()) {}

void URLSearchParamsObject::changed() {
  if (url_) RecordAccess::paramsChanged(*url_);
}

void URLSearchParamsObject::reset(StringArg query) { entries_ = Options(query).take(); }

void URLSearchParamsObject::append(const Text& name, const Text& value) {
  entries_.push_back({usv(name), usv(value)});
  changed();
}

void URLSearchParamsObject::delete_(const Text& name, const Text& value) {
  const String key = usv(name);
  const String only = value.given() ? usv(value) : String();
  erase_if(entries_, [&](const URLSearchParamsEntry& entry) {
    return entry.name == key && (!value.given() || entry.value == only);
  });
  changed();
}

Lookup URLSearchParamsObject::get(const Text& name) const {
  const auto found = std::ranges::find(entries_, usv(name), &URLSearchParamsEntry::name);
  return found == entries_.end() ? Lookup(nullptr) : Lookup(found->value);
}

Array<String> URLSearchParamsObject::getAll(const Text& name) const {
  const String key = usv(name);
  Array<String> out;
  for (const URLSearchParamsEntry& entry : entries_)
    if (entry.name == key) out.push(entry.value);
  return out;
}

bool URLSearchParamsObject::has(const Text& name, const Text& value) const {
  const String key = usv(name);
  const String only = value.given() ? usv(value) : String();
  return std::ranges::any_of(entries_, [&](const URLSearchParamsEntry& entry) {
    return entry.name == key && (!value.given() || entry.value == only);
  });
}

void URLSearchParamsObject::set(const Text& name, const Text& value) {
  const String key = usv(name);
  const auto first = std::ranges::find(entries_, key, &URLSearchParamsEntry::name);
  if (first == entries_.end()) {
    entries_.push_back({key, usv(value)});
  } else {
    first->value = usv(value);
    const auto rest = std::remove_if(first + 1, entries_.end(), [&](const auto& entry) { return entry.name == key; });
    entries_.erase(rest, entries_.end());
  }
  changed();
}

void URLSearchParamsObject::sort() {
  std::vector<std::size_t> order(entries_.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    if (before(entries_[a].name, entries_[b].name)) return true;
    return a < b && !before(entries_[b].name, entries_[a].name);
  });
  nodecpp::detail::List<URLSearchParamsEntry> sorted;
  sorted.reserve(order.size());
  for (std::size_t i : order) sorted.push_back(std::move(entries_[i]));
  entries_ = std::move(sorted);
  changed();
}

void URLSearchParamsObject::forEach(const Function<void(String, String, URLSearchParams)>& callback) {
  const Handle<URLSearchParamsObject> self(this);
  // A copy, since the callback may assign to the variable that the caller has given.
  const Function<void(String, String, URLSearchParams)> call = callback;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const URLSearchParamsEntry entry = entries_[i];
    call(entry.value, entry.name, self);
  }
}

URLSearchParamsIterator<String> URLSearchParamsObject::keys() {
  return URLSearchParamsIterator<String>(Handle<URLSearchParamsObject>(this), false);
}
URLSearchParamsIterator<String> URLSearchParamsObject::values() {
  return URLSearchParamsIterator<String>(Handle<URLSearchParamsObject>(this), true);
}
URLSearchParamsIterator<URLSearchParamsEntry> URLSearchParamsObject::entries() {
  return URLSearchParamsIterator<URLSearchParamsEntry>(Handle<URLSearchParamsObject>(this));
}

String URLSearchParamsObject::toString() const {
  std::string out;
  for (const auto& [name, value] : entries_) {
    if (!out.empty()) out += '&';
    encodeForm(out, view(name));
    out += '=';
    encodeForm(out, view(value));
  }
  return out;
}

template <class T>
URLSearchParamsIterator<T>::Result URLSearchParamsIterator<T>::next() {
  const auto& entries = RecordAccess::entries(*params_.get());
  if (index_ >= entries.size()) return {.done = true};
  const URLSearchParamsEntry& entry = entries[index_++];
  if constexpr (std::same_as<T, String>)
    return {.value = ofValues_ ? entry.value : entry.name};
  else
    return {.value = entry};
}

template URLSearchParamsIterator<String>::Result URLSearchParamsIterator<String>::next();
template URLSearchParamsIterator<URLSearchParamsEntry>::Result URLSearchParamsIterator<URLSearchParamsEntry>::next();

}  // namespace nodecpp::url
