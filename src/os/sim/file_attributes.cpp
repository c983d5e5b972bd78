// Attributes of files in a simulated file system, and the permission to change them.
#include <algorithm>

#include "base/assertion.h"
#include "os/port/port.h"
#include "os/sim/sim_files.h"

namespace nodecpp::os {

void SimFiles::fill(const SimFile& file, FileStat& out) const {
  NODECPP_ASSERT(file.number > 0 && (file.mode & 0170000) != 0, file.number, file.mode);
  out = {};
  out.dev = 1;
  out.ino = file.number;
  out.nlink = file.links;
  out.size = file.isDirectory() ? 4096 : file.size();
  out.blksize = 4096;
  out.blocks = (out.size + 511) / 512;
  out.mode = file.mode;
  out.uid = file.uid;
  out.gid = file.gid;
  out.atime = file.atime;
  out.mtime = file.mtime;
  out.ctime = file.ctime;
  out.birthtime = file.birthtime;
}

int SimFiles::stat(Path path, FileStat& out) {
  Place place;
  if (int error = existing(path, true, place)) return error;
  fill(*place.file, out);
  return 0;
}
int SimFiles::lstat(Path path, FileStat& out) {
  Place place;
  if (int error = existing(path, false, place)) return error;
  fill(*place.file, out);
  return 0;
}
int SimFiles::fstat(int fd, FileStat& out) {
  Open* open = at(fd);
  if (!open) return UV_EBADF;
  fill(*open->file, out);
  return 0;
}
int SimFiles::statfs(Path path, FileSystemStat& out) {
  Place place;
  if (int error = existing(path, true, place)) return error;
  std::uint64_t blocks = std::min<std::uint64_t>(disk_.capacity, std::uint64_t(1) << 40) / 4096;
  std::uint64_t left = blocks - std::min(blocks, (disk_.used + 4095) / 4096);
  NODECPP_ASSERT(left <= blocks, left, blocks);
  out = {disk_.type, 4096, blocks, left, left, 1 << 20, 1 << 20};
  return 0;
}
int SimFiles::access(Path path, int mode) {
  Place place;
  if (int error = existing(path, true, place)) return error;
  return isPermitted(*place.file, unsigned(mode) & 7) ? 0 : UV_EACCES;
}

int SimFiles::chmodOf(const SimFileRef& file, unsigned mode) {
  NODECPP_ASSERT(file);
  if (program_.user != 0 && program_.user != file->uid) return UV_EPERM;
  file->mode = (file->mode & 0170000) | (mode & 07777);
  file->ctime = disk_.now();
  disk_.changed(file);
  return 0;
}
int SimFiles::chownOf(const SimFileRef& file, std::uint32_t uid, std::uint32_t gid) {
  NODECPP_ASSERT(file);
  bool same = (uid == UINT32_MAX || uid == file->uid) && (gid == UINT32_MAX || gid == file->gid);
  if (program_.user != 0 && !(same && program_.user == file->uid)) return UV_EPERM;
  if (uid != UINT32_MAX) file->uid = uid;
  if (gid != UINT32_MAX) file->gid = gid;
  file->ctime = disk_.now();
  disk_.changed(file);
  return 0;
}
int SimFiles::timesOf(const SimFileRef& file, FileTime atime, FileTime mtime) {
  NODECPP_ASSERT(file);
  if (program_.user != 0 && program_.user != file->uid) return UV_EPERM;
  file->atime = atime;
  file->mtime = mtime;
  file->ctime = disk_.now();
  disk_.changed(file);
  return 0;
}
int SimFiles::chmod(Path path, unsigned mode) {
  Place place;
  int error = existing(path, true, place);
  return error ? error : chmodOf(place.file, mode);
}
int SimFiles::fchmod(int fd, unsigned mode) { return at(fd) ? chmodOf(at(fd)->file, mode) : UV_EBADF; }
int SimFiles::chown(Path path, std::uint32_t uid, std::uint32_t gid) {
  Place place;
  int error = existing(path, true, place);
  return error ? error : chownOf(place.file, uid, gid);
}
int SimFiles::lchown(Path path, std::uint32_t uid, std::uint32_t gid) {
  Place place;
  int error = existing(path, false, place);
  return error ? error : chownOf(place.file, uid, gid);
}
int SimFiles::fchown(int fd, std::uint32_t uid, std::uint32_t gid) {
  return at(fd) ? chownOf(at(fd)->file, uid, gid) : UV_EBADF;
}
int SimFiles::utimes(Path path, FileTime atime, FileTime mtime) {
  Place place;
  int error = existing(path, true, place);
  return error ? error : timesOf(place.file, atime, mtime);
}
int SimFiles::lutimes(Path path, FileTime atime, FileTime mtime) {
  Place place;
  int error = existing(path, false, place);
  return error ? error : timesOf(place.file, atime, mtime);
}
int SimFiles::futimes(int fd, FileTime atime, FileTime mtime) {
  return at(fd) ? timesOf(at(fd)->file, atime, mtime) : UV_EBADF;
}

}  // namespace nodecpp::os
