// How a RecordedPort records and replays operations on files, and jobs.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "os/session/recorded_objects.h"

namespace nodecpp::os {

using record::Kind;

constinit thread_local RecordedJob* RecordedJob::current = nullptr;

void RecordedPort::submit(Job* job) {
  NODECPP_ASSERT(job);
  auto* recorded = new RecordedJob(*this, ++lastId_, job);
  ErrorCode error = 0;
  operate(Kind::submit, std::tuple(recorded->id, 0, 0), [&] { inner_->computation.submit(recorded); }, error);
}

ErrorCode RecordedPort::compute(Job* job, int priority) {
  NODECPP_ASSERT(job);
  auto* recorded = new RecordedJob(*this, ++lastId_, job, true);
  job->place = recorded;
  ErrorCode error = 0;
  operate(
      Kind::submit, std::tuple(recorded->id, 1, priority), [&] { error = inner_->computation.compute(recorded, priority); }, error);
  if (!error) return 0;
  NODECPP_ASSERT(recorded->inner.get() == job);
  recorded->inner.release();
  delete recorded;
  return error;
}

// In a replay no inner port owns the job, so it is deleted here.
void RecordedPort::forget(Job* job) {
  auto* recorded = static_cast<RecordedJob*>(job->place);
  NODECPP_ASSERT(recorded && recorded->computes && recorded->inner.get() == job);
  recorded->leave();
  operate(Kind::forget, std::tuple(std::uint64_t(0), recorded->id), [&] { inner_->computation.forget(recorded); });
  if (replaying()) delete recorded;
}

Files& RecordedFiles::inner() { return port_.innerFiles(); }

template <class Perform, class... Call, class... Results>
void RecordedFiles::operate(Kind kind, std::tuple<Call...> call, Perform&& perform, Results&... results) {
  RecordedJob* job = RecordedJob::current;
  if (!job) return port_.operate(kind, std::move(call), perform, results...);
  std::string fields;
  std::apply([&](const auto&... field) { record::append(fields, field...); }, call);
  if (port_.replaying()) {
    record::Fields in = port_.replayer().expectIn(job->left, kind, fields);
    (in.take(results), ...);
    if (!in.isValid() || !in.empty()) port_.replayer().failMismatch(kind, "its fields are malformed");
    return;
  }
  perform();
  record::append(fields, results...);
  auto size = std::uint32_t(fields.size());
  job->calls += char(kind);
  job->calls.append(reinterpret_cast<const char*>(&size), sizeof size);
  job->calls += fields;
}

template <class Perform, class... Call>
Files::Status RecordedFiles::simple(Kind kind, std::tuple<Call...> call, Perform&& perform) {
  Status status = 0;
  operate(kind, std::move(call), [&] { status = perform(); }, status);
  return status;
}

int RecordedFiles::open(Path path, int flags, unsigned mode) {
  int fd = simple(Kind::fileOpen, std::tuple(path, flags, mode), [&] { return inner().open(path, flags, mode); });
  if (fd >= 0) masks_.forget(fd);
  return fd;
}
Files::Status RecordedFiles::close(int fd) {
  masks_.forget(fd);
  return simple(Kind::fileClose, std::tuple(fd), [&] { return inner().close(fd); });
}

// A job has a mark of its own, since it runs on another thread when it is recorded. In a replay it runs later, so the
// loop's mark is set when the job is done.
std::string_view RecordedFiles::shown(int fd, std::int64_t offset, std::string_view bytes, std::string& room) {
  if (!port_.masksKeys()) return bytes;
  bool seen = false;
  std::string_view masked = masks_.read(fd, offset, bytes, room, seen);
  if (RecordedJob* job = RecordedJob::current)
    job->keySeen = job->keySeen || seen;
  else
    port_.noteKey(seen);
  return masked;
}

bool RecordedFiles::keySeen() const { return RecordedJob::current ? RecordedJob::current->keySeen : port_.keySeen(); }

// Returns the first `size` bytes of the spaces: the memory itself where there is one space, else a copy in `room`.
static std::string_view joinedOf(const Space* spaces, std::size_t count, std::size_t size, std::string& room) {
  if (count == 1) return {spaces[0].data, size};
  for (std::size_t i = 0; i < count && size > 0; ++i) {
    std::size_t part = std::min(size, spaces[i].size);
    room.append(spaces[i].data, part);
    size -= part;
  }
  return room;
}

std::int64_t RecordedFiles::read(Kind kind, int fd, const Space* spaces, std::size_t count, std::int64_t offset) {
  std::uint64_t size = 0;
  for (std::size_t i = 0; i < count; ++i) size += spaces[i].size;
  std::int64_t result = 0;
  std::string joined, room;
  std::string_view bytes;
  operate(
      kind, std::tuple(fd, size, offset),
      [&] {
        result = kind == Kind::fileRead ? inner().read(fd, spaces, count, offset)
                                        : inner().readReady(fd, spaces, count, offset);
        auto left = std::size_t(result > 0 ? result : 0);
        NODECPP_ASSERT(left <= size, left, size);
        bytes = shown(fd, offset, joinedOf(spaces, count, left, joined), room);
      },
      result, bytes);
  if (!port_.replaying()) return result;
  port_.require(bytes.size() == std::uint64_t(std::max<std::int64_t>(result, 0)), kind,
                "another number of bytes than it says");
  port_.require(bytes.size() <= size, kind, "more bytes than there was room for");
  shown(fd, offset, bytes, room);  // The marks of the recorded run pass through, and show that there was a key.
  for (std::size_t i = 0; i < count && !bytes.empty(); ++i) {
    std::size_t part = std::min(bytes.size(), spaces[i].size);
    std::memcpy(spaces[i].data, bytes.data(), part);
    bytes.remove_prefix(part);
  }
  return result;
}
std::int64_t RecordedFiles::read(int fd, const Space* spaces, std::size_t count, std::int64_t offset) {
  return read(Kind::fileRead, fd, spaces, count, offset);
}
std::int64_t RecordedFiles::readReady(int fd, const Space* spaces, std::size_t count, std::int64_t offset) {
  return read(Kind::fileReadReady, fd, spaces, count, offset);
}
std::int64_t RecordedFiles::write(int fd, const Slice* slices, std::size_t count, std::int64_t offset) {
  std::int64_t result = 0;
  std::optional<record::WriteMask> mask;
  if (keySeen()) mask = masks_.beginWrite(fd, offset);
  record::Digest digest = mask ? mask->digestOf(slices, count) : record::digestOf(slices, count);
  operate(
      Kind::fileWrite, std::tuple(fd, digest, offset), [&] { result = inner().write(fd, slices, count, offset); },
      result);
  NODECPP_ASSERT(port_.replaying() || result < 0 || std::uint64_t(result) <= digest.size, result, digest.size);
  port_.require(result < 0 || std::uint64_t(result) <= digest.size, Kind::fileWrite, "more bytes than there were");
  if (mask && result > 0) {
    mask->accepted(slices, count, std::uint64_t(result), digest.size);
    masks_.wrote(fd, offset, std::uint64_t(result), *mask);
  }
  // A replay prints what the program wrote to its standard streams as files.
  if (port_.replaying() && (fd == 1 || fd == 2))
    for (std::size_t i = 0, left = std::size_t(std::max<std::int64_t>(result, 0)); i < count && left > 0; ++i) {
      std::size_t part = std::min(left, slices[i].size);
      replay::show(fd, {slices[i].data, part});
      left -= part;
    }
  return result;
}

bool RecordedFiles::stopped(const std::atomic<bool>& flag) {
  bool set = false;
  operate(Kind::fileStopped, std::tuple(), [&] { set = inner().stopped(flag); }, set);
  return set;
}
Files::Status RecordedFiles::sync(int fd, bool dataOnly) {
  return simple(Kind::fileSync, std::tuple(fd, dataOnly), [&] { return inner().sync(fd, dataOnly); });
}
Files::Status RecordedFiles::truncate(int fd, std::int64_t size) {
  return simple(Kind::fileTruncate, std::tuple(fd, size), [&] { return inner().truncate(fd, size); });
}

Files::Status RecordedFiles::stat(Path path, FileStat& stat) {
  Status status = 0;
  operate(Kind::fileStat, std::tuple(path), [&] { status = inner().stat(path, stat); }, status, stat);
  return status;
}
Files::Status RecordedFiles::lstat(Path path, FileStat& stat) {
  Status status = 0;
  operate(Kind::fileLstat, std::tuple(path), [&] { status = inner().lstat(path, stat); }, status, stat);
  return status;
}
Files::Status RecordedFiles::fstat(int fd, FileStat& stat) {
  Status status = 0;
  operate(Kind::fileFstat, std::tuple(fd), [&] { status = inner().fstat(fd, stat); }, status, stat);
  return status;
}
Files::Status RecordedFiles::statfs(Path path, FileSystemStat& stat) {
  Status status = 0;
  operate(Kind::fileStatfs, std::tuple(path), [&] { status = inner().statfs(path, stat); }, status, stat);
  return status;
}
Files::Status RecordedFiles::access(Path path, int mode) {
  return simple(Kind::fileAccess, std::tuple(path, mode), [&] { return inner().access(path, mode); });
}
Files::Status RecordedFiles::chmod(Path path, unsigned mode) {
  return simple(Kind::fileChmod, std::tuple(path, mode), [&] { return inner().chmod(path, mode); });
}
Files::Status RecordedFiles::fchmod(int fd, unsigned mode) {
  return simple(Kind::fileFchmod, std::tuple(fd, mode), [&] { return inner().fchmod(fd, mode); });
}
Files::Status RecordedFiles::chown(Path path, std::uint32_t uid, std::uint32_t gid) {
  return simple(Kind::fileChown, std::tuple(path, uid, gid), [&] { return inner().chown(path, uid, gid); });
}
Files::Status RecordedFiles::lchown(Path path, std::uint32_t uid, std::uint32_t gid) {
  return simple(Kind::fileLchown, std::tuple(path, uid, gid), [&] { return inner().lchown(path, uid, gid); });
}
Files::Status RecordedFiles::fchown(int fd, std::uint32_t uid, std::uint32_t gid) {
  return simple(Kind::fileFchown, std::tuple(fd, uid, gid), [&] { return inner().fchown(fd, uid, gid); });
}
Files::Status RecordedFiles::utimes(Path path, FileTime atime, FileTime mtime) {
  return simple(Kind::fileUtimes, std::tuple(path, atime, mtime), [&] { return inner().utimes(path, atime, mtime); });
}
Files::Status RecordedFiles::lutimes(Path path, FileTime atime, FileTime mtime) {
  return simple(Kind::fileLutimes, std::tuple(path, atime, mtime), [&] { return inner().lutimes(path, atime, mtime); });
}
Files::Status RecordedFiles::futimes(int fd, FileTime atime, FileTime mtime) {
  return simple(Kind::fileFutimes, std::tuple(fd, atime, mtime), [&] { return inner().futimes(fd, atime, mtime); });
}

Files::Status RecordedFiles::entries(int fd, std::vector<DirectoryEntry>& entries) {
  Status status = 0;
  operate(Kind::fileEntries, std::tuple(fd), [&] { status = inner().entries(fd, entries); }, status, entries);
  return status;
}
Files::Status RecordedFiles::mkdir(Path path, unsigned mode) {
  return simple(Kind::fileMkdir, std::tuple(path, mode), [&] { return inner().mkdir(path, mode); });
}
Files::Status RecordedFiles::mkdtemp(Path prefix, std::string& made) {
  Status status = 0;
  operate(Kind::fileMkdtemp, std::tuple(prefix), [&] { status = inner().mkdtemp(prefix, made); }, status, made);
  return status;
}
Files::Status RecordedFiles::rmdir(Path path) {
  return simple(Kind::fileRmdir, std::tuple(path), [&] { return inner().rmdir(path); });
}
Files::Status RecordedFiles::unlink(Path path) {
  return simple(Kind::fileUnlink, std::tuple(path), [&] { return inner().unlink(path); });
}
Files::Status RecordedFiles::rename(Path from, Path to) {
  return simple(Kind::fileRename, std::tuple(from, to), [&] { return inner().rename(from, to); });
}
Files::Status RecordedFiles::link(Path existing, Path path) {
  return simple(Kind::fileLink, std::tuple(existing, path), [&] { return inner().link(existing, path); });
}
Files::Status RecordedFiles::symlink(Path target, Path path) {
  return simple(Kind::fileSymlink, std::tuple(target, path), [&] { return inner().symlink(target, path); });
}
Files::Status RecordedFiles::readlink(Path path, std::string& target) {
  Status status = 0;
  operate(Kind::fileReadlink, std::tuple(path), [&] { status = inner().readlink(path, target); }, status, target);
  return status;
}
Files::Status RecordedFiles::realpath(Path path, std::string& resolved) {
  Status status = 0;
  operate(Kind::fileRealpath, std::tuple(path), [&] { status = inner().realpath(path, resolved); }, status, resolved);
  return status;
}
Files::Status RecordedFiles::copyFile(Path from, Path to, int flags) {
  return simple(Kind::fileCopy, std::tuple(from, to, flags), [&] { return inner().copyFile(from, to, flags); });
}

}  // namespace nodecpp::os
