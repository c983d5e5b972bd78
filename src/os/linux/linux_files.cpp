#include "os/linux/linux_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "base/assertion.h"
#include "os/port/port.h"

namespace nodecpp::os {

namespace {

int status(long result) { return result < 0 ? -errno : 0; }

// Repeats a call that was interrupted by a signal.
template <class F>
auto whole(F&& call) {
  decltype(call()) result{};
  do result = call();
  while (result < 0 && errno == EINTR);
  return result;
}

FileTime time(const statx_timestamp& t) { return {t.tv_sec, t.tv_nsec}; }

int statAt(int directory, const char* path, int flags, FileStat& out) {
  // Release builds fill variables with zeros; these are 256 bytes that the call writes.
  [[clang::uninitialized]] struct statx x;
  if (::statx(directory, path, flags, STATX_BASIC_STATS | STATX_BTIME, &x) < 0) return -errno;
  out.dev = makedev(x.stx_dev_major, x.stx_dev_minor);
  out.rdev = makedev(x.stx_rdev_major, x.stx_rdev_minor);
  out.ino = x.stx_ino;
  out.nlink = x.stx_nlink;
  out.size = x.stx_size;
  out.blocks = x.stx_blocks;
  out.mode = x.stx_mode;
  out.uid = x.stx_uid;
  out.gid = x.stx_gid;
  out.blksize = x.stx_blksize;
  out.atime = time(x.stx_atime);
  out.mtime = time(x.stx_mtime);
  out.ctime = time(x.stx_ctime);
  out.birthtime = time(x.stx_btime);
  return 0;
}

int setTimes(const char* path, FileTime atime, FileTime mtime, int flags) {
  timespec times[2] = {{atime.seconds, atime.nanoseconds}, {mtime.seconds, mtime.nanoseconds}};
  return status(::utimensat(AT_FDCWD, path, times, flags));
}

// Opens a file whose path the kernel has in memory (openat2 with RESOLVE_CACHED, since Linux 5.12). A system without it,
// or one that forbids it, cannot tell.
int openCached(const char* path, int flags) {
  open_how how{};
  how.flags = std::uint64_t(flags | O_CLOEXEC);
  how.resolve = RESOLVE_CACHED;
  const long fd = whole([&] { return ::syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how); });
  if (fd >= 0) return int(fd);
  return errno == ENOSYS || errno == EPERM || errno == EINVAL ? UV_EAGAIN : -errno;
}

FileType typeOf(unsigned char type) {
  switch (type) {
    case DT_REG: return FileType::file;
    case DT_DIR: return FileType::directory;
    case DT_LNK: return FileType::link;
    case DT_FIFO: return FileType::fifo;
    case DT_SOCK: return FileType::socket;
    case DT_CHR: return FileType::character;
    case DT_BLK: return FileType::block;
    default: return FileType::unknown;
  }
}

}  // namespace

int LinuxFiles::open(Path path, int flags, unsigned mode) {
  NODECPP_DEBUG_ASSERT(path.find('\0') == path.npos);
  if (flags & openIfReady) return openCached(path.c_str(), flags & ~openIfReady);
  int fd = whole([&] { return ::open(path.c_str(), flags | O_CLOEXEC, mode_t(mode)); });
  return fd < 0 ? -errno : fd;
}

int LinuxFiles::close(int fd) {
  // Linux closes the descriptor even when close fails. Repeating the call could close a descriptor that another thread
  // got meanwhile.
  return ::close(fd) < 0 && errno != EINTR && errno != EINPROGRESS ? -errno : 0;
}

std::int64_t LinuxFiles::read(int fd, const Space* spaces, std::size_t count, std::int64_t offset) {
  static_assert(sizeof(Space) == sizeof(iovec));
  auto vectors = reinterpret_cast<const iovec*>(spaces);
  int number = int(std::min<std::size_t>(count, IOV_MAX));
  ssize_t got = whole([&] {
    if (number == 1)
      return offset < 0 ? ::read(fd, spaces->data, spaces->size) : ::pread(fd, spaces->data, spaces->size, offset);
    return offset < 0 ? ::readv(fd, vectors, number) : ::preadv(fd, vectors, number, offset);
  });
  return got < 0 ? -errno : got;
}

std::int64_t LinuxFiles::readReady(int fd, const Space* spaces, std::size_t count, std::int64_t offset) {
  auto vectors = reinterpret_cast<const iovec*>(spaces);
  int number = int(std::min<std::size_t>(count, IOV_MAX));
  // As in read, the offset -1 means the descriptor's own position.
  ssize_t got = whole([&] { return ::preadv2(fd, vectors, number, offset, RWF_NOWAIT); });
  if (got >= 0) return got;
  return errno == ENOSYS ? -EOPNOTSUPP : -errno;
}

std::int64_t LinuxFiles::write(int fd, const Slice* slices, std::size_t count, std::int64_t offset) {
  static_assert(sizeof(Slice) == sizeof(iovec));
  auto vectors = reinterpret_cast<const iovec*>(slices);
  int number = int(std::min<std::size_t>(count, IOV_MAX));
  ssize_t sent = whole([&] {
    if (number == 1)
      return offset < 0 ? ::write(fd, slices->data, slices->size) : ::pwrite(fd, slices->data, slices->size, offset);
    return offset < 0 ? ::writev(fd, vectors, number) : ::pwritev(fd, vectors, number, offset);
  });
  return sent < 0 ? -errno : sent;
}

int LinuxFiles::sync(int fd, bool dataOnly) {
  return status(whole([&] { return dataOnly ? ::fdatasync(fd) : ::fsync(fd); }));
}
int LinuxFiles::truncate(int fd, std::int64_t size) {
  return status(whole([&] { return ::ftruncate(fd, size); }));
}

int LinuxFiles::stat(Path path, FileStat& out) { return statAt(AT_FDCWD, path.c_str(), 0, out); }
int LinuxFiles::lstat(Path path, FileStat& out) { return statAt(AT_FDCWD, path.c_str(), AT_SYMLINK_NOFOLLOW, out); }
int LinuxFiles::fstat(int fd, FileStat& out) { return statAt(fd, "", AT_EMPTY_PATH, out); }

int LinuxFiles::statfs(Path path, FileSystemStat& out) {
  struct statfs s;
  if (::statfs(path.c_str(), &s) < 0) return -errno;
  out = {std::uint64_t(s.f_type), std::uint64_t(s.f_bsize), s.f_blocks, s.f_bfree, s.f_bavail, s.f_files, s.f_ffree};
  return 0;
}

int LinuxFiles::access(Path path, int mode) { return status(::access(path.c_str(), mode)); }
int LinuxFiles::chmod(Path path, unsigned mode) { return status(::chmod(path.c_str(), mode_t(mode))); }
int LinuxFiles::fchmod(int fd, unsigned mode) { return status(::fchmod(fd, mode_t(mode))); }
int LinuxFiles::chown(Path path, std::uint32_t uid, std::uint32_t gid) {
  return status(::chown(path.c_str(), uid, gid));
}
int LinuxFiles::lchown(Path path, std::uint32_t uid, std::uint32_t gid) {
  return status(::lchown(path.c_str(), uid, gid));
}
int LinuxFiles::fchown(int fd, std::uint32_t uid, std::uint32_t gid) { return status(::fchown(fd, uid, gid)); }
int LinuxFiles::utimes(Path path, FileTime atime, FileTime mtime) { return setTimes(path.c_str(), atime, mtime, 0); }
int LinuxFiles::lutimes(Path path, FileTime atime, FileTime mtime) {
  return setTimes(path.c_str(), atime, mtime, AT_SYMLINK_NOFOLLOW);
}
int LinuxFiles::futimes(int fd, FileTime atime, FileTime mtime) {
  timespec times[2] = {{atime.seconds, atime.nanoseconds}, {mtime.seconds, mtime.nanoseconds}};
  return status(::futimens(fd, times));
}

int LinuxFiles::entries(int fd, std::vector<DirectoryEntry>& out) {
  alignas(dirent64) char block[32 * 1024];
  while (true) {
    long got = ::syscall(SYS_getdents64, fd, block, sizeof block);
    if (got <= 0) return status(got);
    std::size_t before = out.size();
    for (long at = 0; at < got;) {
      auto* entry = reinterpret_cast<dirent64*>(block + at);
      at += entry->d_reclen;
      NODECPP_ASSERT(at <= got, at, got);
      if (std::strcmp(entry->d_name, ".") == 0 || std::strcmp(entry->d_name, "..") == 0) continue;
      out.push_back({entry->d_name, typeOf(entry->d_type)});
    }
    if (out.size() != before) return 0;
  }
}

int LinuxFiles::mkdir(Path path, unsigned mode) { return status(::mkdir(path.c_str(), mode_t(mode))); }

int LinuxFiles::mkdtemp(Path prefix, std::string& made) {
  made = prefix + "XXXXXX";
  NODECPP_DEBUG_ASSERT(made.find('\0') == made.npos);
  return ::mkdtemp(made.data()) ? 0 : -errno;
}

int LinuxFiles::rmdir(Path path) { return status(::rmdir(path.c_str())); }
int LinuxFiles::unlink(Path path) { return status(::unlink(path.c_str())); }
int LinuxFiles::rename(Path from, Path to) { return status(::rename(from.c_str(), to.c_str())); }
int LinuxFiles::link(Path existing, Path path) { return status(::link(existing.c_str(), path.c_str())); }
int LinuxFiles::symlink(Path target, Path path) { return status(::symlink(target.c_str(), path.c_str())); }

int LinuxFiles::readlink(Path path, std::string& target) {
  char text[PATH_MAX];
  ssize_t size = ::readlink(path.c_str(), text, sizeof text);
  if (size < 0) return -errno;
  NODECPP_ASSERT(std::size_t(size) <= sizeof text, size);
  target.assign(text, std::size_t(size));
  return 0;
}

int LinuxFiles::realpath(Path path, std::string& resolved) {
  char text[PATH_MAX];
  if (!::realpath(path.c_str(), text)) return -errno;
  resolved = text;
  return 0;
}

// A clone that shares blocks with the source (FICLONE) is tried only if `flags` ask for it. Otherwise the kernel copies
// the file (copy_file_range), or reads and writes do if the kernel cannot.
int LinuxFiles::copyFile(Path from, Path to, int flags) {
  constexpr int exclusive = 1, clone = 2, cloneOnly = 4;
  int source = open(from, O_RDONLY, 0);
  if (source < 0) return source;
  int error = 0, target = -1;
  struct stat a, b;
  if (::fstat(source, &a) < 0) error = -errno;
  if (!error) {
    target = open(to, O_WRONLY | O_CREAT | (flags & exclusive ? O_EXCL : 0), a.st_mode & 07777);
    if (target < 0) error = target;
  }
  bool same = false;
  if (!error && ::fstat(target, &b) < 0) error = -errno;
  // A file that is copied onto itself is left unchanged.
  if (!error) same = a.st_dev == b.st_dev && a.st_ino == b.st_ino;
  if (!error && !same) {
    if (::ftruncate(target, 0) < 0) error = -errno;
    if (!error && ::fchmod(target, a.st_mode & 07777) < 0 && errno != EPERM) error = -errno;
    bool done = false;
    if (!error && (flags & (clone | cloneOnly))) {
      done = ::ioctl(target, FICLONE, source) == 0;
      if (!done && (flags & cloneOnly)) error = errno == ENOTTY || errno == EINVAL ? -EOPNOTSUPP : -errno;
    }
    while (!error && !done) {
      // Files of /proc have a reported size of 0, for which copy_file_range copies nothing, so they are copied by reads
      // and writes.
      bool byHand = a.st_size == 0;
      ssize_t moved =
          byHand ? -1 : whole([&] { return ::copy_file_range(source, nullptr, target, nullptr, 1 << 30, 0); });
      if (moved == 0) break;
      if (moved > 0) continue;
      if (!byHand && errno != EXDEV && errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP && errno != EPERM) {
        error = -errno;
        break;
      }
      // The file system does not support copy_file_range, so the file is copied by reads and writes.
      char block[64 * 1024];
      Space space{block, sizeof block};
      for (std::int64_t got = 0; !error && (got = read(source, &space, 1, -1)) != 0;) {
        if (got < 0) error = int(got);
        for (std::int64_t sent = 0; !error && sent < got;) {
          NODECPP_ASSERT(got <= std::int64_t(sizeof block), got);
          Slice slice{block + sent, std::size_t(got - sent)};
          std::int64_t wrote = write(target, &slice, 1, -1);
          if (wrote < 0)
            error = int(wrote);
          else
            sent += wrote;
        }
      }
      break;
    }
  }
  ::close(source);
  if (target >= 0) {
    ::close(target);
    if (error && !same) ::unlink(to.c_str());
  }
  return error;
}

}  // namespace nodecpp::os
