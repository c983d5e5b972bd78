// A hash table of the positions of names in a list. The list itself stores the names and their order. The table is for
// lists that are too long for a linear search.
#pragma once

#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "base/containers/hash.h"

namespace nodecpp::detail {

class NameIndex {
 public:
  static constexpr std::uint32_t none = UINT32_MAX;
  // Lists of at most this many names are searched linearly.
  static constexpr std::size_t walked = 16;

  bool empty() const noexcept { return table_.empty(); }
  void clear() noexcept {
    table_.clear();
    count_ = 0;
  }

  // Returns the position of `name`, or `none`. `nameAt(position)` returns the name at a position.
  template <class NameAt>
  std::uint32_t find(std::string_view name, NameAt nameAt) const {
    if (table_.empty()) return none;
    for (std::size_t at = hashBytes(name, seed_) & mask(); table_[at]; at = (at + 1) & mask())
      if (nameAt(table_[at] - 1) == name) return table_[at] - 1;
    return none;
  }
  // Adds the name at `position`, which must not be in the table yet.
  template <class NameAt>
  void add(std::uint32_t position, NameAt nameAt) {
    if ((count_ + 1) * 2 > table_.size()) grow(nameAt);
    NODECPP_ASSERT(position != none && count_ < table_.size(), position, count_);
    place(position, nameAt);
    ++count_;
  }
  // Removes the name at `position`. nameAt(position) must still return the name.
  template <class NameAt>
  void remove(std::uint32_t position, NameAt nameAt) {
    NODECPP_ASSERT(count_ > 0 && position != none, count_, position);
    std::size_t hole = hashBytes(nameAt(position), seed_) & mask();
    while (table_[hole] != position + 1) {
      NODECPP_ASSERT(table_[hole] != 0, position);  // Fails when the name was never added, or was changed since.
      hole = (hole + 1) & mask();
    }
    // Later entries that could not be found any more because of the gap are moved into it.
    for (std::size_t at = (hole + 1) & mask(); table_[at]; at = (at + 1) & mask()) {
      const std::size_t home = hashBytes(nameAt(table_[at] - 1), seed_) & mask();
      if (((at - home) & mask()) < ((at - hole) & mask())) continue;
      table_[hole] = table_[at];
      hole = at;
    }
    table_[hole] = 0;
    --count_;
  }

 private:
  std::size_t mask() const noexcept { return table_.size() - 1; }
  template <class NameAt>
  void place(std::uint32_t position, NameAt nameAt) {
    std::size_t at = hashBytes(nameAt(position), seed_) & mask();
    while (table_[at]) at = (at + 1) & mask();
    table_[at] = position + 1;
  }
  template <class NameAt>
  void grow(NameAt nameAt) {
    std::vector<std::uint32_t> before(table_.empty() ? 4 * walked : 2 * table_.size());
    before.swap(table_);
    if (before.empty()) seed_ = hashSeedFor(table_.data());
    for (std::uint32_t each : before)
      if (each) place(each - 1, nameAt);
  }

  // Each entry is a position plus 1, or 0 when it is empty. The size is a power of two.
  std::vector<std::uint32_t> table_;
  std::size_t count_ = 0;
  std::uint64_t seed_ = 0;
};

}  // namespace nodecpp::detail
