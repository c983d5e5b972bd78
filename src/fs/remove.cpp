// rm and rmdir.
#include <nodecpp/fs/paths.h>
#include <nodecpp/fs/promises.h>
#include <nodecpp/timers.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/errors/validate.h"
#include "fs/directory.h"

namespace nodecpp::fs {

using namespace detail;
using nodecpp::detail::validateInteger;

namespace {

bool mayRetry(int error) {
  return error == UV_EBUSY || error == UV_EMFILE || error == UV_ENFILE || error == UV_ENOTEMPTY || error == UV_EPERM;
}

// Removes a path with everything in it. A path that does not exist is no error.
Failure removeAll(Files& files, const std::string& path) {
  os::FileStat stat;
  int error = files.lstat(path, stat);
  if (error == UV_ENOENT) return {};
  if (error) return failure(error, "lstat", path);
  if ((stat.mode & unsigned(constants::S_IFMT)) != unsigned(constants::S_IFDIR)) {
    error = files.unlink(path);
    return error == UV_ENOENT ? Failure() : failure(error, "unlink", path);
  }
  error = files.rmdir(path);
  if (error == UV_ENOTEMPTY || error == UV_EEXIST || error == UV_EPERM) {
    std::vector<os::DirectoryEntry> entries;
    Failure failed = scan(files, path, entries);
    if (failed) return failed.error == UV_ENOENT ? Failure() : failed;
    for (const os::DirectoryEntry& entry : entries)
      if (Failure inner = removeAll(files, inside(path, entry.name))) return inner;
    error = files.rmdir(path);
  }
  return error == UV_ENOENT ? Failure() : failure(error, "rmdir", path);
}

struct Removal {
  std::string path;
  bool force, recursive;
  double retries, delay;
  int tried = 0;
};

Removal removalOf(const PathArg& path, const RmOptions& options) {
  Removal removal{checked(path), options.force, options.recursive, options.maxRetries.value,
                  options.retryDelay.given ? options.retryDelay.value : 100};
  validateInteger(removal.delay, "options.retryDelay", 0, 2147483647.0);
  validateInteger(removal.retries, "options.maxRetries", 0, 4294967295.0);
  return removal;
}

Failure removeOnce(Files& files, const Removal& removal) {
  os::FileStat stat;
  if (int error = files.lstat(removal.path, stat)) {
    if (error == UV_ENOENT && (removal.force || removal.tried)) return {};
    return failure(error, "lstat", removal.path);
  }
  if (!removal.recursive && (stat.mode & unsigned(constants::S_IFMT)) == unsigned(constants::S_IFDIR))
    return systemFailure("ERR_FS_EISDIR", "Path is a directory", UV_EISDIR, "rm", removal.path, "is a directory");
  return removeAll(files, removal.path);
}

auto removeWork(const Removal& removal) {
  return work([removal](Files& files) { return removeOnce(files, removal); });
}

// Removes a path, and tries again after a delay when it is busy.
void removeWithRetries(Removal removal, Done callback) {
  start(removeWork(removal), [=](auto&, const Failure& failed, Nothing&) {
    if (!failed) return callback(nullptr);
    if (!mayRetry(failed.error) || removal.tried >= removal.retries) return callback(toLaterError(failed));
    Removal next = removal;
    ++next.tried;
    setTimeout([=] { removeWithRetries(next, callback); }, removal.delay * next.tried);
  });
}

void removeNow(Removal removal) {
  while (true) {
    Nothing nothing;
    Failure failed = removeWork(removal).run(Loop::current().port().files, nothing);
    if (!failed) return;
    if (!mayRetry(failed.error) || removal.tried++ >= removal.retries) throw toError(failed);
  }
}

}  // namespace

void rm(const PathArg& path, Done callback) { rm(path, RmOptions{}, std::move(callback)); }
void rm(const PathArg& path, RmOptions options, Done callback) {
  Removal removal = removalOf(path, options);
  validateCallback(callback);
  removeWithRetries(std::move(removal), std::move(callback));
}
void rmSync(const PathArg& path, RmOptions options) { removeNow(removalOf(path, options)); }
Promise<> promises::rm(const PathArg& path, RmOptions options) {
  return Promise<>([&](Resolver<void> resolve, Rejector reject) {
    removeWithRetries(removalOf(path, options), [=](const Error& error) { error ? reject(error) : resolve(); });
  });
}

namespace {
RmOptions removing(const RmdirOptions& options) {
  return {.maxRetries = options.maxRetries, .recursive = true, .retryDelay = options.retryDelay};
}
}  // namespace

void rmdir(const PathArg& path, RmdirOptions options, Done callback) {
  validateCallback(callback);
  Removal removal = removalOf(path, removing(options));
  if (!options.recursive) return rmdir(path, std::move(callback));
  // For a path that is no directory, rmdir's own error is reported.
  lstat(path, [=](const Error& error, const Stats& stats) {
    if (error) return callback(error);
    if (!stats.isDirectory()) return rmdir(path, callback);
    removeWithRetries(removal, callback);
  });
}
void rmdirSync(const PathArg& path, RmdirOptions options) {
  Removal removal = removalOf(path, removing(options));
  if (!options.recursive || !lstatSync(path).isDirectory()) return detail::rmdirSync(path);
  removeNow(std::move(removal));
}
Promise<> promises::rmdir(const PathArg& path, RmdirOptions options) {
  if (!options.recursive) return detail::rmdir(path);
  return Promise<>([&](Resolver<void> resolve, Rejector reject) {
    fs::rmdir(path, options, [=](const Error& error) { error ? reject(error) : resolve(); });
  });
}

}  // namespace nodecpp::fs
