#include "json/var_tree.h"

#include <algorithm>
#include <vector>

#include "base/assertion.h"

namespace nodecpp::detail {

std::uint32_t doubled(std::uint32_t capacity, std::size_t wanted) {
  if (wanted >= noSlot) throw RangeError("Invalid array length");
  NODECPP_DEBUG_ASSERT(capacity < noSlot, capacity);
  return std::uint32_t(std::min<std::size_t>(std::max<std::size_t>(wanted, std::size_t(capacity) * 2), noSlot - 1));
}

VarArray* VarArray::make(std::uint32_t capacity) {
  auto* array = ::new (allocate(sizeof(VarArray))) VarArray;
  if (capacity) array->reserve(capacity);
  return array;
}

void VarArray::reserve(std::size_t wanted) {
  if (wanted <= capacity) return;
  if (front) {
    // An array used as a queue (push and shift) leaves free room in front. When at least half of the allocation is free
    // there, the elements are moved to its beginning and no new memory is needed. Moving costs at most as much as the
    // elements that were shifted out, so the cost stays constant for each element.
    const bool enough = wanted <= std::size_t(capacity) + front && front >= size;
    var* begin = data - front;
    if (size) std::memmove(static_cast<void*>(begin), static_cast<const void*>(data), sizeof(var) * size);
    data = begin;
    capacity += std::exchange(front, 0);
    if (enough) return;
  }
  NODECPP_DEBUG_ASSERT(front == 0 && size <= capacity, front, size, capacity);
  std::uint32_t larger = size ? doubled(std::max(capacity, 4u), wanted) : doubled(0, wanted);
  moveRow(data, size, capacity, larger);
  capacity = larger;
  NODECPP_DEBUG_ASSERT(wanted <= capacity, wanted, capacity);
}

void VarArray::resize(std::size_t length) {
  // A hole costs nothing in JavaScript, but here it takes the memory of an element. The limit keeps a huge length from
  // exhausting the memory.
  constexpr std::size_t mostHoles = std::size_t(1) << 24;
  if (length > std::size_t(size) + mostHoles) throw RangeError("Invalid array length");
  // An element that is removed is taken out before it is destroyed, because its destructor may look at this array.
  while (size > length) var gone(std::move(data[--size]));
  reserve(length);
  while (size < length) VarParts::makeHole(data + size++);
}

VarObject* VarObject::make(Shape* shape, std::uint32_t capacity) {
  // An object created empty gets room for four values, since properties are usually added soon.
  const std::uint32_t room = capacity ? std::min(capacity, 64u) : 4;
  auto* object = ::new (allocate(sizeof(VarObject) + sizeof(var) * room)) VarObject;
  object->roomInside = room;
  object->values = object->inside();
  object->capacity = room;
  object->shape = shape ? shape : Shape::empty();
  if (!shape) detail::countHolder(object->shape->refs);
  if (capacity > room) object->reserve(capacity);
  return object;
}

void VarObject::destroy() noexcept {
  if (maker) maker->maker = nullptr;
  for (std::uint32_t i = 0; i < count; ++i) values[i].~var();
  if (values != inside()) release(values, sizeof(var) * capacity);
  Shape::drop(shape);
  if (proto) var::ofObject(proto);  // the temporary var takes over the reference to the prototype and drops it
  if (isFunction)
    static_cast<VarFunction*>(this)->handle(static_cast<VarFunction*>(this), nullptr);
  else
    release(this, sizeof(VarObject) + sizeof(var) * roomInside);
}

const var* VarObject::findInherited(const char* key, std::size_t size, std::uint32_t bits) const noexcept {
  static const var nothing;
  constexpr std::size_t sizeOfConstructor = 11;
  for (const VarObject* at = this;;) {
    if (at->shape->present >> bits & 1) {
      if (at == this) return nullptr;
      const std::uint32_t slot = at->shape->guessed(std::string_view(key, size), bits);
      return slot == noSlot ? nullptr : at->values + slot;
    }
    // The `prototype` object of a function has the property `constructor` without a slot.
    if (at->maker && size == sizeOfConstructor) return nullptr;
    at = at->proto;
    if (!at) return &nothing;
  }
}

bool VarObject::isNowhere(const StringArg& key) const noexcept {
  const std::uint32_t bits = keyBits(key.data(), key.size());
  for (const VarObject* at = this; at; at = at->proto)
    if (at->shape->present >> bits & 1) return false;
  return true;
}

void VarObject::beginFunction() noexcept {
  isFunction = true;
  values = inside();
  shape = Shape::empty();
  detail::countHolder(shape->refs);
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
    detail::countHolder(next->refs);
    Shape::drop(std::exchange(shape, next));
  } else {
    own();
    if (shape->holes > 16 && shape->holes > count / 2) compact();
    shape->add(key.toString());
  }
  if (count == capacity) reserve(doubled(std::max(capacity, 4u), std::size_t(count) + 1));
  if (VarParts::refers(value)) enroll();
  ::new (static_cast<void*>(values + count)) var(std::move(value));
  ++count;
}

void VarObject::remove(std::uint32_t slot) {
  if (VarParts::isHole(values[slot])) return;
  own();  // the object's own copy of the shape has the same slots
  ++shape->holes;
  shape->guessable = 0;
  var gone = VarParts::leaveHole(values[slot]);
}

void VarObject::compact() {
  Shape* dense = Shape::make(count - shape->holes + 1);
  dense->own = true;
  std::uint32_t to = 0;
  bool accessors = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (VarParts::isHole(values[i])) continue;
    accessors |= VarParts::isAccessor(values[i]);
    dense->add(std::move(shape->keys[i]));
    dense->row->setAttributes(to, shape->row->attributesOf(i));
    if (to != i) std::memcpy(static_cast<void*>(values + to), static_cast<const void*>(values + i), sizeof(var));
    ++to;
  }
  if (accessors) dense->guessable = 0;
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
    std::uint32_t index = 0;
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
