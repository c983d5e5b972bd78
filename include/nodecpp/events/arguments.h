// How the arguments of an event are passed to a listener, whose parameters may have other types. Programs use
// nodecpp/events.h.
#pragma once

#include <nodecpp/error.h>
#include <nodecpp/object.h>
#include <nodecpp/traits.h>

#include <new>

namespace nodecpp {

class EventEmitterObject;

namespace detail {

// What an argument of an event is for a listener whose parameter has another type. The functions are null for a type that
// never has such a value, and return false or null for a value that has none.
struct ArgType {
  TypeId id;
  bool (*isMissing)(const void* value);  // whether it is undefined or null
  bool (*number)(const void* value, double& out);
  bool (*text)(const void* value, String& out);
  Object* (*object)(const void* value);
  // Constructs a value of the wanted type in `room`.
  bool (*become)(const void* value, TypeId wanted, void* room);
};
template <class T>
inline const T& argument(const void* value) noexcept {
  return *static_cast<const T*>(value);
}
// Constructs in `room` what a var holds, when it is of the wanted type.
template <class V>
bool becomeHeld(const V& value, TypeId wanted, void* room) {
  using Bytes = decltype(value.buffer());
  using Time = std::remove_const_t<decltype(value.date())>;
  if (wanted == &typeIdOf<Bytes> && value.isBuffer())
    ::new (room) Bytes(value.buffer());
  else if (wanted == &typeIdOf<Time> && value.isDate())
    ::new (room) Time(value.date());
  else if (wanted == &typeIdOf<Error> && value.template is<Error>())
    ::new (room) Error(value.template as<Error>());
  else
    return false;
  return true;
}
template <class T>
inline constexpr ArgType argTypeOf = [] {
  ArgType type{&typeIdOf<T>, nullptr, nullptr, nullptr, nullptr, nullptr};
  if constexpr (Arithmetic<T>) {
    type.number = [](const void* value, double& out) { return out = double(argument<T>(value)), true; };
  } else if constexpr (std::is_null_pointer_v<T> || std::same_as<T, Undefined>) {
    type.isMissing = [](const void*) { return true; };
  } else if constexpr (std::same_as<T, String>) {
    type.text = [](const void* value, String& out) { return out = argument<String>(value), true; };
  } else if constexpr (requires { typename T::ObjectType; }) {
    if constexpr (requires(const T& value) { static_cast<Object*>(value.get()); })
      type.object = [](const void* value) { return static_cast<Object*>(argument<T>(value).get()); };
  } else if constexpr (requires(const T& value) { value.isString(), value.isNumber(), value.toNumber(), value.toString(); }) {
    // A value whose type is known only now: a var, a Lookup, a Chunk.
    type.isMissing = [](const void* value) { return argument<T>(value) == nullptr; };
    type.number = [](const void* value, double& out) {
      const T& dynamic = argument<T>(value);
      bool isNumber = dynamic.isNumber();
      if constexpr (requires { dynamic.isBoolean(); }) isNumber = isNumber || dynamic.isBoolean();
      if (isNumber) out = dynamic.toNumber();
      return isNumber;
    };
    type.text = [](const void* value, String& out) {
      const T& dynamic = argument<T>(value);
      if constexpr (requires { dynamic.isUndefined(), dynamic.isNull(); })
        if (dynamic == nullptr) return out = dynamic.isNull() ? String(nullptr) : String(), true;
      return dynamic.isString() && (out = dynamic.toString(), true);
    };
    if constexpr (requires(const T& value) { value.becomeArgument(TypeId(), nullptr); })
      type.become = [](const void* value, TypeId wanted, void* room) { return argument<T>(value).becomeArgument(wanted, room); };
    if constexpr (requires { typename T::NodecppVar; }) {
      type.object = [](const void* value) { return argument<T>(value).template handle<Handle<Object>>().get(); };
      type.become = [](const void* value, TypeId wanted, void* room) { return becomeHeld(argument<T>(value), wanted, room); };
    }
  }
  return type;
}();

template <class... A>
inline constexpr const ArgType* argTypesOf[sizeof...(A) + 1] = {&argTypeOf<A>..., nullptr};

// One emission of an event: its arguments and their types.
struct Emission {
  EventEmitterObject* emitter;
  const ArgType* const* types;
  void* const* values;
  std::size_t count;
  const String* name = nullptr;  // the event's name; set only when the emitter captures rejections
};

[[noreturn]] void throwListenerMismatch(std::size_t index);

template <class A>
struct EventArgument {
  A* made;
  ~EventArgument() { made->~A(); }
};

// Constructs an A in `room` and returns it, or returns null when the value is no A.
template <class A>
A* becomeArgument(const ArgType& type, const void* value, void* room) {
  return type.become && type.become(value, &typeIdOf<A>, room) ? std::launder(reinterpret_cast<A*>(room)) : nullptr;
}

// Calls take() with the value as an A or as one of the others, when it is one.
template <class A, class... More>
bool becomesEither(const ArgType& type, const void* value, const auto& take) {
  alignas(A) unsigned char room[sizeof(A)];
  if (A* made = becomeArgument<A>(type, value, room)) {
    const EventArgument<A> gone{made};
    return take(*made), true;
  }
  if constexpr (sizeof...(More) > 0) return becomesEither<More...>(type, value, take);
  return false;
}

// Makes a var of an argument of another type. Returns false for the types that only the emitting program could convert,
// such as a list.
template <class V>
bool becomeVar(const ArgType& type, const void* value, V& out) {
  using Bytes = decltype(out.buffer());
  using Time = std::remove_const_t<decltype(out.date())>;
  double number = 0;
  String text;
  if (type.id == &typeIdOf<bool>)
    out = V(argument<bool>(value));
  else if (type.id == &typeIdOf<std::nullptr_t>)
    out = V(nullptr);
  else if (type.id == &typeIdOf<Undefined>)
    out = V();
  else if (type.id == &typeIdOf<Error>)
    out = V(argument<Error>(value));
  else if (type.id == &typeIdOf<Lookup>)
    out = V(argument<Lookup>(value));
  else if (type.id == &typeIdOf<Bytes>)
    out = V(argument<Bytes>(value));
  else if (type.id == &typeIdOf<Time>)
    out = V(argument<Time>(value));
  else if (type.number && type.number(value, number))
    out = V(number);
  else if (type.text && type.text(value, text))
    out = V(text);
  else if (type.object)
    out = V(Handle<Object>(type.object(value)));
  else if (type.isMissing && type.isMissing(value))
    out = V(nullptr);
  else
    return becomesEither<V, Bytes>(type, value, [&](auto& made) { out = V(std::move(made)); });
  return true;
}

// Converts argument `index` to an A, for a listener whose parameters have other types than the emitted arguments.
// Throws a TypeError when the conversion is not possible.
template <class A>
A convertArg(const Emission& emission, std::size_t index) {
  if (index >= emission.count) {
    if constexpr (std::default_initializable<A>) return A{};  // a missing argument is undefined
  } else {
    const ArgType& type = *emission.types[index];
    void* value = emission.values[index];
    if (type.id == &typeIdOf<A>) return *static_cast<A*>(value);
    [[maybe_unused]] double number = 0;
    [[maybe_unused]] String text;
    if constexpr (requires { typename A::NodecppVar; }) {
      A made;
      if (becomeVar(type, value, made)) return made;
    } else if constexpr (Arithmetic<A>) {
      if (type.number && type.number(value, number)) return static_cast<A>(number);
    } else if constexpr (std::constructible_from<A, String> && std::is_class_v<A>) {
      if (type.text && type.text(value, text)) return A(text);
      if constexpr (requires { typename A::NodecppLookup; })
        if (type.number && type.number(value, number)) return A(number);
    } else if constexpr (requires { typename A::ObjectType; }) {
      if (Object* object = type.object ? type.object(value) : nullptr)
        if (auto* wanted = dynamic_cast<typename A::ObjectType*>(object)) return A(wanted);
    }
    if constexpr (std::is_class_v<A> && std::move_constructible<A>) {
      alignas(A) unsigned char room[sizeof(A)];
      if (A* made = becomeArgument<A>(type, value, room)) {
        const EventArgument<A> gone{made};
        return std::move(*made);
      }
    }
    if constexpr (std::default_initializable<A>)
      if (type.isMissing && type.isMissing(value)) return A{};
  }
  throwListenerMismatch(index);
}

}  // namespace detail
}  // namespace nodecpp
