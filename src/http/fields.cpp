#include "http/fields.h"

#include <algorithm>
#include <array>

#include "http/parser_scan.h"

namespace nodecpp::http {

namespace detail {

namespace {
bool hasHighByte(std::string_view bytes) {
  return std::ranges::any_of(bytes, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}
}  // namespace

ReceivedFields* ReceivedFields::make(const char* base, std::size_t size, std::span<const Field> fields) {
  std::size_t table = (size + alignof(Field) - 1) & ~(alignof(Field) - 1);
  std::size_t tableBytes = fields.size() * sizeof(Field);
  auto* block = nodecpp::detail::Block::make(sizeof(ReceivedFields) + table + tableBytes + scan::slack);
  auto* made = ::new (block->bytes()) ReceivedFields{std::uint32_t(fields.size()), std::uint32_t(table)};
  char* to = block->bytes() + sizeof(ReceivedFields);
  std::memcpy(to, base, size);
  if (tableBytes) std::memcpy(to + table, fields.data(), tableBytes);
  return made;
}

String ReceivedFields::text(Span span) const {
  const char* data = base() + span.offset;
  // Even at the block's end the slack follows.
  return scan::isPlainText(data, span.length) || !hasHighByte({data, span.length})
             ? String::sliceOf(block(), data, span.length)
             : String::fromLatin1(data, span.length);
}

bool equalsIgnoringCase(std::string_view a, std::string_view lower) noexcept {
  if (a.size() != lower.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    char c = a[i] >= 'A' && a[i] <= 'Z' ? char(a[i] | 0x20) : a[i];
    if (c != lower[i]) return false;
  }
  return true;
}

namespace {

constexpr auto tokenTable = [] {
  std::array<bool, 256> table{};
  for (int c = '0'; c <= '9'; ++c) table[std::size_t(c)] = true;
  for (int c = 'a'; c <= 'z'; ++c) table[std::size_t(c)] = table[std::size_t(c - 32)] = true;
  for (char c : {'!', '#', '$', '%', '&', '\'', '*', '+', '-', '.', '^', '_', '`', '|', '~'}) table[std::size_t(c)] = true;
  return table;
}();

// How Node joins fields that occur more than once (the table in its reference page).
enum class Repeated { joinComma, joinSemicolon, list, dropped };

Repeated repeatedRule(std::string_view lower) {
  if (lower == "set-cookie") return Repeated::list;
  if (lower == "cookie") return Repeated::joinSemicolon;
  static constexpr std::string_view single[] = {
      "age", "authorization", "content-length", "content-type", "etag", "expires", "from", "host", "if-modified-since",
      "if-unmodified-since", "last-modified", "location", "max-forwards", "proxy-authorization", "referer", "retry-after",
      "server", "user-agent"};
  return std::ranges::binary_search(single, lower) ? Repeated::dropped : Repeated::joinComma;
}

}  // namespace

bool isToken(std::string_view text) noexcept {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return tokenTable[static_cast<unsigned char>(c)]; });
}

bool hasInvalidHeaderChar(std::string_view text) noexcept {
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x80) {
      // U+0080 to U+00FF are the bytes of latin1; what lies above has no byte.
      if (c != 0xc2 && c != 0xc3) return true;
      ++i;
    } else if ((c < 0x20 && c != '\t') || c == 0x7f) {
      return true;
    }
  }
  return false;
}

char* putLatin1(char* to, std::string_view text) noexcept {
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto c = static_cast<unsigned char>(text[i]);
    std::size_t more = c < 0x80 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
    if (more == 0 || i + more >= text.size()) {
      *to++ = char(c);
      continue;
    }
    // Of what is beyond latin1 the low byte, as Node has it: U+FFFD, from a Content-Disposition.
    i += more;
    *to++ = char((static_cast<unsigned char>(text[i - 1]) & 0x03) << 6 | (static_cast<unsigned char>(text[i]) & 0x3f));
  }
  return to;
}

}  // namespace detail

using detail::Field;
using detail::ReceivedFields;

FieldsOwner::~FieldsOwner() { ReceivedFields::drop(fields_); }
void FieldsOwner::retain() const noexcept {
  if (fields_) fields_->retain();
}
void FieldsOwner::adopt(ReceivedFields* fields) noexcept { ReceivedFields::drop(std::exchange(fields_, fields)); }

std::size_t RawHeaders::length() const noexcept { return fields_ ? 2 * std::size_t(fields_->count) : 0; }
Lookup RawHeaders::operator[](std::size_t index) const {
  if (index >= length()) return {};
  const Field& field = fields_->fields()[index / 2];
  return fields_->text(index % 2 ? field.value : field.name);
}
std::vector<String> RawHeaders::values() const {
  std::vector<String> all;
  for (std::size_t i = 0; i < length(); ++i) all.push_back((*this)[i].toString());
  return all;
}

Lookup IncomingHeaders::operator[](StringArg name) const {
  if (!fields_) return {};
  std::string_view lower(name.data(), name.size());
  Lookup found;
  detail::Repeated rule{};
  for (const Field& field : fields_->fields()) {
    if (!detail::equalsIgnoringCase(fields_->view(field.name), lower)) continue;
    String value = fields_->text(field.value);
    if (found.isUndefined()) {
      rule = detail::repeatedRule(lower);
      if (rule == detail::Repeated::dropped && joinDuplicates) rule = detail::Repeated::joinComma;
      found = rule == detail::Repeated::list ? Lookup(std::vector<String>{value}) : Lookup(value);
      if (rule == detail::Repeated::dropped) break;
    } else if (rule == detail::Repeated::list) {
      found.push(value);
    } else {
      found = Lookup(found.toString() + (rule == detail::Repeated::joinSemicolon ? "; " : ", ") + value);
    }
  }
  return found;
}
bool IncomingHeaders::has(StringArg name) const { return !(*this)[name].isUndefined(); }
namespace {

// JavaScript's array index, or -1.
std::int64_t arrayIndex(std::string_view key) {
  if (key.empty() || key.size() > 10 || (key[0] == '0' && key.size() > 1)) return -1;
  std::int64_t value = 0;
  for (char c : key) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  return value <= 4294967294 ? value : -1;
}

// The names in the order of an object's keys: numbers go first, by size.
std::vector<String> keysOf(const ReceivedFields* fields) {
  std::vector<String> names, numbers;
  if (!fields) return names;
  auto index = [](const String& name) { return arrayIndex({name.data(), name.size()}); };
  for (const Field& field : fields->fields()) {
    String lower = fields->text(field.name).toLowerCase();
    std::vector<String>& list = index(lower) >= 0 ? numbers : names;
    if (std::ranges::find(list, lower) == list.end()) list.push_back(std::move(lower));
  }
  std::ranges::sort(numbers, {}, index);
  names.insert(names.begin(), numbers.begin(), numbers.end());
  return names;
}

}  // namespace

std::vector<String> IncomingHeaders::keys() const {
  std::vector<String> names = keysOf(fields_);
  std::erase(names, "__proto__");  // what is set by this name makes no key in JavaScript
  return names;
}
std::vector<std::pair<String, Lookup>> IncomingHeaders::entries() const {
  std::vector<std::pair<String, Lookup>> all;
  for (String& name : keys()) {
    Lookup value = (*this)[name];
    all.emplace_back(std::move(name), std::move(value));
  }
  return all;
}

Lookup DistinctHeaders::operator[](StringArg name) const {
  std::vector<String> values;
  if (!fields_) return {};
  for (const Field& field : fields_->fields())
    if (detail::equalsIgnoringCase(fields_->view(field.name), {name.data(), name.size()}))
      values.push_back(fields_->text(field.value));
  return values.empty() ? Lookup() : Lookup(std::move(values));
}
std::vector<std::pair<String, Lookup>> DistinctHeaders::entries() const {
  std::vector<std::pair<String, Lookup>> all;
  for (String& name : keysOf(fields_)) all.emplace_back(name, (*this)[name]);
  return all;
}

std::size_t HeaderValue::count() const {
  return kind_ == Kind::list ? list_.count : kind_ == Kind::owned && owned_.isArray() ? owned_.length() : 1;
}
Lookup HeaderValue::toLookup() const {
  if (kind_ == Kind::text) return text_.toString();
  if (kind_ == Kind::owned) return owned_;
  std::vector<String> values;
  for (std::size_t i = 0; i < list_.count; ++i) values.push_back(list_.values[i].toString());
  return values;
}

// What HeadersArg keeps where it was not written out in the call.
struct HeadersArg::Owned {
  std::vector<std::pair<String, Lookup>> entries;
  std::vector<HeaderField> fields;
  bool flat = false;
  String odd{};  // a flat array of odd length, as it prints
};

void HeadersArg::own(std::vector<std::pair<String, Lookup>> entries) {
  owned_ = new Owned{std::move(entries), {}};
  owned_->fields.reserve(owned_->entries.size());
  for (const auto& [name, value] : owned_->entries) owned_->fields.push_back({name, value});
  fields_ = owned_->fields.data();
  count_ = owned_->fields.size();
}

void HeadersArg::ownFlat(std::vector<String> flat) {
  std::vector<std::pair<String, Lookup>> entries;
  for (std::size_t i = 0; i + 1 < flat.size(); i += 2) entries.emplace_back(flat[i], Lookup(flat[i + 1]));
  own(std::move(entries));
  owned_->flat = true;
  if (flat.size() % 2 == 0) return;
  for (const String& one : flat) owned_->odd += (owned_->odd.empty() ? "[ " : ", ") + nodecpp::detail::inspectString(one);
  owned_->odd += " ]";
}

void HeadersArg::dropOwned() noexcept { delete owned_; }
bool HeadersArg::flat() const { return owned_ && owned_->flat; }
void HeadersArg::checkOwned() const {
  if (!owned_->odd.empty()) throw nodecpp::detail::invalidArgValue("headers", owned_->odd);
}

void validateHeaderName(StringArg name, StringArg label) {
  if (!detail::isToken({name.data(), name.size()}))
    throw nodecpp::detail::codedError<TypeError>("ERR_INVALID_HTTP_TOKEN", label.toString() + " must be a valid HTTP token [\"" +
                                                                               name + "\"]");
}

void validateHeaderValue(StringArg name, const HeaderValue& value) {
  if (value.isUndefined())
    throw nodecpp::detail::codedError<TypeError>("ERR_HTTP_INVALID_HEADER_VALUE",
                                                 "Invalid value \"undefined\" for header \"" + name.toString() + "\"");
  value.each([&](StringArg text) {
    if (detail::hasInvalidHeaderChar({text.data(), text.size()}))
      throw nodecpp::detail::codedError<TypeError>("ERR_INVALID_CHAR",
                                                   "Invalid character in header content [\"" + name.toString() + "\"]");
  });
}

}  // namespace nodecpp::http
