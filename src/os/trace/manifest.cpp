#include "os/trace/manifest.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "os/trace/record_description.h"

namespace nodecpp::os::record {

std::string addToManifest(int folder, const ManifestEntry& entry) {
  std::string line = "{\"log\":" + quoted(entry.log) + ",\"kind\":" + quoted(entry.kind);
  if (!entry.of.empty()) line += ",\"of\":" + quoted(entry.of);
  line += ",\"pid\":" + std::to_string(entry.pid) + ",\"started\":" + std::to_string(entry.started) + "}\n";
  int file = ::openat(folder, manifestName, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600);
  // One call of write with O_APPEND keeps the lines of several processes apart.
  bool written = file >= 0 && ::write(file, line.data(), line.size()) == ssize_t(line.size());
  std::string why = written ? std::string() : std::string("cannot write to '") + manifestName + "': " + std::strerror(errno);
  if (file >= 0) ::close(file);
  return why;
}

bool isThreadsLog(const std::string& name) {
  return name.starts_with("worker-") || name.find("-worker-") != name.npos;
}

}  // namespace nodecpp::os::record
