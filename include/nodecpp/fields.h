// A plain struct's fields by name: what JSON's binding and native modules read and write structs by.
//
//   struct Point { double x, y; };
//   NODECPP_FIELDS(Point, x, y)
//
// The line stands in the struct's own namespace (or as a friend inside it, with `friend` before it). A field whose name
// in JavaScript is another is listed by a function instead:
//
//   constexpr auto nodecppFields(const Point*) { return std::tuple(nodecpp::Field("class", &Point::kind)); }
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace nodecpp {

// `name` is a literal.
template <class Struct, class T>
struct Field {
  using Type = T;
  const char* name;
  T Struct::* member;
  std::size_t nameLength;
  template <std::size_t N>
  constexpr Field(const char (&name)[N], T Struct::* member) : name(name), member(member), nameLength(N - 1) {}
};

namespace detail {

// A struct that says which fields it has.
template <class T>
concept HasFields = requires(const T* of) { nodecppFields(of); };

template <HasFields T>
inline constexpr auto fieldsOf = nodecppFields(static_cast<const T*>(nullptr));

template <HasFields T>
inline constexpr std::size_t fieldCount = std::tuple_size_v<std::remove_cvref_t<decltype(fieldsOf<T>)>>;

// f(field) for each, in the order they are listed.
template <HasFields T, class F>
constexpr void forEachField(F&& f) {
  std::apply([&](const auto&... field) { (f(field), ...); }, fieldsOf<T>);
}

// A field from another one. An optional one that has no value is a property that is not there.
template <class T, class S>
void assignField(T& to, const S& from) {
  if constexpr (requires { from.has_value(); *from; }) {
    if constexpr (std::is_assignable_v<T&, decltype(*from)>)
      if (from.has_value()) to = *from;
  } else if constexpr (std::is_assignable_v<T&, const S&>) {
    to = from;
  }
}

// Object::assign: the fields of `target` from a struct's, or a var's properties, of the same names. What cannot be
// converted is no field to it.
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
}  // namespace nodecpp

// As many rescans as 64 fields need, and more.
#define NODECPP_FIELDS_SCAN(...) NODECPP_FIELDS_SCAN1(NODECPP_FIELDS_SCAN1(NODECPP_FIELDS_SCAN1(__VA_ARGS__)))
#define NODECPP_FIELDS_SCAN1(...) NODECPP_FIELDS_SCAN2(NODECPP_FIELDS_SCAN2(NODECPP_FIELDS_SCAN2(__VA_ARGS__)))
#define NODECPP_FIELDS_SCAN2(...) NODECPP_FIELDS_SCAN3(NODECPP_FIELDS_SCAN3(NODECPP_FIELDS_SCAN3(__VA_ARGS__)))
#define NODECPP_FIELDS_SCAN3(...) NODECPP_FIELDS_SCAN4(NODECPP_FIELDS_SCAN4(NODECPP_FIELDS_SCAN4(__VA_ARGS__)))
#define NODECPP_FIELDS_SCAN4(...) __VA_ARGS__
#define NODECPP_FIELDS_OPEN ()
#define NODECPP_FIELDS_NEXT(Type, first, ...) \
  ::nodecpp::Field(#first, &Type::first) __VA_OPT__(, NODECPP_FIELDS_AGAIN NODECPP_FIELDS_OPEN(Type, __VA_ARGS__))
#define NODECPP_FIELDS_AGAIN() NODECPP_FIELDS_NEXT

#define NODECPP_FIELDS(Type, ...)                                                                 \
  constexpr auto nodecppFields [[maybe_unused]] (const Type*) {                                   \
    return ::std::tuple(__VA_OPT__(NODECPP_FIELDS_SCAN(NODECPP_FIELDS_NEXT(Type, __VA_ARGS__)))); \
  }
