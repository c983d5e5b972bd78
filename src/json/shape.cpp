// Shapes, which list the keys of objects. Objects that were given the same keys in the same order share one shape.
#include "json/var_tree.h"

#include <algorithm>

#include "base/assertion.h"
#include "base/containers/hash.h"

namespace nodecpp::detail {

namespace {

// Keys are hashed with a random seed against hash flooding. Neither the order of keys nor any result depends on the
// hash.
std::uint64_t hashOf(StringArg key, std::uint64_t seed) noexcept { return hashBytes({key.data(), key.size()}, seed); }

}  // namespace

bool indexKey(StringArg key, std::uint32_t& index) noexcept {
  const char* at = key.data();
  std::size_t size = key.size();
  if (size == 0 || size > 10 || at[0] < '0' || at[0] > '9' || (at[0] == '0' && size > 1)) return false;
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) {
    if (at[i] < '0' || at[i] > '9') return false;
    value = value * 10 + std::uint64_t(at[i] - '0');
  }
  index = std::uint32_t(value);
  return value < 4294967295u;
}

KeyRow* KeyRow::make(std::uint32_t capacity) {
  return ::new (allocate(sizeof(KeyRow) + sizeof(String) * capacity)) KeyRow{1, 0, capacity, 0, nullptr, 0, nullptr};
}

void KeyRow::dropTable() noexcept {
  if (table) release(table, sizeof(std::uint32_t) * tableSize);
  table = nullptr;
  tableSize = 0;
}

void KeyRow::destroy() noexcept {
  for (std::uint32_t i = 0; i < used; ++i) keys()[i].~String();
  dropTable();
  if (attributes) release(attributes, capacity);
  release(this, sizeof(KeyRow) + sizeof(String) * capacity);
}

void KeyRow::setAttributes(std::uint32_t slot, std::uint8_t to) {
  if (!attributes) {
    if (to == 0) return;
    attributes = static_cast<std::uint8_t*>(allocate(capacity));
    std::memset(attributes, 0, capacity);
  }
  NODECPP_ASSERT(slot < capacity, slot, capacity);
  attributes[slot] = to;
}

std::uint32_t KeyRow::find(const StringArg& key) const noexcept {
  const String* keys = const_cast<KeyRow*>(this)->keys();
  if (!table) {
    for (std::uint32_t i = used; i-- > 0;)
      if (Shape::same(keys[i], key)) return i;
    return noSlot;
  }
  NODECPP_DEBUG_ASSERT(tableSize > used, tableSize, used);
  std::uint32_t at = std::uint32_t(hashOf(key, seed)) & (tableSize - 1);
  while (table[at] && !Shape::same(keys[table[at] - 1], key)) at = (at + 1) & (tableSize - 1);
  return table[at] - 1;  // an empty entry of the table is 0, which becomes noSlot
}

// Enters a key into the table. A key that was deleted and is added again takes over its former entry, so find() returns
// the last slot of the key.
void KeyRow::index(std::uint32_t slot) noexcept {
  // There are more entries than keys, so that a search always reaches an empty one.
  NODECPP_DEBUG_ASSERT(table && slot < used && used < tableSize, slot, used, tableSize);
  const String& key = keys()[slot];
  std::uint32_t at = std::uint32_t(hashOf(key, seed)) & (tableSize - 1);
  while (table[at] && !Shape::same(keys()[table[at] - 1], key)) at = (at + 1) & (tableSize - 1);
  table[at] = slot + 1;
}

void KeyRow::rehash() {
  dropTable();
  std::uint32_t size = 32;
  const std::size_t keysToCome = std::max(std::size_t(used) * 2, std::size_t(capacity));
  while (keysToCome * 2 > size && size < 0x80000000u) size *= 2;
  tableSize = size;
  table = static_cast<std::uint32_t*>(allocate(sizeof(std::uint32_t) * size));
  NODECPP_ASSERT((size & (size - 1)) == 0 && size > used, size, used);
  seed = hashSeedFor(table);
  std::memset(table, 0, sizeof(std::uint32_t) * size);
  for (std::uint32_t i = 0; i < used; ++i) index(i);
}

void KeyRow::append(String&& key) {
  NODECPP_ASSERT(used < capacity, used, capacity);
  // Shape::same compares short keys by the bytes inside the String object, so a short key that is a slice of a larger
  // text is copied into its String.
  const bool inside = key.data() == reinterpret_cast<const char*>(&key);
  if (key.size() <= Shape::shortKey && !inside)
    ::new (static_cast<void*>(keys() + used)) String(String::copyOf(key.data(), key.size()));
  else
    ::new (static_cast<void*>(keys() + used)) String(std::move(key));
  ++used;
  if (used <= fewKeys) return;
  if (std::size_t(used) * 2 > tableSize)
    rehash();
  else
    index(used - 1);
}

KeyRow* KeyRow::copy(std::uint32_t count, std::uint32_t room) const {
  NODECPP_ASSERT(count <= used && count <= room, count, used, room);
  KeyRow* fresh = make(room);
  for (std::uint32_t i = 0; i < count; ++i) {
    fresh->append(String(const_cast<KeyRow*>(this)->keys()[i]));
    fresh->setAttributes(i, attributesOf(i));
  }
  return fresh;
}

KeyRow* KeyRow::grown(std::uint32_t room) noexcept {
  NODECPP_ASSERT(room > used && refs == 1, room, used, refs);
  KeyRow* larger = make(room);
  std::memcpy(static_cast<void*>(larger->keys()), static_cast<const void*>(keys()), sizeof(String) * used);
  larger->used = used;
  larger->table = std::exchange(table, nullptr);
  larger->tableSize = tableSize;
  larger->seed = seed;
  for (std::uint32_t i = 0; attributes && i < used; ++i) larger->setAttributes(i, attributes[i]);
  used = 0;
  destroy();
  return larger;
}

namespace {

// How many shapes of this thread are kept as children of other shapes, and the limit for them. Without the limit, a
// program that reads objects with ever new keys would keep ever more shapes.
constexpr std::uint32_t mostChildren = 8192;
constinit thread_local std::uint32_t childrenMade = 0;
// How many children a shape may have. An object that would need a further child is taken for a dictionary (a table with
// arbitrary keys) and gets a shape of its own.
constexpr std::uint32_t mostOfOne = 32;

void dropChildren(ShapeChildren& of) noexcept {
  const ShapeChildren gone = std::exchange(of, {});
  if (!gone.items) return;
  for (std::uint32_t i = 0; i < gone.count; ++i) Shape::drop(gone.items[i]);
  NODECPP_ASSERT(childrenMade >= gone.count && gone.count <= gone.capacity, childrenMade, gone.count);
  childrenMade -= gone.count;
  release(gone.items, sizeof(Shape*) * gone.capacity);
}

}  // namespace

Shape* Shape::make(std::uint32_t capacity) {
  auto* shape = ::new (allocate(sizeof(Shape))) Shape;
  shape->row = KeyRow::make(capacity);
  shape->keys = shape->row->keys();
  return shape;
}

// Destroys the children recursively. Their depth is at most `maxShared`, so the recursion is bounded.
void Shape::destroy() noexcept {
  dropChildren(children);
  KeyRow::drop(row);
  release(this, sizeof(Shape));
}

Shape* Shape::empty() {
  struct Holder {
    Shape* shape = make(0);
    ~Holder() { drop(shape); }
  };
  static thread_local Holder holder;
  return holder.shape;
}

void Shape::note(const StringArg& key, std::uint32_t slot) noexcept {
  const std::uint32_t bits = keyBits(key.data(), key.size());
  present |= std::uint64_t(1) << bits;
  guess[bits] = std::uint8_t(slot < 255 ? slot : 255);
  std::uint32_t index = 0;
  if (!indexKeys && indexKey(key, index)) indexKeys = true;
  if (key.size() > shortKey) longKeys = true;
  if (!key.empty() && key.data()[0] == symbolMark) symbolKeys = true;
}

void Shape::append(String&& key) {
  NODECPP_DEBUG_ASSERT(row->used == count, row->used, count);
  note(key, count);
  if (row->used == row->capacity) row = row->grown(doubled(std::max(row->capacity, 4u), std::size_t(row->used) + 1));
  row->append(std::move(key));
  keys = row->keys();
  if (guessable == count) ++guessable;
  ++count;
}

void Shape::add(String&& key) { append(std::move(key)); }

std::uint32_t Shape::findOrAdd(String&& key) {
  const std::uint32_t slot = find(key);
  if (slot != noSlot) return slot;
  append(std::move(key));
  NODECPP_DEBUG_ASSERT(count > 0 && count <= row->used, count, row->used);
  return count - 1;
}

std::uint32_t Shape::search(const StringArg& key, std::uint32_t bits) const noexcept {
  NODECPP_DEBUG_ASSERT(count <= row->used, count, row->used);
  const std::uint32_t slot = row->find(key);
  if (slot >= count) return noSlot;  // The key belongs to a shape with more keys, which shares the row of keys.
  if (slot < 255) const_cast<Shape*>(this)->guess[bits] = std::uint8_t(slot);
  return slot;
}

Shape* Shape::siblingWithKey(const StringArg& key) {
  if (count >= maxShared) return nullptr;
  for (std::uint32_t i = 0; i < children.count; ++i) {
    NODECPP_DEBUG_ASSERT(children.items[i]->count == count + 1, children.items[i]->count, count);
    Shape* child = children.items[i];
    if (!same(child->keys[count], key)) continue;
    // Moves the child shape that was asked for last to the front, where it is found first.
    std::swap(children.items[0], children.items[i]);
    return child;
  }
  if (children.count >= mostOfOne) return nullptr;
  if (childrenMade >= mostChildren) {
    if (this != empty()) dropChildren(empty()->children);
    if (childrenMade >= mostChildren) return nullptr;
  }
  if (children.count == children.capacity) {
    const std::uint32_t capacity = children.capacity ? children.capacity * 2 : 4;
    moveRow(children.items, children.count, children.capacity, capacity);
    children.capacity = capacity;
  }
  auto* child = ::new (allocate(sizeof(Shape))) Shape;
  // The child appends its key to the row that it shares with this shape, unless another child has appended one already;
  // then the row is copied.
  if (row->used == count && row->used < row->capacity) {
    child->row = row;
    detail::countHolder(row->refs);
  } else {
    child->row = row->copy(count, std::max({count + 1, 4u, std::min(count * 2, maxShared)}));
  }
  child->present = present;
  std::memcpy(child->guess, guess, sizeof guess);
  child->indexKeys = indexKeys;
  child->longKeys = longKeys;
  child->symbolKeys = symbolKeys;
  child->row->append(key.toString());
  child->keys = child->row->keys();
  child->count = child->guessable = count + 1;
  child->note(key, count);
  NODECPP_ASSERT(children.count < children.capacity && child->row->used > count, children.count, children.capacity);
  children.items[children.count++] = child;
  ++childrenMade;
  return child;
}

Shape* Shape::copy(std::uint32_t capacity) const {
  NODECPP_ASSERT(count <= capacity && count <= row->used, count, capacity, row->used);
  auto* mine = ::new (allocate(sizeof(Shape))) Shape;
  mine->row = row->copy(count, capacity);
  mine->keys = mine->row->keys();
  mine->count = count;
  mine->guessable = guessable;
  mine->present = present;
  std::memcpy(mine->guess, guess, sizeof guess);
  mine->indexKeys = indexKeys;
  mine->longKeys = longKeys;
  mine->symbolKeys = symbolKeys;
  mine->holes = holes;
  return mine;
}

}  // namespace nodecpp::detail
