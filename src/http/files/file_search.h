// Looks for the file that a request asks for. A search is plain data, so that it may run on any thread.
#pragma once

#include <nodecpp/object.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "os/port/files_role.h"

namespace nodecpp::http::detail {

// An open file, which is closed with its last handle.
class OpenFile final : public Object {
 public:
  OpenFile(os::Files& files, int fd) noexcept : files_(files), fd_(fd) {}
  ~OpenFile() override { files_.close(fd_); }
  int fd() const noexcept { return fd_; }
  os::Files& files() const noexcept { return files_; }

 private:
  os::Files& files_;
  const int fd_;
};

enum class LinkRule : unsigned char { follow, inside, refuse };

enum class FileOutcome : unsigned char {
  unknown,  // The system would have to wait, so that the search must run on a thread of the pool.
  file,     // A regular file, open unless opening has failed.
  directory,
  special,  // A device, a FIFO or a socket, which is never opened for long nor read.
  refused,  // A link led where the rule does not allow it.
  failed,   // `error` says why.
};

// What stands at one path.
struct FileState {
  FileOutcome outcome = FileOutcome::unknown;
  int error = 0;              // The system's error of a look that has failed, or of opening a file that exists.
  const char* call = "stat";  // The system call that has failed.
  os::FileStat stat{};
  int fd = -1;  // Owned by whoever holds the state, until it becomes an OpenFile.
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

  // A path that was looked at: a candidate (-1 for the path itself, else the place among the others), and behind it the
  // end of a compressed form (-1 for none, else the place among the variants).
  struct Look {
    FileState state{};
    std::ptrdiff_t other = -1, variant = -1;
  };
  // Returns the path of a look without the end of a compressed form. The reference is valid while this object lives.
  const std::string& candidateOf(const Look& look) const [[clang::lifetimebound]] {
    return look.other < 0 ? path : others[std::size_t(look.other)];
  }
  std::string pathOf(const Look& look) const {
    return look.variant < 0 ? candidateOf(look) : candidateOf(look) + variants[std::size_t(look.variant)];
  }
};

// A list that needs no memory of its own for its first element, since nearly all searches look at one path.
template <class T>
class FewList {
 public:
  // Appends an element and returns it. References to elements are valid until the next call.
  T& add() {
    if (size_++ == 0) return first_;
    return more_.emplace_back();
  }
  const T& operator[](std::size_t at) const [[clang::lifetimebound]] { return at == 0 ? first_ : more_.at(at - 1); }
  T& operator[](std::size_t at) [[clang::lifetimebound]] { return at == 0 ? first_ : more_.at(at - 1); }
  T& last() [[clang::lifetimebound]] { return (*this)[size_ - 1]; }
  std::size_t size() const noexcept { return size_; }

 private:
  T first_{};
  std::vector<T> more_;
  std::size_t size_ = 0;
};

// The result of a search. The states of all paths that were looked at are kept for the cache of open files.
struct FileSearchResult {
  FewList<FileSearch::Look> looks;
  // The place of the file, of the folder or of the last failure among the looks; a `missing` result has none.
  std::size_t chosen = 0;
  std::ptrdiff_t compressed = -1;  // The place of the compressed file among the looks; -1 for none.
  bool missing = false;            // 404 without an error of the system.
  bool waits = false;              // A state is unknown, so that the search has to run on another thread.
};

// A way to look at a path: on the disk, or in the cache first.
class FileLooker {
 public:
  // Sets the state, which is a new one.
  virtual void look(const std::string& path, FileState& state) = 0;

 protected:
  ~FileLooker() = default;
};

// Searches by `looker`. The order of the looks and the choice are those of npm's send.
FileSearchResult searchFile(const FileSearch& search, FileLooker& looker);

// Looks at a path on the disk without waiting, on the loop's thread. The state stays unknown when the system would
// wait.
void lookAtReady(os::Files& files, const std::string& path, FileState& state);

// Looks at a path on the disk, and opens it when it is a regular file.
FileState lookAt(os::Files& files, const std::string& path, LinkRule links, const std::string& root);

}  // namespace nodecpp::http::detail
