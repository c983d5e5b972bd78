#include "json/tree.h"

#include <algorithm>
#include <vector>

#include "base/hash.h"

namespace nodecpp::detail {

namespace {

// Neither the order of keys nor any result depends on the hash.
std::uint64_t hashOf(StringArg key, std::uint64_t seed) noexcept { return hashBytes({key.data(), key.size()}, seed); }

bool sameKey(const String& key, const StringArg& wanted) noexcept {
  return key.size() == wanted.size() && std::memcmp(key.data(), wanted.data(), wanted.size()) == 0;
}

std::uint32_t doubled(std::uint32_t capacity, std::size_t wanted) {
  if (wanted >= noSlot) throw RangeError("Invalid array length");
  return std::uint32_t(std::min<std::size_t>(std::max<std::size_t>(wanted, std::size_t(capacity) * 2), noSlot - 1));
}

// Bytes of which a constructor of trivially movable things may be grown out of.
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

Shape* Shape::make(std::uint32_t capacity) {
  auto* shape = ::new (allocate(sizeof(Shape))) Shape;
  if (capacity) shape->grow(capacity);
  return shape;
}

void Shape::destroy() noexcept {
  for (std::uint32_t i = 0; i < count; ++i) keys[i].~String();
  if (keys) release(keys, sizeof(String) * capacity);
  if (table) release(table, sizeof(std::uint32_t) * tableSize);
  release(this, sizeof(Shape));
}

void Shape::grow(std::uint32_t wanted) {
  moveRow(keys, count, capacity, wanted);
  capacity = wanted;
}

Shape* Shape::empty() {
  struct Holder {
    Shape* shape = make(0);
    ~Holder() { drop(shape); }
  };
  static thread_local Holder holder;
  return holder.shape;
}

void Shape::add(const String& key) { add(String(key)); }

void Shape::append(String&& key) {
  if (count == capacity) grow(doubled(std::max(capacity, 4u), std::size_t(count) + 1));
  std::uint32_t index;
  if (!indexKeys && indexKey(key, index)) indexKeys = true;
  if (key.size() > 23) longKeys = true;
  ::new (static_cast<void*>(keys + count)) String(std::move(key));
  ++count;
}

void Shape::add(String&& key) {
  append(std::move(key));
  if (count <= fewKeys) return;
  if (std::size_t(count) * 2 > tableSize)
    rehash();
  else
    place(keys[count - 1]) = count;
}

std::uint32_t Shape::findOrAdd(String&& key) {
  if (count < fewKeys) {
    std::uint32_t slot = find(key);
    if (slot != noSlot) return slot;
  } else {
    if (std::size_t(count + 1) * 2 > tableSize) rehash();
    std::uint32_t& slot = place(key);
    if (slot) return slot - 1;
    slot = count + 1;
  }
  append(std::move(key));
  return count - 1;
}

// Where the table has the key's slot, or has room for it. A key that was deleted and comes again takes its old place.
std::uint32_t& Shape::place(const StringArg& key) const noexcept {
  std::uint32_t at = std::uint32_t(hashOf(key, seed)) & (tableSize - 1);
  while (table[at] && !sameKey(keys[table[at] - 1], key)) at = (at + 1) & (tableSize - 1);
  return table[at];
}

void Shape::rehash() {
  if (table) release(table, sizeof(std::uint32_t) * tableSize);
  std::uint32_t size = 32;
  std::size_t keysToCome = std::max(std::size_t(count) * 2, std::size_t(capacity));
  while (keysToCome * 2 > size && size < 0x80000000u) size *= 2;
  tableSize = size;
  table = static_cast<std::uint32_t*>(allocate(sizeof(std::uint32_t) * size));
  seed = hashSeedFor(table);
  std::memset(table, 0, sizeof(std::uint32_t) * size);
  for (std::uint32_t i = 0; i < count; ++i) place(keys[i]) = i + 1;
}

std::uint32_t Shape::find(StringArg key) const noexcept {
  if (!table) {
    for (std::uint32_t i = count; i-- > 0;)
      if (sameKey(keys[i], key)) return i;
    return noSlot;
  }
  return place(key) - 1;  // noSlot for 0
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
  while (size < length) ::new (static_cast<void*>(data + size++)) var();
}

VarObject* VarObject::make(Shape* shape, std::uint32_t capacity) {
  auto* object = ::new (allocate(sizeof(VarObject))) VarObject;
  object->shape = shape ? shape : Shape::empty();
  if (!shape) ++object->shape->refs;
  if (capacity) object->reserve(capacity);
  return object;
}

void VarObject::reserve(std::uint32_t wanted) {
  moveRow(values, count, capacity, wanted);
  capacity = wanted;
}

var* VarObject::find(StringArg key) noexcept {
  std::uint32_t slot = shape->find(key);
  return slot == noSlot || isHole(values[slot]) ? nullptr : values + slot;
}

void VarObject::own() {
  if (shape->refs == 1) return;
  Shape* mine = Shape::make(shape->count + 1);
  for (std::uint32_t i = 0; i < shape->count; ++i) mine->add(shape->keys[i]);
  --shape->refs;
  shape = mine;
}

void VarObject::set(StringArg key, var&& value) {
  if (var* there = find(key)) {
    *there = std::move(value);
    return;
  }
  append(key.toString(), std::move(value));
}

void VarObject::append(const String& key, var&& value) {
  own();
  if (holes > 16 && holes > count / 2) compact();
  if (count == capacity) reserve(doubled(std::max(capacity, 4u), std::size_t(count) + 1));
  shape->add(key);
  ::new (static_cast<void*>(values + count)) var(std::move(value));
  ++count;
}

bool VarObject::remove(StringArg key) {
  if (!find(key)) return false;
  own();
  std::uint32_t slot = shape->find(key);
  var gone(std::move(values[slot]));
  values[slot].tail_.tag = var::tagHole;
  ++holes;
  return true;
}

void VarObject::compact() {
  Shape* dense = Shape::make(count - holes + 1);
  std::uint32_t to = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (isHole(values[i])) continue;
    dense->add(std::move(shape->keys[i]));
    if (to != i) std::memcpy(static_cast<void*>(values + to), static_cast<const void*>(values + i), sizeof(var));
    ++to;
  }
  Shape::drop(shape);
  shape = dense;
  count = to;
  holes = 0;
}

SlotOrder::SlotOrder(const VarObject& object) : size_(object.live()) {
  if (!object.shape->indexKeys && object.holes == 0) return;
  struct Indexed {
    std::uint32_t index, slot;
  };
  std::vector<Indexed> indexed;
  std::vector<std::uint32_t> named;
  for (std::uint32_t i = 0; i < object.count; ++i) {
    if (VarObject::isHole(object.values[i])) continue;
    std::uint32_t index;
    if (object.shape->indexKeys && indexKey(object.shape->keys[i], index))
      indexed.push_back({index, i});
    else
      named.push_back(i);
  }
  std::sort(indexed.begin(), indexed.end(), [](const Indexed& a, const Indexed& b) { return a.index < b.index; });
  sorted_.reserve(indexed.size() + named.size());
  for (const Indexed& each : indexed) sorted_.push_back(each.slot);
  sorted_.insert(sorted_.end(), named.begin(), named.end());
}

}  // namespace nodecpp::detail
