// Access to the inside of a var for the runtime. The arrays and objects themselves are declared in
// include/nodecpp/var/var_parts.h.
#pragma once

#include <nodecpp/var.h>
#include <nodecpp/var/var_function.h>

#include <vector>

namespace nodecpp::detail {

// Presents three words, which are the bytes of a var, as a var. The var is never destroyed, because these words do not
// own a reference.
class Seen {
 public:
  Seen(std::uint64_t a, std::uint64_t b, std::uint64_t c) noexcept {
    const std::uint64_t words[] = {a, b, c};
    std::memcpy(bytes_, words, sizeof bytes_);
  }
  const var& operator*() const noexcept { return *std::launder(reinterpret_cast<const var*>(bytes_)); }
  const var* operator->() const noexcept { return &**this; }

 private:
  alignas(var) char bytes_[sizeof(var)] = {};
};

// Access to the members of a var for callers that have checked its kind.
struct VarParts {
  static const String& string(const var& of) noexcept { return of.string_; }
  static double number(const var& of) noexcept { return of.number_; }
  static bool boolean(const var& of) noexcept { return of.boolean_; }
  static bool refers(const var& of) noexcept { return of.refers(); }
  static bool isHole(const var& of) noexcept { return of.tail_.tag == var::tagHole; }
  static void makeHole(var* place) noexcept { ::new (static_cast<void*>(place)) var(), place->become(var::tagHole); }
  // Turns `place` into a hole and returns its former value, so that the caller decides when that value is destroyed.
  static var leaveHole(var& place) noexcept {
    var gone(std::move(place));
    place.become(var::tagHole);
    return gone;
  }
  static bool isAccessor(const var& of) noexcept { return of.tail_.tag == var::tagAccessor; }
  static VarAccessor* accessor(const var& of) noexcept { return of.accessor_; }
  static VarFunction* function(const var& of) noexcept { return of.isFunction() ? static_cast<VarFunction*>(of.object_) : nullptr; }
  // Returns the object that holds the named properties of an array (those beside its elements), or undefined when the
  // array has none.
  static var named(const var& array) noexcept {
    if (!array.isArray() || !array.array_->hasNamed) return undefined;
    detail::countHolder(array.array_->named->refs);
    return var::ofObject(array.array_->named);
  }
  static var makeNamed(const var& array) {
    if (array.array_->hasNamed) return named(array);
    array.array_->named = VarObject::make(nullptr, 0);
    array.array_->hasNamed = true;
    return named(array);
  }
  static void moveNamedProperties(const var& array, const var& object) noexcept {
    array.array_->named = object.object_;
    array.array_->hasNamed = true;
    detail::countHolder(object.object_->refs);
  }
  static VarObject* object(const var& of) noexcept { return of.isObject() || of.isFunction() ? of.object_ : nullptr; }
  static VarSymbol* symbol(const var& of) noexcept { return of.symbol_; }
  static VarBox* box(const var& of) noexcept { return of.box_; }
  // Whether for-of iterates over `of` by an iterator in C++: a generator, a Map, an object behind a handle.
  static bool iterates(const var& of) noexcept {
    return of.tail_.tag == var::tagBox ? of.inBox()->type->iterate != nullptr : of.isHandle() && of.objectClass()->iterate;
  }
  static var ofAccessor(VarAccessor* fresh) noexcept {
    var out;
    out.become(var::tagAccessor, reinterpret_cast<std::uintptr_t>(fresh));
    return out;
  }
  static var ofSymbol(VarSymbol* fresh) noexcept {
    var out;
    out.become(var::tagSymbol, reinterpret_cast<std::uintptr_t>(fresh));
    return out;
  }
  static var::Kind kind(const var& of) noexcept { return of.kind(); }
};

struct VarAccessor {
  std::uint32_t refs = 1;
  var get, set;  // The getter and the setter: functions, or undefined.
};

// Takes an array or object off the list of the collector of circles. Called before the array or object is freed.
void removeFromCollector(VarObject* object) noexcept;
void removeFromCollector(VarArray* array) noexcept;

// Returns the texts of the array's elements joined by the separator. An array that contains itself contributes "", as
// in JavaScript.
String joinedText(const VarArray* array, StringArg separator);

// Throw a TypeError with V8's message: a property cannot be added, or cannot be deleted.
[[noreturn]] void throwNotExtensible(StringArg key);
[[noreturn]] void throwUndeletable(const var& of, StringArg key);

// Returns a property that every function has (`prototype`, `name` or `length`), or undefined.
var functionProperty(const var& function, StringArg key);

// Whether the symbol was made by Symbol.for().
bool isRegistered(const VarSymbol& symbol) noexcept;

// The first byte of a Symbol's key. No text begins with this byte, so a Symbol's key never equals a string key.
inline constexpr char symbolMark = '\xff';
inline bool isSymbolKey(const StringArg& key) noexcept { return !key.empty() && key.data()[0] == symbolMark; }
// Returns the function v[Symbol.iterator] of a value of the language or the runtime over which for-of iterates, if that is
// what `key` names.
var iteratorFunction(const var& of, StringArg key);

// Returns twice the capacity, or `wanted` if that is more. Throws a RangeError when `wanted` exceeds the largest
// possible array.
std::uint32_t doubled(std::uint32_t capacity, std::size_t wanted);
// Moves a row of trivially relocatable values into a larger allocation.
template <class T>
void moveRow(T*& row, std::uint32_t count, std::uint32_t from, std::uint32_t to) {
  T* fresh = static_cast<T*>(allocate(sizeof(T) * to));
  if (row) {
    std::memcpy(static_cast<void*>(fresh), static_cast<const void*>(row), sizeof(T) * count);
    release(row, sizeof(T) * from);
  }
  row = fresh;
}

// The slots of an object in the order in which JavaScript enumerates its string keys: array indices first. Holes,
// symbols and properties that are not enumerable are left out.
class SlotOrder {
 public:
  explicit SlotOrder(const VarObject& object);
  std::uint32_t size() const noexcept { return size_; }
  std::uint32_t operator[](std::uint32_t i) const noexcept { return isSorted_ ? sorted_[i] : i; }

 private:
  std::uint32_t size_;
  bool isSorted_ = false;
  std::vector<std::uint32_t> sorted_;
};

}  // namespace nodecpp::detail
