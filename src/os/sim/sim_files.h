// A file system in memory that behaves as Linux's. Each simulated network has one, which its programs share.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/assertion.h"
#include "os/port/files_role.h"

namespace nodecpp::os {

struct SimFile;
using SimFileRef = std::shared_ptr<SimFile>;

struct SimFile {
  std::uint64_t number = 0;
  std::uint32_t mode = 0;  // The permissions and the type of the file, as stat's st_mode.
  std::uint32_t uid = 0, gid = 0;
  std::uint64_t links = 0;
  FileTime atime, mtime, ctime, birthtime;
  std::string bytes;         // The contents of a file, or the target of a symbolic link.
  std::uint64_t cached = 0;  // With a cold disk, the number of bytes that were read before.
  std::map<std::string, SimFileRef> entries;
  std::weak_ptr<SimFile> parent;  // The directory that contains this directory.
  // Members of a file that stands for a real one. `real` is the path of the real file. `unread` says that the real
  // bytes are not read yet, `listed` that the real entries are here already. `gone` has the names of entries that were
  // removed here and must not be looked for on the real disk again.
  std::string real;
  bool unread = false, listed = false;
  std::uint64_t realSize = 0;
  std::set<std::string> gone;
  std::uint64_t* used = nullptr;  // The disk's count of bytes, reduced when the file is freed.

  SimFile() = default;
  SimFile(const SimFile&) = delete;
  ~SimFile() {
    NODECPP_ASSERT(!used || *used >= bytes.size(), bytes.size());
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
  // Tells the watch's port that there is a change to push.
  std::function<void(bool renamed, const std::string& name)> push;
};

class SimDisk {
 public:
  // `clock` returns milliseconds since 1970. It is not called before the constructor has returned.
  SimDisk(double start, std::function<double()> clock);
  // How many bytes all files may have together. A write beyond that fails with ENOSPC.
  std::uint64_t capacity = UINT64_MAX;

  // Called in each write. A test of a slow disk moves the clock here.
  std::function<void()> onWrite;

  // What readReady finds in memory: all bytes; with a cold disk the bytes that were read before; or unknown, on a file
  // system that cannot tell.
  enum class Cache : unsigned char { all, cold, unknown } cache = Cache::all;

  std::uint64_t type = 0x01021994;  // The type of file system that statfs returns, by default tmpfs.

  // The number of bytes in all files. Declared before the files, which reduce it in their destructors.
  std::uint64_t used = 0;
  SimFileRef root;
  std::vector<SimPathWatch*> watches;

  // The result of walking a path: the directory that contains the last part, the last part's name, and the file that it
  // names, or null.
  struct Place {
    SimFileRef directory, file;
    std::string name;
    bool slash = false;  // Whether the path ends in a slash.
  };
  // A function that returns whether the program may look up names in a directory.
  using Enter = std::function<bool(const SimFile& directory)>;
  // Walks `path`, from `directory` when the path is relative. Follows a symbolic link in the last place if `follow`.
  // Returns 0 or an error.
  int find(const std::string& directory, const std::string& path, bool follow, Place& place, const Enter& enter = {},
           int depth = 0);
  SimFileRef make(std::uint32_t mode, std::uint32_t uid, std::uint32_t gid);
  void put(const SimFileRef& directory, const std::string& name, const SimFileRef& file);
  // Removes the entry `name` from a directory. `replaced` says that another file takes its place now.
  void take(const SimFileRef& directory, const std::string& name, bool replaced = false);
  void move(const Place& from, const SimFileRef& to, const std::string& name);
  // Tells watches of a file that it has got another name.
  void linked(const SimFile& file);
  std::string pathOf(const SimFileRef& directory) const;
  FileTime now() const;
  // Sets a file's size. Returns false when the disk is full.
  bool resize(SimFile& file, std::uint64_t size);
  // Shows the files of the real disk wherever this disk has no file of its own, and all real files in `directory`. All
  // changes stay in memory. Files of the real user `owner` belong to the simulated user `shownAs`. /proc, /sys, /dev,
  // /run and /tmp are not taken from the real disk.
  void showReal(Files& files, const std::string& directory, std::uint32_t owner, std::uint32_t shownAs);
  // `list` reads the entries of a real directory, `load` the bytes of a real file (0 or an error).
  void list(const SimFileRef& directory);
  int load(SimFile& file);
  // Tells watches of `file`, and of the directories that contain it, of a change.
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

// One program's view of the disk: its file descriptors, its user, and its current directory.
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
  // Sets the absolute path of a directory that the program may work in, or returns an error.
  int enter(Path path, std::string& resolved);
  // Returns the number of open descriptors.
  std::size_t openCount() const { return open_.size(); }

  // An open file, which a descriptor refers to. A child that inherits the descriptor shares the open file, and so its
  // position.
  struct Open {
    SimFileRef file;
    int flags = 0;
    std::int64_t position = 0;
    bool listed = false;
  };
  // Returns the open file of a descriptor, or null if the descriptor is not open.
  std::shared_ptr<Open> share(int fd) const;
  static std::int64_t read(SimDisk& disk, Open& open, const Space* spaces, std::size_t count, std::int64_t offset);
  std::int64_t write(Open& open, const Slice* slices, std::size_t count, std::int64_t offset);

 protected:
  using Place = SimDisk::Place;
  Open* at(int fd);
  bool isPermitted(const SimFile& file, unsigned mask) const;
  int find(Path path, bool follow, Place& place) const;
  int existing(Path path, bool follow, Place& place) const;
  // Finds the place for a new file; fails if the path exists or the directory may not be written.
  int vacant(Path path, Place& place) const;
  int chmodOf(const SimFileRef& file, unsigned mode);
  int chownOf(const SimFileRef& file, std::uint32_t uid, std::uint32_t gid);
  int timesOf(const SimFileRef& file, FileTime atime, FileTime mtime);
  void fill(const SimFile& file, FileStat& stat) const;

  SimDisk& disk_;
  Program program_;
  std::map<int, std::shared_ptr<Open>> open_;
  int lowestDescriptor_ = 10;  // The lowest descriptor number that the next open may get.
};

}  // namespace nodecpp::os
