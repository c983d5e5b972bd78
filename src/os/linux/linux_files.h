// LinuxFiles implements the role Files by system calls. Errors are libuv's numbers.
#pragma once

#include <string>
#include <vector>

#include "os/port/files_role.h"

namespace nodecpp::os {

class LinuxFiles final : public Files {
 public:
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
};

}  // namespace nodecpp::os
