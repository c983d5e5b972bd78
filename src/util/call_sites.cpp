// util.getCallSites, from the lines of an error's stack.
#include <nodecpp/error.h>
#include <nodecpp/util/call_sites.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "base/errors/validate.h"
#include "util/error_lines.h"
#include "util/quoted_text.h"

namespace nodecpp::util {

namespace {

// Reads a line such as "    at name (file:12)" or "    at file:12".
CallSite siteOf(std::string_view line) {
  constexpr std::string_view begin = "    at ";
  line.remove_prefix(begin.size());
  std::string_view name;
  if (const std::size_t open = line.rfind(" ("); open != line.npos && line.ends_with(')')) {
    name = line.substr(0, open);
    line = line.substr(open + 2, line.size() - open - 3);
  }
  const std::size_t colon = line.rfind(':');
  const int number = colon == line.npos ? 0 : std::atoi(std::string(line.substr(colon + 1)).c_str());
  const bool hasPlace = number > 0;
  if (!hasPlace && name.empty()) name = line;
  return {nodecpp::detail::text(name), nodecpp::detail::text(hasPlace ? line.substr(0, colon) : ""), number};
}

}  // namespace

Array<CallSite> getCallSites(double frameCount) {
  nodecpp::detail::validateInteger(frameCount, "frameCount", 1, 200);
  const double before = Error::stackTraceLimit;
  Error::stackTraceLimit = frameCount;
  const Error here("");
  Error::stackTraceLimit = before;
  Array<CallSite> out;
  for (const std::string& line : nodecpp::detail::linesOf(nodecpp::detail::view(here->stack.toString())))
    if (line.starts_with("    at ")) out.push(siteOf(line));
  return out;
}

}  // namespace nodecpp::util
