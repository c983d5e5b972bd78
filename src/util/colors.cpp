#include "util/colors.h"

#include <nodecpp/lookup.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "loop/loop.h"

namespace nodecpp::detail {

namespace {

class Environment {
 public:
  explicit Environment(os::Port& port) : all_(port.process.environment()) {}
  bool has(const char* name) const { return find(name) != nullptr; }
  // Returns the value of a variable; "" when it is not set.
  String operator[](const char* name) const {
    const String* value = find(name);
    return value ? *value : String();
  }

 private:
  const String* find(const char* name) const {
    for (const auto& [key, value] : all_)
      if (key == name) return &value;
    return nullptr;
  }
  std::vector<std::pair<String, String>> all_;
};

// Whether the text begins as /^con[0-9]*x[0-9]/.
bool isConsoleSize(std::string_view name) {
  if (!name.starts_with("con")) return false;
  name.remove_prefix(std::min(name.find_first_not_of("0123456789", 3), name.size()));
  return name.size() > 1 && name[0] == 'x' && name[1] >= '0' && name[1] <= '9';
}

}  // namespace

bool namesColors(const String& terminal) {
  String term = terminal.toLowerCase();
  for (const char* name : {"eterm", "cons25", "console", "cygwin", "dtterm", "gnome", "hurd", "jfbterm", "konsole",
                           "kterm", "mlterm", "mosh", "putty", "st", "terminator"})
    if (term == name) return true;
  for (const char* part : {"ansi", "color", "linux", "direct"})
    if (term.includes(part)) return true;
  for (const char* front : {"rxvt", "screen", "xterm", "vt100", "vt220"})
    if (term.startsWith(front)) return true;
  return isConsoleSize({term.data(), term.size()});
}

// Follows shouldColorize of Node's lib/internal/util/colors.js and getColorDepth of lib/internal/tty.js.
bool shouldColorize(int fd) {
  Loop* loop = Loop::currentOrNull();
  if (!loop) return false;
  Environment env(loop->port());
  if (env.has("FORCE_COLOR")) {
    String force = env["FORCE_COLOR"];
    return force == "" || force == "1" || force == "true" || force == "2" || force == "3";
  }
  if (!loop->port().process.isTerminal(fd)) return false;
  if (env["NODE_DISABLE_COLORS"] || env["NO_COLOR"] || env["TERM"] == "dumb") return false;
  if (env["TMUX"] || (env.has("TF_BUILD") && env.has("AGENT_NAME"))) return true;
  if (env.has("CI")) {
    for (const char* service :
         {"APPVEYOR", "BUILDKITE", "CIRCLECI", "DRONE", "GITEA_ACTIONS", "GITHUB_ACTIONS", "GITLAB_CI", "TRAVIS"})
      if (env.has(service)) return true;
    return env["CI_NAME"] == "codeship";
  }
  return env["COLORTERM"] || namesColors(env["TERM"]);
}

}  // namespace nodecpp::detail
