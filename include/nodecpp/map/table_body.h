// The parts of the hash table of a Map or Set that do not depend on the types of keys and values. For the runtime.
#pragma once

#include <nodecpp/safety.h>
#include <nodecpp/trace.h>

#include <cstring>
#include <new>
#include <utility>

namespace nodecpp::detail {

struct TableBody;

// The memory of a hash table.
//
// A table of up to `few` entries has no index: a look-up compares the keys one after the other, which takes less time and
// memory than to hash a key. A program that makes a Map for each of its objects has many such tables. The first entry is
// stored in the table itself, which then has a capacity of 1.
//
// In a larger table, `index` has four slots for each entry that fits, and two in very large tables. A slot is 0 (free), 1
// (deleted), or has the top bit set, a position in its low bits (those of `mask`), and bits of the hash between them.
// Comparing these bits of the hash means that a look-up seldom reads an entry with another key. A key is stored in the
// first free slot from the slot on that its hash selects. In a large index four slots are examined at once, because a
// branch predictor could not learn how many single steps a look-up takes. For that purpose the first three slots are
// repeated behind the last one.
struct TableContents {
  char* entries = nullptr;
  std::uint32_t used = 0;      // the number of positions taken, including gaps
  std::uint32_t live = 0;      // the number of entries in the table, without gaps
  std::uint32_t capacity = 0;  // the number of entries that fit: a power of two, or 0
  std::uint32_t mask = 0;
  std::uint32_t* index = nullptr;
  union {
    std::uint64_t fewGaps = 0;  // in a table without an index: the positions where an entry was deleted
    std::uint64_t seed;
  };
  // When `used` reaches this number, the table must be enlarged or cleaned up before the next entry is added.
  std::uint32_t limit = 0;
  std::uint32_t first = 0;  // all positions in front of this one are gaps

  static constexpr std::uint32_t present = 0x80000000;
  static constexpr std::uint32_t deleted = 1;
  static constexpr std::uint32_t few = 8;
  // Up to this capacity a table counts as small: its index stays in the processor's cache and is searched slot by slot.
  static constexpr std::uint32_t maxStepwise = 2048;
  static std::uint32_t slotsFor(std::uint32_t capacity) noexcept {
    return capacity <= few ? 0 : capacity <= maxStepwise ? capacity * 4 : capacity * 2;
  }

  bool hasIndex() const noexcept { return capacity > few; }
  // Behind the index is one bit for each position, set where the entry was deleted, and behind these bits the hash of
  // each key, where keys have hashes that are kept.
  std::uint64_t* gaps() const noexcept { return reinterpret_cast<std::uint64_t*>(index + mask + 5); }
  std::uint32_t* hashes() const noexcept { return reinterpret_cast<std::uint32_t*>(gaps() + (capacity + 63) / 64); }
  std::uint64_t gapWord(std::uint32_t word) const noexcept { return hasIndex() ? gaps()[word] : fewGaps; }
  bool isGap(std::uint32_t at) const noexcept { return gapWord(at >> 6) >> (at & 63) & 1; }
  // Returns the first position from `at` on that has an entry, or `used` when there is none.
  std::uint32_t settle(std::uint32_t at) const noexcept {
    if (at >= used || live == used || !isGap(at)) [[likely]]
      return at;
    return behindGaps(at);
  }
  std::uint32_t behindGaps(std::uint32_t at) const noexcept;
  // Returns the end of a stretch of entries without gaps that begins at `at`, where there is an entry.
  std::uint32_t stretchEnd(std::uint32_t at) const noexcept;
  // Turns the entry at this position into a gap.
  void markGap(std::uint32_t at) noexcept {
    (hasIndex() ? gaps()[at >> 6] : fewGaps) |= std::uint64_t(1) << (at & 63);
    --live;
    if (at == first) first = behindGaps(at);
  }

  void setSlot(std::uint32_t slot, std::uint32_t word) noexcept {
    index[slot] = word;
    index[((slot - 3) & mask) + 3] = word;
  }
  void clearSlot(std::uint32_t slot) noexcept { setSlot(slot, index[(slot + 1) & mask] ? deleted : 0); }
  // Returns the first free slot from the slot on that `hash` selects.
  std::uint32_t freeSlotFor(std::uint32_t hash) const noexcept {
    std::uint32_t slot = hash & mask;
    while (index[slot]) slot = (slot + 1) & mask;
    return slot;
  }

#if defined(__SSE2__)
  // Four slots of the index. Each function returns a bit for each slot that matches.
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
    // Finds the slots with the same bits of the hash as the key.
    unsigned like(std::uint32_t hash, std::uint32_t mask) const noexcept {
      const std::uint32_t high = ~mask, wanted = hash & high;
      return bits((slots & Four{high, high, high, high}) == Four{wanted, wanted, wanted, wanted});
    }
  };
#endif
};

// The position of an iterator in a table. The cursor holds a reference to the table, and the table has a list of its
// cursors, so that it can update their positions when entries are added or deleted.
struct TableCursor {
  TableBody* body = nullptr;
  TableCursor** link = nullptr;
  TableCursor* next = nullptr;
  std::uint64_t clears = 0;  // TableLoops::clears at the time of the last update
  std::uint32_t at = 0;
  bool seen = true;  // whether the loop has visited the entry at `at`; false once that entry was passed or deleted

  static TableCursor* make(TableBody* body, std::uint32_t at);
  // Destroys the cursor. The caller drops the reference to the table.
  static void drop(TableCursor* cursor) noexcept;
  // A range of entries without gaps. `at` equals `stop` when there is no next entry.
  struct EntryRun {
    std::uint32_t at, stop;
  };
  // Returns the next stretch, after a change of the table or at the end of a stretch.
  [[gnu::noinline]] static EntryRun lookAhead(TableCursor* cursor) noexcept;
  // Moves behind the entry that was found last, unless it was deleted and another entry is at its position now.
  [[gnu::noinline]] static void passChanged(TableCursor* cursor) noexcept;
};

// What a table needs to know for the loops over it. It is made for the first loop and kept as long as the table.
struct TableLoops {
  std::uint64_t clears = 0;   // how many times all entries were deleted at once
  std::uint64_t changes = 0;  // how many times an entry was deleted, all were deleted, or entries were moved
  TableCursor* cursors = nullptr;  // a list of all cursors of the table except for `own`
  std::uint32_t cursorCount = 0;
  // The cursor of the first loop over the table, stored here so that it need not be allocated: most tables have only
  // one loop at a time. It is unused when its `body` is null.
  TableCursor own;
};

// Two parts of the entries of one type that the functions of TableBody need to know.
struct EntryForm {
  std::size_t size;
  bool keepsHash;
};

struct TableBody : TableContents {
  std::uint32_t refs = 1;
  std::uint32_t place = 0;  // the table's place on the cycle collector's list; 0 when it is not on the list
  TableLoops* loops = nullptr;

  static constexpr std::uint32_t maxEntries = 1 << 24;  // V8's limit of entries in a Map or Set

  bool hasCursors() const noexcept { return loops && (loops->cursors || loops->own.body); }
  void noteChange() noexcept {
    if (loops) ++loops->changes;
  }

  // The following functions change the size of the table.
  //
  // nextCapacity returns room for at least twice the current entries, and for as many as there are iterators, so that
  // the cost of moving entries and iterators is paid by the entries added since the last move.
  std::uint32_t nextCapacity() const noexcept;
  // Makes the memory at `first`, which belongs to the table, its contents of capacity 1.
  void useFirst(char* first) noexcept {
    static_cast<TableContents&>(*this) = TableContents();
    entries = first;
    capacity = limit = 1;
  }
  // Allocates empty contents of the given capacity, which is at least 2. A table that gets an index also draws its seed.
  void allocateContents(std::uint32_t capacity, EntryForm form);
  // Frees contents that allocateContents has made. Others are left as they are.
  static void releaseContents(const TableContents& old, EntryForm form) noexcept;
  void setLimit() noexcept;
  void clearIndex() noexcept;
  void clearGaps() noexcept;
  // Returns whether one more entry fits without a rebuild. Throws a RangeError when there are 2^24 entries.
  bool hasRoom(const char* name);
  // Moves the iterators to the new positions of their entries. `places` has the new position for each old one.
  void moveCursors(const TableContents& old, const std::uint32_t* places) noexcept;
};

inline TableCursor* TableCursor::make(TableBody* body, std::uint32_t at) {
  detail::countHolder(body->refs);
  if (!body->loops) body->loops = ::new (allocate(sizeof(TableLoops))) TableLoops;
  TableLoops& loops = *body->loops;
  if (!loops.own.body) [[likely]] {
    loops.own.body = body;
    loops.own.clears = loops.clears;
    loops.own.at = at;
    loops.own.seen = true;
    return &loops.own;
  }
  auto* cursor = ::new (allocate(sizeof(TableCursor)))
      TableCursor{body, &loops.cursors, loops.cursors, loops.clears, at, true};
  if (cursor->next) cursor->next->link = &cursor->next;
  loops.cursors = cursor;
  ++loops.cursorCount;
  return cursor;
}
inline void TableCursor::drop(TableCursor* cursor) noexcept {
  TableLoops& loops = *cursor->body->loops;
  if (cursor == &loops.own) [[likely]] {
    loops.own.body = nullptr;
    return;
  }
  if (cursor->next) cursor->next->link = cursor->link;
  *cursor->link = cursor->next;
  --loops.cursorCount;
  release(cursor, sizeof(TableCursor));
}

}  // namespace nodecpp::detail
