// Making and removing directories, links, rename, copyFile and realpath.
#include <nodecpp/fs/paths.h>
#include <nodecpp/fs/promises.h>
#include <nodecpp/path.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "fs/directory.h"

namespace nodecpp::fs {

using namespace detail;

int detail::makeAll(Files& files, const std::string& path, unsigned mode, std::string& first) {
  std::vector<std::string> toMake{path};
  while (!toMake.empty()) {
    std::string at = toMake.back();
    int error = files.mkdir(at, mode);
    if (error == UV_ENOENT) {
      // The parent directory is missing, so it is made first.
      std::size_t end = at.find_last_not_of('/');
      std::size_t slash = end == at.npos ? at.npos : at.rfind('/', end);
      if (slash == at.npos || slash == 0 || at.empty()) return error;
      toMake.push_back(at.substr(0, slash));
      continue;
    }
    if (!error) {
      if (first.empty()) first = at;
    } else {
      os::FileStat stat;
      if (error == UV_ENOTDIR || error == UV_EACCES || error == UV_ENOSPC || error == UV_EPERM || error == UV_EROFS) return error;
      // The path exists already, which is no error when it is a directory.
      int found = files.stat(at, stat);
      if (found) return found == UV_ENOENT && error == UV_EEXIST ? UV_ENOENT : error;
      if ((stat.mode & unsigned(constants::S_IFMT)) != unsigned(constants::S_IFDIR))
        return toMake.size() > 1 ? UV_ENOTDIR : UV_EEXIST;
    }
    toMake.pop_back();
  }
  return 0;
}

namespace {

auto taken(std::string& raw) { return text(raw); }

auto plainMkdirWork(const PathArg& path, const Mode& mode) {
  unsigned permissions = mode.checked("mode");
  return work([path = checked(path), permissions](Files& files) {
    return failure(files.mkdir(path, permissions), "mkdir", path);
  });
}
auto mkdirWork(const PathArg& path, const MkdirOptions& options) {
  unsigned mode = options.mode.checked("options.mode");
  return work<std::string>(
      [path = checked(path), mode, recursive = options.recursive](Files& files, std::string& first) {
        int error = recursive ? makeAll(files, path, mode, first) : files.mkdir(path, mode);
        return failure(error, "mkdir", path);
      },
      taken);
}

auto mkdtempWork(const PathArg& prefix) {
  return work<std::string>(
      [prefix = checked(prefix, "prefix")](Files& files, std::string& made) {
        return failure(files.mkdtemp(prefix, made), "mkdtemp", prefix + "XXXXXX");
      },
      taken);
}

using OnePath = Files::Status (Files::*)(Files::Path);
auto pathWork(OnePath call, const char* syscall, const PathArg& path) {
  return work([=, path = checked(path)](Files& files) { return failure((files.*call)(path), syscall, path); });
}
using TwoPaths = Files::Status (Files::*)(Files::Path, Files::Path);
auto pathsWork(TwoPaths call, const char* syscall, const PathArg& from, StringArg fromName, const PathArg& to,
               StringArg toName) {
  std::string source = checked(from, fromName), target = checked(to, toName);
  return work([=](Files& files) { return failure((files.*call)(source, target), syscall, source, target); });
}

auto copyFileWork(const PathArg& src, const PathArg& dest, double mode) {
  std::string from = checked(src, "src"), to = checked(dest, "dest");
  if (!(mode >= 0 && mode < 8))
    throw nativeError<RangeError>("ERR_OUT_OF_RANGE", "mode is out of range: >= 0 && <= 7");
  return work([=](Files& files) { return failure(files.copyFile(from, to, int(mode)), "copyfile", from, to); });
}

auto readlinkWork(const PathArg& path) {
  return work<std::string>(
      [path = checked(path)](Files& files, std::string& target) {
        return failure(files.readlink(path, target), "readlink", path);
      },
      taken);
}

auto nativeRealpathWork(const PathArg& path) {
  return work<std::string>(
      [path = checked(path)](Files& files, std::string& resolved) {
        return failure(files.realpath(path, resolved), "realpath", path);
      },
      taken);
}

// Resolves the path part by part, as Node's own realpath does: a part that is no link stays as it is, and an error
// names the call and the part that failed.
Failure walk(Files& files, std::string path, std::string& resolved) {
  std::map<std::string, std::string> known;  // The targets of the symbolic links that were read already.
  std::size_t at = 0;                        // The path is resolved up to this offset.
  while (at < path.size()) {
    std::size_t end = std::min(path.find('/', at + 1), path.size());
    std::string part = path.substr(0, end);
    os::FileStat stat;
    if (part != "/") {
      if (int error = files.lstat(part, stat)) return failure(error, "lstat", part);
    }
    if (part == "/" || (stat.mode & unsigned(constants::S_IFMT)) != unsigned(constants::S_IFLNK)) {
      at = end;
      continue;
    }
    std::string& target = known[part];
    if (target.empty()) {
      if (int error = files.stat(part, stat)) return failure(error, "stat", part);
      if (int error = files.readlink(part, target)) return failure(error, "readlink", part);
    }
    std::string base = target[0] == '/' ? target : path.substr(0, part.rfind('/')) + "/" + target;
    path = plain(path::posix::normalize(base + "/" + path.substr(end)));
    while (path.size() > 1 && path.back() == '/') path.pop_back();
    at = 0;
  }
  resolved = std::move(path);
  return {};
}

auto realpathWork(const PathArg& path) {
  return work<std::string>(
      // The path is made absolute here and not in the job, since the current directory belongs to the loop.
      [path = plain(path::resolve(text(checked(path))))](Files& files, std::string& resolved) {
        return walk(files, path, resolved);
      },
      taken);
}

}  // namespace

void mkdir(const PathArg& path, Done callback) { mkdir(path, Mode(0777), std::move(callback)); }
void mkdir(const PathArg& path, const Mode& mode, Done callback) {
  mode.checked("mode");
  validateCallback(callback);
  submit(plainMkdirWork(path, mode), std::move(callback));
}
void mkdir(const PathArg& path, MkdirOptions options, Function<void(Error, String)> callback) {
  options.mode.checked("options.mode");
  validateCallback(callback);
  submit(mkdirWork(path, options), std::move(callback));
}
void mkdirSync(const PathArg& path) { runSynchronously(plainMkdirWork(path, 0777)); }
void mkdirSync(const PathArg& path, const Mode& mode) { runSynchronously(plainMkdirWork(path, mode)); }
String mkdirSync(const PathArg& path, MkdirOptions options) { return runSynchronously(mkdirWork(path, options)); }
Promise<> promises::mkdir(const PathArg& path) {
  return promised([&] { return plainMkdirWork(path, 0777); });
}
Promise<> promises::mkdir(const PathArg& path, const Mode& mode) {
  return promised([&] { return plainMkdirWork(path, mode); });
}
Promise<String> promises::mkdir(const PathArg& path, MkdirOptions options) {
  return promised([&] { return mkdirWork(path, options); });
}

void mkdtemp(const PathArg& prefix, Function<void(Error, String)> callback) {
  validateCallback(callback);
  submit(mkdtempWork(prefix), std::move(callback));
}
String mkdtempSync(const PathArg& prefix) { return runSynchronously(mkdtempWork(prefix)); }
Promise<String> promises::mkdtemp(const PathArg& prefix) {
  return promised([&] { return mkdtempWork(prefix); });
}

void rmdir(const PathArg& path, Done callback) {
  validateCallback(callback);
  submit(pathWork(&Files::rmdir, "rmdir", path), std::move(callback));
}
Promise<> detail::rmdir(const PathArg& path) {
  return promised([&] { return pathWork(&Files::rmdir, "rmdir", path); });
}
void detail::rmdirSync(const PathArg& path) { runSynchronously(pathWork(&Files::rmdir, "rmdir", path)); }
void unlink(const PathArg& path, Done callback) {
  validateCallback(callback);
  submit(pathWork(&Files::unlink, "unlink", path), std::move(callback));
}
void unlinkSync(const PathArg& path) { runSynchronously(pathWork(&Files::unlink, "unlink", path)); }
Promise<> promises::unlink(const PathArg& path) {
  return promised([&] { return pathWork(&Files::unlink, "unlink", path); });
}

void rename(const PathArg& oldPath, const PathArg& newPath, Done callback) {
  validateCallback(callback);
  submit(pathsWork(&Files::rename, "rename", oldPath, "oldPath", newPath, "newPath"), std::move(callback));
}
void renameSync(const PathArg& oldPath, const PathArg& newPath) {
  runSynchronously(pathsWork(&Files::rename, "rename", oldPath, "oldPath", newPath, "newPath"));
}
Promise<> promises::rename(const PathArg& oldPath, const PathArg& newPath) {
  return promised([&] { return pathsWork(&Files::rename, "rename", oldPath, "oldPath", newPath, "newPath"); });
}

void copyFile(const PathArg& src, const PathArg& dest, Done callback) { copyFile(src, dest, 0, std::move(callback)); }
void copyFile(const PathArg& src, const PathArg& dest, double mode, Done callback) {
  auto copying = copyFileWork(src, dest, mode);
  validateCallback(callback);
  submit(std::move(copying), std::move(callback));
}
void copyFileSync(const PathArg& src, const PathArg& dest, double mode) { runSynchronously(copyFileWork(src, dest, mode)); }
Promise<> promises::copyFile(const PathArg& src, const PathArg& dest, double mode) {
  return promised([&] { return copyFileWork(src, dest, mode); });
}

void link(const PathArg& existingPath, const PathArg& newPath, Done callback) {
  validateCallback(callback);
  submit(pathsWork(&Files::link, "link", existingPath, "existingPath", newPath, "newPath"), std::move(callback));
}
void linkSync(const PathArg& existingPath, const PathArg& newPath) {
  runSynchronously(pathsWork(&Files::link, "link", existingPath, "existingPath", newPath, "newPath"));
}
Promise<> promises::link(const PathArg& existingPath, const PathArg& newPath) {
  return promised([&] { return pathsWork(&Files::link, "link", existingPath, "existingPath", newPath, "newPath"); });
}

void symlink(const PathArg& target, const PathArg& path, Done callback) {
  validateCallback(callback);
  submit(pathsWork(&Files::symlink, "symlink", target, "target", path, "path"), std::move(callback));
}
void symlink(const PathArg& target, const PathArg& path, StringArg, Done callback) {
  symlink(target, path, std::move(callback));
}
void symlinkSync(const PathArg& target, const PathArg& path, StringArg) {
  runSynchronously(pathsWork(&Files::symlink, "symlink", target, "target", path, "path"));
}
Promise<> promises::symlink(const PathArg& target, const PathArg& path, StringArg) {
  return promised([&] { return pathsWork(&Files::symlink, "symlink", target, "target", path, "path"); });
}

void readlink(const PathArg& path, Function<void(Error, String)> callback) {
  validateCallback(callback);
  submit(readlinkWork(path), std::move(callback));
}
String readlinkSync(const PathArg& path) { return runSynchronously(readlinkWork(path)); }
Promise<String> promises::readlink(const PathArg& path) {
  return promised([&] { return readlinkWork(path); });
}

void Realpath::operator()(const PathArg& path, Function<void(Error, String)> callback) const {
  validateCallback(callback);
  submit(realpathWork(path), std::move(callback));
}
void Realpath::native(const PathArg& path, Function<void(Error, String)> callback) const {
  validateCallback(callback);
  submit(nativeRealpathWork(path), std::move(callback));
}
String RealpathSync::operator()(const PathArg& path) const { return runSynchronously(realpathWork(path)); }
String RealpathSync::native(const PathArg& path) const { return runSynchronously(nativeRealpathWork(path)); }
Promise<String> promises::realpath(const PathArg& path) {
  return promised([&] { return nativeRealpathWork(path); });
}

}  // namespace nodecpp::fs
