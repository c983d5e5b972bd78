// What the logs of one folder are of: the processes of a cluster, and the threads of each, record beside each other.
#pragma once

#include <cstdint>
#include <string>

namespace nodecpp::os::record {

inline constexpr char manifestName[] = "manifest.jsonl";

struct ManifestEntry {
  std::string log;   // "main", "cluster-2", "worker-1", "cluster-2-worker-1": the front of its segments' names
  const char* kind;  // "process", "cluster worker" or "thread"
  std::string of{};  // the log of whoever has started it; "" of the first
  int pid = 0;
  std::int64_t started = 0;  // milliseconds since 1970
};

// Appends a line of JSON to the manifest of `folder`, an open one; what stands against it, or nothing. Several processes
// may do so at once.
std::string addToManifest(int folder, const ManifestEntry& entry);

// Whether the log of that name is a thread's, whose program is not the process's own.
bool isThreadsLog(const std::string& name);

}  // namespace nodecpp::os::record
