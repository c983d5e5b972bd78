// The manifest of a folder of logs. The processes of a cluster, and the threads of each process, record into one
// folder; the manifest says what each log belongs to.
#pragma once

#include <cstdint>
#include <string>

namespace nodecpp::os::record {

inline constexpr char manifestName[] = "manifest.jsonl";

struct ManifestEntry {
  // The log's name, with which the names of its segments begin: "main", "cluster-2", "worker-1", "cluster-2-worker-1".
  std::string log;
  const char* kind;  // The kind of the recorded program: "process", "cluster worker" or "thread".
  std::string of{};  // The log of the process or thread that started this one; empty for the first.
  int pid = 0;
  std::int64_t started = 0;  // The time at which the recording started, in milliseconds since 1970.
};

// Appends a line of JSON to the manifest in the open folder `folder`. Returns an error message, or an empty string for
// success. Several processes may append at once.
std::string addToManifest(int folder, const ManifestEntry& entry);

// Whether the log of that name belongs to a thread and not to a process.
bool isThreadsLog(const std::string& name);

}  // namespace nodecpp::os::record
