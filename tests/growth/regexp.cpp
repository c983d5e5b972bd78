// The operations of RegExp whose cost run.js measures as the input grows. Both engines are measured: PCRE2 on an ASCII
// text, and the runtime's own matcher on a text with other characters, where positions must be converted.
#include <nodecpp/regexp.h>

#include "growth.h"

namespace growth {
namespace {

template <class F>
std::function<Work(std::size_t)> onTexts(F f) {
  return [=](std::size_t n) {
    return [=, ascii = str("key=value, ").repeat(n), wide = str("schlüssel=wert😀, ").repeat(n)] {
      f(ascii);
      f(wide);
    };
  };
}

const Growth all[] = {
    {"RegExp.exec, all matches", 500, onTexts([](const String& text) {
       const RegExp r("(\\S+)=(\\w+)", "g");
       while (auto m = r.exec(text)) keep(m.index);
     })},
    {"RegExp.exec, sticky, all of a text", 300, onTexts([](const String& text) {
       const RegExp r("[^,]+,\\s*|[^]", "y");
       while (r.test(text)) keep(r.lastIndex());
     })},
    {"String.matchAll, with places", 300, onTexts([](const String& text) {
       for (auto m : text.matchAll(re("(.)=", "dg"))) keep(m.indices);
     })},
    {"String.match, all", 500, onTexts([](const String& text) { keep(text.match(re("[^\\s,]+", "g"))); })},
    {"String.replace, with a text", 500,
     onTexts([](const String& text) { keep(text.replace(re("(?<k>\\S+)=(\\S+),", "g"), "$2=$<k>;")); })},
    {"String.replace, with a function", 300, onTexts([](const String& text) {
       keep(text.replace(re("=", "g"), [](String match, int at) { return match + str(at); }));
     })},
    {"String.split, by a pattern", 500, onTexts([](const String& text) { keep(text.split(re(",\\s*"))); })},
    {"String.split, by nothing", 500, onTexts([](const String& text) { keep(text.split(re(""))); })},
    {"String.search, nothing found", 2000, onTexts([](const String& text) { keep(text.search(re("[x-z]{3}\\d"))); })},
    {"RegExp, a long pattern", 500, [](std::size_t n) {
       return [pattern = str("(?:ab|[c-e]x*)?").repeat(n)] { keep(RegExp(pattern).test("abcx")); };
     }},
    {"RegExp, many groups and names", 100, [](std::size_t n) {
       String pattern;
       for (std::size_t i = 0; i < n; ++i) pattern += "(?<" + str("n") + str(i) + ">a)?";
       return [pattern] { keep(RegExp(pattern).exec(str("a").repeat(50))); };
     }},
    {"RegExp.escape", 2000, [](std::size_t n) { return [text = str("a.b é\n").repeat(n)] { keep(RegExp::escape(text)); }; }},
};

}  // namespace
}  // namespace growth
