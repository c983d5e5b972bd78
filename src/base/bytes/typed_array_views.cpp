// The functions of typed arrays, DataViews and ArrayBuffers that do not depend on the element type.
#include <nodecpp/array_buffer.h>
#include <nodecpp/error.h>

#include <cmath>

#include "base/assertion.h"

namespace nodecpp {

namespace detail {

namespace {

struct KindOf {
  const char* name;
  std::size_t size;
};
constexpr KindOf kinds[] = {{"Int8Array", 1},    {"Uint8Array", 1},   {"Uint8ClampedArray", 1}, {"Int16Array", 2},    {"Uint16Array", 2},
                            {"Int32Array", 4},   {"Uint32Array", 4},  {"Float16Array", 2},      {"Float32Array", 4},  {"Float64Array", 8},
                            {"BigInt64Array", 8}, {"BigUint64Array", 8}, {"DataView", 1}};

constexpr double greatestInteger = 9007199254740991;

ByteStore* newStore(std::size_t size, std::size_t maxSize, bool resizable) {
  Block* block = nullptr;
  if (maxSize) {
    block = Block::tryMake(maxSize, true);
    if (!block) throw RangeError("Array buffer allocation failed");
    block->flags |= bytesAlone;
  }
  return ::new (allocate(sizeof(ByteStore)))
      ByteStore{1, resizable, false, block ? block->bytes() : nullptr, size, maxSize, block, nullptr, nullptr, nullptr, 0};
}

// Computes which part of the buffer's current memory the view covers.
void measure(ViewBody& view) noexcept {
  const ByteStore& store = *view.store;
  const std::size_t element = kindSize(view.kind);
  const std::size_t needed = view.byteOffset + (view.tracks ? 0 : view.given * element);
  view.outside = store.detached || needed > store.size;
  view.length = view.outside ? 0 : view.tracks ? (store.size - view.byteOffset) / element : view.given;
  view.limit = store.shared ? 0 : view.length;
  NODECPP_DEBUG_ASSERT(view.length == 0 || view.byteOffset + view.length * element <= store.size, view.length,
                       store.size);
}
void measureAll(ByteStore& store) noexcept {
  for (ViewBody* each = store.views; each; each = each->next) measure(*each);
}

RangeError invalidLength(double length) { return RangeError("Invalid typed array length: " + str(length)); }

}  // namespace

namespace {

constexpr ViewBody standIn(ElementKind kind) { return {0, kind, false, false, 0, 0, 0, 0, nullptr, nullptr, nullptr, 0}; }

}  // namespace

constinit ViewBody undefinedViews[viewKinds] = {
    standIn(ElementKind::int8),         standIn(ElementKind::uint8),    standIn(ElementKind::uint8Clamped),
    standIn(ElementKind::int16),        standIn(ElementKind::uint16),   standIn(ElementKind::int32),
    standIn(ElementKind::uint32),       standIn(ElementKind::float16),  standIn(ElementKind::float32),
    standIn(ElementKind::float64),      standIn(ElementKind::bigInt64), standIn(ElementKind::bigUint64),
    standIn(ElementKind::dataView)};

const char* kindName(ElementKind kind) noexcept { return kinds[std::size_t(kind)].name; }
std::size_t kindSize(ElementKind kind) noexcept { return kinds[std::size_t(kind)].size; }

ByteStore* makeStore(double size) {
  size = wholeOf(size);
  if (!(size >= 0 && size <= greatestInteger)) throw RangeError("Invalid array buffer length");
  return newStore(std::size_t(size), std::size_t(size), false);
}
ByteStore* makeStore(double size, double maxSize) {
  size = wholeOf(size);
  maxSize = wholeOf(maxSize);
  if (!(size >= 0 && size <= greatestInteger)) throw RangeError("Invalid array buffer length");
  if (!(maxSize >= size && maxSize <= greatestInteger)) throw RangeError("Invalid array buffer max length");
  return newStore(std::size_t(size), std::size_t(maxSize), true);
}
ByteStore* makeStoreOver(Block* block, char* data, std::size_t size) {
  Block::retain(block);
  return ::new (allocate(sizeof(ByteStore))) ByteStore{1, false, false, data, size, size, block, nullptr, nullptr, nullptr, 0};
}
ByteStore* makeSharedStore(char* data, std::size_t size, void* memory, void (*drop)(void* memory) noexcept) {
  return ::new (allocate(sizeof(ByteStore))) ByteStore{1, false, false, data, size, size, nullptr, memory, drop, nullptr, 0};
}
void freeStore(ByteStore* store) noexcept {
  NODECPP_ASSERT(store->refs == 0 && !store->views, store->refs);  // Views count as references to their store.
  Block::drop(store->block);
  if (store->shared) store->dropShared(store->shared);
  release(store, sizeof(ByteStore));
}

Block* detach(ByteStore& store) noexcept {
  Block* block = std::exchange(store.block, nullptr);
  store.data = nullptr;
  store.size = store.maxSize = 0;
  NODECPP_ASSERT(!store.detached && !store.shared);
  store.detached = true;
  measureAll(store);
  return block;
}

ViewBody* makeView(ElementKind kind, ByteStore* store, std::size_t byteOffset, std::size_t length, bool tracks) {
  auto* body = ::new (allocate(sizeof(ViewBody)))
      ViewBody{1, kind, tracks, false, 0, 0, byteOffset, length, store, store->views, nullptr, 0};
  NODECPP_ASSERT(store->refs > 0 && (!store->views || !store->views->before), store->refs);
  if (store->views) store->views->before = body;
  store->views = body;
  measure(*body);
  return body;
}
void freeView(ViewBody* body) noexcept {
  NODECPP_ASSERT(body->refs == 0 && (body->before ? body->before->next : body->store->views) == body, body->refs);
  (body->before ? body->before->next : body->store->views) = body->next;
  if (body->next) body->next->before = body->before;
  dropStore(body->store);
  release(body, sizeof(ViewBody));
}

namespace {

// Releases the store if an exception is thrown before a view owns it.
struct Owned {
  ByteStore* store;
  ~Owned() { dropStore(store); }
  ByteStore* take() { return std::exchange(store, nullptr); }
};

RangeError outsideBuffer(double offset) {
  return RangeError("Start offset " + str(offset) + " is outside the bounds of the buffer");
}

ViewBody* checkedDataView(Owned owned, double given, double givenLength) {
  const ByteStore& store = *owned.store;
  const double offset = wholeOf(given), length = wholeOf(givenLength);
  if (!(offset >= 0 && offset <= greatestInteger)) throw outsideBuffer(given);
  if (store.detached) throwDetached("DataView constructor");
  if (offset > double(store.size)) throw outsideBuffer(given);
  const bool open = givenLength != givenLength;
  const double room = double(store.size) - offset;
  if (NODECPP_FAILS(viewLength, !open && !(length >= 0 && length <= room))) throw RangeError("Invalid DataView length " + str(givenLength));
  return makeView(ElementKind::dataView, owned.take(), std::size_t(offset), std::size_t(open ? room : length),
                  open && store.resizable);
}

}  // namespace

// Error messages contain the arguments as they were given, before any conversion.
ViewBody* makeCheckedView(ElementKind kind, ByteStore* given, double givenOffset, double givenLength) {
  Owned owned{given};
  if (kind == ElementKind::dataView) return checkedDataView(Owned{owned.take()}, givenOffset, givenLength);
  const double offset = wholeOf(givenOffset);
  const bool open = givenLength != givenLength;
  double length = wholeOf(givenLength);
  const ByteStore& store = *owned.store;
  const std::size_t element = kindSize(kind);
  if (!(offset >= 0 && offset <= greatestInteger)) throw outsideBuffer(givenOffset);
  if (std::fmod(offset, double(element)) != 0)
    throw RangeError("start offset of " + str(kindName(kind)) + " should be a multiple of " + str(element));
  if (!open && !(length >= 0 && length <= greatestInteger)) throw invalidLength(givenLength);
  if (store.detached) throwDetached("Construct");
  const double size = double(store.size);
  if (open) {
    if (store.resizable) {
      if (offset > size) throw outsideBuffer(givenOffset);
    } else {
      if (store.size % element != 0)
        throw RangeError("byte length of " + str(kindName(kind)) + " should be a multiple of " + str(element));
      if (offset > size) throw outsideBuffer(givenOffset);
      length = (size - offset) / double(element);
    }
  } else if (NODECPP_FAILS(typedLength, offset + length * double(element) > size)) {
    throw invalidLength(givenLength);
  }
  const bool tracks = open && store.resizable;
  return makeView(kind, owned.take(), std::size_t(offset), tracks ? 0 : std::size_t(length), tracks);
}

ViewBody* makeArray(ElementKind kind, double given) {
  const double length = wholeOf(given);
  if (!(length >= 0 && length <= greatestInteger)) throw invalidLength(given);
  const double bytes = length * double(kindSize(kind));
  if (bytes > greatestInteger) throw RangeError("Array buffer allocation failed");
  return makeView(kind, makeStore(bytes), 0, std::size_t(length), false);
}

bool hasFarElement(const ViewBody* body, std::size_t index) noexcept {
  return !NODECPP_FAILS(typedIndex, index >= body->length);
}

void throwDetached(const char* name) { throw TypeError("Cannot perform " + str(name) + " on a detached ArrayBuffer"); }
void throwDetached(const char* before, const char* name) {
  throw TypeError("Cannot perform " + str(before) + name + " on a detached ArrayBuffer");
}

}  // namespace detail

bool operator==(const ArrayBuffer& a, const ArrayBuffer& b) noexcept {
  if (a.store_ == b.store_) return true;
  return a.store_ && b.store_ && a.store_->data && a.store_->data == b.store_->data && a.store_->size == b.store_->size;
}

void ArrayBuffer::resize(double byteLength) const {
  detail::ByteStore& store = defined();
  if (!store.resizable)
    throw TypeError("Method ArrayBuffer.prototype.resize called on incompatible receiver #<ArrayBuffer>");
  if (store.detached) detail::throwDetached("ArrayBuffer.prototype.resize");
  const double wanted = detail::wholeOf(byteLength);
  if (!(wanted >= 0 && wanted <= double(store.maxSize)))
    throw RangeError("ArrayBuffer.prototype.resize: Invalid length parameter");
  const auto size = std::size_t(wanted);
  // Memory beyond the new size is cleared, because it must be zero if the buffer grows again.
  if (size < store.size) std::memset(store.data + size, 0, store.size - size);
  NODECPP_ASSERT(!store.detached && size <= store.maxSize, size, store.maxSize);
  store.size = size;
  detail::measureAll(store);
}

ArrayBuffer ArrayBuffer::slice(double from, double to) const {
  const detail::ByteStore& store = defined();
  if (store.detached) detail::throwDetached("ArrayBuffer.prototype.slice");
  const auto place = [&](double index) {
    index = detail::wholeOf(index);
    const double size = double(store.size);
    return index < 0 ? std::fmax(0, index + size) : std::fmin(index, size);
  };
  const double start = place(from), end = place(to);
  ArrayBuffer copy(std::fmax(0, end - start));
  if (start < end) std::memcpy(copy.store_->data, store.data + std::size_t(start), std::size_t(end - start));
  return copy;
}

ArrayBuffer ArrayBuffer::moved(const char* name, double byteLength, bool asResizable) const {
  detail::ByteStore& store = defined();
  const String full = "ArrayBuffer.prototype." + str(name);
  const bool resizable = asResizable && store.resizable;
  double size = byteLength != byteLength ? double(store.size) : detail::wholeOf(byteLength);
  if (size > detail::greatestInteger) throw RangeError(full + ": Invalid length parameter");
  if (store.detached) detail::throwDetached("ArrayBuffer.prototype.", name);
  if (size < 0 || (resizable && size > double(store.maxSize))) throw RangeError("Invalid array buffer length");
  ArrayBuffer fresh = of(nullptr);
  // The memory itself is moved when nothing else holds it and it has the wanted size.
  const bool whole = store.block && store.block->refs == 1 && !store.shared && store.data == store.block->bytes();
  if (whole && (resizable || (!store.resizable && size == double(store.size)))) {
    const std::size_t before = store.size, most = store.maxSize;
    detail::Block* block = detail::detach(store);
    fresh = of(detail::makeStoreOver(block, block->bytes(), std::size_t(size)));
    detail::Block::drop(block);
    fresh.store_->maxSize = resizable ? most : std::size_t(size);
    fresh.store_->resizable = resizable;
    if (std::size_t(size) < before) std::memset(block->bytes() + std::size_t(size), 0, before - std::size_t(size));
    return fresh;
  }
  fresh = resizable ? ArrayBuffer(size, {.maxByteLength = double(store.maxSize)}) : ArrayBuffer(size);
  const std::size_t kept = store.size < std::size_t(size) ? store.size : std::size_t(size);
  if (kept) std::memcpy(fresh.store_->data, store.data, kept);
  detail::Block::drop(detail::detach(store));
  return fresh;
}

String ArrayBuffer::toString() const { return store_ ? "[object ArrayBuffer]" : "undefined"; }

}  // namespace nodecpp
