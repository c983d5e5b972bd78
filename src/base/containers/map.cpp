#include <nodecpp/error.h>
#include <nodecpp/map.h>

#include <algorithm>
#include <bit>

#include "base/assertion.h"
#include "base/containers/hash.h"

namespace nodecpp::detail {

namespace {

std::uint64_t read8(const char* at) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, at, 8);
  return word;
}
std::uint64_t read4(const char* at) noexcept {
  std::uint32_t word = 0;
  std::memcpy(&word, at, 4);
  return word;
}

// Mixes two words of untrusted input. Both factors contain a part of the seed, so that an attacker cannot make either
// of them zero.
std::uint64_t mixed(std::uint64_t a, std::uint64_t b, std::uint64_t secret, std::uint64_t hash) noexcept {
  const unsigned __int128 product = static_cast<unsigned __int128>(a ^ secret) * (b ^ hash);
  return std::uint64_t(product) ^ std::uint64_t(product >> 64);
}

// The offset of the index in a table's memory block, and the size of the block.
struct Layout {
  std::size_t index = 0;
  std::size_t all = 0;
  Layout(std::uint32_t capacity, EntryForm form) noexcept {
    index = all = capacity * form.size;
    if (capacity <= TableContents::few) return;
    index = (index + 7) / 8 * 8;
    all = index + (std::size_t(TableContents::slotsFor(capacity)) + 4) * sizeof(std::uint32_t) +
          (std::size_t(capacity) + 63) / 64 * sizeof(std::uint64_t) +
          (form.keepsHash ? capacity * sizeof(std::uint32_t) : 0);
  }
};

}  // namespace

// Reads the text in words of 8 bytes that may overlap, so that a text of any length needs no loop over single bytes.
std::uint64_t hashText(const char* text, std::size_t size, std::uint64_t seed) noexcept {
  const std::uint64_t secret = std::rotl(seed, 29) * 0xe7037ed1a0b428dbu;
  std::uint64_t hash = seed ^ size;
  std::uint64_t a = 0, b = 0;
  if (size > 16) {
    const char* end = text + size;
    for (; end - text > 16; text += 16) hash = mixed(read8(text), read8(text + 8), secret, hash);
    a = read8(end - 16);
    b = read8(end - 8);
  } else if (size >= 8) {
    a = read8(text);
    b = read8(text + size - 8);
  } else if (size >= 4) {
    a = read4(text);
    b = read4(text + size - 4);
  } else if (size > 0) {
    auto byte = [&](std::size_t at) { return std::uint64_t(static_cast<unsigned char>(text[at])); };
    a = byte(0) << 16 | byte(size / 2) << 8 | byte(size - 1);
  }
  return hashWord(mixed(a, b, secret, hash), seed);
}

std::uint32_t TableContents::behindGaps(std::uint32_t at) const noexcept {
  NODECPP_DEBUG_ASSERT(at < used && live <= used && used <= capacity, at, live, used, capacity);
  std::uint32_t word = at >> 6;
  std::uint64_t entries = ~gapWord(word) & ~std::uint64_t(0) << (at & 63);
  const std::uint32_t words = (used + 63) >> 6;
  while (entries == 0) {
    if (++word >= words) return used;
    entries = ~gapWord(word);
  }
  return std::min(used, word * 64 + std::uint32_t(std::countr_zero(entries)));
}

std::uint32_t TableContents::stretchEnd(std::uint32_t at) const noexcept {
  NODECPP_DEBUG_ASSERT(at < used && !isGap(at), at, used);
  if (live == used) return used;
  // Returns the end of a stretch of entries without gaps, at most to the end of one word of the bitmap. A program may
  // change the table after each step, and a search of the whole bitmap would then be repeated for each step.
  const std::uint32_t word = at >> 6;
  const std::uint64_t some = gapWord(word) & ~std::uint64_t(0) << (at & 63);
  return std::min(used, word * 64 + std::uint32_t(std::countr_zero(some)));
}

std::uint32_t TableBody::nextCapacity() const noexcept {
  constexpr std::uint32_t least = 2;
  return std::bit_ceil(std::max({least, live * 2, loops ? std::min(loops->cursorCount, maxEntries) : 0}));
}

void TableBody::allocateContents(std::uint32_t newCapacity, EntryForm form) {
  NODECPP_DEBUG_ASSERT(newCapacity >= 2 && (newCapacity & (newCapacity - 1)) == 0 && newCapacity >= live, newCapacity,
                       live);
  const std::uint64_t oldSeed = hasIndex() ? seed : 0;
  const Layout layout(newCapacity, form);
  auto* memory = static_cast<char*>(allocate(layout.all));
  static_cast<TableContents&>(*this) = TableContents();
  entries = memory;
  capacity = newCapacity;
  if (hasIndex()) {
    seed = oldSeed ? oldSeed : hashSeedFor(this) | 1;
    index = reinterpret_cast<std::uint32_t*>(memory + layout.index);
    mask = slotsFor(newCapacity) - 1;
    clearIndex();
    clearGaps();
  }
  setLimit();
}

void TableBody::releaseContents(const TableContents& old, EntryForm form) noexcept {
  NODECPP_DEBUG_ASSERT(old.entries && old.capacity > 0, old.capacity);
  if (old.capacity == 1) return;
  release(old.entries, Layout(old.capacity, form).all);
}

void TableBody::setLimit() noexcept {
  NODECPP_DEBUG_ASSERT(live <= used && used <= capacity && live <= maxEntries, live, used, capacity);
  limit = std::min(capacity, used + (maxEntries - live));
}

void TableBody::clearIndex() noexcept {
  if (hasIndex()) std::memset(index, 0, (std::size_t(mask) + 4) * sizeof(std::uint32_t));
}
void TableBody::clearGaps() noexcept {
  if (hasIndex())
    std::memset(gaps(), 0, (std::size_t(capacity) + 63) / 64 * sizeof(std::uint64_t));
  else
    fewGaps = 0;
}

bool TableBody::hasRoom(const char* name) {
  if (live >= maxEntries) throw RangeError(str(name) + " maximum size exceeded");
  setLimit();
  return used < limit;
}

// Called after the entries were moved. A cursor at a deleted entry then stands at an entry that the loop has not
// visited.
void TableBody::moveCursors(const TableContents& old, const std::uint32_t* places) noexcept {
  auto move = [&](TableCursor& each) {
    if (each.at < old.used && old.isGap(each.at)) each.seen = false;
    each.at = places[std::min(each.at, old.used)];
  };
  if (loops->own.body) move(loops->own);
  for (TableCursor* each = loops->cursors; each; each = each->next) move(*each);
}

TableCursor::EntryRun TableCursor::lookAhead(TableCursor* cursor) noexcept {
  const TableBody& body = *cursor->body;
  if (cursor->clears != body.loops->clears) cursor->at = 0;
  cursor->clears = body.loops->clears;
  cursor->seen = true;
  cursor->at = body.settle(cursor->at);
  if (cursor->at >= body.used) return {body.used, body.used};
  return {cursor->at, body.stretchEnd(cursor->at)};
}

void TableCursor::passChanged(TableCursor* cursor) noexcept {
  if (cursor->clears == cursor->body->loops->clears) cursor->at += cursor->seen;
  cursor->seen = false;
}

String noEntry(const String& key) { return "The Map has no entry for the key " + key; }
String quotedKey(StringArg key) { return inspectString(key); }
void throwMissing(const String& message) { throw RangeError(message); }

}  // namespace nodecpp::detail
