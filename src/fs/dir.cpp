// opendir and Dir.
#include <nodecpp/fs/dir.h>

#include <string>
#include <vector>

#include "base/assertion.h"
#include "fs/directory.h"

namespace nodecpp::fs {

using namespace detail;

namespace {

Error dirClosed() { return nodecpp::detail::codedError("ERR_DIR_CLOSED", "Directory handle was closed"); }

auto openWork(const PathArg& path, const OpendirOptions& options, bool named) {
  validateEncoding(options.encoding);
  std::string plainPath = checked(path);
  return work<int>(
      [=](Files& files, int& fd) {
        fd = files.open(plainPath, constants::O_RDONLY | constants::O_DIRECTORY, 0);
        if (fd >= 0) return Failure();
        // As in Node, the error of opendirSync does not contain the path.
        return named ? failure(fd, "opendir", plainPath) : failure(fd, "opendir");
      },
      [plainPath, recursive = options.recursive](int& fd) { return make<DirObject>(fd, text(plainPath), recursive); });
}

// Entries of a directory that were read but not yet returned, and the directory's descriptor, which is -1 until the
// directory is opened.
struct Entries {
  int fd = -1;
  std::vector<os::DirectoryEntry> list;
};
Failure more(Files& files, int fd, const std::string& path, Entries& out) {
  out.fd = fd >= 0 ? fd : files.open(path, constants::O_RDONLY | constants::O_DIRECTORY, 0);
  if (out.fd < 0) return failure(out.fd, "opendir", path);
  return failure(files.entries(out.fd, out.list), "scandir", path);
}

Array<Dirent> named(const Entries& found, const String& directory) {
  Array<Dirent> out;
  for (const os::DirectoryEntry& entry : found.list) out.push({text(entry.name), directory, int(entry.type)});
  return out;
}

}  // namespace

DirObject::DirObject(int fd, String directory, bool recursive) : path(std::move(directory)), recursive_(recursive) {
  levels_.push_back({fd, path});
}

DirObject::~DirObject() {
  Loop* loop = Loop::currentOrNull();
  for (const Level& level : levels_)
    if (loop && level.fd >= 0) loop->port().files.close(level.fd);
}

void DirObject::throwIfClosed() const {
  if (closed_) throw dirClosed();
}
void DirObject::throwIfBusy() const {
  if (busy_)
    throw nodecpp::detail::codedError(
        "ERR_DIR_CONCURRENT_OPERATION",
        "Cannot do synchronous work on directory handle with concurrent asynchronous operations");
}

void DirObject::keep(Array<Dirent> entries) {
  entries_ = nodecpp::detail::List<Dirent>(entries);
  next_ = 0;
}

Dirent DirObject::take() {
  NODECPP_ASSERT(next_ < entries_.size(), next_, entries_.size());
  Dirent entry = std::move(entries_[next_++]);
  if (recursive_ && entry.isDirectory())
    levels_.push_back({-1, text(inside(plain(entry.parentPath), plain(entry.name)))});
  return entry;
}

Dirent DirObject::readSync() {
  throwIfClosed();
  throwIfBusy();
  Files& files = Loop::current().port().files;
  while (!hasEntry() && !levels_.empty()) {
    Level& level = levels_.front();
    Entries found;
    Failure failed = more(files, level.fd, plain(level.path), found);
    if (failed) throw toError(failed);
    NODECPP_ASSERT(level.fd < 0 || level.fd == found.fd, level.fd, found.fd);
    level.fd = found.fd;
    keep(named(found, level.path));
    // A directory without further entries is closed, and the next one of the tree is read. The last one stays open
    // until close().
    if (!found.list.empty() || levels_.size() == 1) break;
    NODECPP_ASSERT(found.list.empty() && level.fd >= 0, level.fd);
    files.close(level.fd);
    levels_.erase(levels_.begin());
  }
  return hasEntry() ? take() : Dirent();
}

// Reads more entries on the pool and calls back with the first one.
void DirObject::fill(Function<void(Error, Dirent)> callback) {
  NODECPP_ASSERT(!levels_.empty() && !closed_, levels_.size());
  busy_ = true;
  Level level = levels_.front();
  auto reading = work<Entries>(
      [fd = level.fd, path = plain(level.path)](Files& files, Entries& out) { return more(files, fd, path, out); },
      [](Entries& entries) { return std::move(entries); });
  submit(std::move(reading), [=, self = Dir(this)](const Error& error, const Entries& found) {
    NODECPP_ASSERT(self->busy_ && !self->levels_.empty());
    self->keep(named(found, level.path));
    if (!error) self->levels_.front().fd = found.fd;
    if (!error && found.list.empty() && self->levels_.size() > 1) {
      Loop::current().port().files.close(found.fd);
      self->levels_.erase(self->levels_.begin());
      return self->fill(callback);
    }
    // Calls that were made during this read run after its callback.
    Loop::current().nextTick([self] {
      self->busy_ = false;
      for (auto waiting = std::exchange(self->waiting_, {}); const auto& call : waiting) call();
    });
    callback(error, !error && self->hasEntry() ? self->take() : Dirent());
  });
}

void DirObject::read(Function<void(Error, Dirent)> callback) {
  throwIfClosed();
  validateCallback(callback);
  if (busy_) return static_cast<void>(waiting_.push([self = Dir(this), callback] { self->read(callback); }));
  if (!hasEntry()) return fill(std::move(callback));
  Loop::current().nextTick([callback, entry = take()] { callback(nullptr, entry); });
}

Promise<Dirent> DirObject::read() {
  return Promise<Dirent>([this](Resolver<Dirent> resolve, Rejector reject) {
    read([=](const Error& error, const Dirent& entry) { error ? reject(error) : resolve(entry); });
  });
}

Promise<Dirent> DirObject::next() {
  Dir self(this);
  return read().then([self](const Dirent& entry) {
    if (entry) return Promise<Dirent>::resolve(entry);
    return self->close().then([] { return Dirent(); });
  });
}

void DirObject::close(Done callback) {
  validateCallback(callback);
  if (closed_) return Loop::current().nextTick([callback] { callback(dirClosed()); });
  if (busy_) return static_cast<void>(waiting_.push([self = Dir(this), callback] { self->close(callback); }));
  closed_ = true;
  std::vector<int> open;
  for (const Level& level : std::exchange(levels_, {}))
    if (level.fd >= 0) open.push_back(level.fd);
  submit(work([open](Files& files) {
           int error = 0;
           for (int fd : open)
             if (int each = files.close(fd)) error = each;
           return failure(error, "closedir");
         }),
         [callback](const Error& error) { callback(error); });
}

Promise<> DirObject::close() {
  return Promise<>([this](Resolver<void> resolve, Rejector reject) {
    throwIfClosed();
    close([=](const Error& error) { error ? reject(error) : resolve(); });
  });
}

void DirObject::closeSync() {
  throwIfClosed();
  throwIfBusy();
  closed_ = true;
  for (const Level& level : std::exchange(levels_, {}))
    if (level.fd >= 0) Loop::current().port().files.close(level.fd);
}

void opendir(const PathArg& path, Function<void(Error, Dir)> callback) { opendir(path, {}, std::move(callback)); }
void opendir(const PathArg& path, OpendirOptions options, Function<void(Error, Dir)> callback) {
  validateCallback(callback);
  submit(openWork(path, options, true), std::move(callback));
}
Dir opendirSync(const PathArg& path, OpendirOptions options) { return runSynchronously(openWork(path, options, false)); }
Promise<Dir> promises::opendir(const PathArg& path, OpendirOptions options) {
  return promised([&] { return openWork(path, options, true); });
}

}  // namespace nodecpp::fs
