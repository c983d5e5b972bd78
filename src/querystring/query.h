// What a ParsedUrlQuery refers to.
#pragma once

#include <nodecpp/querystring.h>

#include <memory>
#include <set>
#include <string_view>

namespace nodecpp::querystring::detail {

inline std::string_view view(const String& s) { return {s.data(), s.size()}; }
inline std::string_view view(const StringArg& s) { return {s.data(), s.size()}; }

// The first entries stand in here, more in a growing array from the slabs. A few keys are found by walking; many through
// a tree, because keys come from strangers and a hash could be flooded.
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
  // Puts keys that are array indices first, ascending.
  void order();

  std::uint32_t refs = 1;
  std::uint32_t size = 0;
  static constexpr std::uint32_t few = 4;
  std::uint32_t capacity = few;
  bool hasIndices = false;
  Entry* entries;

 private:
  static constexpr std::uint32_t walked = 16;
  struct ByKey {
    using is_transparent = void;
    const QueryData* data;
    bool operator()(std::uint32_t a, std::uint32_t b) const { return key(a) < key(b); }
    bool operator()(std::uint32_t a, std::string_view b) const { return key(a) < b; }
    bool operator()(std::string_view a, std::uint32_t b) const { return a < key(b); }
    std::string_view key(std::uint32_t at) const { return view(data->entries[at].key); }
  };
  using Tree = std::set<std::uint32_t, ByKey>;
  void grow();
  void index();

  void releaseEntries() noexcept;

  std::unique_ptr<Tree> tree_;
  alignas(Entry) char few_[few * sizeof(Entry)];
};

// The number of a canonical array index ("0", "42", below 2^32-1), else -1.
std::int64_t arrayIndex(std::string_view key) noexcept;

}  // namespace nodecpp::querystring::detail
