// The common base of Map and Set: a counted reference to a hash table.
#pragma once

#include <nodecpp/map/hash_table.h>
#include <nodecpp/traits.h>

namespace nodecpp {

template <class K, class V>
class Map;  // write #include <nodecpp/map.h>
template <class T>
class Set;  // write #include <nodecpp/set.h>
namespace detail {
template <class K, class V>
inline constexpr bool mayRefer<Map<K, V>> = mayRefer<K> || mayRefer<V>;
template <class T>
inline constexpr bool mayRefer<Set<T>> = mayRefer<T>;
}  // namespace detail

template <class K, class V>
class TableHandle {
 public:
  // has returns whether there is an entry for the key, clear removes all entries, and size returns their number, as
  // JavaScript's functions of Map and Set do.
  bool has(detail::Key<K> key) const { return table()->find(key) != nullptr; }
  // JavaScript's `delete(key)`: removes the entry. Returns whether there was one.
  bool delete_(detail::Key<K> key) const { return table()->erase(key); }
  void clear() const { table()->clear(); }
  std::ptrdiff_t size() const { return table()->live; }

  // An undefined Map or Set converts to false.
  explicit operator bool() const noexcept { return table_ != nullptr; }
  // Two Maps or Sets are equal when they refer to the same table.
  friend bool operator==(const TableHandle& a, const TableHandle& b) noexcept { return a.table_ == b.table_; }
  friend bool operator==(const TableHandle& a, std::nullptr_t) noexcept { return a.table_ == nullptr; }
  const void* identity() const noexcept { return table_; }

 protected:
  using Table = detail::Table<K, V>;

  TableHandle() : table_(Table::make()) {}
  // Makes an undefined Map or Set. Using it throws Node's TypeError.
  explicit TableHandle(std::nullptr_t) noexcept : table_(nullptr) {}
  TableHandle(const TableHandle& other) noexcept : table_(other.table_) {
    if (table_) detail::countOnThread(table_->refs);
  }
  TableHandle(TableHandle&& other) noexcept : table_(detail::exchange(other.table_, nullptr)) {}
  TableHandle& operator=(const TableHandle& other) noexcept {
    TableHandle copy(other);
    std::swap(table_, copy.table_);
    return *this;
  }
  TableHandle& operator=(TableHandle&& other) noexcept {
    TableHandle taken(std::move(other));
    std::swap(table_, taken.table_);
    return *this;
  }
  ~TableHandle() {
    if (table_) Table::drop(table_);
  }

  Table* table() const {
    if constexpr (detail::safetyChecks) {
      if (NODECPP_FAILS(nullTable, !table_)) [[unlikely]]
        detail::throwUndefined();
    }
    return table_;
  }

 private:
  Table* table_;
};

}  // namespace nodecpp
