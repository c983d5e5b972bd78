// Concepts for the types that convert to a var. Programs include nodecpp/var.h.
#pragma once

#include <nodecpp/fields.h>
#include <nodecpp/let.h>
#include <nodecpp/object.h>
#include <nodecpp/traits.h>

namespace nodecpp {

#define NODECPP_NO_BRACES "braces are neither an array nor an object: write var::array({1, 2}) or var::object({{\"key\", value}})"

class var;
class Symbol;  // write #include <nodecpp/symbol.h>
template <class T>
class Iterator;

namespace util {
class Inspector;
class Value;
}

namespace detail {

class TreeBuilder;
struct VarParts;
struct PromiseState;
struct VarBox;
struct VarFunction;
struct VarCall;

// What a var knows about the class of an object behind a handle.
struct VarClass {
  void (*describe)(util::Value& out, Object* object);
  var (*toJSON)(Object* object, const String& key);  // null for a class without toJSON() or toJSON(key)
  Iterator<var> (*iterate)(Object* object);  // null for a class without symbolIterator()
  var (*clone)(Object* object);  // null for a class without structuredCloned(), whose objects structuredClone refuses
  // JavaScript's ToPrimitive, with the hint "string", "number" or "default"; null for a class without symbolToPrimitive(hint),
  // valueOf() and toString().
  var (*primitive)(Object* object, const String& hint);
};

// Returns how an object of class T behind a handle is converted to a primitive value; null when its class does not say it.
// Defined in nodecpp/var/var_box.h.
template <class T>
consteval auto varPrimitive() -> var (*)(Object*, const String&);

// The promise that a var holds, and how its value is read.
struct VarPromiseRef {
  PromiseState* state = nullptr;
  var (*read)(PromiseState*) = nullptr;
};

template <class T>
concept VarHandle = requires(const T& v) {
  typename T::ObjectType;
  requires nodecpp::detail::DerivedFrom<typename T::ObjectType, Object>;
  { v.get() } -> nodecpp::detail::ConvertsTo<Object*>;
};
template <class T>
concept IsVar = nodecpp::detail::DerivedFrom<std::remove_cvref_t<T>, var>;
// For the type T of a parameter T&&: whether the argument is a temporary, such as the result of v[key] or of an operator,
// which the function may use up.
template <class T>
concept IsUsedUp = IsVar<T> && !std::is_reference_v<T> && !std::is_const_v<T>;
template <class T>
concept VarNumber = Arithmetic<T> && !std::same_as<T, bool> && !std::same_as<T, char>;
template <class K>
concept VarKey = IsVar<K> || VarNumber<K>;
template <class T>
concept VarPair = requires(const T& value) { []<class A, class B>(const std::pair<A, B>&) {}(value); };
// A variable that closures share, perThread<int> and its like.
template <class T>
concept VarVariable = !StringLike<const T&> && (isLet<T> || NumberVariable<T>);
// Fields by name: headers, process::env.
template <class T>
concept VarEntries = !IsVar<T> && !VarHandle<T> && !requires { typename T::NodecppBoxed; } &&
                     requires(const T& value) { value.entries()[0].first; };
template <class T>
concept OwnVar = requires(const T& value) { value.template inVar<var>(); };
// A type with a conversion to a var of its own, such as a RegExp match and its groups, or with one of those below.
template <class T>
concept BecomesVar = OwnVar<T> || VarPair<T> || VarVariable<T> || VarEntries<T>;
// A pair becomes the array [first, second], a variable its value, and fields by name an object.
template <class V, class T>
V inVar(const T& value) {
  if constexpr (OwnVar<T>) {
    return value.template inVar<V>();
  } else if constexpr (VarPair<T>) {
    return V::array({V(value.first), V(value.second)});
  } else if constexpr (VarVariable<T>) {
    return V(value.value());
  } else {
    V out = V::object();
    for (const auto& [key, each] : value.entries()) out.set(key, V(each));
    return out;
  }
}
// A list or another container of values that convert to a var.
template <class T>
concept VarList = !BecomesVar<T> && !StringClass<T> && !IsVar<T> && !std::is_array_v<T> && !VarHandle<T> && requires(const T& v) {
  typename T::value_type;
  v.begin();
  v.end();
  requires !std::same_as<typename T::value_type, T>;
};
template <class T>
concept VarOptional = !IsVar<T> && requires(const T& v) {
  { v.has_value() } -> std::same_as<bool>;
  *v;
};

// HasCallOperator finds out whether a class can be called, also with overloaded or generic call operators: the address
// of operator() becomes ambiguous when a class derives from both T and HasCall.
struct HasCall {
  void operator()();
};
template <class T>
struct OrHasCall : T, HasCall {};
template <class T>
concept HasCallOperator = std::is_class_v<T> && requires { sizeof(T); } && !std::is_final_v<T> && !requires { &OrHasCall<T>::operator(); };
template <class T>
concept VarCallable = !IsVar<T> && !isLet<std::remove_cvref_t<T>> && !VarHandle<std::remove_cvref_t<T>> &&
                      (HasCallOperator<std::remove_cvref_t<T>> ||
                       std::is_function_v<std::remove_pointer_t<std::decay_t<T>>>);

// A type that a var refers to without conversion (a Map, a Set, an Error, a BigInt) declares NodecppBoxed, the type
// that is stored in the box: the type itself or its base.
template <class T>
concept Boxed = requires { typename T::NodecppBoxed; };

[[noreturn]] void throwNoFunction(StringArg name);
[[noreturn]] void throwWrongVarType(const var& value);
// Returns what Node's errors say of an argument of a wrong type after "Received".
String receivedText(const var& value);

}  // namespace detail

}  // namespace nodecpp
