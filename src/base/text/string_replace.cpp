// Implements replace and replaceAll.
#include <nodecpp/error.h>
#include <nodecpp/string.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "base/text/byte_search.h"
#include "base/text/string_build.h"
#include "base/text/string_units.h"

namespace nodecpp {

namespace {



// Replaces all matches, or the first one, by searching bytes. Calls put(out, unit) for each match to append the
// replacement.
template <class Put>
String replaceBytes(const String& text, std::string_view search, bool all, Put put) {
  const std::string_view bytes = units::view(text);
  String out;
  std::size_t from = 0, unit = 0, counted = 0;
  for (std::size_t at = detail::findBytes(bytes, search, 0); at != units::npos;) {
    unit += units::count(bytes.data() + counted, bytes.data() + at);
    counted = at;
    out += bytes.substr(from, at - from);
    put(out, unit);
    from = at + search.size();
    if (!all) break;
    at = detail::findBytes(bytes, search, from + (search.empty() ? 1 : 0));
  }
  out += bytes.substr(from);
  return out;
}

// Replaces matches as the function above, but searches UTF-16 units, for matches that may begin or end in the middle of
// a surrogate pair.
template <class Put>
String replaceUnits(const String& text, std::string_view what, bool all, Put put) {
  const std::u16string wide = units::wide(units::view(text)), search = units::wide(what);
  String out;
  std::size_t from = 0;
  for (std::size_t at = wide.find(search); at != units::npos;) {
    out += text.slice(from, at);
    put(out, at);
    from = at + search.size();
    if (!all) break;
    at = wide.find(search, from + (search.empty() ? 1 : 0));
  }
  out += text.slice(from);
  return out;
}

template <class Put>
String replaceWith(const String& text, std::string_view search, bool all, Put put) {
  const bool splits = search.empty() ? all : units::beginsLow(search) || units::endsHigh(search);
  if (splits && !StringParts::isAscii(text)) return replaceUnits(text, search, all, put);
  return replaceBytes(text, search, all, put);
}

// Appends `with` after expanding its $ patterns, for a match that begins at unit `at`.
void expand(String& out, std::string_view with, const String& text, std::size_t at, const String& match) {
  for (std::size_t from = 0; from < with.size();) {
    const std::size_t dollar = with.find('$', from);
    out += with.substr(from, dollar - from);
    if (dollar == units::npos) return;
    from = dollar + 2;
    switch (from <= with.size() ? with[dollar + 1] : '\0') {
      case '$': out += "$"; break;
      case '&': out += match; break;
      case '`': out += text.slice(0, at); break;
      case '\'': out += text.slice(at + match.length()); break;
      default:
        out += "$";
        from = dollar + 1;
    }
  }
}

String replaceText(const String& text, StringArg search, StringArg given, bool all) {
  if (units::view(given).find('$') == units::npos)
    return replaceWith(text, units::view(search), all, [&](String& out, std::size_t) { out += given; });
  const String match = search.toString();
  return replaceWith(text, units::view(search), all,
                     [&](String& out, std::size_t at) { expand(out, units::view(given), text, at, match); });
}

// Tells whether a text can be put between others without joining surrogates at its ends to pairs.
bool joinsNothing(std::string_view text) {
  return !text.empty() && !units::beginsLow(text) && !units::endsHigh(text);
}

}  // namespace

String String::replace(detail::TextArg search, detail::TextArg with) const { return replaceText(*this, search, with, false); }

String String::replaceAll(detail::TextArg search, detail::TextArg with) const {
  const std::string_view all = units::view(*this), what = units::view(search), by = units::view(with);
  if (what.empty() || by.find('$') != units::npos || !joinsNothing(what) || (!joinsNothing(by) && !StringParts::isAscii(*this)))
    return replaceText(*this, search, with, true);
  // The matches are searched twice, so that the result can be built at its final size.
  std::size_t first = detail::findBytes(all, what, 0), hits = 0;
  if (first == units::npos) return *this;
  for (std::size_t at = first; at != units::npos; at = detail::findBytes(all, what, at + what.size())) ++hits;
  std::size_t total = all.size() - hits * what.size();
  // A size beyond the limit of a String, so that buildString throws.
  constexpr std::size_t tooMany = std::size_t(1) << 40;
  total = !by.empty() && hits > tooMany / by.size() ? tooMany : total + hits * by.size();
  return detail::buildString(total, [&](char* to) {
    std::size_t from = 0;
    for (std::size_t at = first; at != units::npos; at = detail::findBytes(all, what, from)) {
      to = std::copy_n(all.data() + from, at - from, to);
      to = std::copy_n(by.data(), by.size(), to);
      from = at + what.size();
    }
    std::copy_n(all.data() + from, all.size() - from, to);
  });
}

String String::replaceBy(StringArg search, bool all, void* function,
                         String (*call)(void* function, const String& match, std::size_t at, const String& whole)) const {
  // Copies the text, because the function may assign to the variable that holds this String.
  const String match = search.toString(), text(*this);
  return replaceWith(text, units::view(match), all,
                     [&](String& out, std::size_t at) { out += call(function, match, at, text); });
}

std::size_t detail::CodePoints::step() const noexcept {
  const std::string_view text = units::view(text_);
  std::size_t to = at_ + 1;
  while (to < text.size() && !units::begins(text[to])) ++to;
  return to - at_;
}

}  // namespace nodecpp
