// Looks for the file that a request asks for. A search is plain data, so that it may run on any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "os/port/files_role.h"

namespace nodecpp::http::detail {

// An open file, which is closed with its last owner. The owners live on the event loop's thread.
class OpenFile {
 public:
  OpenFile(os::Files& files, int fd) noexcept : files_(files), fd_(fd) {}
  OpenFile(const OpenFile&) = delete;
  ~OpenFile() { files_.close(fd_); }
  int fd() const noexcept { return fd_; }
  os::Files& files() const noexcept { return files_; }

 private:
  os::Files& files_;
  const int fd_;
};

enum class LinkRule : unsigned char { follow, inside, refuse };

enum class FileOutcome : unsigned char {
  unknown,    // The system would have to wait, so that the search must run on a thread of the pool.
  file,       // A regular file, open unless opening has failed.
  directory,
  special,    // A device, a FIFO or a socket, which is never opened for long nor read.
  refused,    // A link led where the rule does not allow it.
  failed,     // `error` says why.
};

// What stands at one path.
struct FileState {
  FileOutcome outcome = FileOutcome::unknown;
  int error = 0;               // The system's error of a look that has failed, or of opening a file that exists.
  const char* call = "stat";   // The system call that has failed.
  os::FileStat stat{};
  int fd = -1;                 // Owned by whoever holds the state, until it becomes an OpenFile.
};

struct FileSearch {
  // The path itself is looked at first. The others, in their order, are tried when it does not exist; for a path that
  // ends with a slash and has index files, `isFolder` is true and only the others are tried.
  std::string path;
  std::vector<std::string> others{};
  bool isFolder = false;
  LinkRule links = LinkRule::follow;
  std::string root{};
  // Ends of names behind which a compressed form of the file may be, in the order of preference.
  std::vector<std::string> variants{};
};

// The result of a search. The states of all paths that were looked at are kept for the cache of open files.
struct FileSearchResult {
  struct Look {
    std::string path;
    FileState state;
  };
  std::vector<Look> looks;
  // The place of the file, of the folder or of the last failure among the looks; a `missing` result has none.
  std::size_t chosen = 0;
  // The place of the compressed file, and of its ending among the search's variants; -1 for none.
  std::ptrdiff_t compressed = -1, variant = -1;
  bool missing = false;  // 404 without an error of the system.
  bool waits = false;    // A state is unknown, so that the search has to run on another thread.
};

// A way to look at a path: on the disk, or in the cache first.
class FileLooker {
 public:
  virtual FileState look(const std::string& path) = 0;

 protected:
  ~FileLooker() = default;
};

// Searches by `looker`. The order of the looks and the choice are those of npm's send.
FileSearchResult searchFile(const FileSearch& search, FileLooker& looker);

// Looks at a path on the disk without waiting, on the loop's thread. The state is unknown when the system would wait.
FileState lookAtReady(os::Files& files, const std::string& path);

// Looks at a path on the disk, and opens it when it is a regular file.
FileState lookAt(os::Files& files, const std::string& path, LinkRule links, const std::string& root);

// Closes what the result has opened and nobody has taken.
void closeAll(os::Files& files, FileSearchResult& result) noexcept;

}  // namespace nodecpp::http::detail
