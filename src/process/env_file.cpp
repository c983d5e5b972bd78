// process.loadEnvFile.
#include <nodecpp/process/process_object.h>

#include <string>

#include "base/assertion.h"
#include "process/process_state.h"
#include "util/parse_env.h"

namespace nodecpp::process {

namespace {

using nodecpp::detail::Loop;

// Returns what the file has. Throws the error of opening it, and Node's error when it cannot be read.
std::string contentsOf(StringArg path) {
  os::Files& files = Loop::current().port().files;
  constexpr int readOnly = 02000000;  // O_RDONLY | O_CLOEXEC
  const std::string name(path.data(), path.size());
  const int fd = files.open(name, readOnly, 0);
  if (fd < 0) throw nodecpp::detail::uvException(fd, "open", path);
  std::string out;
  std::int64_t got = 0;
  do {
    const std::size_t size = out.size();
    constexpr std::size_t step = 8192;
    out.resize(size + step);
    const os::Space space{out.data() + size, step};
    got = files.read(fd, &space, 1, -1);
    NODECPP_ASSERT(got <= std::int64_t(step), got);
    out.resize(size + (got > 0 ? std::size_t(got) : 0));
  } while (got > 0);
  files.close(fd);
  if (got < 0)
    throw nodecpp::detail::codedError<TypeError>("ERR_INVALID_ARG_TYPE",
                                                 "Contents of '" + path.toString() + "' should be a valid string.");
  return out;
}

}  // namespace

void loadEnvFile(StringArg path) {
  for (const auto& [name, value] : nodecpp::detail::parsedEnv(contentsOf(path))) {
    const String key = String::copyOf(name.data(), name.size());
    if (!env.has(key)) env[key] = String::copyOf(value.data(), value.size());
  }
}

}  // namespace nodecpp::process
