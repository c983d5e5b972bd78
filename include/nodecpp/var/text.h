// String's functions on a var. Programs include nodecpp/var.h.
#pragma once

#include <nodecpp/string.h>

namespace nodecpp::detail {

// As JavaScript's; a TypeError of what is no string.
struct VarText {
  template <class V>
  String charAt(this const V& v, std::ptrdiff_t index) {
    return v.needText("charAt").charAt(index);
  }
  // NaN where there is no unit.
  template <class V>
  [[gnu::always_inline]] double charCodeAt(this const V& v, std::ptrdiff_t index) {
    const int unit = v.needText("charCodeAt").charCodeAt(index);
    return unit < 0 ? __builtin_nan("") : unit;
  }
  template <class V>
  bool startsWith(this const V& v, StringArg search, std::ptrdiff_t from = 0) {
    return v.needText("startsWith").startsWith(search, from);
  }
  template <class V>
  bool endsWith(this const V& v, StringArg search, std::ptrdiff_t end = PTRDIFF_MAX) {
    return v.needText("endsWith").endsWith(search, end);
  }
  template <class V>
  String padStart(this const V& v, std::ptrdiff_t length, StringArg fill = " ") {
    return v.needText("padStart").padStart(length, fill);
  }
  template <class V>
  String padEnd(this const V& v, std::ptrdiff_t length, StringArg fill = " ") {
    return v.needText("padEnd").padEnd(length, fill);
  }
  template <class V>
  String repeat(this const V& v, std::ptrdiff_t count) {
    return v.needText("repeat").repeat(count);
  }
  // Of what String takes: a text or a RegExp, and a text or a function.
  template <class V, class S, class W>
  String replace(this const V& v, const S& search, W&& with) {
    return v.needText("replace").replace(search, std::forward<W>(with));
  }
  template <class V, class S, class W>
  String replaceAll(this const V& v, const S& search, W&& with) {
    return v.needText("replaceAll").replaceAll(search, std::forward<W>(with));
  }
  template <class V>
  String substring(this const V& v, std::ptrdiff_t from, std::ptrdiff_t to = PTRDIFF_MAX) {
    return v.needText("substring").substring(from, to);
  }
  template <class V>
  String substr(this const V& v, std::ptrdiff_t from, std::ptrdiff_t count = PTRDIFF_MAX) {
    return v.needText("substr").substr(from, count);
  }
  template <class V>
  String toLowerCase(this const V& v) {
    return v.needText("toLowerCase").toLowerCase();
  }
  template <class V>
  String toUpperCase(this const V& v) {
    return v.needText("toUpperCase").toUpperCase();
  }
  template <class V>
  String trim(this const V& v) {
    return v.needText("trim").trim();
  }
  template <class V>
  String trimStart(this const V& v) {
    return v.needText("trimStart").trimStart();
  }
  template <class V>
  String trimEnd(this const V& v) {
    return v.needText("trimEnd").trimEnd();
  }
  template <class V>
  int localeCompare(this const V& v, StringArg other) {
    return v.needText("localeCompare").localeCompare(other);
  }
  template <class V>
  String normalize(this const V& v, StringArg form = "NFC") {
    return v.needText("normalize").normalize(form);
  }
};

}  // namespace nodecpp::detail
