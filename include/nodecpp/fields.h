// Declares the fields of a plain struct by name. JSON and native modules use the declaration to read and write structs.
//
//   struct Point { double x, y; };
//   NODECPP_FIELDS(Point, x, y)
//
// The line is written in the namespace of the struct (or inside of the struct, with `friend` in front of it). A field
// with another name in JavaScript is declared by a function instead:
//
//   constexpr auto nodecppFields(const Point*) { return std::tuple(nodecpp::Field("class", &Point::kind)); }
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace nodecpp {

// One field of a struct. `name` must be a string literal.
template <class Struct, class T>
struct Field {
  using Type = T;
  const char* name;
  T Struct::* member;
  std::size_t nameLength;
  bool isPlain = true;  // whether the name is a text of letters, digits and underscores, which JSON writes without escapes
  template <std::size_t N>
  constexpr Field(const char (&name)[N], T Struct::* member) : name(name), member(member), nameLength(N - 1) {
    for (const char* c = name; c != name + nameLength; ++c)
      if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') || *c == '_')) isPlain = false;
  }
};

namespace detail {

// A struct that declares its fields.
template <class T>
concept HasFields = requires(const T* of) { nodecppFields(of); };

template <HasFields T>
inline constexpr auto fieldsOf = nodecppFields(static_cast<const T*>(nullptr));

template <HasFields T>
inline constexpr std::size_t fieldCount = std::tuple_size_v<std::remove_cvref_t<decltype(fieldsOf<T>)>>;

// Calls f(field) for each field, in the order of the declaration.
template <HasFields T, class F>
constexpr void forEachField(F&& f) {
  std::apply([&](const auto&... field) { (f(field), ...); }, fieldsOf<T>);
}

// Assigns one field from another. An optional without a value counts as a missing property, so nothing is assigned.
template <class T, class S>
void assignField(T& to, const S& from) {
  if constexpr (requires { from.has_value(); *from; }) {
    if constexpr (std::is_assignable_v<T&, decltype(*from)>)
      if (from.has_value()) to = *from;
  } else if constexpr (std::is_assignable_v<T&, const S&>) {
    to = from;
  }
}

// Called with the address of `known` for each class whose fields are named, so that a class of errors is known to the
// library (nodecpp/error_class.h).
template <class T>
struct NamedFields {
  static constexpr const bool* known = nullptr;
};
// Tells the visitor the fields of an error. An optional without a value is a missing property.
template <HasFields T, class V>
void visitErrorFields(const T& of, V& visitor) {
  forEachField<T>([&](const auto& field) {
    const auto& member = of.*(field.member);
    if constexpr (requires { member.has_value(); *member; }) {
      if (member.has_value()) visitErrorField(visitor, field.name, *member);
    } else {
      visitErrorField(visitor, field.name, member);
    }
  });
}

// Object::assign to a struct: assigns the fields of `target` from the fields of a struct, or the properties of a var,
// with the same names. A field whose type cannot be converted is left unchanged.
template <class T, class S>
void assignFields(T& target, const S& source) {
  forEachField<T>([&](const auto& to) {
    auto& field = target.*(to.member);
    using Type = std::remove_cvref_t<decltype(field)>;
    if constexpr (HasFields<S>) {
      forEachField<S>([&](const auto& from) {
        if (from.nameLength == to.nameLength && __builtin_memcmp(from.name, to.name, to.nameLength) == 0)
          assignField(field, source.*(from.member));
      });
    } else if constexpr (requires { static_cast<Type>(source.get(to.name)); }) {
      if (source.hasOwn(to.name)) field = static_cast<Type>(source.get(to.name));
    }
  });
}

}  // namespace detail

namespace util {

// Gives a util::Inspector the properties of a class with NODECPP_FIELDS. An optional without a value is a missing
// property.
template <detail::HasFields T, class I>
void describeFields(const T& value, I& out) {
  detail::forEachField<T>([&](const auto& field) {
    const auto& member = value.*(field.member);
    if constexpr (requires { member.has_value(); *member; }) {
      if (member.has_value()) out.property(field.name, *member);
    } else {
      out.property(field.name, member);
    }
  });
}

}  // namespace util
}  // namespace nodecpp

// Each NODECPP_FIELDS_SCAN macro makes the preprocessor scan its argument again, often enough for more than 64 fields.
#define NODECPP_FIELDS_SCAN(...) NODECPP_FIELDS_SCAN1(NODECPP_FIELDS_SCAN1(NODECPP_FIELDS_SCAN1(__VA_ARGS__)))
#define NODECPP_FIELDS_SCAN1(...) NODECPP_FIELDS_SCAN2(NODECPP_FIELDS_SCAN2(NODECPP_FIELDS_SCAN2(__VA_ARGS__)))
#define NODECPP_FIELDS_SCAN2(...) NODECPP_FIELDS_SCAN3(NODECPP_FIELDS_SCAN3(NODECPP_FIELDS_SCAN3(__VA_ARGS__)))
#define NODECPP_FIELDS_SCAN3(...) NODECPP_FIELDS_SCAN4(NODECPP_FIELDS_SCAN4(NODECPP_FIELDS_SCAN4(__VA_ARGS__)))
#define NODECPP_FIELDS_SCAN4(...) __VA_ARGS__
#define NODECPP_FIELDS_OPEN ()
#define NODECPP_FIELDS_NEXT(Type, first, ...) \
  ::nodecpp::Field(#first, &Type::first) __VA_OPT__(, NODECPP_FIELDS_AGAIN NODECPP_FIELDS_OPEN(Type, __VA_ARGS__))
#define NODECPP_FIELDS_AGAIN() NODECPP_FIELDS_NEXT

#define NODECPP_FIELDS_OF(Type, ...) \
  ::std::tuple(__VA_OPT__(NODECPP_FIELDS_SCAN(NODECPP_FIELDS_NEXT(Type, __VA_ARGS__))))

#undef NODECPP_FIELDS  // the message of nodecpp/missing_include.h
#define NODECPP_FIELDS(Type, ...)                                     \
  constexpr auto nodecppFields [[maybe_unused]] (const Type*) {       \
    static_cast<void>(::nodecpp::detail::NamedFields<Type>::known);   \
    return NODECPP_FIELDS_OF(Type, __VA_ARGS__);                      \
  }
// The same for the library's own headers that most programs include: nothing is compiled where the fields are not used.
#define NODECPP_FIELDS_WHEN_USED(Type, ...)          \
  template <class Used = Type>                       \
  constexpr auto nodecppFields(const Type*) {        \
    return NODECPP_FIELDS_OF(Used, __VA_ARGS__);     \
  }
