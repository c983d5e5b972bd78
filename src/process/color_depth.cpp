// How many colours a terminal shows, by its environment. Follows Node's lib/internal/tty.js.
#include <nodecpp/loop_local.h>
#include <nodecpp/process/process_object.h>

#include <cmath>
#include <string_view>
#include <utility>

#include "base/assertion.h"
#include "util/colors.h"

namespace nodecpp::process {

namespace {

constexpr int two = 1, sixteen = 4, many = 8, all = 24;  // bits

// The warning about variables that have no effect is given once.
struct Warned {
  bool done = false;
};
constinit nodecpp::detail::LoopLocal<Warned> warned;

// Reads variables of a list, or of the environment where there is no list.
class Variables {
 public:
  explicit Variables(const TerminalEnvironment* of) : of_(of) {}
  // Returns undefined when the variable is not set.
  String operator[](StringArg name) const {
    if (!of_) return process::env[name];
    for (const auto& [key, value] : *of_)
      if (key == name) return value;
    return undefined;
  }
  bool has(StringArg name) const { return !(*this)[name].isNullish(); }
  bool filled(StringArg name) const { return has(name) && !(*this)[name].empty(); }

 private:
  const TerminalEnvironment* of_;
};

struct Known {
  std::string_view name;
  int depth;
};
constexpr Known services[] = {{"APPVEYOR", many},       {"BUILDKITE", many},     {"CIRCLECI", all},  {"DRONE", many},
                              {"GITEA_ACTIONS", all},   {"GITHUB_ACTIONS", all}, {"GITLAB_CI", many}, {"TRAVIS", many}};
constexpr Known terminals[] = {{"mosh", all}, {"rxvt-unicode-24bit", all}, {"terminator", all}, {"xterm-kitty", all}};

bool isNumberFrom(const String& version, int digitsFrom) {
  int digits = 0;
  for (char c : std::string_view(version.data(), version.size())) {
    if (c == '.') return digits >= digitsFrom;
    if (c < '0' || c > '9') return false;
    ++digits;
  }
  return false;
}

// /^(9\.(0*[1-9]\d*)\.|\d{2,}\.)/
bool teamCityHasColors(const String& version) {
  if (isNumberFrom(version, 2)) return true;
  if (!version.startsWith("9.")) return false;
  const String minor = version.slice(2);
  const std::ptrdiff_t end = minor.indexOf(".");
  if (end <= 0) return false;
  bool positive = false;
  for (char c : std::string_view(minor.data(), std::size_t(end))) {
    if (c < '0' || c > '9') return false;
    positive |= c != '0';
  }
  return positive;
}

int forced(const String& force, const Variables& env) {
  const bool some = force == "" || force == "1" || force == "true";
  if (!some && force != "2" && force != "3") return two;
  String names;
  if (env.filled("NODE_DISABLE_COLORS")) names = "NODE_DISABLE_COLORS";
  if (env.filled("NO_COLOR")) names = names.empty() ? String("NO_COLOR") : names + "' and 'NO_COLOR";
  if (!names.empty() && !std::exchange(warned->done, true))
    emitWarning("The '" + names + "' env is ignored due to the 'FORCE_COLOR' env being set.");
  return some ? sixteen : force == "2" ? many : all;
}

int ofTerminal(const String& term, const String& colorTerm) {
  if (!term.isNullish() && !term.empty()) {
    if (term.includes("truecolor")) return all;
    if (term.startsWith("xterm-256")) return many;
    const String lower = term.toLowerCase();
    for (const Known& each : terminals)
      if (lower == each.name) return each.depth;
    if (nodecpp::detail::namesColors(lower)) return sixteen;
  }
  return !colorTerm.isNullish() && !colorTerm.empty() ? sixteen : two;
}

int depthBy(const Variables& env) {
  if (env.has("FORCE_COLOR")) return forced(env["FORCE_COLOR"], env);
  if (env.filled("NODE_DISABLE_COLORS") || env.filled("NO_COLOR") || env["TERM"] == "dumb") return two;
  if (env.filled("TMUX")) return all;
  if (env.has("TF_BUILD") && env.has("AGENT_NAME")) return sixteen;
  if (env.has("CI")) {
    for (const Known& each : services)
      if (env.has(each.name)) return each.depth;
    return env["CI_NAME"] == "codeship" ? many : two;
  }
  if (env.has("TEAMCITY_VERSION")) return teamCityHasColors(env["TEAMCITY_VERSION"]) ? sixteen : two;
  const String program = env["TERM_PROGRAM"];
  if (program == "iTerm.app") {
    const String version = env["TERM_PROGRAM_VERSION"];
    const bool old = version.isNullish() || version.empty() || version.startsWith("0.") || version.startsWith("1.") || version.startsWith("2.");
    return old ? many : all;
  }
  if (program == "HyperTerm" || program == "MacTerm") return all;
  if (program == "Apple_Terminal") return many;
  if (env["COLORTERM"] == "truecolor" || env["COLORTERM"] == "24bit") return all;
  return ofTerminal(env["TERM"], env["COLORTERM"]);
}

bool shows(double count, int depth) {
  if (count != std::trunc(count) || !std::isfinite(count)) throw nodecpp::detail::outOfRange("count", "an integer", nodecpp::str(count));
  if (count < 2) throw nodecpp::detail::outOfRange("count", ">= 2 && <= 9007199254740991", nodecpp::str(count));
  return count <= std::pow(2, depth);
}

void needTerminal(const OutputObject& output, const char* name) {
  if (!output.isTTY) throw TypeError(nodecpp::str("process.stdout.") + name + " is not a function");
}

}  // namespace

double OutputObject::getColorDepth() const {
  needTerminal(*this, "getColorDepth");
  return depthBy(Variables(nullptr));
}
double OutputObject::getColorDepth(const TerminalEnvironment& env) const {
  needTerminal(*this, "getColorDepth");
  return depthBy(Variables(&env));
}
bool OutputObject::hasColors(double count) const {
  needTerminal(*this, "hasColors");
  return shows(count, depthBy(Variables(nullptr)));
}
bool OutputObject::hasColors(double count, const TerminalEnvironment& env) const {
  needTerminal(*this, "hasColors");
  return shows(count, depthBy(Variables(&env)));
}

}  // namespace nodecpp::process
