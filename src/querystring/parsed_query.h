// The data of a ParsedUrlQuery.
#pragma once

#include <nodecpp/querystring.h>

#include <memory>
#include <string_view>
#include <vector>

#include "base/containers/name_index.h"

namespace nodecpp::querystring::detail {

inline std::string_view view(const String& s) { return {s.data(), s.size()}; }
inline std::string_view view(const StringArg& s) { return {s.data(), s.size()}; }

// The first entries are stored inside the object, more entries in a growing array from the slabs. A few keys are
// searched one by one, many keys by an index. Work whose cost grows with the number of all entries (closing the gaps of
// removed entries, putting array indices first) is postponed until the entries are read: tidy().
struct QueryData {
  using Entry = ParsedUrlQuery::Entry;

  QueryData() noexcept : entries(reinterpret_cast<Entry*>(few_)) {}
  QueryData(const QueryData&) = delete;
  QueryData& operator=(const QueryData&) = delete;
  ~QueryData();

  static constexpr std::uint32_t none = UINT32_MAX;
  std::uint32_t find(std::string_view key) const;
  // Appends an entry; `key` must not exist yet. order() must be called after the last append, because it moves keys
  // that are array indices to their place.
  void append(String&& key, Lookup&& value);
  // Adds a pair as Node's querystring does: the values of a repeated key become a list.
  void add(String&& key, String&& value);
  void remove(std::uint32_t at);
  // Requests that keys that are array indices come first, in ascending order.
  void order() noexcept { unordered_ = hasIndices; }
  // Must be called before `entries` and `size` are read.
  void tidy() {
    if (unordered_ || !removed_.empty()) [[unlikely]]
      tidyUp();
  }

  std::uint32_t refs = 1;
  std::uint32_t size = 0;
  static constexpr std::uint32_t few = 4;
  std::uint32_t capacity = few;
  bool hasIndices = false;
  Entry* entries;

 private:
  auto keyAt() const {
    return [this](std::uint32_t at) { return view(entries[at].key); };
  }
  void grow();
  void reindex();
  void tidyUp();
  void releaseEntries() noexcept;

  nodecpp::detail::NameIndex index_;
  std::vector<std::uint32_t> removed_;  // the positions of removed entries; used only with an index
  bool unordered_ = false;
  alignas(Entry) char few_[few * sizeof(Entry)];
};

// Returns the number of a canonical array index ("0", "42", below 2^32-1); -1 for any other key.
std::int64_t arrayIndex(std::string_view key) noexcept;

}  // namespace nodecpp::querystring::detail
