#include "os/session/recorded_variables.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace nodecpp::os::record {

namespace {

// Variables that the runtime, the C library and the dynamic linker read, and others that contain no secrets.
constexpr std::string_view harmless[] = {
    "AGENT_NAME",     "APPVEYOR",     "BUILDKITE",    "CI",           "CI_NAME",       "CIRCLECI",
    "COLORTERM",      "COLUMNS",      "DRONE",        "FORCE_COLOR",  "GITEA_ACTIONS", "GITHUB_ACTIONS",
    "GITLAB_CI",      "GLIBC_TUNABLES", "HOME",       "HOSTNAME",     "LANG",          "LANGUAGE",
    "LD_LIBRARY_PATH", "LD_PRELOAD",  "LINES",        "LOCALDOMAIN",  "LOGNAME",       "NO_COLOR",
    "NODE_CHANNEL_FD", "NODE_CHANNEL_SERIALIZATION_MODE", "NODE_CLUSTER_SCHED_POLICY", "NODE_DISABLE_COLORS",
    "NODE_ENV",       "NODE_UNIQUE_ID", "NODECPP_OPTIONS", "PATH",    "PORT",          "PWD",
    "RES_OPTIONS",    "SHELL",        "SHLVL",        "TEAMCITY_VERSION", "TEMP",      "TERM",
    "TERM_PROGRAM",   "TERM_PROGRAM_VERSION", "TF_BUILD", "TMP",      "TMPDIR",        "TMUX",
    "TRAVIS",         "TZ",           "TZDIR",        "USER",         "_"};
constexpr std::string_view harmlessFronts[] = {"LC_", "MALLOC_"};

}  // namespace

bool VariableRules::redacts(std::string_view name) const { return std::ranges::find(redacted, name) != redacted.end(); }

bool VariableRules::shows(std::string_view name) const {
  if (redacts(name)) return false;
  return all || std::ranges::find(harmless, name) != std::end(harmless) ||
         std::ranges::any_of(harmlessFronts, [&](std::string_view front) { return name.starts_with(front); }) ||
         std::ranges::find(shown, name) != shown.end();
}

std::vector<std::string> namesOf(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    std::size_t comma = std::min(list.find(','), list.size());
    if (comma > 0) names.emplace_back(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return names;
}

}  // namespace nodecpp::os::record
