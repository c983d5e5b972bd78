// Files: one call, one result. Paths: pushes changes of watched files and directories.
//
// The contract, for the author of a back end: each call of Files blocks until it is done and may be made from any
// thread. The module fs makes synchronous calls on the loop's thread and the others inside jobs of the pool. Paths
// contain no zero bytes; relative paths start at the program's current directory. Flags and modes are Linux's numbers.
// A call that fails has changed nothing that the caller would have to undo.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "os/port/port_types.h"

namespace nodecpp::os {

// A point in time, counted from the beginning of 1970 (UTC).
struct FileTime {
  std::int64_t seconds = 0;
  std::int64_t nanoseconds = 0;
};

struct FileStat {
  std::uint64_t dev = 0, ino = 0, nlink = 0, size = 0, blocks = 0, rdev = 0;
  std::uint32_t mode = 0, uid = 0, gid = 0, blksize = 0;
  FileTime atime, mtime, ctime, birthtime;
};

struct FileSystemStat {
  std::uint64_t type = 0, bsize = 0, blocks = 0, bfree = 0, bavail = 0, files = 0, ffree = 0;
};

// The types have the values of libuv's numbers (UV_DIRENT_FILE and the like).
enum class FileType : unsigned char { unknown, file, directory, link, fifo, socket, character, block };

struct DirectoryEntry {
  std::string name;
  FileType type = FileType::unknown;
};

// A piece of memory that a read writes to.
struct Space {
  char* data;
  std::size_t size;
};

// A flag for `open` besides the system's: the file is opened only if the system need not wait for the disk to find it.
// Otherwise, and where the system cannot tell, `open` returns UV_EAGAIN. It is for files that exist, on the loop's thread.
inline constexpr int openIfReady = 1 << 30;

class Files {
 public:
  using Path = const std::string&;
  using Status = ErrorCode;

  // Returns a file descriptor or an error.
  virtual int open(Path path, int flags, unsigned mode) = 0;
  virtual Status close(int fd) = 0;
  // Returns the number of bytes read, 0 at the end of the file, or an error. Reads from `offset`, or, when `offset` is
  // -1, from the descriptor's position, which then moves.
  virtual std::int64_t read(int fd, const Space* spaces, std::size_t count, std::int64_t offset) = 0;
  // Works as read, for bytes that the system has in memory already. May return fewer bytes than there are. Returns
  // UV_EAGAIN when the read would block, and UV_ENOTSUP when the system cannot tell or cannot read this file so.
  virtual std::int64_t readReady(int fd, const Space* spaces, std::size_t count, std::int64_t offset) = 0;
  virtual std::int64_t write(int fd, const Slice* slices, std::size_t count, std::int64_t offset) = 0;
  virtual Status sync(int fd, bool dataOnly) = 0;
  virtual Status truncate(int fd, std::int64_t size) = 0;

  virtual Status stat(Path path, FileStat& stat) = 0;
  virtual Status lstat(Path path, FileStat& stat) = 0;
  virtual Status fstat(int fd, FileStat& stat) = 0;
  virtual Status statfs(Path path, FileSystemStat& stat) = 0;
  virtual Status access(Path path, int mode) = 0;
  virtual Status chmod(Path path, unsigned mode) = 0;
  virtual Status fchmod(int fd, unsigned mode) = 0;
  virtual Status chown(Path path, std::uint32_t uid, std::uint32_t gid) = 0;
  virtual Status lchown(Path path, std::uint32_t uid, std::uint32_t gid) = 0;
  virtual Status fchown(int fd, std::uint32_t uid, std::uint32_t gid) = 0;
  virtual Status utimes(Path path, FileTime atime, FileTime mtime) = 0;
  virtual Status lutimes(Path path, FileTime atime, FileTime mtime) = 0;
  virtual Status futimes(int fd, FileTime atime, FileTime mtime) = 0;

  // Appends the next entries of an open directory, without "." and "..". Appends nothing at the end.
  virtual Status entries(int fd, std::vector<DirectoryEntry>& entries) = 0;
  virtual Status mkdir(Path path, unsigned mode) = 0;
  // Makes a directory whose name is `prefix` and six characters that make the name new.
  virtual Status mkdtemp(Path prefix, std::string& made) = 0;
  virtual Status rmdir(Path path) = 0;
  virtual Status unlink(Path path) = 0;
  virtual Status rename(Path from, Path to) = 0;
  virtual Status link(Path existing, Path path) = 0;
  virtual Status symlink(Path target, Path path) = 0;
  virtual Status readlink(Path path, std::string& target) = 0;
  virtual Status realpath(Path path, std::string& resolved) = 0;
  // Whether the loop's thread has set `flag`. A job that may be stopped half-way asks here and does not read the flag
  // itself: the moment at which a job sees the flag is an input like any other, which a replay must repeat.
  virtual bool stopped(const std::atomic<bool>& flag) { return flag.load(std::memory_order_relaxed); }
  // `flags` are Node's COPYFILE_EXCL (1), COPYFILE_FICLONE (2) and COPYFILE_FICLONE_FORCE (4).
  virtual Status copyFile(Path from, Path to, int flags) = 0;

 protected:
  ~Files() = default;
};

// Receives the changes of a watched path. Nothing is pushed after `Paths::unwatch`.
class PathSink {
 public:
  // `renamed` is true for an entry that appeared or disappeared, and false for changed contents or attributes. `name`
  // is the name of the entry in a watched directory. For a change of the watched file or directory itself, it is what
  // stands behind the last slash of the path that was given, which is nothing for "folder/".
  virtual void onChange(bool renamed, const std::string& name) = 0;

 protected:
  ~PathSink() = default;
};

class PathWatch {
 public:
  PathWatch(const PathWatch&) = delete;

 protected:
  PathWatch() = default;
  ~PathWatch() = default;
};

class Paths {
 public:
  // Pushes changes of the file or directory at `path` until `unwatch` is called.
  virtual ErrorCode watchPath(const std::string& path, PathSink* sink, PathWatch** watch) = 0;
  virtual void unwatch(PathWatch* watch) = 0;

 protected:
  ~Paths() = default;
};

}  // namespace nodecpp::os
