// Runs any pattern on any text: there must be no crash, and each position must be within the text. Where PCRE2 can run
// the pattern, its result must be the same as that of our own matcher.
#include <nodecpp/error.h>
#include <nodecpp/regexp.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/text/ascii.h"
#include "regexp/jit.h"
#include "regexp/matcher_program.h"

using namespace nodecpp;

namespace {

void check(bool is) {
  if (!is) std::abort();
}

// Compares both engines on an ASCII text.
void compare(const String& pattern, const regexp::Flags& flags, std::string_view text) {
  struct Owner {
    regexp::Program* program;
    ~Owner() { delete program; }
  } owner{regexp::compile(pattern, flags)};
  regexp::Program& program = *owner.program;
  if (!program.jit || !ascii::isAscii(text)) return;
  regexp::Places fast, slow;
  const regexp::JitAnswer answer = regexp::jitMatch(*program.jit, text, 0, flags.sticky, fast);
  regexp::dropJit(program.jit);
  program.jit = nullptr;
  const bool found = regexp::match(program, text, true, 0, flags.sticky, slow);
  if (answer == regexp::JitAnswer::unable) return;
  check(found == (answer == regexp::JitAnswer::matched));
  if (found) check(fast == slow);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view all(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t end = std::min(all.find('\0'), all.size());
  const String pattern = String::copyOf(all.data(), std::min<std::size_t>(end, 64));
  const std::string_view text = all.substr(std::min(end + 1, all.size())).substr(0, 64);
  const unsigned bits = data[0];
  const regexp::Flags flags{.ignoreCase = (bits & 1) != 0, .multiline = (bits & 2) != 0, .dotAll = (bits & 4) != 0,
                            .unicode = (bits & 24) == 8, .unicodeSets = (bits & 24) == 16, .sticky = (bits & 32) != 0};
  String letters = "dg";
  if (flags.ignoreCase) letters += "i";
  if (flags.multiline) letters += "m";
  if (flags.dotAll) letters += "s";
  if (flags.unicode) letters += "u";
  if (flags.unicodeSets) letters += "v";
  if (flags.sticky) letters += "y";
  try {
    const RegExp r(pattern, letters);
    const String subject = String::copyOf(text.data(), text.size());
    const auto units = std::ptrdiff_t(subject.length());
    for (int i = 0; i < 4; ++i) {
      const RegExpMatch match = r.exec(subject);
      if (!match) break;
      check(match.index >= 0 && match.index <= units && r.lastIndex() <= units);
      for (const auto& each : match.indices)
        if (!each.isUndefined()) check(each[0] >= 0 && each[0] <= each[1] && each[1] <= units);
      if (match[0] == "") r.setLastIndex(double(r.lastIndex() + 1));
    }
    (void)subject.replace(r, "$1[$&]$<a>");
    (void)subject.split(r, 8);
    if (ascii::isAscii(text)) check(RegExp("^" + RegExp::escape(subject) + "$", flags.byCodePoints() ? "u" : "").test(subject));
    compare(pattern, flags, text);
  } catch (const SyntaxError&) {
  } catch (const RangeError& error) {
    check(StringArg(error->message).size() > 0);
  } catch (const Error& error) {
    check(StringArg(error->name) == StringArg("SyntaxError") || StringArg(error->name) == StringArg("RangeError"));
  }
  return 0;
}
