#include "os/sim/watched_files.h"

#include <fcntl.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "os/sim/watched_port.h"

namespace nodecpp::os {

// Whether the fault fileErrors strikes the current operation.
bool WatchedFiles::fails() {
  Network& network = port_.network();
  return network.strikes(Fault::fileErrors);
}
// Whether the fault shortFiles makes the current read or write handle only a part of its bytes.
bool WatchedFiles::shortened() {
  Network& network = port_.network();
  return network.strikes(Fault::shortFiles);
}

template <class F>
int WatchedFiles::path(const char* what, Path path, F&& f, int failsWith) {
  int result = failsWith && fails() ? failsWith : f();
  Digest& digest = port_.note(Operation::file, true);
  digest.add(what);
  digest.add(path);
  digest.add(std::uint64_t(result));
  port_.outcome(what, path, result);
  return result;
}

template <class F>
std::int64_t WatchedFiles::descriptor(const char* what, int fd, std::int64_t more, F&& f, int failsWith) {
  auto name = names_.find(fd);
  if (name != names_.end() && !at(fd)) {
    port_.network().report(Finding::Kind::useAfterClose, std::string(what) + " of descriptor " + std::to_string(fd) +
                                                             ", which was " + name->second + " and has been closed");
  }
  std::int64_t result = failsWith && fails() ? failsWith : f();
  Digest& digest = port_.note(Operation::file, true);
  digest.add(what);
  digest.add(std::uint64_t(fd));
  digest.add(std::uint64_t(more));
  digest.add(std::uint64_t(result));
  return result;
}

int WatchedFiles::open(Path name, int flags, unsigned mode) {
  int fd = path("open", name, [&] { return SimFiles::open(name, flags, mode); }, UV_EMFILE);
  if (fd < 0) return fd;
  NODECPP_ASSERT(fd >= lowestDescriptor_, fd, lowestDescriptor_);
  // Each open gets a new descriptor number, so that a use of a closed descriptor is always seen.
  names_[fd] = name;
  lowestDescriptor_ = fd + 1;
  return fd;
}
int WatchedFiles::close(int fd) {
  return int(descriptor("close", fd, 0, [&] { return SimFiles::close(fd); }));
}

template <class F>
std::int64_t WatchedFiles::reading(const char* what, int fd, const Space* spaces, std::size_t count,
                                   std::int64_t offset, F&& f) {
  Space first{};
  bool part = count > 0 && spaces->size > 1 && shortened();
  if (part) {
    first = {spaces->data, 1 + std::size_t(port_.network().chance(Fault::shortFiles).below(spaces->size - 1))};
    NODECPP_ASSERT(first.size >= 1 && first.size < spaces->size, first.size, spaces->size);
    spaces = &first;
    count = 1;
  }
  return descriptor(what, fd, offset, [&] { return f(spaces, count); }, UV_EIO);
}

std::int64_t WatchedFiles::read(int fd, const Space* spaces, std::size_t count, std::int64_t offset) {
  return reading("read", fd, spaces, count, offset,
                 [&](const Space* some, std::size_t n) { return SimFiles::read(fd, some, n, offset); });
}
std::int64_t WatchedFiles::readReady(int fd, const Space* spaces, std::size_t count, std::int64_t offset) {
  return reading("readReady", fd, spaces, count, offset,
                 [&](const Space* some, std::size_t n) { return SimFiles::readReady(fd, some, n, offset); });
}

std::int64_t WatchedFiles::write(int fd, const Slice* slices, std::size_t count, std::int64_t offset) {
  Slice first{};
  if (fd > 2 && count > 0 && slices->size > 1 && shortened()) {
    first = {slices->data, 1 + std::size_t(port_.network().chance(Fault::shortFiles).below(slices->size - 1))};
    NODECPP_ASSERT(first.size >= 1 && first.size < slices->size, first.size, slices->size);
    slices = &first;
    count = 1;
  }
  std::int64_t result = descriptor(
      "write", fd, offset, [&] { return SimFiles::write(fd, slices, count, offset); },
      fd <= 2 ? 0 : port_.network().chance(Fault::fileErrors).chance(0.5) ? UV_ENOSPC : UV_EIO);
  for (std::size_t i = 0; i < count; ++i) port_.digest().add(std::string_view(slices[i].data, slices[i].size));
  return result;
}

int WatchedFiles::sync(int fd, bool dataOnly) {
  return int(descriptor("sync", fd, dataOnly, [&] { return SimFiles::sync(fd, dataOnly); }, UV_EIO));
}
int WatchedFiles::truncate(int fd, std::int64_t size) {
  return int(descriptor("truncate", fd, size, [&] { return SimFiles::truncate(fd, size); }, UV_EIO));
}
int WatchedFiles::fstat(int fd, FileStat& stat) {
  return int(descriptor("fstat", fd, 0, [&] { return SimFiles::fstat(fd, stat); }));
}
int WatchedFiles::fchmod(int fd, unsigned mode) {
  return int(descriptor("fchmod", fd, mode, [&] { return SimFiles::fchmod(fd, mode); }));
}
int WatchedFiles::fchown(int fd, std::uint32_t uid, std::uint32_t gid) {
  return int(descriptor("fchown", fd, uid, [&] { return SimFiles::fchown(fd, uid, gid); }));
}
int WatchedFiles::futimes(int fd, FileTime atime, FileTime mtime) {
  return int(descriptor("futimes", fd, mtime.seconds, [&] { return SimFiles::futimes(fd, atime, mtime); }));
}
int WatchedFiles::entries(int fd, std::vector<DirectoryEntry>& out) {
  return int(descriptor("entries", fd, 0, [&] { return SimFiles::entries(fd, out); }, UV_EIO));
}

int WatchedFiles::stat(Path name, FileStat& out) {
  return path("stat", name, [&] { return SimFiles::stat(name, out); }, UV_EIO);
}
int WatchedFiles::lstat(Path name, FileStat& out) {
  return path("lstat", name, [&] { return SimFiles::lstat(name, out); }, UV_EIO);
}
int WatchedFiles::statfs(Path name, FileSystemStat& out) {
  return path("statfs", name, [&] { return SimFiles::statfs(name, out); });
}
int WatchedFiles::access(Path name, int mode) {
  return path("access", name, [&] { return SimFiles::access(name, mode); }, UV_EIO);
}
int WatchedFiles::chmod(Path name, unsigned mode) {
  return path("chmod", name, [&] { return SimFiles::chmod(name, mode); }, UV_EIO);
}
int WatchedFiles::chown(Path name, std::uint32_t uid, std::uint32_t gid) {
  return path("chown", name, [&] { return SimFiles::chown(name, uid, gid); }, UV_EIO);
}
int WatchedFiles::lchown(Path name, std::uint32_t uid, std::uint32_t gid) {
  return path("lchown", name, [&] { return SimFiles::lchown(name, uid, gid); }, UV_EIO);
}
int WatchedFiles::utimes(Path name, FileTime atime, FileTime mtime) {
  return path("utimes", name, [&] { return SimFiles::utimes(name, atime, mtime); }, UV_EIO);
}
int WatchedFiles::lutimes(Path name, FileTime atime, FileTime mtime) {
  return path("lutimes", name, [&] { return SimFiles::lutimes(name, atime, mtime); }, UV_EIO);
}
int WatchedFiles::mkdir(Path name, unsigned mode) {
  return path("mkdir", name, [&] { return SimFiles::mkdir(name, mode); }, UV_ENOSPC);
}
int WatchedFiles::mkdtemp(Path prefix, std::string& made) {
  return path("mkdtemp", prefix, [&] { return SimFiles::mkdtemp(prefix, made); });
}
int WatchedFiles::rmdir(Path name) {
  return path("rmdir", name, [&] { return SimFiles::rmdir(name); }, UV_EIO);
}
int WatchedFiles::unlink(Path name) {
  return path("unlink", name, [&] { return SimFiles::unlink(name); }, UV_EIO);
}
int WatchedFiles::rename(Path from, Path to) {
  return path("rename", from + " to " + to, [&] { return SimFiles::rename(from, to); }, UV_EIO);
}
int WatchedFiles::link(Path existing, Path name) {
  return path("link", existing + " as " + name, [&] { return SimFiles::link(existing, name); }, UV_EIO);
}
int WatchedFiles::symlink(Path target, Path name) {
  return path("symlink", target + " as " + name, [&] { return SimFiles::symlink(target, name); }, UV_EIO);
}
int WatchedFiles::readlink(Path name, std::string& target) {
  return path("readlink", name, [&] { return SimFiles::readlink(name, target); }, UV_EIO);
}
int WatchedFiles::realpath(Path name, std::string& resolved) {
  return path("realpath", name, [&] { return SimFiles::realpath(name, resolved); }, UV_EIO);
}
int WatchedFiles::copyFile(Path from, Path to, int flags) {
  return path("copyFile", from + " to " + to, [&] { return SimFiles::copyFile(from, to, flags); }, UV_ENOSPC);
}

}  // namespace nodecpp::os
