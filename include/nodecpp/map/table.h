// The table that Map and Set share: entries in the order they were added, one behind the other, and beside them an index
// by hash. An entry that is deleted leaves a gap, which goes when the table is built anew. For the runtime.
#pragma once

#include <nodecpp/map/hash.h>

namespace nodecpp::detail {

class TableCursor;
struct TableBody;

// What a table holds, without its types.
//
// `index` has twice as many slots as there is room for entries. A slot is 0 (free), 1 (deleted), or has a position in its
// low bits (those of `mask`), bits of the hash above them, and the top bit set: a look-up seldom reads an entry that is not
// the one it looks for.
struct TableContents {
  static const std::uint32_t freeSlot;

  std::uint32_t live = 0;      // entries that are there
  std::uint32_t used = 0;      // positions taken, gaps included
  std::uint32_t limit = 0;     // at so many positions, something has to be done before the next entry
  std::uint32_t first = 0;     // all positions in front of it are gaps
  std::uint32_t capacity = 0;  // in entries: a power of two, or 0
  std::uint32_t mask = 0;
  std::uint32_t* index = const_cast<std::uint32_t*>(&freeSlot);
  char* entries = nullptr;
  std::uint64_t* gaps = nullptr;  // a bit for each position

  static constexpr std::uint32_t present = 0x80000000;
  static constexpr std::uint32_t deleted = 1;

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
    index[slot] = index[(slot + 1) & mask] ? deleted : 0;
    gaps[at >> 6] |= std::uint64_t(1) << (at & 63);
    --live;
    if (at == first) first = behindGaps(at);
  }
  // The next slot that nothing was ever put into, from the one on that `hash` begins with.
  std::uint32_t freeSlotFor(std::uint32_t hash) const noexcept {
    std::uint32_t slot = hash & mask;
    while (index[slot]) slot = (slot + 1) & mask;
    return slot;
  }
};

struct TableBody : TableContents {
  std::uint32_t refs = 1;
  std::uint32_t cursorCount = 0;
  TableCursor* cursors = nullptr;
  std::uint64_t seed = 0;
  std::uint64_t clears = 0;  // how often all entries went at once

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
  // Whether one more entry has room without building the table anew. Throws a RangeError when there are 2^24.
  bool hasRoom(const char* name);
  // The iterators go on where their entries are now; `places` has the new position of each old one.
  void moveCursors(const TableContents& old, const std::uint32_t* places) noexcept;
};

// The place of an iterator in a table, which keeps the table and is known to it, so that it stays right while entries come
// and go. What derives from it drops the table.
class TableCursor {
 public:
  explicit TableCursor(TableBody* body) noexcept : body_(body), at_(body->first), clears_(body->clears) { enlist(); }
  TableCursor(const TableCursor& other) noexcept
      : body_(other.body_), at_(other.at_), seen_(other.seen_), clears_(other.clears_) {
    if (body_) enlist();
  }
  TableCursor& operator=(const TableCursor&) = delete;

  // Null when it has left.
  TableBody* body() const noexcept { return body_; }
  // Goes to the next entry that was not passed yet; false when there is none.
  bool settle() noexcept {
    if (clears_ != body_->clears) [[unlikely]] {
      clears_ = body_->clears;
      at_ = 0;
    }
    at_ = body_->settle(at_);
    return seen_ = at_ < body_->used;
  }
  // Where settle() has found an entry.
  std::uint32_t at() const noexcept { return at_; }
  // Beyond that entry; where it has gone and others have moved up, this one stands beyond it already.
  void pass() noexcept {
    at_ += seen_ && clears_ == body_->clears;
    seen_ = false;
  }

 protected:
  ~TableCursor() = default;
  // The table no longer knows it, and the caller gives up the reference to the table.
  TableBody* leave() noexcept {
    if (next_) next_->link_ = link_;
    *link_ = next_;
    --body_->cursorCount;
    return std::exchange(body_, nullptr);
  }

 private:
  friend struct TableBody;
  void enlist() noexcept {
    ++body_->refs;
    ++body_->cursorCount;
    next_ = body_->cursors;
    if (next_) next_->link_ = &next_;
    link_ = &body_->cursors;
    body_->cursors = this;
  }

  TableBody* body_;
  TableCursor** link_ = nullptr;
  TableCursor* next_ = nullptr;
  std::uint32_t at_;
  bool seen_ = false;  // the entry at `at_` was found by settle() and is not passed yet
  std::uint64_t clears_;
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
  std::uint32_t hashOf(const KeyArg& key) const noexcept { return std::uint32_t(Hash<K>::of(key, seed)) | present; }

  // The slot of the key; where there is none, a free one, which has 0.
  std::uint32_t slotOf(const KeyArg& key, std::uint32_t hash) const noexcept {
    const std::uint32_t mask = this->mask;
    for (std::uint32_t slot = hash & mask;; slot = (slot + 1) & mask) {
      const std::uint32_t word = index[slot];
      if ((word ^ hash) <= mask) {
        const Entry& found = entry(word & mask);
        if (sameHash(found, hash) && Hash<K>::same(found.key, key)) [[likely]]
          return slot;
      } else if (word == 0) {
        return slot;
      }
    }
  }
  // Null where there is none. Valid until the table changes.
  Entry* find(const KeyArg& key) const noexcept {
    const std::uint32_t word = index[slotOf(key, hashOf(key))];
    return word ? &entry(word & mask) : nullptr;
  }

  // Adds the entry; where the key is there, changes its value. Throws a RangeError when there are 2^24 entries.
  void set(const KeyArg& key, V&& value, const char* name) {
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
    index[slot] = (hash & ~mask) | used;
    ++used;
    ++live;
  }

  bool erase(const KeyArg& key) {
    const std::uint32_t slot = slotOf(key, hashOf(key));
    if (!index[slot]) return false;
    Entry& found = entry(index[slot] & mask);
    [[maybe_unused]] Entry gone(std::move(found));  // goes last, as in set()
    found.~Entry();
    markGap(slot);
    if (live < capacity / 8 && capacity > 16) [[unlikely]]
      rebuild();
    return true;
  }

  void clear() noexcept {
    if (used == 0) return;
    ++clears;
    const TableContents old = std::exchange(contents(), TableContents());
    destroyContents(old);
  }

 private:
  static Entry& entryOf(const TableContents& in, std::uint32_t at) noexcept {
    return reinterpret_cast<Entry*>(in.entries)[at];
  }
  static bool sameHash([[maybe_unused]] const Entry& entry, [[maybe_unused]] std::uint32_t hash) noexcept {
    if constexpr (keepsHash<K>)
      return entry.hash == hash;
    else
      return true;
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

  // The same entries without gaps in contents of a new size.
  [[gnu::noinline]] void rebuild() {
    const TableContents old = contents();
    allocateContents(nextCapacity(), sizeof(Entry));
    if (old.capacity == 0) return;
    // The old index is of no use any more: where there are iterators, it says where each entry has gone.
    const bool moved = cursors != nullptr;
    if (moved)
      for (std::uint32_t at = 0; at < old.first; ++at) old.index[at] = 0;
    for (std::uint32_t at = old.first; at < old.used; ++at) {
      if (moved) old.index[at] = used;
      if (old.live != old.used && old.isGap(at)) continue;
      Entry& from = entryOf(old, at);
      std::uint32_t hash;
      if constexpr (keepsHash<K>)
        hash = from.hash;
      else
        hash = hashOf(from.key);
      index[freeSlotFor(hash)] = (hash & ~mask) | used;
      void* to = &entry(used++);
      if constexpr (movesAsBytes<K> && movesAsBytes<V>) {
        std::memcpy(to, static_cast<const void*>(&from), sizeof(Entry));
      } else {
        ::new (to) Entry(std::move(from));
        from.~Entry();
      }
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

// A cursor of such a table, in a loop: `for (auto each : map)`. Gives what Gives::of makes of an entry.
struct LoopEnd {};
template <class K, class V, class Gives>
class TableWalk : public TableCursor {
 public:
  explicit TableWalk(Table<K, V>* table) noexcept : TableCursor(table) {}
  TableWalk(const TableWalk&) noexcept = default;
  ~TableWalk() { end(); }

  friend bool operator==(const TableWalk& walk, LoopEnd) noexcept {
    return !const_cast<TableWalk&>(walk).settle();
  }
  // A copy. Behind the end, a RangeError.
  auto operator*() const {
    auto& self = const_cast<TableWalk&>(*this);
    if (!self.settle()) [[unlikely]]
      throwBehindEnd();
    return Gives::of(static_cast<Table<K, V>*>(body())->entry(at()));
  }
  TableWalk& operator++() noexcept {
    pass();
    return *this;
  }
  // The table is let go of.
  void end() noexcept {
    if (body()) Table<K, V>::drop(static_cast<Table<K, V>*>(leave()));
  }
};

}  // namespace nodecpp::detail
