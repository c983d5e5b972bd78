// The table that Map and Set share: entries in the order they were added, one behind the other, and beside them an index
// by hash. An entry that is deleted leaves a gap, which goes when the table is built anew. For the runtime.
#pragma once

#include <nodecpp/map/hash.h>

namespace nodecpp::detail {

struct TableCursor;
struct TableBody;

// What a table holds, without its types.
//
// `index` has more slots than there is room for entries, four times as many where that is little, else twice. A slot is 0 (free), 1 (deleted), or has a position in its
// low bits (those of `mask`), bits of the hash above them, and the top bit set: a look-up seldom reads an entry that is not
// the one it looks for. A key stands in the first free slot from the one on that its hash names. Where the index is large,
// four slots are looked at in one step: what no branch predictor can learn is then how many it takes. For that, the first
// three stand once more behind the last.
struct TableContents {
  static const std::uint32_t freeGroup[4];

  std::uint32_t live = 0;      // entries that are there
  std::uint32_t used = 0;      // positions taken, gaps included
  std::uint32_t limit = 0;     // at so many positions, something has to be done before the next entry
  std::uint32_t first = 0;     // all positions in front of it are gaps
  std::uint32_t capacity = 0;  // in entries: a power of two, or 0
  std::uint32_t mask = 0;
  std::uint32_t* index = const_cast<std::uint32_t*>(freeGroup);
  char* entries = nullptr;
  std::uint64_t* gaps = nullptr;  // a bit for each position

  static constexpr std::uint32_t present = 0x80000000;
  static constexpr std::uint32_t deleted = 1;
  // Tables of up to this capacity are small: the index, too, stays near, and is looked at slot by slot.
  static constexpr std::uint32_t mostStepwise = 2048;
  static std::uint32_t slotsFor(std::uint32_t capacity) noexcept {
    return capacity <= mostStepwise ? capacity * 4 : capacity * 2;
  }

  bool isGap(std::uint32_t at) const noexcept { return gaps[at >> 6] >> (at & 63) & 1; }
  // The first position from `at` on that has an entry; `used` where there is none.
  std::uint32_t settle(std::uint32_t at) const noexcept {
    if (at >= used || live == used || !isGap(at)) [[likely]]
      return at;
    return behindGaps(at);
  }
  std::uint32_t behindGaps(std::uint32_t at) const noexcept;
  // The entry that the slot leads to becomes a gap.
  void markGap(std::uint32_t slot) noexcept {
    const std::uint32_t at = index[slot] & mask;
    setSlot(slot, index[(slot + 1) & mask] ? deleted : 0);
    gaps[at >> 6] |= std::uint64_t(1) << (at & 63);
    --live;
    if (at == first) first = behindGaps(at);
  }

  void setSlot(std::uint32_t slot, std::uint32_t word) noexcept {
    index[slot] = word;
    index[((slot - 3) & mask) + 3] = word;
  }
  // The first free slot from the one on that `hash` names.
  std::uint32_t freeSlotFor(std::uint32_t hash) const noexcept {
    std::uint32_t slot = hash & mask;
    while (index[slot]) slot = (slot + 1) & mask;
    return slot;
  }

#if defined(__SSE2__)
  // Four slots; a bit for each that is asked for.
  struct Group {
    using Four = std::uint32_t __attribute__((vector_size(16)));
    using Floats = float __attribute__((vector_size(16)));
    Four slots;
    explicit Group(const std::uint32_t* at) noexcept { std::memcpy(&slots, at, sizeof slots); }
    template <class T>
    static unsigned bits(T equal) noexcept {
      return unsigned(__builtin_ia32_movmskps(reinterpret_cast<Floats>(equal)));
    }
    unsigned free() const noexcept { return bits(slots == Four{}); }
    // Those with the same bits of the hash.
    unsigned like(std::uint32_t hash, std::uint32_t mask) const noexcept {
      const std::uint32_t high = ~mask, wanted = hash & high;
      return bits((slots & Four{high, high, high, high}) == Four{wanted, wanted, wanted, wanted});
    }
  };
#endif
};

struct TableBody : TableContents {
  std::uint32_t refs = 1;
  std::uint32_t cursorCount = 0;
  TableCursor* cursors = nullptr;
  std::uint64_t seed = 0;
  std::uint64_t clears = 0;   // how often all entries went at once
  std::uint64_t changes = 0;  // how often one went, or all, or entries were moved

  static constexpr std::uint32_t mostEntries = 1 << 24;  // V8's

  // The rest is for where the table changes its size.
  //
  // At least as many entries again as there are, and as many as there are iterators: what it costs to move both is paid by
  // the entries that were added since the last time.
  std::uint32_t nextCapacity() const noexcept;
  // Empty contents of that capacity. The first time, the seed is drawn.
  void allocateContents(std::uint32_t capacity, std::size_t entrySize);
  static void releaseContents(const TableContents& old, std::size_t entrySize) noexcept;
  void setLimit() noexcept;
  void clearIndex() noexcept;
  void clearGaps() noexcept;
  // Whether one more entry has room without building the table anew. Throws a RangeError when there are 2^24.
  bool hasRoom(const char* name);
  // The iterators go on where their entries are now; `places` has the new position of each old one.
  void moveCursors(const TableContents& old, const std::uint32_t* places) noexcept;
};

// The place of an iterator in a table, which keeps the table and is known to it, so that it stays right while entries come
// and go.
struct TableCursor {
  TableBody* body;
  TableCursor** link;
  TableCursor* next;
  std::uint64_t clears;  // the body's, as it was when this was last looked after
  std::uint32_t at;
  bool seen;  // the entry at `at` has not taken the place of one that has gone

  static TableCursor* make(TableBody* body, std::uint32_t at) {
    auto* cursor = ::new (allocate(sizeof(TableCursor)))
        TableCursor{body, &body->cursors, body->cursors, body->clears, at, true};
    if (cursor->next) cursor->next->link = &cursor->next;
    body->cursors = cursor;
    ++body->cursorCount;
    ++body->refs;
    return cursor;
  }
  // The caller gives up the reference to the table.
  static void drop(TableCursor* cursor) noexcept {
    if (cursor->next) cursor->next->link = cursor->link;
    *cursor->link = cursor->next;
    --cursor->body->cursorCount;
    release(cursor, sizeof(TableCursor));
  }
  // After a change: the position of the entry that is next.
  [[gnu::noinline]] static std::uint32_t lookAfter(TableCursor* cursor) noexcept;
  // Beyond the entry that was found last, unless that one has gone and another has taken its place.
  [[gnu::noinline]] static void passChanged(TableCursor* cursor) noexcept;
};

struct NoValue {};  // of a Set

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

// What may be moved as bytes.
template <class T>
inline constexpr bool movesAsBytes = std::is_trivially_copyable_v<T> || std::same_as<T, String> || AnyValue<T>;
#if defined(__clang__)
template <class T>
  requires(__is_trivially_relocatable(T))
inline constexpr bool movesAsBytes<T> = true;
#endif

template <class K, class V>
struct Table : TableBody {
  using Entry = TableEntry<K, V>;
  using KeyArg = Key<K>;
  static constexpr bool mapped = !std::same_as<V, NoValue>;
  static_assert(std::is_nothrow_move_constructible_v<K> && std::is_nothrow_move_constructible_v<V>,
                "what a Map or Set holds must have a constructor that moves and is noexcept");

  static Table* make() { return ::new (allocate(sizeof(Table))) Table(); }
  static void drop(Table* table) noexcept {
    if (--table->refs == 0) destroyInTurn(table, &destroy);
  }

  Entry& entry(std::uint32_t at) const noexcept { return entryOf(*this, at); }
  std::uint32_t hashOf(KeyArg key) const noexcept { return std::uint32_t(Hash<K>::of(key, seed)) | present; }

  // The slot of the key; where there is none, a free one, which has 0.
  [[gnu::always_inline]] std::uint32_t slotOf(KeyArg key, std::uint32_t hash) const noexcept {
#if defined(__SSE2__)
    if (capacity > mostStepwise) return slotOfLarge(key, hash);
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
  // Null where there is none. Valid until the table changes.
  [[gnu::always_inline]] Entry* find(KeyArg key) const noexcept {
    const std::uint32_t word = index[slotOf(key, hashOf(key))];
    return word ? &entry(word & mask) : nullptr;
  }

  // Adds the entry; where the key is there, changes its value. Throws a RangeError when there are 2^24 entries.
  void set(KeyArg key, V&& value, const char* name) {
    std::uint32_t hash = hashOf(key);
    std::uint32_t slot = slotOf(key, hash);
    if (index[slot]) {
      if constexpr (mapped) {
        // The old value goes last: its destructor may get at this table. Built anew and not assigned, since a `let` would
        // change what it shares.
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
      hash = hashOf(key);  // the seed is drawn with the first entry
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

  bool erase(KeyArg key) {
    const std::uint32_t slot = slotOf(key, hashOf(key));
    if (!index[slot]) return false;
    Entry& found = entry(index[slot] & mask);
    [[maybe_unused]] Entry gone(std::move(found));  // goes last, as in set()
    found.~Entry();
    ++changes;
    markGap(slot);
    if (live < capacity / 8 && capacity > 16) [[unlikely]]
      rebuild();
    return true;
  }

  void clear() noexcept {
    if (used == 0) return;
    ++clears;
    ++changes;
    const TableContents old = std::exchange(contents(), TableContents());
    destroyContents(old);
  }

 private:
  static Entry& entryOf(const TableContents& in, std::uint32_t at) noexcept {
    return reinterpret_cast<Entry*>(in.entries)[at];
  }
#if defined(__SSE2__)
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
    if (table->capacity) destroyContents(*table);
    release(table, sizeof(Table));
  }

  // An entry to a position of this table, and the index.
  void moveHere(Entry& from, std::uint32_t at) noexcept {
    std::uint32_t hash;
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

  // The same entries without gaps, where they are.
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
  // The same entries without gaps in contents of a new size.
  [[gnu::noinline]] void rebuild() {
    const std::uint32_t newCapacity = nextCapacity();
    if (newCapacity == capacity && !cursors) return closeGaps();
    const TableContents old = contents();
    allocateContents(newCapacity, sizeof(Entry));
    if (old.capacity == 0) return;
    ++changes;
    // The old index is of no use any more: where there are iterators, it says where each entry has gone.
    const bool moved = cursors != nullptr;
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

// The RangeError of using what stands behind the last entry.
[[noreturn]] void throwBehindEnd();

struct LoopEnd {};
// A loop through such a table: `for (auto each : map)`. Gives what Gives::of makes of an entry.
//
// The cursor is elsewhere, since the table writes to it. What stands here a compiler can keep in registers, as long as
// nothing changes the table.
template <class K, class V, class Gives>
class TableWalk {
 public:
  explicit TableWalk(Table<K, V>* table)
      : table_(table), cursor_(TableCursor::make(table, table->first)), at_(table->first) {
    synchronize();
  }
  TableWalk(const TableWalk& other)
      : table_(other.table_), cursor_(nullptr), at_(other.at_), gaps_(other.gaps_), changes_(other.changes_) {
    if (!table_) return;
    cursor_ = TableCursor::make(table_, at_);
    cursor_->clears = other.cursor_->clears;
    cursor_->seen = other.cursor_->seen;
    cursor_->at = other.cursor_->at;
  }
  TableWalk& operator=(const TableWalk&) = delete;
  ~TableWalk() { end(); }

  // Whether it has not been ended.
  bool runs() const noexcept { return table_ != nullptr; }
  // Whether there is an entry that was not passed yet.
  bool settle() noexcept {
    if (changes_ != table_->changes) [[unlikely]] {
      at_ = TableCursor::lookAfter(cursor_);
      synchronize();
    }
    return at_ < table_->used;
  }
  // Beyond that entry.
  void pass() noexcept {
    if (changes_ == table_->changes) [[likely]] {
      ++at_;
      if (gaps_) at_ = table_->settle(at_);
      cursor_->at = at_;
    } else {
      TableCursor::passChanged(cursor_);
    }
  }
  // Lets go of the table.
  void end() noexcept {
    if (!table_) return;
    TableCursor::drop(cursor_);
    Table<K, V>::drop(std::exchange(table_, nullptr));
  }

  friend bool operator==(const TableWalk& walk, LoopEnd) noexcept { return !const_cast<TableWalk&>(walk).settle(); }
  // A copy. Behind the end, a RangeError.
  auto operator*() const {
    if (!const_cast<TableWalk*>(this)->settle()) [[unlikely]]
      throwBehindEnd();
    return Gives::of(table_->entry(at_));
  }
  TableWalk& operator++() noexcept {
    pass();
    return *this;
  }

 private:
  void synchronize() noexcept {
    changes_ = table_->changes;
    gaps_ = table_->live != table_->used;
  }

  Table<K, V>* table_;
  TableCursor* cursor_;
  std::uint32_t at_;
  bool gaps_;
  std::uint64_t changes_;
};

}  // namespace nodecpp::detail
