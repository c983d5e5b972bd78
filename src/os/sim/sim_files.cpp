#include "os/sim/sim_files.h"

#include <fcntl.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "base/assertion.h"
#include "os/port/port.h"

namespace nodecpp::os {

namespace {

FileType typeOf(const SimFile& file) {
  return file.isDirectory() ? FileType::directory : file.isLink() ? FileType::link : FileType::file;
}

}  // namespace

SimFiles::Open* SimFiles::at(int fd) {
  auto found = open_.find(fd);
  return found == open_.end() ? nullptr : found->second.get();
}

std::shared_ptr<SimFiles::Open> SimFiles::share(int fd) const {
  auto found = open_.find(fd);
  return found == open_.end() ? nullptr : found->second;
}

// Checks the permission bits of the owner, the group or others, as a kernel does: 4 read, 2 write, 1 execute. User 0
// may do everything but execute a file that nobody may execute.
bool SimFiles::isPermitted(const SimFile& file, unsigned mask) const {
  if (program_.user == 0) return !(mask & 1) || file.isDirectory() || (file.mode & 0111);
  unsigned bits = file.uid == program_.user ? file.mode >> 6 : file.gid == program_.user ? file.mode >> 3 : file.mode;
  return (bits & mask) == mask;
}

int SimFiles::find(Path path, bool follow, Place& place) const {
  return disk_.find(program_.directory(), path, follow, place, [this](const SimFile& file) { return isPermitted(file, 1); });
}

int SimFiles::existing(Path path, bool follow, Place& place) const {
  if (int error = find(path, follow, place)) return error;
  return place.file ? 0 : UV_ENOENT;
}

int SimFiles::vacant(Path path, Place& place) const {
  if (int error = find(path, false, place)) return error;
  if (place.file) return UV_EEXIST;
  return isPermitted(*place.directory, 3) ? 0 : UV_EACCES;
}

int SimFiles::open(Path path, int flags, unsigned mode) {
  if (flags & openIfReady) {
    if (disk_.cache != SimDisk::Cache::all) return UV_EAGAIN;
    flags &= ~openIfReady;
  }
  Place place;
  bool exclusive = (flags & O_CREAT) && (flags & O_EXCL);
  if (int error = find(path, !exclusive && !(flags & O_NOFOLLOW), place)) return error;
  int kind = flags & O_ACCMODE;
  if (!place.file) {
    if (!(flags & O_CREAT)) return UV_ENOENT;
    if (place.slash) return UV_EISDIR;
    if (!isPermitted(*place.directory, 3)) return UV_EACCES;
    place.file = disk_.make(0100000 | (mode & 07777 & ~program_.umask()), program_.user, program_.user);
    disk_.put(place.directory, place.name, place.file);
  } else {
    if (exclusive) return UV_EEXIST;
    if (place.file->isLink()) return UV_ELOOP;
    if (place.file->isDirectory() && (kind != O_RDONLY || (flags & O_CREAT))) return UV_EISDIR;
    if (!place.file->isDirectory() && (flags & O_DIRECTORY)) return UV_ENOTDIR;
    if (!isPermitted(*place.file, kind == O_RDONLY ? 4 : kind == O_WRONLY ? 2 : 6)) return UV_EACCES;
  }
  if (int error = disk_.load(*place.file)) return error;
  NODECPP_ASSERT(!place.file->unread && !place.file->isLink());
  if (flags & O_TRUNC) {
    bool changes = !place.file->bytes.empty();
    disk_.resize(*place.file, 0);
    place.file->mtime = place.file->ctime = disk_.now();
    if (changes) disk_.changed(place.file);
  }
  int fd = lowestDescriptor_;
  while (open_.contains(fd)) ++fd;
  NODECPP_ASSERT(fd >= lowestDescriptor_, fd, lowestDescriptor_);
  open_[fd] = std::make_shared<Open>(place.file, flags);
  return fd;
}

int SimFiles::close(int fd) { return open_.erase(fd) ? 0 : UV_EBADF; }

std::int64_t SimFiles::read(int fd, const Space* spaces, std::size_t count, std::int64_t offset) {
  Open* open = at(fd);
  return open ? read(disk_, *open, spaces, count, offset) : UV_EBADF;
}

std::int64_t SimFiles::read(SimDisk& disk, Open& open, const Space* spaces, std::size_t count, std::int64_t offset) {
  if ((open.flags & O_ACCMODE) == O_WRONLY) return UV_EBADF;
  if (open.file->isDirectory()) return UV_EISDIR;
  NODECPP_ASSERT(!open.file->unread && open.position >= 0, open.position);
  const std::string& bytes = open.file->bytes;
  auto from = std::size_t(offset < 0 ? open.position : offset), start = from;
  for (std::size_t i = 0; i < count && from < bytes.size(); ++i) {
    std::size_t size = std::min(spaces[i].size, bytes.size() - from);
    if (size > 0) std::memcpy(spaces[i].data, bytes.data() + from, size);
    from += size;
  }
  NODECPP_ASSERT(from == start || (from > start && from <= bytes.size()), from, start, bytes.size());
  if (offset < 0) open.position = std::int64_t(from);
  open.file->atime = disk.now();
  open.file->cached = std::max<std::uint64_t>(open.file->cached, from);
  return std::int64_t(from - start);
}

std::int64_t SimFiles::readReady(int fd, const Space* spaces, std::size_t count, std::int64_t offset) {
  Open* open = at(fd);
  if (open && disk_.cache != SimDisk::Cache::all) {
    if (disk_.cache == SimDisk::Cache::unknown) return UV_ENOTSUP;
    auto from = std::uint64_t(offset < 0 ? open->position : offset);
    std::uint64_t size = open->file->bytes.size(), cached = std::min(open->file->cached, size);
    if (from < cached && count > 0) {
      Space first{spaces->data, std::size_t(std::min<std::uint64_t>(spaces->size, cached - from))};
      return read(fd, &first, 1, offset);
    }
    if (from < size) return UV_EAGAIN;
  }
  return read(fd, spaces, count, offset);
}

std::int64_t SimFiles::write(int fd, const Slice* slices, std::size_t count, std::int64_t offset) {
  Open* open = at(fd);
  if (!open && (fd == 1 || fd == 2)) {
    std::int64_t sent = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (int error = program_.writeStandard(fd, slices[i].data, slices[i].size)) return error;
      sent += std::int64_t(slices[i].size);
    }
    return sent;
  }
  return open ? write(*open, slices, count, offset) : UV_EBADF;
}

std::int64_t SimFiles::write(Open& open, const Slice* slices, std::size_t count, std::int64_t offset) {
  if ((open.flags & O_ACCMODE) == O_RDONLY) return UV_EBADF;
  SimFile& file = *open.file;
  NODECPP_ASSERT(!file.unread && !file.isDirectory() && open.position >= 0, open.position);
  // As on Linux, a descriptor opened for appending appends even if an offset is given.
  auto from = std::uint64_t(open.flags & O_APPEND ? std::int64_t(file.bytes.size())
                            : offset < 0          ? open.position
                                                  : offset);
  std::uint64_t start = from;
  if (disk_.onWrite) disk_.onWrite();
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t size = slices[i].size;
    if (from + size > file.bytes.size() && !disk_.resize(file, from + size)) {
      // When the disk is nearly full, as many bytes are written as there is room for.
      size = std::size_t(std::min<std::uint64_t>(size, disk_.capacity - std::min(disk_.capacity, disk_.used)));
      if (size == 0 || !disk_.resize(file, from + size)) {
        if (from == start) return UV_ENOSPC;
        break;
      }
    }
    if (size) std::memcpy(file.bytes.data() + from, slices[i].data, size);
    from += size;
    if (size < slices[i].size) break;
  }
  if (offset < 0) open.position = std::int64_t(from);
  file.mtime = file.ctime = disk_.now();
  if (from != start) disk_.changed(open.file);
  NODECPP_ASSERT(from == start || (from > start && from <= file.bytes.size()), from, start, file.bytes.size());
  return std::int64_t(from - start);
}

int SimFiles::sync(int fd, bool) { return at(fd) ? 0 : UV_EBADF; }

int SimFiles::truncate(int fd, std::int64_t size) {
  Open* open = at(fd);
  if (!open) return UV_EBADF;
  if (size < 0 || (open->flags & O_ACCMODE) == O_RDONLY) return UV_EINVAL;
  if (!disk_.resize(*open->file, std::uint64_t(size))) return UV_ENOSPC;
  open->file->mtime = open->file->ctime = disk_.now();
  disk_.changed(open->file);
  return 0;
}

int SimFiles::entries(int fd, std::vector<DirectoryEntry>& out) {
  Open* open = at(fd);
  if (!open) return UV_EBADF;
  if (!open->file->isDirectory()) return UV_ENOTDIR;
  if (std::exchange(open->listed, true)) return 0;
  disk_.list(open->file);
  for (auto& [name, file] : open->file->entries) out.push_back({name, typeOf(*file)});
  return 0;
}

int SimFiles::mkdir(Path path, unsigned mode) {
  Place place;
  if (int error = vacant(path, place)) return error;
  disk_.put(place.directory, place.name,
            disk_.make(0040000 | (mode & 07777 & ~program_.umask()), program_.user, program_.user));
  return 0;
}

int SimFiles::mkdtemp(Path prefix, std::string& made) {
  constexpr char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  while (true) {
    made = prefix;
    for (int i = 0; i < 6; ++i) made += letters[program_.random() % 62];
    int error = mkdir(made, 0700);
    NODECPP_ASSERT(made.size() == prefix.size() + 6, made.size());
    if (error != UV_EEXIST) return error;
  }
}

int SimFiles::rmdir(Path path) {
  Place place;
  if (int error = existing(path, false, place)) return error;
  if (!place.file->isDirectory()) return UV_ENOTDIR;
  if (place.name.empty()) return UV_EBUSY;
  if (place.name == ".") return UV_EINVAL;
  disk_.list(place.file);
  if (place.name == ".." || !place.file->entries.empty()) return UV_ENOTEMPTY;
  if (!isPermitted(*place.directory, 3)) return UV_EACCES;
  disk_.take(place.directory, place.name);
  return 0;
}

int SimFiles::unlink(Path path) {
  Place place;
  if (int error = existing(path, false, place)) return error;
  if (place.file->isDirectory()) return UV_EISDIR;
  if (!isPermitted(*place.directory, 3)) return UV_EACCES;
  disk_.take(place.directory, place.name);
  return 0;
}

namespace {

// rename() does not follow a link in the last place of a path, even if a slash stands behind it.
std::string withoutSlashes(const std::string& path) {
  std::size_t last = path.find_last_not_of('/');
  return last == path.npos ? path.substr(0, 1) : path.substr(0, last + 1);
}

// Whether the last part of a path is no name that could be taken out of a directory.
bool isUnnamed(const SimDisk::Place& place) { return place.name.empty() || place.name == "." || place.name == ".."; }

// Whether `file` is `directory` or one of the directories that contain it.
bool contains(const SimDisk& disk, const SimFileRef& file, SimFileRef directory) {
  for (; directory; directory = directory->parent.lock()) {
    if (directory == file) return true;
    if (directory == disk.root) break;
  }
  return false;
}

}  // namespace

// The order of the checks is Linux's, so that a call that several checks refuse fails with Linux's error.
int SimFiles::rename(Path from, Path to) {
  Place source, target;
  if (int error = find(withoutSlashes(from), false, source)) return error;
  if (int error = find(withoutSlashes(to), false, target)) return error;
  if (isUnnamed(source) || isUnnamed(target)) return UV_EBUSY;
  if (!source.file) return UV_ENOENT;
  if (!source.file->isDirectory() && (from.ends_with('/') || to.ends_with('/'))) return UV_ENOTDIR;
  if (source.file == target.file) return 0;
  // A directory cannot be moved into itself or into a directory inside it.
  if (contains(disk_, source.file, target.directory)) return UV_EINVAL;
  // What is moved cannot take the place of a directory that contains it.
  if (target.file && contains(disk_, target.file, source.directory)) return UV_ENOTEMPTY;
  if (!isPermitted(*source.directory, 3) || !isPermitted(*target.directory, 3)) return UV_EACCES;
  if (target.file) {
    disk_.list(target.file);
    if (target.file->isDirectory() && !source.file->isDirectory()) return UV_EISDIR;
    if (!target.file->isDirectory() && source.file->isDirectory()) return UV_ENOTDIR;
    if (!target.file->entries.empty()) return UV_ENOTEMPTY;
    disk_.take(target.directory, target.name, true);
  }
  disk_.move(source, target.directory, target.name);
  return 0;
}

int SimFiles::link(Path existingPath, Path path) {
  Place source, target;
  if (int error = existing(existingPath, false, source)) return error;
  if (int error = vacant(path, target)) return error;
  if (source.file->isDirectory()) return UV_EPERM;
  NODECPP_ASSERT(!target.file && !target.name.empty());
  disk_.put(target.directory, target.name, source.file);
  disk_.linked(*source.file);
  return 0;
}

int SimFiles::symlink(Path target, Path path) {
  if (target.empty()) return UV_ENOENT;
  Place place;
  if (int error = vacant(path, place)) return error;
  SimFileRef file = disk_.make(0120777, program_.user, program_.user);
  if (!disk_.resize(*file, target.size())) return UV_ENOSPC;
  file->bytes = target;
  disk_.put(place.directory, place.name, file);
  return 0;
}

int SimFiles::readlink(Path path, std::string& target) {
  Place place;
  if (int error = existing(path, false, place)) return error;
  if (!place.file->isLink()) return UV_EINVAL;
  NODECPP_ASSERT(place.file->links > 0, place.file->number);
  target = place.file->bytes;
  return 0;
}

int SimFiles::realpath(Path path, std::string& resolved) {
  Place place;
  if (int error = existing(path, true, place)) return error;
  resolved = place.file->isDirectory() ? disk_.pathOf(place.file) : disk_.pathOf(place.directory) + "/" + place.name;
  if (resolved.empty()) resolved = "/";
  return 0;
}

int SimFiles::copyFile(Path from, Path to, int flags) {
  Place place;
  if (int error = existing(from, true, place)) return error;
  if (!isPermitted(*place.file, 4)) return UV_EACCES;
  int fd = open(to, O_WRONLY | O_CREAT | (flags & 1 ? O_EXCL : 0), place.file->mode & 07777);
  if (fd < 0) return fd;
  SimFileRef target = at(fd)->file;
  NODECPP_ASSERT(target && !target->isDirectory());
  close(fd);
  if (target == place.file) return 0;
  int error = place.file->isDirectory() ? UV_EISDIR : flags & 4 ? UV_ENOTSUP : disk_.load(*place.file);
  if (!error && !disk_.resize(*target, place.file->bytes.size())) error = UV_ENOSPC;
  if (error) {
    // As in Node, a copy that could not be written is removed.
    unlink(to);
    return error;
  }
  target->bytes = place.file->bytes;
  target->mode = place.file->mode;
  target->mtime = target->ctime = disk_.now();
  disk_.changed(target);
  return 0;
}

int SimFiles::enter(Path path, std::string& resolved) {
  Place place;
  if (int error = existing(path, true, place)) return error;
  if (!place.file->isDirectory()) return UV_ENOTDIR;
  if (!isPermitted(*place.file, 1)) return UV_EACCES;
  resolved = disk_.pathOf(place.file);
  if (resolved.empty()) resolved = "/";
  return 0;
}

int SimFiles::watch(Path path, SimPathWatch& watch) {
  NODECPP_ASSERT(!watch.sink && watch.file.expired());
  Place place;
  if (int error = existing(path, true, place)) return error;
  watch.file = place.file;
  watch.name = path.substr(path.rfind('/') + 1);
  return 0;
}

}  // namespace nodecpp::os
