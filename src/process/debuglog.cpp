// util.debuglog and util.deprecate, which read the environment and print through the process.
#include <nodecpp/util/debuglog.h>

#include <optional>
#include <string_view>
#include <vector>

#include "process/process_state.h"
#include "util/colors.h"

namespace nodecpp::detail {

namespace {

struct DebugState {
  std::optional<String> sections;  // NODE_DEBUG in upper case, once it was read
  std::vector<String> codes;       // the codes of deprecated functions that were warned of
  std::vector<String> exposing;    // the sections whose warning about sensitive data was emitted
};
constinit LoopLocal<DebugState> debugState;

bool addOnce(std::vector<String>& list, StringArg text) {
  for (const String& known : list)
    if (known == text) return false;
  list.push_back(text.toString());
  return true;
}

// Whether the text is what the pattern describes, in which `*` stands for any text in one line.
bool matchesSection(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = pattern.npos, from = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      from = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p, ++t;
    } else if (star != pattern.npos && text[from] != '\n') {
      p = star + 1;
      t = ++from;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace

bool isDebugged(StringArg section) {
  std::optional<String>& sections = debugState->sections;
  if (!sections) {
    const Lookup set = process::env["NODE_DEBUG"];
    sections = set ? set.toString().toUpperCase() : String("");
  }
  if (sections->empty()) return false;
  std::string_view rest(sections->data(), sections->size());
  for (;;) {
    const std::size_t comma = rest.find(',');
    if (matchesSection(rest.substr(0, comma), {section.data(), section.size()})) return true;
    if (comma == rest.npos) return false;
    rest.remove_prefix(comma + 1);
  }
}

void writeDebug(StringArg section, const util::Value* values, std::size_t count) {
  const bool exposes = section == "HTTP" || section == "HTTP2";
  if (exposes && addOnce(debugState->exposing, section))
    process::emitWarning("Setting the NODE_DEBUG environment variable to '" + section.toString().toLowerCase() +
                         "' can expose sensitive data (such as passwords, tokens and authentication headers) in the "
                         "resulting log.");
  util::InspectOptions options;
  options.colors = shouldColorize(2);
  const String pid = util::inspect(int(process::pid), options);
  const String text = formatValues(values, count, &options);
  writeStandard(Loop::current(), 2, section.toString() + " " + pid + ": " + text + "\n");
}

void warnDeprecated(StringArg message, StringArg code, bool& warned) {
  if (process::noDeprecation || warned) return;
  warned = true;
  if (code.size() && !addOnce(debugState->codes, code)) return;
  process::emitWarning(message, "DeprecationWarning", code);
}

}  // namespace nodecpp::detail
