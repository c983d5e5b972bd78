// A RegExp in a var. The code is in a file of its own so that a program that holds no RegExp in a var does not link
// regular expressions.
#include <nodecpp/error.h>
#include <nodecpp/regexp.h>
#include <nodecpp/var.h>

namespace nodecpp::detail {

namespace {

Array<String> splitBy(const String& text, const void* pattern, std::size_t limit) {
  return splitText(text, unboxed<RegExp>(pattern), limit);
}

// Calls the replacer function with JavaScript's arguments: the match, its groups, its index, the whole text, and the
// named groups if there are any.
String replacementOf(void* function, const RegExpCall& call) {
  var args = var::array({call.match()});
  for (std::size_t i = 0;; ++i) {
    const RegExpArgument argument = call.argument(i);
    args.push(argument);
    if (!argument.isIndex()) continue;
    args.push(call.argument(i + 1));
    if (const var groups = call.argument(i + 2); groups.isObject()) args.push(groups);
    return static_cast<const var*>(function)->apply(undefined, args).toString();
  }
}

String replaceBy(const String& text, const void* value, const var& with, bool all) {
  const RegExp pattern = unboxed<RegExp>(value);
  if (all) checkReplaceAll(pattern);
  if (with.isFunction()) return replaceMatches(text, pattern, const_cast<var*>(&with), replacementOf);
  return replaceMatches(text, pattern, with.toString());
}

var propertyOf(const void* value, StringArg key) {
  const RegExp& pattern = unboxed<RegExp>(value);
  if (key == StringArg("source")) return pattern.source();
  if (key == StringArg("flags")) return pattern.flags();
  if (key == StringArg("lastIndex")) return pattern.lastIndex();
  static constexpr struct {
    const char* name;
    bool (RegExp::*get)() const;
  } flags[] = {{"hasIndices", &RegExp::hasIndices}, {"global", &RegExp::global},   {"ignoreCase", &RegExp::ignoreCase},
               {"multiline", &RegExp::multiline},   {"dotAll", &RegExp::dotAll},   {"unicode", &RegExp::unicode},
               {"unicodeSets", &RegExp::unicodeSets}, {"sticky", &RegExp::sticky}};
  for (const auto& flag : flags)
    if (key == StringArg(flag.name)) return (pattern.*flag.get)();
  if (key == StringArg("exec"))
    return var::function("exec", [](This self, var text) { return self.as<RegExp>().exec(text.toString()); });
  if (key == StringArg("test"))
    return var::function("test", [](This self, var text) { return self.as<RegExp>().test(text.toString()); });
  if (key == StringArg("toString"))
    return var::function("toString", [](This self) { return self.as<RegExp>().toString(); });
  return undefined;
}

}  // namespace

constinit const VarPattern regExpInVar{splitBy, replaceBy, propertyOf};

}  // namespace nodecpp::detail
