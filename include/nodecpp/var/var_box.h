// How a var refers to a value that it does not convert, such as a Map, a Set, an Error or a BigInt: in a counted box,
// and the functions of var that need the whole class: how it is made of lists and structs, spread and keys in a var.
// Programs include nodecpp/var.h.
#pragma once

#include <nodecpp/iterator.h>
#include <nodecpp/traits.h>
#include <nodecpp/var.h>

namespace nodecpp {

class Error;
template <class K, class V>
class Map;  // write #include <nodecpp/map.h>
template <class T>
class Set;  // write #include <nodecpp/set.h>
// Returns a property of an Error in a var: name, message, code, stack or a property of the program's own.
var nodecppProperty(const Error& error, StringArg key);
// Return a property of a typed array, a DataView or an ArrayBuffer in a var other than its elements: `length` and
// similar properties, and the functions.
var nodecppProperty(const detail::ViewBase& view, StringArg key);
var nodecppProperty(const ArrayBuffer& buffer, StringArg key);

namespace detail {

// The functions of strings for a RegExp that a var holds. Only programs that put a RegExp into a var link the
// definitions.
struct VarPattern {
  Array<String> (*split)(const String& text, const void* pattern, std::size_t limit);
  String (*replace)(const String& text, const void* pattern, const var& with, bool all);
  var (*get)(const void* pattern, StringArg key);
};
extern const VarPattern regExpInVar;

struct VarCloning;
// How structuredClone copies a T in a var; specialised in nodecpp/var/var_cloning.h.
template <class T>
struct CloningOf {
  static constexpr const VarCloning* value = nullptr;
};

struct VarBigInt;

// How a promise of some type is awaited in a var.
struct VarPromise {
  PromiseState* (*state)(const void* promise);
  var (*value)(PromiseState* fulfilled);
};

// What the runtime knows about one type of boxed values.
struct VarBoxType {
  void (*describe)(util::Value& out, const void* value);
  var (*get)(const void* value, StringArg key);
  bool (*same)(const void* a, const void* b);
  String (*text)(const void* value);
  // `view` returns a value that is a typed array or a DataView, and `bytes` one that is an ArrayBuffer. Both return
  // null for values of other types.
  const ViewBase* (*view)(const void* value);
  const ArrayBuffer* (*bytes)(const void* value);
  // The functions of typed arrays: `element` reads an existing element, `put` writes an element, and `over` makes an
  // array over `view` and takes over the reference to `view`.
  var (*element)(const void* value, std::size_t index);
  void (*put)(const void* value, std::size_t index, const var& to);
  var (*over)(ViewBody* view);
  Iterator<var> (*iterate)(const void* value);  // null for types that for-of does not accept
  const VarPattern* pattern;                    // how strings use a RegExp as a pattern; null for other types
  // Returns a number that is equal for equal values, for the hash of a key: an address, or a less specific number.
  std::uint64_t (*hash)(const void* value);
  const VarCloning* cloning;  // null for types that cannot be cloned
  const VarBigInt* bigInt;  // how BigInts are calculated with; null for other types
  const VarPromise* promise;  // how a promise is awaited; null for other types
};
// What the operators of a var do with BigInts.
struct VarBigInt {
  // Returns a op b. `operation` is the operator's first character, or 'p' for **.
  var (*calculate)(char operation, const void* a, const void* b);
  // Compares a BigInt with another, with a number, or with a text, which is unordered when it is no BigInt.
  std::partial_ordering (*order)(const void* a, const var& b);
  var (*of)(double value);
  String (*digits)(const void* a, double radix);
};
struct VarBox {
  std::uint32_t refs;
  std::uint32_t place;  // the place on the cycle collector's list
  const VarBoxType* type;
  void (*destroy)(VarBox* box) noexcept;
};
template <class T>
struct VarBoxOf : VarBox {
  T value;

  static void drop(VarBox* box) noexcept {
    auto* gone = static_cast<VarBoxOf*>(box);
    removeFromCollector(gone, gone->place);
    gone->~VarBoxOf();
    release(gone, sizeof(VarBoxOf));
  }
  static constexpr TracedType traced{
      [](void* box) noexcept { return &static_cast<VarBoxOf*>(box)->refs; },
      [](void* box, Tracer& tracer) { tracer.copy(std::as_const(static_cast<VarBoxOf*>(box)->value)); },
      [](void* box) noexcept {
        if (--static_cast<VarBoxOf*>(box)->refs == 0) drop(static_cast<VarBoxOf*>(box));
      },
      [](void* box, std::uint32_t place) noexcept { static_cast<VarBoxOf*>(box)->place = place; }};
};
inline const void* boxedValue(const VarBox* box) noexcept { return box + 1; }

template <class T>
const T& unboxed(const void* value) noexcept {
  return *static_cast<const T*>(value);
}
// A class of errors. A var keeps its errors as Error, which knows their class.
template <class T>
concept KeepsClass = !std::same_as<T, typename T::NodecppBoxed> &&
                     requires(const typename T::NodecppBoxed& kept) { kept.template as<T>(); };

// Whether a T can be converted to a var, including the elements of lists.
template <class T>
consteval bool becomesVar() {
  if constexpr (VarList<T> && !Boxed<T>)
    return becomesVar<typename T::value_type>();
  else if constexpr (requires(const T& pair) { pair.first, pair.second; })
    return becomesVar<decltype(T::first)>() && becomesVar<decltype(T::second)>();
  else
    return std::constructible_from<var, const T&>;
}
// Whether an element of an iterator can be converted to a var. An entry becomes the array [key, value].
template <class E>
consteval bool elementBecomesVar() {
  if constexpr (requires(const E& entry) { entry.index, entry.value; })
    return becomesVar<decltype(E::value)>();
  else
    return becomesVar<E>();
}
template <class E>
var elementVar(const E& element) {
  if constexpr (requires { element.index, element.value; })
    return var::array({var(element.index), var(element.value)});
  else if constexpr (requires { element.first, element.second; })
    return var::array({var(element.first), var(element.second)});
  else
    return var(element);
}
template <class I>
Iterator<var> varIterator(const I& iterator) {
  return Iterator<var>::made(
      [](auto& from, auto&& give) {
        return IteratorAccess::pull(from, [&](const auto& element) { give(elementVar(element)); });
      },
      iterator);
}
template <class T>
consteval bool iteratesAsVar() {
  if constexpr (requires(const T& value) { iteratorOver(value).next().done; })
    return elementBecomesVar<typename decltype(iteratorOver(std::declval<const T&>()))::Element>();
  else
    return false;
}
template <class T>
consteval auto varIteration() -> Iterator<var> (*)(const void*) {
  if constexpr (iteratesAsVar<T>())
    return [](const void* value) { return varIterator(iteratorOver(unboxed<T>(value))); };
  else
    return nullptr;
}
// Returns how for-of iterates over an object of class T behind a handle; null when the class is not iterable.
template <class T>
consteval auto varObjectIteration() -> Iterator<var> (*)(Object*) {
  if constexpr (requires(const Handle<T>& object) { requires iteratesAsVar<Handle<T>>(); })
    return [](Object* object) { return varIterator(static_cast<T*>(object)->symbolIterator()); };
  else
    return nullptr;
}
// An object behind a handle that tells its primitive value.
template <class T>
concept TellsPrimitive = requires(T& object, const String& hint) { var(object.symbolToPrimitive(hint)); };
template <class T>
concept TellsValue = requires(T& object) { var(object.valueOf()); };
template <class T>
concept TellsText = requires(T& object) { var(object.toString()); };
template <class T>
consteval auto varPrimitive() -> var (*)(Object*, const String&) {
  if constexpr (TellsPrimitive<T> || TellsValue<T> || TellsText<T>)
    return [](Object* of, const String& hint) -> var {
      T& object = *static_cast<T*>(of);
      if constexpr (TellsPrimitive<T>) return var(object.symbolToPrimitive(hint));
      if constexpr (TellsText<T>)
        if (!TellsValue<T> || hint == "string") return var(object.toString());
      if constexpr (TellsValue<T>)
        if (!TellsText<T> || hint != "string") return var(object.valueOf());
      return var();
    };
  else
    return nullptr;
}
// Returns the properties next and return of an iterator in a var.
var iteratorProperty(const Iterator<var>& iterator, StringArg key);

template <class T>
var calculated(char operation, const T& a, const T& b) {
  switch (operation) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return a / b;
    case '%': return a % b;
    case '&': return a & b;
    case '|': return a | b;
    case '^': return a ^ b;
    case '<': return a << b;
    case '>': return a >> b;
    default: return pow(a, b);
  }
}
template <class T>
std::partial_ordering orderOfBigInt(const T& a, const var& b) {
  if (b.is<T>()) return a <=> b.as<T>();
  if (!b.isString()) return a <=> b.toNumber();
  T number;
  try {
    number = T(b.text());
  } catch (const SyntaxError&) {
    return std::partial_ordering::unordered;
  }
  return a <=> number;
}
template <class T>
inline constexpr VarBigInt bigIntInVar{
    [](char operation, const void* a, const void* b) { return calculated(operation, unboxed<T>(a), unboxed<T>(b)); },
    [](const void* a, const var& b) { return orderOfBigInt(unboxed<T>(a), b); },
    [](double value) { return var(T(value)); },
    [](const void* a, double radix) { return unboxed<T>(a).toString(radix); }};

[[noreturn]] void throwNoVarValue();
template <class P>
inline constexpr VarPromise promiseInVar{
    [](const void* promise) -> PromiseState* { return unboxed<P>(promise).stateOrNull(); },
    []([[maybe_unused]] PromiseState* fulfilled) -> var {
      using T = typename P::Value;
      if constexpr (std::is_void_v<T>)
        return undefined;
      else if constexpr (becomesVar<T>())
        return var(P::fulfilledValue(fulfilled));
      else
        throwNoVarValue();
    }};

template <class T>
inline constexpr VarBoxType varBoxType{
    [](util::Value& out, const void* value) {
      if (&describeInto<T>) describeInto<T>(out, unboxed<T>(value));
    },
    [](const void* value, [[maybe_unused]] StringArg key) -> var {
      if constexpr (requires(const T& of) { nodecppProperty(of, key); })
        return nodecppProperty(unboxed<T>(value), key);
      else if constexpr (requires { typename T::NodecppRegExp; })
        return regExpInVar.get(value, key);
      else if constexpr (requires(const T& of) { of.size(); })
        return key == StringArg("size") ? var(unboxed<T>(value).size()) : var();
      else if constexpr (iteratesAsVar<T>() && requires(const T& of) { of.next(); })
        return iteratorProperty(varIterator(unboxed<T>(value)), key);
      else
        return undefined;
    },
    [](const void* a, const void* b) -> bool { return unboxed<T>(a) == unboxed<T>(b); },
    [](const void* value) -> String {
      if constexpr (requires(const T& of) { of.toString(); })
        return unboxed<T>(value).toString();
      else
        return "[object Object]";
    },
    []([[maybe_unused]] const void* value) -> const ViewBase* {
      if constexpr (detail::DerivedFrom<T, ViewBase>)
        return &unboxed<T>(value);
      else
        return nullptr;
    },
    []([[maybe_unused]] const void* value) -> const ArrayBuffer* {
      if constexpr (std::same_as<T, ArrayBuffer>)
        return &unboxed<T>(value);
      else
        return nullptr;
    },
    []([[maybe_unused]] const void* value, [[maybe_unused]] std::size_t index) -> var {
      if constexpr (requires(const T& array) { array.elementForVar(index); })
        return unboxed<T>(value).elementForVar(index);
      else
        return undefined;
    },
    []([[maybe_unused]] const void* value, [[maybe_unused]] std::size_t index, [[maybe_unused]] const var& to) {
      if constexpr (requires(const T& array) { array.putForVar(index, to); }) unboxed<T>(value).putForVar(index, to);
    },
    []([[maybe_unused]] ViewBody* view) -> var {
      if constexpr (detail::DerivedFrom<T, ViewBase>)
        return T::of(view);
      else
        return undefined;
    },
    varIteration<T>(),
    [] {
      const VarPattern* pattern = nullptr;
      if constexpr (requires { typename T::NodecppRegExp; }) pattern = &regExpInVar;
      return pattern;
    }(),
    [](const void* value) -> std::uint64_t {
      if constexpr (requires(const T& of) { of.identity(); })
        return reinterpret_cast<std::uintptr_t>(unboxed<T>(value).identity());
      else if constexpr (requires { typename T::NodecppBigInt; })
        return unboxed<T>(value).toUint64();
      else if constexpr (detail::DerivedFrom<T, Error>)
        return reinterpret_cast<std::uintptr_t>(unboxed<T>(value).operator->());
      else
        return 0;
    },
    CloningOf<T>::value,
    [] {
      const VarBigInt* bigInt = nullptr;
      if constexpr (requires { typename T::NodecppBigInt; }) bigInt = &bigIntInVar<T>;
      return bigInt;
    }(),
    [] {
      const VarPromise* promise = nullptr;
      if constexpr (requires { typename T::IsPromise; }) promise = &promiseInVar<T>;
      return promise;
    }()};

// The types of arrays of BigInts, by which a received message makes a var of such an array. A program that has such
// arrays in vars enters the types here, so that other programs need not link BigInt.
extern const VarBoxType* bigArrayTypes[2];
template <class T>
inline const bool bigArrayIsKnown = [] {
  if constexpr (requires { typename T::NodecppBigElements; })
    bigArrayTypes[std::is_signed_v<typename T::NodecppBigElements> ? 0 : 1] = &varBoxType<T>;
  return true;
}();

// A type that the program stores in vars. Its number is the same in all runs of a program, because recordings contain
// it.
struct CloneType {
  explicit CloneType(const VarBoxType* of) noexcept;
  const VarBoxType* type;
  std::uint32_t number;
  const CloneType* next;
};
template <class T>
inline const CloneType cloneType{&varBoxType<T>};

}  // namespace detail

template <class T>
  requires detail::Boxed<T>
var::var(const T& value) {
  using Kept = typename T::NodecppBoxed;
  using Box = detail::VarBoxOf<Kept>;
  static_assert(alignof(Kept) <= alignof(detail::VarBox), "it stands right behind what a var knows of it");
  become(tagUndefined);
  static_cast<void>(&detail::bigArrayIsKnown<Kept>);
  if constexpr (detail::CloningOf<Kept>::value != nullptr) static_cast<void>(&detail::cloneType<Kept>);
  if constexpr (requires { value.identity(); }) {
    if (!value.identity()) return;
  } else if constexpr (detail::DerivedFrom<T, Error>) {
    if (value.isNull()) become(tagNull);
    if (!value) return;
  }
  auto* box = ::new (detail::allocate(sizeof(Box))) Box{{1, 0, &detail::varBoxType<Kept>, &Box::drop}, value};
  if constexpr (detail::mayRefer<Kept>) box->place = detail::enroll(box, Box::traced);
  become(tagBox, reinterpret_cast<std::uintptr_t>(static_cast<detail::VarBox*>(box)));
}
template <detail::Boxed T>
bool var::is() const noexcept {
  static_cast<void>(&detail::bigArrayIsKnown<typename T::NodecppBoxed>);
  if (tail_.tag != tagBox || inBox()->type != &detail::varBoxType<typename T::NodecppBoxed>) return false;
  if constexpr (detail::KeepsClass<T>)
    return detail::unboxed<typename T::NodecppBoxed>(detail::boxedValue(inBox())).template is<T>();
  return true;
}
template <detail::Boxed T>
T var::as() const {
  if (!is<T>()) detail::throwWrongVarType(*this);
  if constexpr (detail::KeepsClass<T>)
    return detail::unboxed<typename T::NodecppBoxed>(detail::boxedValue(inBox())).template as<T>();
  else
    return detail::unboxed<T>(detail::boxedValue(inBox()));
}

template <detail::VarList T>
  requires(!detail::Boxed<T>)
var::var(const T& list) {
  using Element = typename T::value_type;
  become(tagUndefined);
  // An Array of pairs is JavaScript's list of [key, value], also when the keys are strings.
  if constexpr (!detail::IsArray<T> && requires(const Element& e) {
                  requires detail::StringLike<decltype(e.first)>;
                  e.second;
                }) {
    *this = object();
    for (const auto& [key, value] : list) set(key, var(value));
  } else {
    if constexpr (detail::IsArray<T>)
      if (list.isUndefined()) return;
    *this = array();
    for (const auto& element : list) append(var(static_cast<const Element&>(element)));
  }
}
template <detail::VarOptional T>
var::var(const T& value) : var() {
  if (value.has_value()) *this = var(*value);
}
template <detail::HasFields T>
var::var(const T& value) : var(object()) {
  detail::forEachField<T>(
      [&](const auto& field) { set(std::string_view(field.name, field.nameLength), var(value.*field.member)); });
}

template <detail::IsVar K>
var var::get(const K& key) const {
  return (*this)[key];
}
template <detail::VarKey K>
var var::maybe(const K& key) const {
  return isNullish() ? var() : var((*this)[key]);
}
template <class... T>
  requires(detail::IsSpread<T> || ...)
std::ptrdiff_t var::push(T&&... elements) const {
  for (const var& each : detail::spreadOut<var>(std::forward<T>(elements)...)) push(each);
  return push();
}
}  // namespace nodecpp

#include <nodecpp/var/var_cloning.h>
