// The hash table of Map and Set: an array of entries in the order in which they were added, and, where there are more
// than a few entries, an index from hashes to positions in the array. A deleted entry leaves a gap, which is removed when
// the table is rebuilt. For the runtime.
#pragma once

#include <nodecpp/iterator.h>
#include <nodecpp/map/key_hash.h>
#include <nodecpp/map/table_body.h>
#include <nodecpp/traits.h>

namespace nodecpp::detail {

struct NoValue {};  // the value type of a Set's table

template <class K, class V>
struct TableEntry {
  K key;
  V value;
};
template <class K>
struct TableEntry<K, NoValue> {
  K key;
  static constexpr NoValue value{};
};

template <class K, class V>
struct Table : TableBody {
  using Entry = TableEntry<K, V>;
  using KeyArg = Key<K>;
  static constexpr bool mapped = !std::same_as<V, NoValue>;
  static_assert(std::is_nothrow_move_constructible_v<K> && std::is_nothrow_move_constructible_v<V>,
                "what a Map or Set holds must have a constructor that moves and is noexcept");

  static constexpr bool refers = mayRefer<K> || mayRefer<V>;
  static constexpr EntryForm form{sizeof(Entry), keepsHash<K>};
  // Whether the table has room for its first entry in itself: many Maps have one entry only.
  static constexpr bool keepsFirst = sizeof(Entry) <= 32;

  static Table* make() { return ::new (allocate(sizeof(Table))) Table; }
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
        if (matches(word & mask, key)) [[likely]]
          return slot;
      } else if (word == 0) {
        return slot;
      }
    }
  }
  // Returns the entry of the key, or null. The pointer dangles once the table changes.
  [[gnu::always_inline]] Entry* find(KeyArg key) const noexcept {
    if (!hasIndex()) return findFew(key);
    if constexpr (keepsHash<K>)
      return findText(key);
    else
      return findIndexed(key);
  }

  // Adds an entry, or changes the value of the entry with this key. Throws a RangeError when there are 2^24 entries.
  void set(KeyArg key, V&& value, const char* name) {
    std::uint32_t hash = 0, slot = 0;
    Entry* found = nullptr;
    if (hasIndex()) {
      hash = hashOf(key);
      slot = slotOf(key, hash);
      if (index[slot]) found = &entry(index[slot] & mask);
    } else {
      found = findFew(key);
    }
    if (found) {
      if constexpr (mapped) {
        // The old value is destroyed last, because its destructor may access this table. The new value is constructed
        // in its place and not assigned, because assigning to a `let` would change the shared variable.
        V& place = found->value;
        [[maybe_unused]] V old(std::move(place));
        place.~V();
        ::new (static_cast<void*>(&place)) V(std::move(value));
      }
      return;
    }
    K owned = KeyOf<K>::owned(key);
    if (used == limit) [[unlikely]] {
      if (!hasRoom(name)) rebuild();
      if (hasIndex()) {
        hash = hashOf(key);  // the seed is drawn when the table gets an index, so the hash is computed again
        slot = freeSlotFor(hash);
      }
    }
    append(std::move(owned), std::move(value), hash, slot);
  }

  // Makes room for `count` entries in a table without entries, for an initializer list of known length.
  void reserve(std::size_t count) {
    if (capacity == 0 && count > 1 && count <= maxEntries)
      enlarge(2u << (31 - __builtin_clz(std::uint32_t(count - 1))));
  }

  // Adds copies of the entries of `other` to this table, which has none. No key is looked up, because they all differ.
  void copyFrom(const Table& other) {
    if (other.live == 0) return;
    reserve(other.live);
    if (capacity == 0) enlarge(keepsFirst ? 1 : 2);
    const bool sameHashes = hasIndex() && other.hasIndex();
    if (sameHashes) seed = other.seed;
    // A constructor of the program that copies an entry may change `other`.
    for (std::uint32_t at = other.first; at < other.used && used < capacity; ++at) {
      if (other.live != other.used && other.isGap(at)) continue;
      K key(other.entry(at).key);
      V value(other.entry(at).value);
      std::uint32_t hash = 0;
      if (hasIndex()) hash = keepsHash<K> && sameHashes ? other.hashes()[at] : hashOf(key);
      append(std::move(key), std::move(value), hash, hasIndex() ? freeSlotFor(hash) : 0);
    }
  }

  bool erase(KeyArg key) {
    std::uint32_t slot = 0;
    Entry* found = nullptr;
    if (hasIndex()) {
      slot = slotOf(key, hashOf(key));
      if (index[slot]) found = &entry(index[slot] & mask);
    } else {
      found = findFew(key);
    }
    if (!found) return false;
    [[maybe_unused]] Entry gone(std::move(*found));  // the old entry is destroyed last, as in set()
    found->~Entry();
    noteChange();
    if (hasIndex()) clearSlot(slot);
    markGap(std::uint32_t(found - &entry(0)));
    if (live < capacity / 8 && capacity > 16 && nextCapacity() < capacity) [[unlikely]]
      rebuild();
    return true;
  }

  void clear() noexcept {
    if (used == 0) return;
    noteChange();
    if (loops) ++loops->clears;
    if constexpr (keepsFirst)
      if (capacity == 1) return clearFirst();
    const TableContents old = detail::exchange(contents(), TableContents());
    destroyContents(old);
  }

 private:
  static Entry& entryOf(const TableContents& in, std::uint32_t at) noexcept {
    return reinterpret_cast<Entry*>(in.entries)[at];
  }
  // Adds an entry behind the others, and puts it into a free slot of the index if there is one. There must be room.
  [[gnu::always_inline]] void append(K&& key, V&& value, std::uint32_t hash, std::uint32_t slot) noexcept {
    void* place = &entry(used);
    if constexpr (mapped)
      ::new (place) Entry{std::move(key), std::move(value)};
    else
      ::new (place) Entry{std::move(key)};
    if (hasIndex()) {
      setSlot(slot, (hash & ~mask) | used);
      if constexpr (keepsHash<K>) hashes()[used] = hash;
    }
    ++used;
    ++live;
  }
  // Searches a table without an index. The searches that are left to functions of their own would make this one, which is
  // a part of its callers, save more registers than it needs.
  [[gnu::always_inline]] Entry* findFew(KeyArg key) const noexcept {
    if (!KeyProbe<K>::isQuick(key) || live != used) [[unlikely]]
      return findFewOther(key);
    const KeyProbe<K> probe(key);
    Entry* each = reinterpret_cast<Entry*>(entries);
    for (Entry* const end = each + used; each != end; ++each)
      if (probe.matches(each->key)) return each;
    return nullptr;
  }
  [[gnu::noinline]] Entry* findFewOther(KeyArg key) const noexcept {
    for (std::uint32_t at = 0; at < used; ++at)
      if (!(fewGaps >> at & 1) && Hash<K>::same(entry(at).key, key)) return &entry(at);
    return nullptr;
  }
  [[gnu::always_inline]] Entry* findIndexed(KeyArg key) const noexcept {
    const std::uint32_t word = index[slotOf(key, hashOf(key))];
    return word ? &entry(word & mask) : nullptr;
  }
  [[gnu::noinline]] Entry* findText(KeyArg key) const noexcept { return findIndexed(key); }
#if defined(__SSE2__)
  // Searches a large index, four slots in one step.
  [[gnu::noinline]] std::uint32_t slotOfLarge(KeyArg key, std::uint32_t hash) const noexcept {
    const std::uint32_t mask = this->mask;
    for (std::uint32_t slot = hash & mask;; slot = (slot + 4) & mask) {
      const Group four(index + slot);
      for (unsigned like = four.like(hash, mask); like; like &= like - 1) {
        const std::uint32_t here = (slot + unsigned(__builtin_ctz(like))) & mask;
        if (matches(index[here] & mask, key)) [[likely]]
          return here;
      }
      if (const unsigned free = four.free()) [[likely]]
        return (slot + unsigned(__builtin_ctz(free))) & mask;
    }
  }
#endif
  // The slot of this entry has the bits of the hash that are above the position, so that comparing the hashes would seldom
  // tell two keys apart.
  bool matches(std::uint32_t at, KeyArg key) const noexcept { return Hash<K>::same(entry(at).key, key); }
  TableContents& contents() noexcept { return *this; }
  // The entry is destroyed last, as in set(), because its destructor may add an entry to this table.
  void clearFirst() noexcept {
    if (live == 0) {
      contents() = TableContents();
      return;
    }
    [[maybe_unused]] Entry gone(std::move(entry(0)));
    entry(0).~Entry();
    contents() = TableContents();
  }
  static void destroyContents(const TableContents& old) noexcept {
    if constexpr (!std::is_trivially_destructible_v<Entry>)
      for (std::uint32_t at = old.first; at < old.used; ++at)
        if (!old.isGap(at)) entryOf(old, at).~Entry();
    releaseContents(old, form);
  }
  static void destroy(void* gone) noexcept {
    auto* table = static_cast<Table*>(gone);
    if constexpr (refers) removeFromCollector(table, table->place);
    if (table->capacity) destroyContents(*table);
    if (table->loops) release(table->loops, sizeof(TableLoops));
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

  // Moves the entry at position `from` of other contents, or of these, to position `at` of this table, and adds it to the
  // index.
  void moveHere(const TableContents& old, std::uint32_t from, std::uint32_t at) noexcept {
    Entry& moved = entryOf(old, from);
    if (hasIndex()) {
      std::uint32_t hash = 0;
      if constexpr (keepsHash<K>) {
        hash = old.hasIndex() ? old.hashes()[from] : hashOf(moved.key);
        hashes()[at] = hash;
      } else {
        hash = hashOf(moved.key);
      }
      setSlot(freeSlotFor(hash), (hash & ~mask) | at);
    }
    Entry* to = &entry(at);
    if constexpr (movesAsBytes<K> && movesAsBytes<V>) {
      std::memmove(static_cast<void*>(to), static_cast<const void*>(&moved), sizeof(Entry));
    } else if (to != &moved) {
      ::new (static_cast<void*>(to)) Entry(std::move(moved));
      moved.~Entry();
    }
  }

  // Removes the gaps between the entries without allocating new memory.
  void closeGaps() noexcept {
    clearIndex();
    std::uint32_t count = 0;
    for (std::uint32_t at = first; at < used; ++at)
      if (!isGap(at)) moveHere(*this, at, count++);
    used = count;
    first = 0;
    clearGaps();
    setLimit();
  }
  // Makes contents for a table that may get an entry, which the cycle collector must then know.
  void enlarge(std::uint32_t newCapacity) {
    if (newCapacity == 1)
      useFirst(first_);
    else
      allocateContents(newCapacity, form);
    if constexpr (refers)
      if (place == 0) place = enroll(this, traced);
  }
  // Removes the gaps between the entries and changes the capacity to what the number of entries needs. The entries move to
  // new memory, unless the capacity stays the same and there are no iterators: with iterators, the old memory is needed to
  // find their new positions.
  [[gnu::noinline]] void rebuild() {
    if constexpr (keepsFirst)
      if (capacity == 0) return enlarge(1);
    const std::uint32_t newCapacity = nextCapacity();
    if ((newCapacity == capacity || (live == 0 && capacity == 1)) && !hasCursors()) return closeGaps();
    const TableContents old = contents();
    enlarge(newCapacity);
    if (old.capacity == 0) return;
    noteChange();
    // When there are iterators, the new position of each entry is noted, in the memory of the old index if there is one,
    // which is not needed any more.
    const bool moved = hasCursors();
    std::uint32_t fewPlaces[few + 1];
    std::uint32_t* const places = old.hasIndex() ? old.index : fewPlaces;
    if (moved)
      for (std::uint32_t at = 0; at < old.first; ++at) places[at] = 0;
    for (std::uint32_t at = old.first; at < old.used; ++at) {
      if (moved) places[at] = used;
      if (old.live != old.used && old.isGap(at)) continue;
      moveHere(old, at, used++);
    }
    live = used;
    setLimit();
    if (moved) {
      places[old.used] = used;
      moveCursors(old, places);
    }
    releaseContents(old, form);
  }

  alignas(Entry) char first_[keepsFirst ? sizeof(Entry) : 1];  // room for the entry of a table with a capacity of 1
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
      : table_(table), cursor_(TableCursor::make(table, table->first)), loops_(table->loops), at_(table->first),
        stop_(table->live == table->used ? table->used : at_), changes_(loops_->changes) {}
  TableWalk(const TableWalk& other)
      : table_(other.table_), cursor_(nullptr), loops_(other.loops_), at_(other.at_), stop_(other.stop_), changes_(other.changes_) {
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
    if (changes_ == loops_->changes) [[likely]] {
      if (at_ < stop_) [[likely]]
        return true;
      if (at_ >= table_->used) return false;  // at_ may be greater than `used` when ++ was called at the end
    }
    const TableCursor::EntryRun next = TableCursor::lookAhead(cursor_);
    at_ = next.at;
    stop_ = next.stop;
    changes_ = loops_->changes;
    return at_ != stop_;
  }
  // Moves the walk behind the current entry.
  void pass() noexcept {
    if (changes_ == loops_->changes) [[likely]]
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
    [[assume(walk.changes_ == walk.loops_->changes)]];
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
  const TableLoops* loops_;
  std::uint32_t at_, stop_;
  std::uint64_t changes_;
};

}  // namespace nodecpp::detail
