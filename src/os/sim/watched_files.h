// A program's files with simulated faults, and a digest of what the program did with them.
#pragma once

#include <string>
#include <vector>

#include "os/sim/sim_files.h"

namespace nodecpp::os {

class WatchedPort;

class WatchedFiles final : public SimFiles {
 public:
  WatchedFiles(SimDisk& disk, Program program, WatchedPort& port) : SimFiles(disk, std::move(program)), port_(port) {}

  int open(Path path, int flags, unsigned mode) override;
  Status close(int fd) override;
  std::int64_t read(int fd, const Space* spaces, std::size_t count, std::int64_t offset) override;
  std::int64_t readReady(int fd, const Space* spaces, std::size_t count, std::int64_t offset) override;
  std::int64_t write(int fd, const Slice* slices, std::size_t count, std::int64_t offset) override;
  Status sync(int fd, bool dataOnly) override;
  Status truncate(int fd, std::int64_t size) override;
  Status stat(Path path, FileStat& stat) override;
  Status lstat(Path path, FileStat& stat) override;
  Status fstat(int fd, FileStat& stat) override;
  Status statfs(Path path, FileSystemStat& stat) override;
  Status access(Path path, int mode) override;
  Status chmod(Path path, unsigned mode) override;
  Status fchmod(int fd, unsigned mode) override;
  Status chown(Path path, std::uint32_t uid, std::uint32_t gid) override;
  Status lchown(Path path, std::uint32_t uid, std::uint32_t gid) override;
  Status fchown(int fd, std::uint32_t uid, std::uint32_t gid) override;
  Status utimes(Path path, FileTime atime, FileTime mtime) override;
  Status lutimes(Path path, FileTime atime, FileTime mtime) override;
  Status futimes(int fd, FileTime atime, FileTime mtime) override;
  Status entries(int fd, std::vector<DirectoryEntry>& entries) override;
  Status mkdir(Path path, unsigned mode) override;
  Status mkdtemp(Path prefix, std::string& made) override;
  Status rmdir(Path path) override;
  Status unlink(Path path) override;
  Status rename(Path from, Path to) override;
  Status link(Path existing, Path path) override;
  Status symlink(Path target, Path path) override;
  Status readlink(Path path, std::string& target) override;
  Status realpath(Path path, std::string& resolved) override;
  Status copyFile(Path from, Path to, int flags) override;

 private:
  // Does one operation on a file, or makes it fail with `failsWith`. Adds the outcome to the digest.
  template <class F>
  int path(const char* what, Path path, F&& f, int failsWith = 0);
  template <class F>
  std::int64_t descriptor(const char* what, int fd, std::int64_t more, F&& f, int failsWith = 0);
  template <class F>
  std::int64_t reading(const char* what, int fd, const Space* spaces, std::size_t count, std::int64_t offset, F&& f);
  bool fails();
  bool shortened();

  WatchedPort& port_;
  std::map<int, std::string> names_;  // The paths of all descriptors ever opened; no number is used twice.
};

}  // namespace nodecpp::os
