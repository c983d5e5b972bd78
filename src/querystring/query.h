// What a ParsedUrlQuery refers to.
#pragma once

#include <nodecpp/querystring.h>

#include <memory>
#include <string_view>
#include <vector>

#include "base/name_index.h"

namespace nodecpp::querystring::detail {

inline std::string_view view(const String& s) { return {s.data(), s.size()}; }
inline std::string_view view(const StringArg& s) { return {s.data(), s.size()}; }

// The first entries stand in here, more in a growing array from the slabs. A few keys are found by walking, many through
// an index. What costs as much as all entries, to close the gaps of removed ones and to put numbers first, waits until
// somebody looks at the entries: tidy().
struct QueryData {
  using Entry = ParsedUrlQuery::Entry;

  QueryData() noexcept : entries(reinterpret_cast<Entry*>(few_)) {}
  QueryData(const QueryData&) = delete;
  QueryData& operator=(const QueryData&) = delete;
  ~QueryData();

  static constexpr std::uint32_t none = UINT32_MAX;
  std::uint32_t find(std::string_view key) const;
  // Appends; `key` must not be there. Keys that are array indices go to their place in order(), which comes last.
  void append(String&& key, Lookup&& value);
  // As JavaScript's querystring does it: a repeated key makes a list.
  void add(String&& key, String&& value);
  void remove(std::uint32_t at);
  // Keys that are array indices go first, ascending.
  void order() noexcept { unordered_ = hasIndices; }
  // Before `entries` and `size` are looked at.
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
  std::vector<std::uint32_t> removed_;  // positions of removed entries; only of a list with an index
  bool unordered_ = false;
  alignas(Entry) char few_[few * sizeof(Entry)];
};

// The number of a canonical array index ("0", "42", below 2^32-1), else -1.
std::int64_t arrayIndex(std::string_view key) noexcept;

}  // namespace nodecpp::querystring::detail
