// Describes a module's exports as TypeScript declarations. It needs no part of Node.js, since the build calls it in the
// module.
#pragma once

#include <nodecpp/native/native_types.h>
#include <nodecpp/traits.h>

#include <string>
#include <string_view>

namespace nodecpp::native::detail {

class Types {
 public:
  Types& operator<<(std::string_view text) {
    *to_ += text;
    return *this;
  }
  // Declares an interface once and writes its name. `body` writes the lines of the declaration.
  template <class Body>
  void interface(const void* key, std::string_view name, Body&& body) {
    if (begin(key, name)) {
      std::string text;
      std::string* before = nodecpp::detail::exchange(to_, &text);
      body();
      to_ = before;
      end(key, text);
    }
    *this << nameOf(key);
  }
  // Gives a class its name; the exporting code declares the class itself.
  void nameClass(const void* key, std::string_view name);
  std::string_view nameOf(const void* key) const;
  // Notes that a type of @types/node is used.
  Types& needNode() {
    node_ = true;
    return *this;
  }
  std::string text() const;

 private:
  struct Named {
    const void* key;
    std::string name;
  };
  bool begin(const void* key, std::string_view name);
  void end(const void* key, const std::string& body);

  std::string declarations_;
  std::string interfaces_;
  std::string* to_ = &declarations_;
  std::vector<Named> named_;
  bool node_ = false;
};

// Returns the last part of T's name, for example "Point" for "geometry::Point".
template <class T>
constexpr std::string_view typeName() {
  std::string_view text = __PRETTY_FUNCTION__;
  text = text.substr(text.find("T = ") + 4);
  text = text.substr(0, text.find_first_of(";]<"));
  std::size_t colons = text.rfind("::");
  return colons == std::string_view::npos ? text : text.substr(colons + 2);
}

template <class T> inline constexpr bool isOptional = false;
template <class T> inline constexpr bool isOptional<std::optional<T>> = true;

template <class T>
inline constexpr const char* typedArrayName = [] {
  if constexpr (std::same_as<T, float>) return "Float32Array";
  if constexpr (std::same_as<T, double>) return "Float64Array";
  if constexpr (std::same_as<T, std::int8_t>) return "Int8Array";
  if constexpr (std::same_as<T, std::int16_t>) return "Int16Array";
  if constexpr (std::same_as<T, std::int32_t>) return "Int32Array";
  if constexpr (std::same_as<T, std::int64_t>) return "BigInt64Array";
  if constexpr (std::same_as<T, std::uint8_t>) return "Uint8Array";
  if constexpr (std::same_as<T, std::uint16_t>) return "Uint16Array";
  if constexpr (std::same_as<T, std::uint32_t>) return "Uint32Array";
  if constexpr (std::same_as<T, std::uint64_t>) return "BigUint64Array";
}();

}  // namespace nodecpp::native::detail
