#include "http/received_fields.h"
#include "base/containers/vector_of.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "base/containers/hash.h"
#include "http/parser/parser_scan.h"

namespace nodecpp::http {

namespace detail {

namespace {
bool hasHighByte(std::string_view bytes) {
  return std::ranges::any_of(bytes, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

// Whether all names and values lie within the `size` bytes of their head.
bool within(std::span<const Field> fields, std::size_t size) {
  return std::ranges::all_of(fields, [size](const Field& field) {
    return std::size_t(field.name.offset) + field.name.length <= size &&
           std::size_t(field.value.offset) + field.value.length <= size;
  });
}
}  // namespace

ReceivedFields* ReceivedFields::make(const char* base, std::size_t size, std::span<const Field> fields) {
  // In a message with at most this many fields, a look-up compares the names one by one, and no index is made.
  constexpr std::size_t walked = 32;
  static_assert(alignof(Field) >= alignof(std::uint32_t));
  std::size_t table = (size + alignof(Field) - 1) & ~(alignof(Field) - 1);
  std::size_t tableBytes = fields.size() * sizeof(Field);
  std::size_t slots = fields.size() <= walked ? 0 : std::bit_ceil(2 * fields.size());
  std::size_t indexBytes = slots ? (slots + fields.size()) * sizeof(std::uint32_t) + sizeof(std::uint64_t) : 0;
  // The offsets of the tables are stored in 32 bits.
  NODECPP_DEBUG_ASSERT(table <= UINT32_MAX && fields.size() <= UINT32_MAX, table, fields.size());
  NODECPP_DEBUG_ASSERT(within(fields, size), size, fields.size());
  auto* block = nodecpp::detail::Block::make(sizeof(ReceivedFields) + table + tableBytes + indexBytes + scan::slack);
  auto* made =
      ::new (block->bytes()) ReceivedFields{std::uint32_t(fields.size()), std::uint32_t(table), std::uint32_t(slots)};
  char* to = block->bytes() + sizeof(ReceivedFields);
  std::memcpy(to, base, size);
  if (tableBytes) std::memcpy(to + table, fields.data(), tableBytes);
  NODECPP_DEBUG_ASSERT(slots == 0 || (std::has_single_bit(slots) && slots >= 2 * fields.size()), slots, fields.size());
  if (slots) [[unlikely]]
    made->index();
  return made;
}

namespace {

std::uint64_t hashLower(std::string_view name, std::uint64_t seed) {
  char lower[64];
  if (name.size() > sizeof lower) {
    String text = String::copyOf(name.data(), name.size()).toLowerCase();
    return nodecpp::detail::hashBytes({text.data(), text.size()}, seed);
  }
  for (std::size_t i = 0; i < name.size(); ++i)
    lower[i] = name[i] >= 'A' && name[i] <= 'Z' ? char(name[i] | 0x20) : name[i];
  return nodecpp::detail::hashBytes({lower, name.size()}, seed);
}

bool sameIgnoringCase(std::string_view a, std::string_view b) {
  auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? char(c | 0x20) : c; };
  return std::ranges::equal(a, b, {}, lower, lower);
}

}  // namespace

void ReceivedFields::index() {
  // More slots than fields, so that a search always reaches a free slot.
  NODECPP_ASSERT(slots > count && std::has_single_bit(slots), slots, count);
  std::memset(nextTable(), 0, (slots + count) * sizeof(std::uint32_t));
  // The seed is secret, so that a client cannot choose names that all fall into one slot.
  const std::uint64_t seed = nodecpp::detail::hashSeedFor(this);
  setSeed(seed);
  // While the table is built, `last` leads from the first field of a name to its last one, so that a further field of
  // this name is appended in one step.
  std::vector<std::uint32_t> last(count);
  std::span<const Field> all = fields();
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string_view name = view(all[i].name);
    std::size_t at = hashLower(name, seed) & (slots - 1);
    while (slotTable()[at] && !sameIgnoringCase(view(all[slotTable()[at] - 1].name), name)) at = (at + 1) & (slots - 1);
    if (const std::uint32_t known = slotTable()[at]) {
      NODECPP_DEBUG_ASSERT(known <= i && last[known - 1] < i, known, i);
      nextTable()[last[known - 1]] = i + 1;
      last[known - 1] = i;
    } else {
      slotTable()[at] = i + 1;
      last[i] = i;
    }
  }
}

std::uint32_t ReceivedFields::first(std::string_view lower) const noexcept {
  std::span<const Field> all = fields();
  if (slots == 0) {
    std::uint32_t at = 0;
    while (at < count && !equalsIgnoringCase(view(all[at].name), lower)) ++at;
    return at;
  }
  NODECPP_DEBUG_ASSERT(slots > count, slots, count);
  std::size_t at = nodecpp::detail::hashBytes(lower, seed()) & (slots - 1);
  while (slotTable()[at] && !equalsIgnoringCase(view(all[slotTable()[at] - 1].name), lower))
    at = (at + 1) & (slots - 1);
  NODECPP_DEBUG_ASSERT(slotTable()[at] <= count, slotTable()[at], count);
  return slotTable()[at] ? slotTable()[at] - 1 : count;
}

std::uint32_t ReceivedFields::next(std::uint32_t at) const noexcept {
  NODECPP_DEBUG_ASSERT(at < count, at, count);
  NODECPP_DEBUG_ASSERT(!slots || nextTable()[at] == 0 || nextTable()[at] > at + 1, at);
  if (slots) return nextTable()[at] ? nextTable()[at] - 1 : count;
  std::span<const Field> all = fields();
  const std::string_view name = view(all[at].name);
  do {
    ++at;
  } while (at < count && !sameIgnoringCase(view(all[at].name), name));
  return at;
}

String ReceivedFields::text(Span span) const {
  NODECPP_DEBUG_ASSERT(std::size_t(span.offset) + span.length <= table, span.offset, span.length, table);
  const char* data = base() + span.offset;
  // Sixteen bytes may be read even at the end of the text, since the block has `slack` bytes behind the head.
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
  for (char c : {'!', '#', '$', '%', '&', '\'', '*', '+', '-', '.', '^', '_', '`', '|', '~'})
    table[std::size_t(c)] = true;
  return table;
}();

// The ways in which Node treats repeated fields, by the table in its reference page.
enum class Repeated { joinComma, joinSemicolon, list, dropped };

Repeated repeatedRule(std::string_view lower) {
  if (lower == "set-cookie") return Repeated::list;
  if (lower == "cookie") return Repeated::joinSemicolon;
  static constexpr std::string_view single[] = {
      "age",           "authorization", "content-length", "content-type",        "etag",
      "expires",       "from",          "host",           "if-modified-since",   "if-unmodified-since",
      "last-modified", "location",      "max-forwards",   "proxy-authorization", "referer",
      "retry-after",   "server",        "user-agent"};
  return std::ranges::binary_search(single, lower) ? Repeated::dropped : Repeated::joinComma;
}

}  // namespace

bool isToken(std::string_view text) noexcept {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return tokenTable[static_cast<unsigned char>(c)]; });
}

bool hasInvalidHeaderChar(std::string_view text) noexcept {
  // Eight characters at a time while all of them are printable ASCII, as in nearly all values. The last eight may be
  // looked at twice.
  constexpr std::uint64_t ones = 0x0101010101010101, highs = 0x80 * ones;
  auto isPrintable = [&](std::size_t from) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + from, 8);
    const std::uint64_t deleted = word ^ 0x7f * ones;  // has a zero byte where the character is 0x7f
    const std::uint64_t odd = word | ((word - 0x20 * ones) & ~word) | ((deleted - ones) & ~deleted);
    return (odd & highs) == 0;
  };
  std::size_t at = 0;
  while (at + 8 <= text.size() && isPrintable(at)) at += 8;
  if (at > 0 && at + 8 > text.size() && isPrintable(text.size() - 8)) return false;
  for (std::size_t i = at; i < text.size(); ++i) {
    auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x80) {
      // The characters U+0080 to U+00FF are latin1 bytes. Characters above have no byte.
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
    // Of a character beyond latin1, its low byte is written, as in Node. An example is U+FFFD from a
    // Content-Disposition.
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

std::ptrdiff_t RawHeaders::length() const noexcept { return fields_ ? 2 * std::ptrdiff_t(fields_->count) : 0; }
Lookup RawHeaders::operator[](std::size_t index) const {
  if (index >= std::size_t(length())) return {};
  const Field& field = fields_->fields()[index / 2];
  return fields_->text(index % 2 ? field.value : field.name);
}
Array<String> RawHeaders::values() const {
  Array<String> all;
  for (std::ptrdiff_t i = 0; i < length(); ++i) all.push((*this)[i].toString());
  return all;
}

Lookup IncomingHeaders::operator[](StringArg name) const {
  if (!fields_) return {};
  std::string_view lower(name.data(), name.size());
  const std::uint32_t count = fields_->count;
  std::uint32_t at = fields_->first(lower);
  if (at == count) return {};
  auto valueAt = [&](std::uint32_t i) { return fields_->text(fields_->fields()[i].value); };
  detail::Repeated rule = detail::repeatedRule(lower);
  if (rule == detail::Repeated::dropped && joinDuplicates) rule = detail::Repeated::joinComma;
  if (rule == detail::Repeated::list) {
    Array<String> values;
    for (; at != count; at = fields_->next(at)) values.push(valueAt(at));
    return Lookup(values);
  }
  String value = valueAt(at);
  if (rule == detail::Repeated::dropped) return Lookup(std::move(value));
  while ((at = fields_->next(at)) != count) {
    value += rule == detail::Repeated::joinSemicolon ? "; " : ", ";
    value += valueAt(at);
  }
  return Lookup(std::move(value));
}
bool IncomingHeaders::has(StringArg name) const { return !(*this)[name].isUndefined(); }
namespace {

// Returns the array index that JavaScript sees in a key, or -1.
std::int64_t arrayIndex(std::string_view key) {
  if (key.empty() || key.size() > 10 || (key[0] == '0' && key.size() > 1)) return -1;
  std::int64_t value = 0;
  for (char c : key) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  return value <= 4294967294 ? value : -1;
}

// Returns the names in the order of a JavaScript object's keys: array indexes first, in ascending order.
std::vector<String> keysOf(const ReceivedFields* fields) {
  std::vector<String> names, numbers;
  if (!fields) return names;
  auto index = [](const String& name) { return arrayIndex({name.data(), name.size()}); };
  for (std::uint32_t i = 0; i < fields->count; ++i) {
    String lower = fields->text(fields->fields()[i].name).toLowerCase();
    if (fields->first({lower.data(), lower.size()}) == i)
      (index(lower) >= 0 ? numbers : names).push_back(std::move(lower));
  }
  std::ranges::sort(numbers, {}, index);
  names.insert(names.begin(), numbers.begin(), numbers.end());
  return names;
}

}  // namespace

Array<String> IncomingHeaders::keys() const {
  std::vector<String> names = keysOf(fields_);
  // In JavaScript, assigning to `__proto__` makes no key.
  std::erase(names, "__proto__");
  return nodecpp::detail::arrayOf(std::move(names));
}
Array<std::pair<String, Lookup>> IncomingHeaders::entries() const {
  Array<std::pair<String, Lookup>> all;
  for (const String& name : keys()) all.push({name, (*this)[name]});
  return all;
}

Lookup DistinctHeaders::operator[](StringArg name) const {
  Array<String> values;
  if (!fields_) return {};
  for (std::uint32_t at = fields_->first({name.data(), name.size()}); at != fields_->count; at = fields_->next(at))
    values.push(fields_->text(fields_->fields()[at].value));
  return values.empty() ? Lookup() : Lookup(values);
}
Array<std::pair<String, Lookup>> DistinctHeaders::entries() const {
  Array<std::pair<String, Lookup>> all;
  for (const String& name : keysOf(fields_)) all.push({name, (*this)[name]});
  return all;
}

const Lookup* Headers::find(StringArg name) const {
  // Up to this number of entries, a linear search is faster than a hash table.
  constexpr std::size_t walked = 16;
  if (entries_.size() <= walked) {
    for (const auto& [known, value] : entries_)
      if (name == known) return &value;
    return nullptr;
  }
  auto slotOf = [&](const StringArg& of) -> std::uint32_t& {
    std::size_t at = nodecpp::detail::hashBytes({of.data(), of.size()}, seed_) & (slots_.size() - 1);
    while (slots_[at] && of != entries_[slots_[at] - 1].first) at = (at + 1) & (slots_.size() - 1);
    return slots_[at];
  };
  if (slots_.size() < 2 * entries_.size()) {
    slots_ = nodecpp::detail::List<std::uint32_t>(std::bit_ceil(4 * entries_.size()));
    seed_ = nodecpp::detail::hashSeedFor(slots_.data());
    indexed_ = 0;
  }
  // When a program has given several entries with one name, the first of them counts.
  for (; indexed_ < entries_.size(); ++indexed_)
    if (std::uint32_t& slot = slotOf(entries_[indexed_].first); !slot) slot = indexed_ + 1;
  const std::uint32_t found = slotOf(name);
  return found ? &entries_[found - 1].second : nullptr;
}

Array<String> Headers::keys() const {
  Array<String> names;
  for (const auto& [name, value] : entries_) names.push(name);
  return names;
}
bool Headers::delete_(StringArg name) {
  nodecpp::detail::List<std::pair<String, Lookup>> kept;
  for (auto& entry : entries_)
    if (name != entry.first) kept.push_back(std::move(entry));
  entries_ = std::move(kept);
  slots_ = {};
  indexed_ = 0;
  return true;
}
Headers& Headers::assign(const Headers& other) {
  const auto entries = other.entries();  // a copy, since `other` may be these headers
  for (const auto& [name, value] : entries) set(name, value);
  return *this;
}

std::size_t HeaderValue::count() const {
  return kind_ == Kind::list ? list_.count : kind_ == Kind::owned && owned_.isArray() ? owned_.length() : 1;
}
Lookup HeaderValue::toLookup() const {
  if (kind_ == Kind::text) return text_.toString();
  if (kind_ == Kind::owned) return owned_;
  Array<String> values;
  for (std::size_t i = 0; i < list_.count; ++i) values.push(list_.values[i].toString());
  return values;
}

// Storage of a HeadersArg that was not written in braces in the call.
struct HeadersArg::Owned {
  std::vector<std::pair<String, Lookup>> entries;
  std::vector<HeaderFieldArg> fields;
  bool flat = false;
  // The printed form of a flat array of odd length, for the error's message.
  String odd{};
};

void HeadersArg::own(const Array<std::pair<String, Lookup>>& entries) {
  owned_ = new Owned{nodecpp::detail::vectorOf(entries), {}};
  owned_->fields.reserve(owned_->entries.size());
  for (const auto& [name, value] : owned_->entries) owned_->fields.push_back({name, value});
  fields_ = owned_->fields.data();
  count_ = owned_->fields.size();
}

void HeadersArg::storePairs(const Array<String>& flat) {
  Array<std::pair<String, Lookup>> entries;
  for (std::size_t i = 0; i + 1 < flat.size(); i += 2) entries.push({flat.at(double(i)), flat.at(double(i + 1))});
  own(entries);
  owned_->flat = true;
  if (flat.size() % 2 == 0) return;
  for (const String& one : flat)
    owned_->odd += (owned_->odd.empty() ? "[ " : ", ") + nodecpp::detail::inspectString(one);
  owned_->odd += " ]";
}

void HeadersArg::dropOwned() noexcept { delete owned_; }
bool HeadersArg::flat() const { return owned_ && owned_->flat; }
void HeadersArg::checkOwned() const {
  if (!owned_->odd.empty()) throw nodecpp::detail::invalidArgValue("headers", owned_->odd);
}

void validateHeaderName(StringArg name, StringArg label) {
  if (!detail::isToken({name.data(), name.size()}))
    throw nodecpp::detail::codedError<TypeError>("ERR_INVALID_HTTP_TOKEN",
                                                 label.toString() + " must be a valid HTTP token [\"" + name + "\"]");
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
