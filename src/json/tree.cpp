#include "json/tree.h"

#include <algorithm>
#include <vector>

#include "base/hash.h"

namespace nodecpp::detail {

namespace {

// Neither the order of keys nor any result depends on the hash.
std::uint64_t hashOf(StringArg key, std::uint64_t seed) noexcept { return hashBytes({key.data(), key.size()}, seed); }

std::uint32_t doubled(std::uint32_t capacity, std::size_t wanted) {
  if (wanted >= noSlot) throw RangeError("Invalid array length");
  return std::uint32_t(std::min<std::size_t>(std::max<std::size_t>(wanted, std::size_t(capacity) * 2), noSlot - 1));
}

// Moves a row of what may be moved as bytes into a larger one.
template <class T>
void moveRow(T*& row, std::uint32_t count, std::uint32_t from, std::uint32_t to) {
  T* fresh = static_cast<T*>(allocate(sizeof(T) * to));
  if (row) {
    std::memcpy(static_cast<void*>(fresh), static_cast<const void*>(row), sizeof(T) * count);
    release(row, sizeof(T) * from);
  }
  row = fresh;
}

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
  attributes[slot] = to;
}

std::uint32_t KeyRow::find(const StringArg& key) const noexcept {
  const String* keys = const_cast<KeyRow*>(this)->keys();
  if (!table) {
    for (std::uint32_t i = used; i-- > 0;)
      if (Shape::same(keys[i], key)) return i;
    return noSlot;
  }
  std::uint32_t at = std::uint32_t(hashOf(key, seed)) & (tableSize - 1);
  while (table[at] && !Shape::same(keys[table[at] - 1], key)) at = (at + 1) & (tableSize - 1);
  return table[at] - 1;  // noSlot for 0
}

// A key that was deleted and comes again takes its old place in the table.
void KeyRow::index(std::uint32_t slot) noexcept {
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
  seed = hashSeedFor(table);
  std::memset(table, 0, sizeof(std::uint32_t) * size);
  for (std::uint32_t i = 0; i < used; ++i) index(i);
}

void KeyRow::append(String&& key) {
  // A short one stands in its String, by which keys are compared.
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
  KeyRow* fresh = make(room);
  for (std::uint32_t i = 0; i < count; ++i) {
    fresh->append(String(const_cast<KeyRow*>(this)->keys()[i]));
    fresh->setAttributes(i, attributesOf(i));
  }
  return fresh;
}

KeyRow* KeyRow::grown(std::uint32_t room) noexcept {
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

// The shapes of this thread that others have as children. More than these are not kept: a program that reads objects with
// ever new keys would collect them without end.
constexpr std::uint32_t mostChildren = 8192;
constinit thread_local std::uint32_t childrenMade = 0;
// How many keys one shape may be gone on with, before it is taken for one of a dictionary.
constexpr std::uint32_t mostOfOne = 32;

void dropChildren(ShapeChildren& of) noexcept {
  const ShapeChildren gone = std::exchange(of, {});
  if (!gone.items) return;
  for (std::uint32_t i = 0; i < gone.count; ++i) Shape::drop(gone.items[i]);
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

// Calls itself for the children, of which there are no more than `mostShared` behind each other.
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
  guess[bits >> 2] = std::uint8_t(slot < 255 ? slot : 255);
  std::uint32_t index;
  if (!indexKeys && indexKey(key, index)) indexKeys = true;
  if (key.size() > shortKey) longKeys = true;
  if (!key.empty() && key.data()[0] == symbolMark) symbolKeys = true;
}

void Shape::append(String&& key) {
  note(key, count);
  if (row->used == row->capacity) row = row->grown(doubled(std::max(row->capacity, 4u), std::size_t(row->used) + 1));
  row->append(std::move(key));
  keys = row->keys();
  ++count;
}

void Shape::add(String&& key) { append(std::move(key)); }

std::uint32_t Shape::findOrAdd(String&& key) {
  const std::uint32_t slot = find(key);
  if (slot != noSlot) return slot;
  append(std::move(key));
  return count - 1;
}

std::uint32_t Shape::search(const StringArg& key, std::uint32_t bits) const noexcept {
  const std::uint32_t slot = row->find(key);
  if (slot >= count) return noSlot;  // one that a shape with more keys has added
  if (slot < 255) const_cast<Shape*>(this)->guess[bits >> 2] = std::uint8_t(slot);
  return slot;
}

Shape* Shape::otherWith(const StringArg& key) {
  if (count >= mostShared) return nullptr;
  for (std::uint32_t i = 0; i < children.count; ++i) {
    Shape* child = children.items[i];
    if (same(child->keys[count], key)) return child;
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
  // It goes on with this row, where nothing else has done so.
  if (row->used == count && row->used < row->capacity) {
    child->row = row;
    ++row->refs;
  } else {
    child->row = row->copy(count, std::max({count + 1, 4u, std::min(count * 2, mostShared)}));
  }
  child->present = present;
  std::memcpy(child->guess, guess, sizeof guess);
  child->indexKeys = indexKeys;
  child->longKeys = longKeys;
  child->symbolKeys = symbolKeys;
  child->row->append(key.toString());
  child->keys = child->row->keys();
  child->count = count + 1;
  child->note(key, count);
  children.items[children.count++] = child;
  ++childrenMade;
  return child;
}

Shape* Shape::copy(std::uint32_t capacity) const {
  auto* mine = ::new (allocate(sizeof(Shape))) Shape;
  mine->row = row->copy(count, capacity);
  mine->keys = mine->row->keys();
  mine->count = count;
  mine->present = present;
  std::memcpy(mine->guess, guess, sizeof guess);
  mine->indexKeys = indexKeys;
  mine->longKeys = longKeys;
  mine->symbolKeys = symbolKeys;
  mine->holes = holes;
  return mine;
}

VarArray* VarArray::make(std::uint32_t capacity) {
  auto* array = ::new (allocate(sizeof(VarArray))) VarArray;
  if (capacity) array->reserve(capacity);
  return array;
}

void VarArray::reserve(std::size_t wanted) {
  if (wanted <= capacity) return;
  if (front) {
    // A queue goes round in the room that it has, where half of that is free: then moving costs as much as what has
    // gone.
    const bool enough = wanted <= std::size_t(capacity) + front && front >= size;
    var* begin = data - front;
    if (size) std::memmove(static_cast<void*>(begin), static_cast<const void*>(data), sizeof(var) * size);
    data = begin;
    capacity += std::exchange(front, 0);
    if (enough) return;
  }
  std::uint32_t larger = size ? doubled(std::max(capacity, 4u), wanted) : doubled(0, wanted);
  moveRow(data, size, capacity, larger);
  capacity = larger;
}

void VarArray::resize(std::size_t length) {
  // A hole in JavaScript costs nothing, here it is an element.
  constexpr std::size_t mostHoles = std::size_t(1) << 24;
  if (length > std::size_t(size) + mostHoles) throw RangeError("Invalid array length");
  // What goes may have a destructor that looks at this array.
  while (size > length) var gone(std::move(data[--size]));
  reserve(length);
  while (size < length) VarParts::makeHole(data + size++);
}

VarObject* VarObject::make(Shape* shape, std::uint32_t capacity) {
  // What is made empty gets room for a few values.
  const std::uint32_t room = capacity ? std::min(capacity, 64u) : 4;
  auto* object = ::new (allocate(sizeof(VarObject) + sizeof(var) * room)) VarObject;
  object->roomInside = room;
  object->values = object->inside();
  object->capacity = room;
  object->shape = shape ? shape : Shape::empty();
  if (!shape) ++object->shape->refs;
  if (capacity > room) object->reserve(capacity);
  return object;
}

void VarObject::destroy() noexcept {
  if (isFunction)
    if (const var* made = find("prototype"); made && made->isObject()) VarParts::object(*made)->maker = nullptr;
  for (std::uint32_t i = 0; i < count; ++i) values[i].~var();
  if (values != inside()) release(values, sizeof(var) * capacity);
  Shape::drop(shape);
  if (proto) var::ofObject(proto);  // which drops it
  if (isFunction)
    static_cast<VarFunction*>(this)->destroy(static_cast<VarFunction*>(this));
  else
    release(this, sizeof(VarObject) + sizeof(var) * roomInside);
}

void VarObject::beginFunction() noexcept {
  isFunction = true;
  values = inside();
  shape = Shape::empty();
  ++shape->refs;
}

void VarObject::reserve(std::uint32_t wanted) {
  if (values == inside()) {
    auto* fresh = static_cast<var*>(allocate(sizeof(var) * wanted));
    std::memcpy(static_cast<void*>(fresh), static_cast<const void*>(values), sizeof(var) * count);
    values = fresh;
  } else {
    moveRow(values, count, capacity, wanted);
  }
  capacity = wanted;
}

var* VarObject::find(const StringArg& key) noexcept {
  const std::uint32_t slot = shape->find(key);
  return slot == noSlot || VarParts::isHole(values[slot]) ? nullptr : values + slot;
}

void VarObject::own() {
  if (shape->own) return;
  Shape* mine = shape->copy(doubled(std::max(shape->count, 4u), std::size_t(shape->count) + 1));
  mine->own = true;
  Shape::drop(shape);
  shape = mine;
}

void VarObject::set(const StringArg& key, var&& value) {
  if (var* there = find(key))
    *there = std::move(value);
  else
    append(key, std::move(value));
}

void VarObject::append(const StringArg& key, var&& value) {
  Shape* next = shape->own ? nullptr : shape->with(key);
  if (next) {
    ++next->refs;
    Shape::drop(std::exchange(shape, next));
  } else {
    own();
    if (shape->holes > 16 && shape->holes > count / 2) compact();
    shape->add(key.toString());
  }
  if (count == capacity) reserve(doubled(std::max(capacity, 4u), std::size_t(count) + 1));
  ::new (static_cast<void*>(values + count)) var(std::move(value));
  ++count;
}

bool VarObject::remove(const StringArg& key) {
  if (!find(key)) return false;
  own();
  const std::uint32_t slot = shape->find(key);
  ++shape->holes;
  var gone = VarParts::leaveHole(values[slot]);
  return true;
}

void VarObject::compact() {
  Shape* dense = Shape::make(count - shape->holes + 1);
  dense->own = true;
  std::uint32_t to = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (VarParts::isHole(values[i])) continue;
    dense->add(std::move(shape->keys[i]));
    dense->row->setAttributes(to, shape->row->attributesOf(i));
    if (to != i) std::memcpy(static_cast<void*>(values + to), static_cast<const void*>(values + i), sizeof(var));
    ++to;
  }
  Shape::drop(shape);
  shape = dense;
  count = to;
}

SlotOrder::SlotOrder(const VarObject& object) : size_(object.live()) {
  const Shape& shape = *object.shape;
  if (shape.inOrder()) return;
  struct Indexed {
    std::uint32_t index, slot;
  };
  std::vector<Indexed> indexed;
  std::vector<std::uint32_t> named;
  for (std::uint32_t i = 0; i < object.count; ++i) {
    if (VarParts::isHole(object.values[i]) || shape.row->attributesOf(i) & KeyRow::hidden) continue;
    if (isSymbolKey(shape.keys[i])) continue;
    std::uint32_t index;
    if (shape.indexKeys && indexKey(shape.keys[i], index))
      indexed.push_back({index, i});
    else
      named.push_back(i);
  }
  std::sort(indexed.begin(), indexed.end(), [](const Indexed& a, const Indexed& b) { return a.index < b.index; });
  isSorted_ = true;
  sorted_.reserve(indexed.size() + named.size());
  for (const Indexed& each : indexed) sorted_.push_back(each.slot);
  sorted_.insert(sorted_.end(), named.begin(), named.end());
  size_ = std::uint32_t(sorted_.size());
}

}  // namespace nodecpp::detail
