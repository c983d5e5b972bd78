// Reads JSON text straight into a program's structs, and writes structs as JSON text, without building a tree of `var`
// values in between:
//
//   struct Point { double x, y; std::optional<String> name; std::vector<Point> more; };
//   NODECPP_FIELDS(Point, x, y, name, more)
//
//   auto point = JSON::parse<Point>(text);
//   String text = JSON::stringify(point);
//
// A field may be a number, a bool, a String, a var, a struct that has NODECPP_FIELDS, or an optional, a list or a map
// (with String keys) of these types.
#pragma once

#include <nodecpp/fields.h>
#include <nodecpp/var.h>

#include <limits>
#include <optional>

namespace nodecpp {

namespace detail {

// One step of the path to a value in the document, for example `.x` or `[3]`, used in error messages. The steps are
// linked from the innermost to the outermost and live in the stack frames of readJson.
struct JsonStep {
  const JsonStep* outer = nullptr;
  std::string_view name;
  std::size_t index = 0;
};

// Reads a JSON text from its beginning to its end, one value after another. Throws V8's SyntaxError when the text is
// not valid JSON. The text must outlive the reader.
class JsonReader {
 public:
  explicit JsonReader(StringArg text);
  ~JsonReader();
  JsonReader(const JsonReader&) = delete;

  // Each of the following functions reads one value of its type. When the text has a value of another type, the
  // function throws a TypeError such as "points[3].x: expected a number, got a string".
  double number(const JsonStep* step);
  std::int64_t integer(const JsonStep* step, double least, double most);
  std::uint64_t unsignedInteger(const JsonStep* step, double most);
  bool boolean(const JsonStep* step);
  String string(const JsonStep* step);
  var value();
  bool takeNull();
  // To read an array, call beginArray, then moreElements before each element until it returns false. To read an object,
  // call beginObject, then moreMembers until it returns false; after each true, call key(), then read the member's
  // value or skip() it. The view that key() returns is valid until the next key or string is read.
  void beginArray(const JsonStep* step);
  bool moreElements(bool first);
  void beginObject(const JsonStep* step);
  bool moreMembers(bool first);
  std::string_view key();
  void skip();
  void end();

  [[noreturn]] void missing(const JsonStep* step) const;
  // Counts one more level of nesting. Throws a RangeError beyond 1,000 levels: readJson calls itself for each level (a
  // struct may contain itself), so the limit keeps untrusted input from exhausting the C++ stack.
  void enter();
  void leave() { --depth_; }

 private:
  struct Impl;
  [[noreturn]] void bad();
  [[noreturn]] void wrong(const JsonStep* step, const char* expected);
  int next();
  std::string_view stringBytes();
  void take(char c);
  const StringArg text_;
  const char* at_;
  const char* end_;
  std::uint32_t depth_ = 0;
  Impl* impl_;
};

// Collects the JSON text that the stringify of structs writes.
class JsonSink {
 public:
  JsonSink();
  ~JsonSink();
  JsonSink(const JsonSink&) = delete;
  void raw(const char* text, std::size_t size);
  void string(StringArg text);
  void string(const String& text);
  void number(double value);
  // Begins a member: writes a comma unless it is the first one, the name and the colon. Returns the size before, for
  // truncateTo. plainMember is for a name that needs no escapes (Field::isPlain).
  std::size_t member(StringArg name, bool isFirst);
  std::size_t plainMember(const char* name, std::size_t length, bool isFirst);
  void integer(std::int64_t value);
  void unsignedInteger(std::uint64_t value);
  bool value(const var& value);  // false when JavaScript would leave the value out, and nothing was written
  void truncateTo(std::size_t size);
  std::size_t size() const;
  String text() const;

 private:
  void* impl_;
};

template <class T>
inline constexpr bool isOptional = false;
template <class T>
inline constexpr bool isOptional<std::optional<T>> = true;

template <class T>
concept JsonMap = requires(T& map, String key) {
  typename T::mapped_type;
  map[key];
  map.clear();
};
// A list: nodecpp's Array, or a container of C++ that has emplace_back and clear.
template <class T>
concept JsonVector = IsArray<T> || (!JsonMap<T> && !StringClass<T> && requires(T& list) {
  typename T::value_type;
  list.emplace_back();
  list.clear();
});

template <class T>
consteval bool bindsToJson() {
  if constexpr (HasFields<T>)
    return true;
  else if constexpr (isOptional<T> || JsonVector<T>)
    return bindsToJson<typename T::value_type>();
  else if constexpr (JsonMap<T>)
    return bindsToJson<typename T::mapped_type>();
  else
    return false;
}
// A type that JSON::parse<T> can read directly: a struct that has NODECPP_FIELDS, or a list, map or optional of such
// structs.
template <class T>
concept BindsToJson = bindsToJson<T>();

template <class T>
void readJson(JsonReader& in, T& out, const JsonStep* step) {
  if constexpr (std::same_as<T, bool>) {
    out = in.boolean(step);
  } else if constexpr ((std::floating_point<T> || std::same_as<T, num>)) {
    out = static_cast<T>(in.number(step));
  } else if constexpr (std::signed_integral<T>) {
    out = T(in.integer(step, double(std::numeric_limits<T>::min()), double(std::numeric_limits<T>::max())));
  } else if constexpr (std::unsigned_integral<T>) {
    out = T(in.unsignedInteger(step, double(std::numeric_limits<T>::max())));
  } else if constexpr (std::same_as<T, String>) {
    out = in.string(step);
  } else if constexpr (std::same_as<T, var>) {
    out = in.value();
  } else if constexpr (isOptional<T>) {
    if (in.takeNull())
      out = std::nullopt;
    else
      readJson(in, out.emplace(), step);
  } else if constexpr (HasFields<T>) {
    in.enter();
    in.beginObject(step);
    bool seen[fieldCount<T> + 1] = {};  // one element more than there are fields, because a struct may have no fields
    for (bool first = true; in.moreMembers(first); first = false) {
      std::string_view key = in.key();
      bool known = false;
      std::size_t i = 0;
      forEachField<T>([&](const auto& field) {
        if (!known && key.size() == field.nameLength && std::memcmp(key.data(), field.name, key.size()) == 0) {
          known = seen[i] = true;
          const JsonStep inner{step, std::string_view(field.name, field.nameLength)};
          readJson(in, out.*field.member, &inner);
        }
        ++i;
      });
      if (!known) in.skip();
    }
    std::size_t i = 0;
    forEachField<T>([&](const auto& field) {
      using Type = std::remove_cvref_t<decltype(out.*field.member)>;
      if (seen[i++] || isOptional<Type> || std::same_as<Type, var>) return;
      const JsonStep inner{step, std::string_view(field.name, field.nameLength)};
      in.missing(&inner);
    });
    in.leave();
  } else if constexpr (JsonMap<T>) {
    in.enter();
    in.beginObject(step);
    out.clear();
    for (bool first = true; in.moreMembers(first); first = false) {
      String key = String(in.key());
      const JsonStep inner{step, std::string_view(key.data(), key.size())};
      readJson(in, out[key], &inner);
    }
    in.leave();
  } else if constexpr (JsonVector<T>) {
    in.enter();
    in.beginArray(step);
    if constexpr (IsArray<T>)
      out = T();
    else
      out.clear();
    JsonStep inner{step, {}};
    for (bool first = true; in.moreElements(first); first = false, ++inner.index) {
      if constexpr (IsArray<T>) {
        typename T::value_type element{};
        readJson(in, element, &inner);
        out.push(std::move(element));
      } else if constexpr (std::same_as<typename T::value_type, bool>)
        out.push_back(in.boolean(&inner));
      else
        readJson(in, out.emplace_back(), &inner);
    }
    in.leave();
  } else {
    static_assert(HasFields<T>, "a field of this type cannot be read from JSON: give it NODECPP_FIELDS");
  }
}

// Whether writing a T calls no function of the program, as the toJSON of an object in a var. The answer is no for types
// that are nested deeply, as those that contain themselves are.
template <class T, int depth = 0>
consteval bool writesAlone() {
  if constexpr (depth > 6)
    return false;
  else if constexpr (std::is_arithmetic_v<T> || std::same_as<T, num> || std::same_as<T, String>)
    return true;
  else if constexpr (HasFields<T>)
    return std::apply([](const auto&... field) { return (writesAlone<typename std::remove_cvref_t<decltype(field)>::Type, depth + 1>() && ...); },
                      fieldsOf<T>);
  else if constexpr (isOptional<T> || IsArray<T>)
    return writesAlone<typename T::value_type, depth + 1>();
  else
    return false;
}

// Writes `value` to `out`. Returns false when nothing was written because JavaScript would leave the value out: an
// optional without a value, an undefined var, String, Array, Map or Set.
template <class T>
bool writeJson(JsonSink& out, const T& value) {
  if constexpr (std::same_as<T, bool>) {
    out.raw(value ? "true" : "false", value ? 4 : 5);
  } else if constexpr (std::signed_integral<T>) {
    out.integer(value);
  } else if constexpr (std::unsigned_integral<T>) {
    out.unsignedInteger(value);
  } else if constexpr ((std::floating_point<T> || std::same_as<T, num>)) {
    out.number(double(value));
  } else if constexpr (std::same_as<T, var>) {
    return out.value(value);
  } else if constexpr (std::same_as<T, String>) {
    if (value.isNullish() && !value.isNull()) return false;
    value.isNullish() ? out.raw("null", 4) : out.string(value);
  } else if constexpr (StringLike<const T&>) {
    const StringArg text(value);
    if (text.isNullish() && !text.toString().isNull()) return false;
    text.isNullish() ? out.raw("null", 4) : out.string(text);
  } else if constexpr (isOptional<T>) {
    return value.has_value() && writeJson(out, *value);
  } else if constexpr (requires { typename T::NodecppCollection; }) {
    if (!value) return false;
    out.raw("{}", 2);  // a Map or Set has no properties of its own, so JavaScript writes an empty object
  } else if constexpr (HasFields<T> || JsonMap<T>) {
    out.raw("{", 1);
    bool any = false;
    auto member = [&](std::size_t before, const auto& of) {
      if (writeJson(out, of))
        any = true;
      else
        out.truncateTo(before);
    };
    if constexpr (HasFields<T>)
      forEachField<T>([&](const auto& field) {
        const std::size_t before = field.isPlain ? out.plainMember(field.name, field.nameLength, !any)
                                                 : out.member(std::string_view(field.name, field.nameLength), !any);
        member(before, value.*field.member);
      });
    else
      for (const auto& [key, of] : value) member(out.member(key, !any), of);
    out.raw("}", 1);
  } else if constexpr (JsonVector<T>) {
    if constexpr (IsArray<T>)
      if (value.isUndefined()) return false;
    out.raw("[", 1);
    bool any = false;
    using Element = typename T::value_type;
    auto item = [&](const Element* element) {
      if (any) out.raw(",", 1);
      any = true;
      if (!element || !writeJson(out, *element)) out.raw("null", 4);
    };
    if constexpr (IsArray<T> && writesAlone<Element>()) {
      // No function of the program runs meanwhile, which could change the list.
      for (std::size_t i = 0; i < value.size(); ++i) item(ArrayAccess::items(value) + i);
    } else if constexpr (IsArray<T>) {
      // As in JavaScript, elements that are added meanwhile are not written, and those that are removed are null.
      const T held = value;
      for (std::size_t i = 0, size = held.size(); i < size; ++i) {
        if (i >= held.size()) {
          item(nullptr);
        } else {
          const Element element = ArrayAccess::items(held)[i];
          item(&element);
        }
      }
    } else {
      for (const auto& element : value) item(&element);
    }
    out.raw("]", 1);
  } else {
    static_assert(HasFields<T>, "a field of this type cannot be written as JSON: give it NODECPP_FIELDS");
  }
  return true;
}

}  // namespace detail

namespace JSON {

// Parses `text` into a new T. Throws V8's SyntaxError when the text is not valid JSON, and a TypeError when a member is
// missing or has another type; the message names the path to the member: "points[3].x: expected a number, got a
// string". Members of the JSON object for which T has no field are skipped. An optional or `var` field may be missing.
template <detail::BindsToJson T>
T parse(StringArg text) {
  T out = T();
  detail::JsonReader in(text);
  detail::readJson(in, out, nullptr);
  in.end();
  return out;
}

// Returns the JSON text of `value`. An optional field without a value is left out.
template <detail::BindsToJson T>
String stringify(const T& value) {
  detail::JsonSink out;
  return detail::writeJson(out, value) ? out.text() : String(undefined);
}

}  // namespace JSON
}  // namespace nodecpp
