// A file system in memory, with the manners of Linux's: one for a simulated network, whose programs share it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "os/port/files.h"

namespace nodecpp::os {

struct SimFile;
using SimFileRef = std::shared_ptr<SimFile>;

struct SimFile {
  std::uint64_t number = 0;
  std::uint32_t mode = 0;  // with its type
  std::uint32_t uid = 0, gid = 0;
  std::uint64_t links = 0;
  FileTime atime, mtime, ctime, birthtime;
  std::string bytes;         // a link's target
  std::uint64_t cached = 0;  // so far a cold disk has been read
  std::map<std::string, SimFileRef> entries;
  std::weak_ptr<SimFile> parent;  // of a directory
  // Of one that stands for a real file: its path; whether its bytes, or its entries, have been looked at; and which
  // entries are not to be looked for any more.
  std::string real;
  bool unread = false, listed = false;
  std::uint64_t realSize = 0;
  std::set<std::string> gone;
  std::uint64_t* used = nullptr;  // the disk's count of bytes, which a file that is nowhere any more leaves

  SimFile() = default;
  SimFile(const SimFile&) = delete;
  ~SimFile() {
    if (used) *used -= bytes.size();
  }

  std::uint64_t size() const { return unread ? realSize : bytes.size(); }
  bool isDirectory() const { return (mode & 0170000) == 0040000; }
  bool isLink() const { return (mode & 0170000) == 0120000; }
};

class SimPathWatch final : public PathWatch {
 public:
  std::weak_ptr<SimFile> file;
  std::string name;
  PathSink* sink = nullptr;
  // Tells the watch's port that there is something to push.
  std::function<void(bool renamed, const std::string& name)> push;
};

class SimDisk {
 public:
  // `clock` gives milliseconds since 1970; it is not asked before the constructor has returned.
  SimDisk(double start, std::function<double()> clock);
  // Bytes that files may hold together; a full disk is ENOSPC.
  std::uint64_t capacity = UINT64_MAX;

  // Is called in each write: a slow disk moves the clock.
  std::function<void()> onWrite;

  // What readReady finds: all; on a cold disk what was read before; or nothing, since the file system cannot tell.
  enum class Cache : unsigned char { all, cold, unknown } cache = Cache::all;

  std::uint64_t type = 0x01021994;  // as statfs tells it: tmpfs

  std::uint64_t used = 0;  // in front of the files, which count themselves out
  SimFileRef root;
  std::vector<SimPathWatch*> watches;

  // The directory that the last part of `path` is in, the last part, and what it names (null for nothing there).
  struct Place {
    SimFileRef directory, file;
    std::string name;
    bool slash = false;  // the path ends in one
  };
  // Whether one may look for names in a directory.
  using Enter = std::function<bool(const SimFile& directory)>;
  // Walks `path`, from `directory` when it is relative; follows a link in the last place when `follow`. An error, or 0.
  int find(const std::string& directory, const std::string& path, bool follow, Place& place, const Enter& enter = {},
           int depth = 0);
  SimFileRef make(std::uint32_t mode, std::uint32_t uid, std::uint32_t gid);
  void put(const SimFileRef& directory, const std::string& name, const SimFileRef& file);
  // `replaced`: by what is put in its place now.
  void take(const SimFileRef& directory, const std::string& name, bool replaced = false);
  void move(const Place& from, const SimFileRef& to, const std::string& name);
  // Tells those who watch a file that it has one name more.
  void linked(const SimFile& file);
  std::string pathOf(const SimFileRef& directory) const;
  FileTime now() const;
  // Sets a file's size; false when the disk is full.
  bool resize(SimFile& file, std::uint64_t size);
  // Shows the files of the real disk where there are none of its own, and all of them in `directory`; all changes stay
  // in memory. Those of the user `owner` are the user's `shownAs`. /proc, /sys, /dev, /run and /tmp are its own.
  void showReal(Files& files, const std::string& directory, std::uint32_t owner, std::uint32_t shownAs);
  // Brings in the entries of a real directory, or a file's bytes (0 or an error).
  void list(const SimFileRef& directory);
  int load(SimFile& file);
  // Tells those who watch `file`, and the directories that it is in.
  void changed(const SimFileRef& file);

 private:
  SimFileRef fromReal(const SimFileRef& directory, const std::string& name);
  void grow(std::uint64_t size) {
    if (capacity != UINT64_MAX) capacity += size;
  }
  struct Real {
    Files* files = nullptr;
    std::uint32_t owner = 0, shownAs = 0;
  } real_;
  void tell(const SimFile* watched, bool renamed, const std::string& name);
  double start_;
  std::function<double()> clock_;
  std::uint64_t lastNumber_ = 0;
};

// What a program has of it: its descriptors, who it is, and where.
class SimFiles : public Files {
 public:
  struct Program {
    std::function<std::string()> directory;
    std::function<unsigned()> umask;
    std::function<int(int fd, const char* data, std::size_t size)> writeStandard;
    std::function<std::uint64_t()> random;
    std::uint32_t user = 0;
  };
  SimFiles(SimDisk& disk, Program program) : disk_(disk), program_(std::move(program)) {}

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

  int watch(Path path, SimPathWatch& watch);
  // The absolute path of a directory that a program may work in, or an error.
  int enter(Path path, std::string& resolved);
  // Descriptors that are open.
  std::size_t openCount() const { return open_.size(); }

  // What a descriptor stands for. A child that is given the descriptor has the same, with one position.
  struct Open {
    SimFileRef file;
    int flags = 0;
    std::int64_t position = 0;
    bool listed = false;
  };
  // Null where it is not open.
  std::shared_ptr<Open> share(int fd) const;
  static std::int64_t read(SimDisk& disk, Open& open, const Space* spaces, std::size_t count, std::int64_t offset);
  std::int64_t write(Open& open, const Slice* slices, std::size_t count, std::int64_t offset);

 protected:
  using Place = SimDisk::Place;
  Open* at(int fd);
  bool may(const SimFile& file, unsigned mask) const;
  int find(Path path, bool follow, Place& place) const;
  int existing(Path path, bool follow, Place& place) const;
  // A place where something may be made.
  int vacant(Path path, Place& place) const;
  int chmodOf(const SimFileRef& file, unsigned mode);
  int chownOf(const SimFileRef& file, std::uint32_t uid, std::uint32_t gid);
  int timesOf(const SimFileRef& file, FileTime atime, FileTime mtime);
  void fill(const SimFile& file, FileStat& stat) const;

  SimDisk& disk_;
  Program program_;
  std::map<int, std::shared_ptr<Open>> open_;
  int least_ = 10;  // the descriptor that is tried first
};

}  // namespace nodecpp::os
