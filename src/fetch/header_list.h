// HeaderList: the fetch standard's header list, in which the values of a name are one field.
// https://fetch.spec.whatwg.org/#concept-header-list
#pragma once

#include <nodecpp/fetch/headers.h>

#include <string_view>
#include <vector>

#include "base/containers/name_index.h"

namespace nodecpp::detail {

inline std::string_view viewOf(const String& text) noexcept { return {text.data(), text.size()}; }

class HeaderList {
 public:
  struct Field {
    String lower;  // the name in lower case; empty for a field that was removed
    String name;   // the name as it was first given
    String value;  // all values of the field
  };

  // The names that these functions take are in lower case.
  const Field* find(std::string_view lower) const noexcept;
  bool has(std::string_view lower) const noexcept { return find(lower) != nullptr; }
  void append(const String& name, const String& value);
  void set(const String& name, const String& value);
  void remove(std::string_view lower);
  void clear();
  template <class F>
  void each(F f) const {
    for (const Field& field : fields_)
      if (!field.lower.empty()) f(field);
  }
  // As each(), but calls f(name, value) for each single value of `set-cookie`.
  template <class F>
  void eachValue(F f) const {
    each([&](const Field& field) {
      if (field.lower != "set-cookie") return f(field.name, field.value);
      for (const String& cookie : cookies_) f(field.name, cookie);
    });
  }
  const std::vector<String>& cookies() const noexcept { return cookies_; }
  // Returns the fields as an iteration over Headers gives them. The reference is valid until the list changes.
  const std::vector<HeadersEntry>& sorted() const;

 private:
  auto nameAt() const {
    return [this](std::uint32_t at) { return viewOf(fields_[at].lower); };
  }
  std::uint32_t position(std::string_view lower) const noexcept;
  Field& add(const String& lower, const String& name, const String& value);
  void changed() noexcept { isSorted_ = false; }

  std::vector<Field> fields_;
  NameIndex index_;  // of long lists
  std::size_t removed_ = 0;
  std::vector<String> cookies_;  // the values of `set-cookie`
  mutable std::vector<HeadersEntry> sorted_;
  mutable bool isSorted_ = false;
};

// The parts of Headers that a program does not see.
struct HeadersAccess {
  static HeaderList& listOf(HeadersObject& headers) noexcept { return *headers.list_; }
  static HeadersGuard guardOf(const HeadersObject& headers) noexcept { return headers.guard_; }
  static void setGuard(HeadersObject& headers, HeadersGuard guard) noexcept { headers.guard_ = guard; }
  static void freeze(HeadersObject& headers) noexcept { setGuard(headers, HeadersGuard::immutable); }
};

// Return the name or value as it is stored. Throw the TypeErrors of Headers; `function` is the name that they begin
// with.
String checkedHeaderName(StringArg name, const char* function);
String checkedHeaderValue(const String& value, const char* function);
bool isValidHeaderValue(std::string_view value) noexcept;
// Appends the fields of `init` to the list, with the errors of Headers.append.
void fillHeaders(HeaderList& list, const HeadersInit& init);

}  // namespace nodecpp::detail
