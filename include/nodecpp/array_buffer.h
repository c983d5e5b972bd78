// ArrayBuffer: bytes that typed arrays, DataViews and Buffers look at. A reference, as in JavaScript: a copy is the same
// ArrayBuffer. A default-made one is undefined.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/ArrayBuffer
#pragma once

#include <nodecpp/string.h>

namespace nodecpp {

class ArrayBuffer;
class DataView;
class Buffer;

namespace detail {

// The types of elements, in the order of the names in src/typed_arrays/views.cpp. A DataView is one of them here.
enum class ElementKind : unsigned char {
  int8,
  uint8,
  uint8Clamped,
  int16,
  uint16,
  int32,
  uint32,
  float16,
  float32,
  float64,
  bigInt64,
  bigUint64,
  dataView,
};
[[nodiscard]] const char* kindName(ElementKind kind) noexcept;
[[nodiscard]] std::size_t kindSize(ElementKind kind) noexcept;

struct ViewBody;

// The bytes behind an ArrayBuffer. They never move: one that may grow has all of its memory from the beginning. So a view
// keeps their address, and is told when their number changes.
struct ByteStore {
  std::uint32_t refs;
  bool resizable;
  bool detached;
  char* data;
  std::size_t size;
  std::size_t maxSize;
  Block* block;  // what keeps the bytes; null for none, and for memory that threads share
  void* shared;  // what keeps those
  void (*dropShared)(void* memory) noexcept;
  ViewBody* views;  // all there are
  std::uint32_t met;  // its number while a clone is made, and one; 0 at other times
};
// Zero-filled. RangeErrors, as new ArrayBuffer's. One reference belongs to the caller.
[[nodiscard]] ByteStore* makeStore(double size);
[[nodiscard]] ByteStore* makeStore(double size, double maxSize);
// Over bytes of `block`, which it retains.
[[nodiscard]] ByteStore* makeStoreOver(Block* block, char* data, std::size_t size);
// Over memory that threads share, of which it takes over one reference.
[[nodiscard]] ByteStore* makeSharedStore(char* data, std::size_t size, void* memory, void (*drop)(void* memory) noexcept);
void freeStore(ByteStore* store) noexcept;
inline void dropStore(ByteStore* store) noexcept {
  if (store && --store->refs == 0) freeStore(store);
}
// Takes the bytes from the store, which is detached then: those views have no elements any more. The block, with one
// reference, which holds `size` bytes; null for none.
[[nodiscard]] Block* detach(ByteStore& store) noexcept;

// What the copies of one typed array or DataView share.
struct ViewBody {
  std::uint32_t refs;
  ElementKind kind;
  bool tracks;   // as many elements as the buffer has room for, whatever becomes of it
  bool outside;  // the buffer is detached, or has become too small
  std::size_t limit;   // so many elements are read and written at once; none of those that threads share
  std::size_t length;  // elements; of a DataView bytes
  std::size_t byteOffset;
  std::size_t given;  // the length that it was made with
  ByteStore* store;
  ViewBody* next;
  ViewBody* before;
  std::uint32_t met;  // as the store's
};
// Of arrays of each kind that are empty without a buffer so far, and of undefined ones. They are not counted.
inline constexpr std::size_t standIns = std::size_t(ElementKind::dataView) + 1;
extern ViewBody standInViews[standIns];
inline ViewBody* emptyView(ElementKind kind) noexcept { return &standInViews[std::size_t(kind)]; }
inline ViewBody* undefinedView() noexcept { return &standInViews[standIns - 1]; }
inline bool isStandIn(const ViewBody* body) noexcept {
  return reinterpret_cast<std::uintptr_t>(body) - reinterpret_cast<std::uintptr_t>(&standInViews[0]) < sizeof standInViews;
}
// A view of the store, of which it takes over one reference. The bounds are checked.
[[nodiscard]] ViewBody* makeView(ElementKind kind, ByteStore* store, std::size_t byteOffset, std::size_t length, bool tracks);
// The same by what a program gives; `length` is NaN where it gives none. RangeErrors and TypeErrors, as the constructors of
// typed arrays have them.
[[nodiscard]] ViewBody* makeCheckedView(ElementKind kind, ByteStore* store, double byteOffset, double length);
// Of so many elements, all zero, over bytes of its own.
[[nodiscard]] ViewBody* makeArray(ElementKind kind, double length);
void freeView(ViewBody* body) noexcept;
// Whether the view has an element there, also one beyond its limit.
[[gnu::pure, gnu::cold]] bool hasFarElement(const ViewBody* body, std::size_t index) noexcept;

// "Cannot perform NAME on a detached ArrayBuffer", a TypeError.
[[noreturn]] void throwDetached(const char* name);
[[noreturn]] void throwDetached(const char* before, const char* name);

// JavaScript's ToIntegerOrInfinity.
[[nodiscard]] inline double wholeOf(double value) noexcept { return value != value ? 0 : __builtin_trunc(value); }

// A length that was given: NaN, which stands for none, is 0.
[[nodiscard]] inline double givenLength(double length) noexcept { return length == length ? length : 0; }

struct ViewAccess;

// A typed array or a DataView, of any kind.
class ViewBase {
 public:
  using NodecppLeaf = void;  // see nodecpp/trace.h
  // Undefined.
  ViewBase() noexcept : body_(undefinedView()), data_(nullptr) {}
  // An array that is empty gets a body now, so that both are the same one.
  ViewBase(const ViewBase& other) : body_(isStandIn(other.body_) ? other.own() : other.body_), data_(other.data_) {
    if (!isStandIn(body_)) detail::countHolder(body_->refs);
  }
  ViewBase(ViewBase&& other) noexcept
      : body_(std::exchange(other.body_, other.isUndefined() ? undefinedView() : emptyView(other.body_->kind))), data_(std::exchange(other.data_, nullptr)) {}
  ~ViewBase() { drop(); }
  ViewBase& operator=(const ViewBase& other) {
    ViewBase copy(other);
    swap(copy);
    return *this;
  }
  ViewBase& operator=(ViewBase&& other) noexcept {
    ViewBase taken(std::move(other));
    swap(taken);
    return *this;
  }

  // Whether it is JavaScript's undefined, whose use is a TypeError.
  bool isUndefined() const noexcept { return body_ == undefinedView(); }
  explicit operator bool() const noexcept { return !isUndefined(); }

 protected:
  friend struct ViewAccess;

  explicit ViewBase(ViewBody* owned) noexcept : body_(owned), data_(owned->store ? owned->store->data + owned->byteOffset : nullptr) {}
  // The body, made where there is only a stand-in for it; undefined's as it is.
  ViewBody* own() const {
    if (isStandIn(body_) && !isUndefined()) body_ = makeArray(body_->kind, 0);
    return body_;
  }
  const ViewBody& defined() const {
    if (body_ == undefinedView()) [[unlikely]]
      throwUndefined();
    return *body_;
  }
  // Whether both are the same view; of stand-ins, whether they are one variable.
  bool same(const ViewBase& other) const noexcept { return body_ == other.body_ && (!isStandIn(body_) || isUndefined() || this == &other); }
  void swap(ViewBase& other) noexcept {
    std::swap(body_, other.body_);
    std::swap(data_, other.data_);
  }
  void drop() noexcept {
    if (!isStandIn(body_) && --body_->refs == 0) freeView(body_);
  }

  mutable ViewBody* body_;
  mutable char* data_;
};

// For the runtime.
struct ViewAccess {
  static ViewBody* body(const ViewBase& view) noexcept { return view.body_; }
  static char* data(const ViewBase& view) noexcept { return view.data_; }
};
[[nodiscard]] inline bool isBigView(ElementKind kind) noexcept { return kind == ElementKind::bigInt64 || kind == ElementKind::bigUint64; }
// An element of a typed array of any kind, which is there: as a number, or of BigInts as its digits.
[[nodiscard]] double numberIn(const ViewBase& view, std::size_t index) noexcept;
[[nodiscard]] String digitsIn(const ViewBase& view, std::size_t index);
// view[index] = value; nothing where there is no element, and in an array of BigInts.
void putNumber(const ViewBase& view, std::size_t index, double value) noexcept;

}  // namespace detail

struct ArrayBufferOptions {
  double maxByteLength;
};

class ArrayBuffer {
 public:
  using NodecppLeaf = void;  // see nodecpp/trace.h
  using NodecppBoxed = ArrayBuffer;

  ArrayBuffer() noexcept = default;
  // Zero-filled. A RangeError for a negative length, and where there is no memory for it.
  explicit ArrayBuffer(double byteLength) : store_(detail::makeStore(byteLength)) {}
  // One that can be resized, up to `maxByteLength`: ArrayBuffer(8, {.maxByteLength = 16}).
  ArrayBuffer(double byteLength, ArrayBufferOptions options) : store_(detail::makeStore(byteLength, options.maxByteLength)) {}
  ArrayBuffer(const ArrayBuffer& other) noexcept : store_(other.store_) {
    if (store_) detail::countHolder(store_->refs);
  }
  ArrayBuffer(ArrayBuffer&& other) noexcept : store_(std::exchange(other.store_, nullptr)) {}
  ArrayBuffer& operator=(ArrayBuffer other) noexcept {
    std::swap(store_, other.store_);
    return *this;
  }
  ~ArrayBuffer() { detail::dropStore(store_); }

  static ArrayBuffer undefined() noexcept { return {}; }
  bool isUndefined() const noexcept { return !store_; }
  explicit operator bool() const noexcept { return store_ != nullptr; }
  // Whether both are the same bytes.
  friend bool operator==(const ArrayBuffer& a, const ArrayBuffer& b) noexcept;

  // Whether it is a typed array, a DataView or a Buffer.
  template <class T>
  static constexpr bool isView(const T& value) {
    if constexpr (requires { value.isBuffer(); })
      return value.isView();  // a var
    else
      return std::derived_from<T, detail::ViewBase> || requires { T::isBuffer(value); };
  }

  // 0 when detached.
  std::ptrdiff_t byteLength() const { return std::ptrdiff_t(defined().size); }
  std::ptrdiff_t maxByteLength() const { return std::ptrdiff_t(defined().maxSize); }
  bool resizable() const { return defined().resizable; }
  bool detached() const { return defined().detached; }
  // A TypeError of what cannot be resized, a RangeError beyond maxByteLength. What is added is zero.
  void resize(double byteLength) const;
  // A copy of the bytes from `from` up to `to`, which may count from the end. A TypeError when detached, here and below.
  ArrayBuffer slice(double from = 0, double to = __builtin_inf()) const;
  // A new one that has the bytes, which this one and its views have lost: as long as this one, or as told. It can be
  // resized if this one can, or not.
  ArrayBuffer transfer() const { return moved("transfer", __builtin_nan(""), true); }
  ArrayBuffer transfer(double byteLength) const { return moved("transfer", detail::wholeOf(byteLength), true); }
  ArrayBuffer transferToFixedLength() const { return moved("transferToFixedLength", __builtin_nan(""), false); }
  ArrayBuffer transferToFixedLength(double byteLength) const { return moved("transferToFixedLength", detail::wholeOf(byteLength), false); }

  String toString() const;
  friend String str(const ArrayBuffer& buffer) { return buffer.toString(); }
  const void* identity() const noexcept { return store_; }
  // For the runtime. `of` takes over a reference.
  static ArrayBuffer of(detail::ByteStore* owned) noexcept {
    ArrayBuffer out;
    out.store_ = owned;
    return out;
  }
  detail::ByteStore* store() const noexcept { return store_; }

 private:
  detail::ByteStore& defined() const {
    if (NODECPP_FAILS(nullArrayBuffer, !store_)) [[unlikely]]
      detail::throwUndefined();
    return *store_;
  }
  ArrayBuffer moved(const char* name, double byteLength, bool asResizable) const;

  detail::ByteStore* store_ = nullptr;
};

namespace detail {
// One more reference to the store.
inline ByteStore* shareStore(ByteStore* store) noexcept {
  detail::countHolder(store->refs);
  return store;
}
inline ByteStore* storeOf(const ArrayBuffer& buffer) {
  if (!buffer) throwUndefined();
  return shareStore(buffer.store());
}
}  // namespace detail

}  // namespace nodecpp
