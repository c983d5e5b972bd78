// The hash table of Map and Set: an array of entries in the order in which they were added, and an index from hashes to
// positions in the array. A deleted entry leaves a gap, which is removed when the table is rebuilt. For the runtime.
#pragma once

#include <nodecpp/iterator.h>
#include <nodecpp/map/key_hash.h>
#include <nodecpp/map/table_body.h>
#include <nodecpp/traits.h>

namespace nodecpp::detail {

struct NoValue {};  // the value type of a Set's table

template <class K>
struct KeyPart {
  K key;
};
template <class K>
  requires keepsHash<K>
struct KeyPart<K> {
  K key;
  std::uint32_t hash;
};
template <class K, class V>
struct TableEntry : KeyPart<K> {
  V value;
};
template <class K>
struct TableEntry<K, NoValue> : KeyPart<K> {
  static constexpr NoValue value{};
};

// Whether a T may be moved by copying its bytes (trivially relocatable).
template <class T>
inline constexpr bool movesAsBytes = std::is_trivially_copyable_v<T> || std::same_as<T, String> || AnyValue<T>;
#if defined(__clang__)
template <class T>
  requires(__is_trivially_relocatable(T))
inline constexpr bool movesAsBytes<T> = true;
#endif

// The table's place on the cycle collector's list. Only tables that may hold references have one.
template <bool refers>
struct TablePlace {};
template <>
struct TablePlace<true> {
  std::uint32_t place = 0;
};

template <class K, class V>
struct Table : TableBody, TablePlace<mayRefer<K> || mayRefer<V>> {
  using Entry = TableEntry<K, V>;
  using KeyArg = Key<K>;
  static constexpr bool mapped = !std::same_as<V, NoValue>;
  static_assert(std::is_nothrow_move_constructible_v<K> && std::is_nothrow_move_constructible_v<V>,
                "what a Map or Set holds must have a constructor that moves and is noexcept");

  static constexpr bool refers = mayRefer<K> || mayRefer<V>;

  static Table* make() {
    Table* table = ::new (allocate(sizeof(Table))) Table();
    if constexpr (refers) table->place = enroll(table, traced);
    return table;
  }
  static void drop(Table* table) noexcept {
    if (--table->refs == 0) destroyInTurn(table, &destroy);
  }

  Entry& entry(std::uint32_t at) const noexcept { return entryOf(*this, at); }
  std::uint32_t hashOf(KeyArg key) const noexcept { return std::uint32_t(Hash<K>::of(key, seed)) | present; }

  // Returns the slot of the key in the index, or the free slot, containing 0, at which the search ended.
  [[gnu::always_inline]] std::uint32_t slotOf(KeyArg key, std::uint32_t hash) const noexcept {
#if defined(__SSE2__)
    if (capacity > maxStepwise) return slotOfLarge(key, hash);
#endif
    for (std::uint32_t slot = hash & mask;; slot = (slot + 1) & mask) {
      const std::uint32_t word = index[slot];
      if ((word ^ hash) <= mask) [[likely]] {
        if (matches(entry(word & mask), key, hash)) [[likely]]
          return slot;
      } else if (word == 0) {
        return slot;
      }
    }
  }
  // Returns the entry of the key, or null. The pointer dangles once the table changes.
  [[gnu::always_inline]] Entry* find(KeyArg key) const noexcept {
    const std::uint32_t word = index[slotOf(key, hashOf(key))];
    return word ? &entry(word & mask) : nullptr;
  }

  // Adds an entry, or changes the value of the entry with this key. Throws a RangeError when there are 2^24 entries.
  void set(KeyArg key, V&& value, const char* name) {
    std::uint32_t hash = hashOf(key);
    std::uint32_t slot = slotOf(key, hash);
    if (index[slot]) {
      if constexpr (mapped) {
        // The old value is destroyed last, because its destructor may access this table. The new value is constructed
        // in its place and not assigned, because assigning to a `let` would change the shared variable.
        V& place = entry(index[slot] & mask).value;
        [[maybe_unused]] V old(std::move(place));
        place.~V();
        ::new (static_cast<void*>(&place)) V(std::move(value));
      }
      return;
    }
    K owned = KeyOf<K>::owned(key);
    if (used == limit) [[unlikely]] {
      if (!hasRoom(name)) rebuild();
      hash = hashOf(key);  // the seed is drawn when the first entry is added, so the hash is computed again
      slot = freeSlotFor(hash);
    }
    void* place = &entry(used);
    if constexpr (keepsHash<K> && mapped)
      ::new (place) Entry{{std::move(owned), hash}, std::move(value)};
    else if constexpr (keepsHash<K>)
      ::new (place) Entry{{std::move(owned), hash}};
    else if constexpr (mapped)
      ::new (place) Entry{{std::move(owned)}, std::move(value)};
    else
      ::new (place) Entry{{std::move(owned)}};
    setSlot(slot, (hash & ~mask) | used);
    ++used;
    ++live;
  }

  // Makes room for `count` entries in a table without entries, for an initializer list of known length.
  void reserve(std::size_t count) {
    if (capacity == 0 && count > 1 && count <= maxEntries)
      allocateContents(2u << (31 - __builtin_clz(std::uint32_t(count - 1))), sizeof(Entry));
  }

  bool erase(KeyArg key) {
    const std::uint32_t slot = slotOf(key, hashOf(key));
    if (!index[slot]) return false;
    Entry& found = entry(index[slot] & mask);
    [[maybe_unused]] Entry gone(std::move(found));  // the old entry is destroyed last, as in set()
    found.~Entry();
    ++changes;
    markGap(slot);
    if (live < capacity / 8 && capacity > 16 && nextCapacity() < capacity) [[unlikely]]
      rebuild();
    return true;
  }

  void clear() noexcept {
    if (used == 0) return;
    ++clears;
    ++changes;
    const TableContents old = detail::exchange(contents(), TableContents());
    destroyContents(old);
  }

 private:
  static Entry& entryOf(const TableContents& in, std::uint32_t at) noexcept {
    return reinterpret_cast<Entry*>(in.entries)[at];
  }
#if defined(__SSE2__)
  // Searches a large index, four slots in one step.
  [[gnu::noinline]] std::uint32_t slotOfLarge(KeyArg key, std::uint32_t hash) const noexcept {
    const std::uint32_t mask = this->mask;
    for (std::uint32_t slot = hash & mask;; slot = (slot + 4) & mask) {
      const Group four(index + slot);
      for (unsigned like = four.like(hash, mask); like; like &= like - 1) {
        const std::uint32_t here = (slot + unsigned(__builtin_ctz(like))) & mask;
        if (matches(entry(index[here] & mask), key, hash)) [[likely]]
          return here;
      }
      if (const unsigned free = four.free()) [[likely]]
        return (slot + unsigned(__builtin_ctz(free))) & mask;
    }
  }
#endif
  static bool matches(const Entry& entry, KeyArg key, [[maybe_unused]] std::uint32_t hash) noexcept {
    if constexpr (keepsHash<K>)
      return entry.hash == hash && Hash<K>::same(entry.key, key);
    else
      return Hash<K>::same(entry.key, key);
  }
  TableContents& contents() noexcept { return *this; }
  static void destroyContents(const TableContents& old) noexcept {
    if constexpr (!std::is_trivially_destructible_v<Entry>)
      for (std::uint32_t at = old.first; at < old.used; ++at)
        if (!old.isGap(at)) entryOf(old, at).~Entry();
    releaseContents(old, sizeof(Entry));
  }
  static void destroy(void* gone) noexcept {
    auto* table = static_cast<Table*>(gone);
    if constexpr (refers) removeFromCollector(table, table->place);
    if (table->capacity) destroyContents(*table);
    release(table, sizeof(Table));
  }

  static constexpr TracedType traced{
      [](void* memory) noexcept { return &static_cast<Table*>(memory)->refs; },
      [](void* memory, Tracer& tracer) {
        auto* table = static_cast<Table*>(memory);
        for (std::uint32_t at = table->first; at < table->used; ++at) {
          if (table->isGap(at)) continue;
          const Entry& each = table->entry(at);
          if constexpr (std::is_copy_constructible_v<K>) tracer.copy(each.key);
          if constexpr (mapped && std::is_copy_constructible_v<V>) tracer.copy(each.value);
        }
        if (tracer.severs()) table->clear();
      },
      [](void* memory) noexcept { drop(static_cast<Table*>(memory)); },
      [](void* memory, std::uint32_t place) noexcept {
        if constexpr (refers) static_cast<Table*>(memory)->place = place;
      }};

  // Moves an entry to position `at` of this table and adds it to the index.
  void moveHere(Entry& from, std::uint32_t at) noexcept {
    std::uint32_t hash = 0;
    if constexpr (keepsHash<K>)
      hash = from.hash;
    else
      hash = hashOf(from.key);
    setSlot(freeSlotFor(hash), (hash & ~mask) | at);
    Entry* to = &entry(at);
    if constexpr (movesAsBytes<K> && movesAsBytes<V>) {
      std::memmove(static_cast<void*>(to), static_cast<const void*>(&from), sizeof(Entry));
    } else if (to != &from) {
      ::new (static_cast<void*>(to)) Entry(std::move(from));
      from.~Entry();
    }
  }

  // Removes the gaps between the entries without allocating new memory.
  void closeGaps() noexcept {
    clearIndex();
    std::uint32_t count = 0;
    for (std::uint32_t at = first; at < used; ++at)
      if (!isGap(at)) moveHere(entry(at), count++);
    used = count;
    first = 0;
    clearGaps();
    setLimit();
  }
  // Removes the gaps between the entries and changes the capacity to what the number of entries needs. The entries move to
  // new memory, unless the capacity stays the same and there are no iterators: with iterators, the old memory is needed to
  // find their new positions.
  [[gnu::noinline]] void rebuild() {
    const std::uint32_t newCapacity = nextCapacity();
    if (newCapacity == capacity && !hasCursors()) return closeGaps();
    const TableContents old = contents();
    allocateContents(newCapacity, sizeof(Entry));
    if (old.capacity == 0) return;
    ++changes;
    // The old index is not needed any more. When there are iterators, its memory is used to note the new position of
    // each entry.
    const bool moved = hasCursors();
    if (moved)
      for (std::uint32_t at = 0; at < old.first; ++at) old.index[at] = 0;
    for (std::uint32_t at = old.first; at < old.used; ++at) {
      if (moved) old.index[at] = used;
      if (old.live != old.used && old.isGap(at)) continue;
      moveHere(entryOf(old, at), used++);
    }
    live = used;
    setLimit();
    if (moved) {
      old.index[old.used] = used;
      moveCursors(old, old.index);
    }
    releaseContents(old, sizeof(Entry));
  }
};

// The iterator of a loop over a table: `for (auto each : map)`. It gives the result of Gives::of for each entry.
//
// The position that the table must update on changes is in a separate TableCursor. The members here can stay in
// registers while nothing changes the table: there are no gaps from `at_` to `stop_`, and new entries are added behind.
// At `stop_` the walk asks the cursor for the next stretch.
template <class K, class V, class Gives>
class TableWalk {
 public:
  explicit TableWalk(Table<K, V>* table)
      : table_(table), cursor_(TableCursor::make(table, table->first)), at_(table->first),
        stop_(table->live == table->used ? table->used : at_), changes_(table->changes) {}
  TableWalk(const TableWalk& other)
      : table_(other.table_), cursor_(nullptr), at_(other.at_), stop_(other.stop_), changes_(other.changes_) {
    if (!table_) return;
    cursor_ = TableCursor::make(table_, at_);
    cursor_->clears = other.cursor_->clears;
    cursor_->seen = other.cursor_->seen;
    cursor_->at = other.cursor_->at;
  }
  TableWalk& operator=(const TableWalk&) = delete;
  ~TableWalk() { end(); }

  // Whether the walk is still running, so that it holds a reference to the table.
  bool runs() const noexcept { return table_ != nullptr; }
  // Returns whether there is an entry that was not passed yet, and moves to it.
  bool settle() noexcept {
    if (changes_ == table_->changes) [[likely]] {
      if (at_ < stop_) [[likely]]
        return true;
      if (at_ >= table_->used) return false;  // at_ may be greater than `used` when ++ was called at the end
    }
    const TableCursor::EntryRun next = TableCursor::lookAhead(cursor_);
    at_ = next.at;
    stop_ = next.stop;
    changes_ = table_->changes;
    return at_ != stop_;
  }
  // Moves the walk behind the current entry.
  void pass() noexcept {
    if (changes_ == table_->changes) [[likely]]
      cursor_->at = ++at_;
    else
      TableCursor::passChanged(cursor_);
  }
  // Ends the walk and drops its reference to the table.
  void end() noexcept {
    if (!table_) return;
    TableCursor::drop(cursor_);
    Table<K, V>::drop(detail::exchange(table_, nullptr));
  }

  friend bool operator==(const TableWalk& walk, IterationEnd) noexcept {
    if (!const_cast<TableWalk&>(walk).settle()) return true;
    // Tells the compiler that `*walk`, which follows in a loop, need not call settle again.
    [[assume(walk.at_ < walk.stop_)]];
    [[assume(walk.changes_ == walk.table_->changes)]];
    return false;
  }
  // Returns a copy of the current entry. Throws a RangeError behind the end.
  auto operator*() const {
    if (NODECPP_FAILS(tableEnd, !const_cast<TableWalk*>(this)->settle())) [[unlikely]]
      throwBehindEnd();
    return Gives::of(table_->entry(at_));
  }
  TableWalk& operator++() noexcept {
    pass();
    return *this;
  }

 private:
  Table<K, V>* table_;
  TableCursor* cursor_;
  std::uint32_t at_, stop_;
  std::uint64_t changes_;
};

}  // namespace nodecpp::detail
