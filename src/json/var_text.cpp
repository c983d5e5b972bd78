// split and replace of a string by a var, which may hold a text or a RegExp.
#include <nodecpp/error.h>

#include "json/var_tree.h"

namespace nodecpp::detail {

namespace {

const VarPattern* patternIn(const var& of) {
  return of.kind() == var::Kind::boxed ? VarParts::box(of)->type->pattern : nullptr;
}

}  // namespace

Array<String> splitByVar(const String& text, const var& separator, std::size_t limit) {
  if (const VarPattern* pattern = patternIn(separator)) return pattern->split(text, boxedValue(VarParts::box(separator)), limit);
  if (!separator.isUndefined()) return text.split(separator.toString(), limit);
  return limit == 0 ? Array<String>() : text.split();
}

String replaceByVar(const String& text, const var& search, const var& with, bool all) {
  if (const VarPattern* pattern = patternIn(search)) return pattern->replace(text, boxedValue(VarParts::box(search)), with, all);
  const String wanted = search.toString();
  if (!with.isFunction()) {
    const String put = with.toString();
    return all ? text.replaceAll(wanted, put) : text.replace(wanted, put);
  }
  const auto call = [&](const String& match, std::size_t at, const String& whole) { return with(match, at, whole).toString(); };
  return all ? text.replaceAll(wanted, call) : text.replace(wanted, call);
}

}  // namespace nodecpp::detail
