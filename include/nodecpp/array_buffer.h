// ArrayBuffer: JavaScript's block of bytes, which typed arrays, DataViews and Buffers are views of. An ArrayBuffer is a
// reference, as in JavaScript: a copy refers to the same bytes. A default-made ArrayBuffer is undefined.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/ArrayBuffer
#pragma once

#include <nodecpp/string.h>
#include <nodecpp/traits.h>

namespace nodecpp {

class ArrayBuffer;
class DataView;
class Buffer;

namespace detail {

// The types of elements, in the order of the names in src/base/bytes/typed_array_views.cpp. A DataView counts as a type
// of its own.
enum class ElementKind : unsigned char {
  int8, uint8, uint8Clamped, int16, uint16, int32, uint32, float16, float32, float64, bigInt64, bigUint64, dataView,
};
[[nodiscard]] const char* kindName(ElementKind kind) noexcept;
[[nodiscard]] std::size_t kindSize(ElementKind kind) noexcept;

struct ViewBody;

// The bytes of an ArrayBuffer. The bytes never move, because a resizable store allocates its maximum size at the
// beginning. A view can therefore keep their address. Views are notified when the number of bytes changes.
struct ByteStore {
  std::uint32_t refs;
  bool resizable;
  bool detached;
  char* data;
  std::size_t size;
  std::size_t maxSize;
  Block* block;  // the counted block that holds the bytes; null for an empty store and for memory that threads share
  void* shared;  // the memory that threads share, or null
  void (*dropShared)(void* memory) noexcept;
  ViewBody* views;  // the list of all views of this store
  std::uint32_t met;  // while a clone is made: the store's number in it plus one; 0 at other times
};
// Returns a new store filled with zeros. The caller owns its one reference. Throws a RangeError, as JavaScript's new
// ArrayBuffer does, for a bad size and when there is not enough memory.
[[nodiscard]] ByteStore* makeStore(double size);
[[nodiscard]] ByteStore* makeStore(double size, double maxSize);
// Returns a store over bytes inside of `block`, to which it adds a reference.
[[nodiscard]] ByteStore* makeStoreOver(Block* block, char* data, std::size_t size);
// Returns a store over memory that threads share. The store takes over one reference to the memory.
[[nodiscard]] ByteStore* makeSharedStore(char* data, std::size_t size, void* memory, void (*drop)(void* memory) noexcept);
void freeStore(ByteStore* store) noexcept;
inline void dropStore(ByteStore* store) noexcept {
  if (store && --store->refs == 0) freeStore(store);
}
// Takes the bytes away from the store, which is detached afterwards, so that its views have no elements. Returns the
// block of `size` bytes with one reference, or null when the store had no block.
[[nodiscard]] Block* detach(ByteStore& store) noexcept;

// The data that all copies of one typed array or DataView share.
struct ViewBody {
  std::uint32_t refs;
  ElementKind kind;
  bool tracks;   // the length follows the size of a resizable buffer
  bool outside;  // the buffer is detached, or has become too small for this view
  std::size_t limit;   // elements below this index are accessed directly; 0 for memory that threads share
  std::size_t length;  // the number of elements; for a DataView the number of bytes
  std::size_t byteOffset;
  std::size_t given;  // the length that the program gave when it made the view
  ByteStore* store;
  ViewBody* next;
  ViewBody* before;
  std::uint32_t met;  // the same number as ByteStore::met, for a view
};
// Shared stand-ins, not counted: one for each kind of array that is empty and has no buffer yet, and one for undefined.
inline constexpr std::size_t viewKinds = std::size_t(ElementKind::dataView) + 1;
extern ViewBody undefinedViews[viewKinds];
inline ViewBody* emptyView(ElementKind kind) noexcept { return &undefinedViews[std::size_t(kind)]; }
inline ViewBody* undefinedView() noexcept { return &undefinedViews[viewKinds - 1]; }
inline bool isUndefinedView(const ViewBody* body) noexcept {
  return reinterpret_cast<std::uintptr_t>(body) - reinterpret_cast<std::uintptr_t>(&undefinedViews[0]) < sizeof undefinedViews;
}
// Makes a view of the store and takes over one reference to the store. The caller has checked the bounds.
[[nodiscard]] ViewBody* makeView(ElementKind kind, ByteStore* store, std::size_t byteOffset, std::size_t length, bool tracks);
// Makes a view with the bounds that a program gave, where a length of NaN stands for a missing length. Throws the
// RangeErrors and TypeErrors that ECMAScript prescribes for the constructors of typed arrays.
[[nodiscard]] ViewBody* makeCheckedView(ElementKind kind, ByteStore* store, double byteOffset, double length);
// Makes an array of `length` zeros over bytes of its own.
[[nodiscard]] ViewBody* makeArray(ElementKind kind, double length);
void freeView(ViewBody* body) noexcept;
// Returns whether the view has an element at `index`, including elements that `limit` excludes from direct access.
[[gnu::pure, gnu::cold]] bool hasFarElement(const ViewBody* body, std::size_t index) noexcept;

// Throws the TypeError "Cannot perform NAME on a detached ArrayBuffer".
[[noreturn]] void throwDetached(const char* name);
[[noreturn]] void throwDetached(const char* before, const char* name);

// JavaScript's ToIntegerOrInfinity: cuts off the fraction; NaN becomes 0.
[[nodiscard]] inline double wholeOf(double value) noexcept { return value != value ? 0 : __builtin_trunc(value); }

// Returns a length that the program passed explicitly. NaN means 0 then, while internally NaN stands for a missing
// length.
[[nodiscard]] inline double givenLength(double length) noexcept { return length == length ? length : 0; }

struct ViewAccess;

// A typed array or a DataView of any kind.
class ViewBase {
 public:
  using NodecppLeaf = void;  // the cycle collector does not search values of this type (nodecpp/trace.h)
  // A default-made typed array or DataView is undefined.
  ViewBase() noexcept : body_(undefinedView()), data_(nullptr) {}
  // Copying an array that has only a stand-in gives it a real body first, so that both refer to the same array.
  ViewBase(const ViewBase& other) : body_(isUndefinedView(other.body_) ? other.own() : other.body_), data_(other.data_) {
    if (!isUndefinedView(body_)) detail::countHolder(body_->refs);
  }
  ViewBase(ViewBase&& other) noexcept
      : body_(detail::exchange(other.body_, other.isUndefined() ? undefinedView() : emptyView(other.body_->kind))), data_(detail::exchange(other.data_, nullptr)) {}
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

  // Whether the view is JavaScript's undefined, any use of which throws a TypeError.
  bool isUndefined() const noexcept { return body_ == undefinedView(); }
  explicit operator bool() const noexcept { return !isUndefined(); }

 protected:
  friend struct ViewAccess;

  explicit ViewBase(ViewBody* owned) noexcept : body_(owned), data_(owned->store ? owned->store->data + owned->byteOffset : nullptr) {}
  // Returns the body, and makes one first when there is only a stand-in. The stand-in of undefined is returned as it
  // is.
  ViewBody* own() const {
    if (isUndefinedView(body_) && !isUndefined()) body_ = makeArray(body_->kind, 0);
    return body_;
  }
  const ViewBody& defined() const {
    if (body_ == undefinedView()) [[unlikely]]
      throwUndefined();
    return *body_;
  }
  // Whether both are the same view. Two arrays that are represented by a stand-in are the same only when they are the
  // same variable.
  bool same(const ViewBase& other) const noexcept {
    return body_ == other.body_ && (!isUndefinedView(body_) || isUndefined() || this == &other);
  }
  void swap(ViewBase& other) noexcept {
    std::swap(body_, other.body_);
    std::swap(data_, other.data_);
  }
  void drop() noexcept {
    if (!isUndefinedView(body_) && --body_->refs == 0) freeView(body_);
  }

  mutable ViewBody* body_;
  mutable char* data_;
};

// For the runtime: access to the members of a view.
struct ViewAccess {
  static ViewBody* body(const ViewBase& view) noexcept { return view.body_; }
  static char* data(const ViewBase& view) noexcept { return view.data_; }
};
[[nodiscard]] inline bool isBigView(ElementKind kind) noexcept { return kind == ElementKind::bigInt64 || kind == ElementKind::bigUint64; }
// Return an existing element of a typed array of any kind: as a number, or, for arrays of BigInts, as its decimal
// digits.
[[nodiscard]] double numberIn(const ViewBase& view, std::size_t index) noexcept;
[[nodiscard]] String digitsIn(const ViewBase& view, std::size_t index);
// Implements view[index] = value. Does nothing when there is no such element, and for arrays of BigInts.
void putNumber(const ViewBase& view, std::size_t index, double value) noexcept;

}  // namespace detail

struct ArrayBufferOptions {
  double maxByteLength;
};

class ArrayBuffer {
 public:
  using NodecppLeaf = void;  // the cycle collector does not search values of this type (nodecpp/trace.h)
  using NodecppBoxed = ArrayBuffer;

  ArrayBuffer() noexcept = default;
  // Makes an ArrayBuffer of `byteLength` zeros. Throws a RangeError for a negative length and when there is not enough
  // memory.
  explicit ArrayBuffer(double byteLength) : store_(detail::makeStore(byteLength)) {}
  // Makes an ArrayBuffer that can be resized up to `maxByteLength`: ArrayBuffer(8, {.maxByteLength = 16}).
  ArrayBuffer(double byteLength, ArrayBufferOptions options) : store_(detail::makeStore(byteLength, options.maxByteLength)) {}
  ArrayBuffer(const ArrayBuffer& other) noexcept : store_(other.store_) {
    if (store_) detail::countHolder(store_->refs);
  }
  ArrayBuffer(ArrayBuffer&& other) noexcept : store_(detail::exchange(other.store_, nullptr)) {}
  ArrayBuffer& operator=(ArrayBuffer other) noexcept {
    std::swap(store_, other.store_);
    return *this;
  }
  ~ArrayBuffer() { detail::dropStore(store_); }

  static ArrayBuffer undefined() noexcept { return {}; }
  bool isUndefined() const noexcept { return !store_; }
  explicit operator bool() const noexcept { return store_ != nullptr; }
  // Two ArrayBuffers are equal when they refer to the same bytes.
  friend bool operator==(const ArrayBuffer& a, const ArrayBuffer& b) noexcept;

  // Returns whether the value is a typed array, a DataView or a Buffer.
  template <class T>
  static constexpr bool isView(const T& value) {
    if constexpr (requires { value.isBuffer(); })
      return value.isView();  // the value is a var
    else
      return detail::DerivedFrom<T, detail::ViewBase> || requires { T::isBuffer(value); };
  }

  // byteLength, maxByteLength, resizable and detached follow JavaScript's getters. The length of a detached ArrayBuffer
  // is 0, and it stays resizable.
  std::ptrdiff_t byteLength() const { return std::ptrdiff_t(defined().size); }
  std::ptrdiff_t maxByteLength() const { return std::ptrdiff_t(defined().maxSize); }
  bool resizable() const { return defined().resizable; }
  bool detached() const { return defined().detached; }
  // Changes the length; added bytes are zeros. Throws a TypeError when the ArrayBuffer cannot be resized or is
  // detached, and a RangeError beyond maxByteLength.
  void resize(double byteLength) const;
  // Returns a copy of the bytes from `from` up to `to`, which may count from the end. Throws a TypeError when the
  // ArrayBuffer is detached, as the functions below do.
  ArrayBuffer slice(double from = 0, double to = __builtin_inf()) const;
  // transfer and transferToFixedLength move the bytes to a new ArrayBuffer and detach this one, so that its views have
  // no elements. The new ArrayBuffer has the same length or the given length. The result of transfer is resizable when
  // this ArrayBuffer is; the result of transferToFixedLength never is.
  ArrayBuffer transfer() const { return moved("transfer", __builtin_nan(""), true); }
  ArrayBuffer transfer(double byteLength) const { return moved("transfer", detail::wholeOf(byteLength), true); }
  ArrayBuffer transferToFixedLength() const { return moved("transferToFixedLength", __builtin_nan(""), false); }
  ArrayBuffer transferToFixedLength(double byteLength) const { return moved("transferToFixedLength", detail::wholeOf(byteLength), false); }

  String toString() const;
  friend String str(const ArrayBuffer& buffer) { return buffer.toString(); }
  const void* identity() const noexcept { return store_; }
  // For the runtime: makes an ArrayBuffer of a store and takes over one reference to the store.
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
// Adds a reference to the store and returns the store.
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
