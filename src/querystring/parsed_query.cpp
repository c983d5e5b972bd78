// ParsedUrlQuery: an object that maps strings to strings and lists, in the order of insertion.
#include "querystring/parsed_query.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>
#include <vector>

namespace nodecpp::querystring {

namespace detail {

std::int64_t arrayIndex(std::string_view key) noexcept {
  if (key.empty() || key.size() > 10 || (key[0] == '0' && key.size() > 1)) return -1;
  std::int64_t value = 0;
  for (char c : key) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  return value < 0xffffffff ? value : -1;
}

QueryData::~QueryData() { releaseEntries(); }

void QueryData::releaseEntries() noexcept {
  std::destroy_n(entries, size);
  if (entries != reinterpret_cast<Entry*>(few_)) nodecpp::detail::release(entries, capacity * sizeof(Entry));
}

std::uint32_t QueryData::find(std::string_view key) const {
  if (!index_.empty()) return index_.find(key, keyAt());
  for (std::uint32_t i = 0; i < size; ++i)
    if (view(entries[i].key) == key) return i;
  return none;
}

void QueryData::grow() {
  std::uint32_t larger = capacity * 2;
  auto* to = static_cast<Entry*>(nodecpp::detail::allocate(larger * sizeof(Entry)));
  std::uninitialized_move_n(entries, size, to);
  releaseEntries();
  entries = to;
  capacity = larger;
}

void QueryData::append(String&& key, Lookup&& value) {
  if (size == capacity) grow();
  char first = key.empty() ? ' ' : key.data()[0];
  if (first >= '0' && first <= '9' && arrayIndex(view(key)) >= 0) hasIndices = true;
  ::new (entries + size) Entry{std::move(key), std::move(value)};
  ++size;
  if (!index_.empty())
    index_.add(size - 1, keyAt());
  else if (size > nodecpp::detail::NameIndex::walked)
    reindex();
}

void QueryData::add(String&& key, String&& value) {
  std::uint32_t at = find(view(key));
  if (at == none) return append(std::move(key), Lookup::ofText(std::move(value)));
  entries[at].value.push(std::move(value));
}

void QueryData::remove(std::uint32_t at) {
  if (!index_.empty()) {
    index_.remove(at, keyAt());
    entries[at] = Entry{};
    removed_.push_back(at);
    return;
  }
  std::move(entries + at + 1, entries + size, entries + at);
  std::destroy_at(entries + --size);
}

void QueryData::reindex() {
  index_.clear();
  if (size <= nodecpp::detail::NameIndex::walked) return;
  for (std::uint32_t i = 0; i < size; ++i) index_.add(i, keyAt());
}

void QueryData::tidyUp() {
  if (!removed_.empty()) {
    std::sort(removed_.begin(), removed_.end());
    std::uint32_t to = removed_.front();
    std::size_t gone = 0;
    for (std::uint32_t from = to; from < size; ++from) {
      if (gone < removed_.size() && removed_[gone] == from)
        ++gone;
      else
        entries[to++] = std::move(entries[from]);
    }
    std::destroy_n(entries + to, size - to);
    size = to;
    removed_.clear();
    reindex();
  }
  unordered_ = false;
  if (!hasIndices) return;
  auto rank = [](const Entry& entry) {
    std::int64_t index = arrayIndex(view(entry.key));
    return index < 0 ? INT64_MAX : index;
  };
  auto before = [&](const Entry& a, const Entry& b) { return rank(a) < rank(b); };
  if (std::is_sorted(entries, entries + size, before)) return;
  std::vector<Entry> named, indices;
  for (Entry& entry : std::span(entries, size))
    (rank(entry) == INT64_MAX ? named : indices).push_back(std::move(entry));
  std::sort(indices.begin(), indices.end(), before);
  std::move(named.begin(), named.end(), std::move(indices.begin(), indices.end(), entries));
  reindex();
}

}  // namespace detail

namespace {

// Converts an element of a list as Node's querystring does: null, undefined and numbers that are not finite become "".
String primitive(const Lookup& value) {
  if (value.kind() == Lookup::Kind::number) return std::isfinite(value.toNumber()) ? value.toString() : String();
  return value == nullptr ? String() : value.toString();
}

}  // namespace

QueryValue::QueryValue(std::initializer_list<QueryValue> list) {
  Array<String> values;
  for (const QueryValue& value : list) values.push(primitive(value.value()));
  value_ = Lookup(values);
}

ParsedUrlQuery::ParsedUrlQuery(std::initializer_list<std::pair<String, QueryValue>> entries) : ParsedUrlQuery(make()) {
  for (const auto& [key, value] : entries) {
    // When a literal has a key twice, the last value counts and takes the place of the first one.
    std::uint32_t at = data_->find(detail::view(key));
    if (at == data_->none)
      data_->append(String(key), Lookup(value.value()));
    else
      data_->entries[at].value = value.value();
  }
  data_->order();
}

ParsedUrlQuery::ParsedUrlQuery(const ParsedUrlQuery& other) noexcept : data_(other.data_) {
  if (data_) nodecpp::detail::countHolder(data_->refs);
}

ParsedUrlQuery ParsedUrlQuery::make() {
  return ParsedUrlQuery(::new (nodecpp::detail::allocate(sizeof(detail::QueryData))) detail::QueryData);
}

void ParsedUrlQuery::drop() noexcept {
  if (--data_->refs) return;
  data_->~QueryData();
  nodecpp::detail::release(data_, sizeof(detail::QueryData));
}

Lookup ParsedUrlQuery::operator[](StringArg key) const {
  if (!data_) return {};
  std::uint32_t at = data_->find(detail::view(key));
  return at == data_->none ? Lookup() : data_->entries[at].value;
}

bool ParsedUrlQuery::has(StringArg key) const noexcept {
  return data_ && data_->find(detail::view(key)) != data_->none;
}

Array<String> ParsedUrlQuery::keys() const {
  Array<String> out;
  if (!data_) return out;
  data_->tidy();
  for (const Entry& entry : std::span(data_->entries, data_->size)) out.push(entry.key);
  return out;
}

std::ptrdiff_t ParsedUrlQuery::size() const noexcept {
  if (data_) data_->tidy();
  return data_ ? data_->size : 0;
}
Array<ParsedUrlQuery::Entry> ParsedUrlQuery::held() const {
  Array<Entry> entries;
  if (!data_) return entries;
  data_->tidy();
  nodecpp::detail::ArrayAccess::reserve(entries, data_->size);
  for (const Entry& entry : std::span(data_->entries, data_->size)) entries.push(entry);
  return entries;
}

void ParsedUrlQuery::set(StringArg key, const QueryValue& value) {
  if (!data_) *this = make();
  std::uint32_t at = data_->find(detail::view(key));
  if (at != data_->none) {
    data_->entries[at].value = value.value();
    return;
  }
  data_->append(key.toString(), Lookup(value.value()));
  data_->order();
}

void ParsedUrlQuery::remove(StringArg key) {
  if (!data_) return;
  std::uint32_t at = data_->find(detail::view(key));
  if (at != data_->none) data_->remove(at);
}

String ParsedUrlQuery::toString() const { throw TypeError("Cannot convert object to primitive value"); }

}  // namespace nodecpp::querystring
