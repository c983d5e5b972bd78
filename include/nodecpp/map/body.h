// What the table of a Map or Set is made of, without the types of keys and values. For the runtime.
#pragma once

#include <nodecpp/safety.h>
#include <nodecpp/trace.h>

#include <cstring>
#include <new>
#include <utility>

namespace nodecpp::detail {

struct TableBody;

// What a table holds, without its types.
//
// `index` has more slots than there is room for entries: twice as many, and four times where they are neither few nor many. A slot is 0 (free), 1 (deleted), or has a position in its
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
  // A program that makes a Map for each of its objects keeps a few keys in each: those take little memory.
  static constexpr std::uint32_t fewest = 4;
  static std::uint32_t slotsFor(std::uint32_t capacity) noexcept {
    return capacity > fewest && capacity <= mostStepwise ? capacity * 4 : capacity * 2;
  }

  bool isGap(std::uint32_t at) const noexcept { return gaps[at >> 6] >> (at & 63) & 1; }
  // The first position from `at` on that has an entry; `used` where there is none.
  std::uint32_t settle(std::uint32_t at) const noexcept {
    if (at >= used || live == used || !isGap(at)) [[likely]]
      return at;
    return behindGaps(at);
  }
  std::uint32_t behindGaps(std::uint32_t at) const noexcept;
  // Behind some entries from `at` on, which has one, that have no gap between them.
  std::uint32_t stretchEnd(std::uint32_t at) const noexcept;
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

// The place of an iterator in a table, which keeps the table and is known to it, so that it stays right while entries come
// and go.
struct TableCursor {
  TableBody* body = nullptr;
  TableCursor** link = nullptr;
  TableCursor* next = nullptr;
  std::uint64_t clears = 0;  // the body's, as it was when this was last looked after
  std::uint32_t at = 0;
  bool seen = true;  // the entry at `at` has not taken the place of one that has gone

  static TableCursor* make(TableBody* body, std::uint32_t at);
  // The caller gives up the reference to the table.
  static void drop(TableCursor* cursor) noexcept;
  // Entries from the next one on without a gap between them: `at` == `stop` where there is none.
  struct Stretch {
    std::uint32_t at, stop;
  };
  // After a change, and where a stretch has ended: what comes next.
  [[gnu::noinline]] static Stretch lookAhead(TableCursor* cursor) noexcept;
  // Beyond the entry that was found last, unless that one has gone and another has taken its place.
  [[gnu::noinline]] static void passChanged(TableCursor* cursor) noexcept;
};

struct TableBody : TableContents {
  std::uint32_t refs = 1;
  std::uint32_t cursorCount = 0;
  TableCursor* cursors = nullptr;  // all but the one that stands here
  // Of the only loop that goes through the table, as there mostly is one: it need not be allocated. Free where it has no
  // body.
  TableCursor own;
  std::uint64_t seed = 0;
  std::uint64_t clears = 0;   // how often all entries went at once
  std::uint64_t changes = 0;  // how often one went, or all, or entries were moved

  static constexpr std::uint32_t mostEntries = 1 << 24;  // V8's

  bool hasCursors() const noexcept { return cursors || own.body; }

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

inline TableCursor* TableCursor::make(TableBody* body, std::uint32_t at) {
  detail::countHolder(body->refs);
  if (!body->own.body) [[likely]] {
    body->own.body = body;
    body->own.clears = body->clears;
    body->own.at = at;
    body->own.seen = true;
    return &body->own;
  }
  auto* cursor = ::new (allocate(sizeof(TableCursor)))
      TableCursor{body, &body->cursors, body->cursors, body->clears, at, true};
  if (cursor->next) cursor->next->link = &cursor->next;
  body->cursors = cursor;
  ++body->cursorCount;
  return cursor;
}
inline void TableCursor::drop(TableCursor* cursor) noexcept {
  TableBody* body = cursor->body;
  if (cursor == &body->own) [[likely]] {
    body->own.body = nullptr;
    return;
  }
  if (cursor->next) cursor->next->link = cursor->link;
  *cursor->link = cursor->next;
  --body->cursorCount;
  release(cursor, sizeof(TableCursor));
}

}  // namespace nodecpp::detail
