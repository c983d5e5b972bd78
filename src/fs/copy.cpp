// cp: copies trees of files as Node does. All three forms use the same code. A filter that returns promises is asked
// about the whole tree before anything is copied.
#include <nodecpp/fs/copy.h>
#include <nodecpp/fs/promises.h>
#include <nodecpp/path.h>

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "fs/directory.h"

namespace nodecpp::fs {

using namespace detail;
using os::FileStat;

namespace {

int typeOf(const FileStat& stat) { return int(stat.mode) & constants::S_IFMT; }
bool isDir(const FileStat& stat) { return typeOf(stat) == constants::S_IFDIR; }
bool same(const FileStat& a, const FileStat& b) { return a.ino && a.ino == b.ino && a.dev == b.dev; }
std::string parentOf(const std::string& path) { return plain(path::posix::dirname(path)); }

struct Copy {
  CpOptions options;
  int mode = 0;
  std::string directory;  // the current directory
  bool sync = false;
  // Tells whether to copy a path; empty when everything is copied.
  std::function<bool(const std::string& from, const std::string& to)> wanted;

  Failure run(Files& files, const std::string& from, const std::string& to) const;

 private:
  std::string resolved(const std::string& path) const {
    std::string whole = plain(path::posix::normalize(path.starts_with('/') ? path : directory + "/" + path));
    while (whole.size() > 1 && whole.back() == '/') whole.pop_back();
    return whole;
  }
  // Whether `inner` is `outer` or inside of it, judged by the names.
  bool within(const std::string& outer, const std::string& inner) const {
    std::string a = resolved(outer), b = resolved(inner);
    return a == b || a == "/" || b.starts_with(a + "/");
  }
  Failure check(Files& files, const std::string& from, const std::string& to, FileStat& source, FileStat& target,
                bool& there) const;
  Failure checkParents(Files& files, const std::string& from, const FileStat& source, const std::string& to) const;
  Failure one(Files& files, const std::string& from, const std::string& to, const FileStat& source,
              const FileStat* there) const;
  Failure file(Files& files, const std::string& from, const std::string& to, const FileStat& source, bool there) const;
  Failure tree(Files& files, const std::string& from, const std::string& to, const FileStat& source, bool there) const;
  Failure link(Files& files, const std::string& from, const std::string& to, const FileStat* there) const;

  // Makes an error. Node has two texts: a plain one for cpSync, and a SystemError for the others.
  Failure refuse(const char* code, const char* title, int error, const std::string& path, std::string reason,
                 std::string syncText) const {
    if (!sync || syncText.empty()) return systemFailure(code, title, error, "cp", path, std::move(reason));
    Failure failed = failure(error, "cp");
    failed.code = code;
    failed.reason = std::move(syncText);
    return failed;
  }
  Failure copyIntoItselfError(const std::string& from, const std::string& to, const std::string& path) const {
    return refuse("ERR_FS_CP_EINVAL", "Invalid src or dest", UV_EINVAL, path,
                  "cannot copy " + from + " to a subdirectory of self " + to,
                  "Cannot copy " + from + "/ to a subdirectory of self " + to);
  }
};

Failure Copy::check(Files& files, const std::string& from, const std::string& to, FileStat& source, FileStat& target,
                    bool& there) const {
  const char* call = options.dereference ? "stat" : "lstat";
  auto stat = [&](const std::string& path, FileStat& out) {
    return options.dereference ? files.stat(path, out) : files.lstat(path, out);
  };
  if (int error = stat(from, source)) return failure(error, call, from);
  int error = stat(to, target);
  there = !error;
  if (error && error != UV_ENOENT) return failure(error, call, to);
  if (there) {
    if (same(source, target))
      return refuse("ERR_FS_CP_EINVAL", "Invalid src or dest", UV_EINVAL, to, "src and dest cannot be the same",
                    "src and dest cannot be the same " + to);
    if (isDir(source) && !isDir(target))
      return refuse("ERR_FS_CP_DIR_TO_NON_DIR", "Cannot overwrite non-directory with directory", UV_EISDIR, to,
                    "cannot overwrite non-directory " + to + " with directory " + from,
                    "Cannot overwrite non-directory " + to + " with directory " + from);
    if (!isDir(source) && isDir(target))
      return refuse("ERR_FS_CP_NON_DIR_TO_DIR", "Cannot overwrite directory with non-directory", UV_ENOTDIR, to,
                    "cannot overwrite directory " + to + " with non-directory " + from,
                    "Cannot overwrite directory " + to + " with non-directory " + from);
  }
  if (isDir(source) && within(from, to)) return copyIntoItselfError(from, to, to);
  return {};
}

// Looks for the source among the parent directories of `to`, where it may have another name.
Failure Copy::checkParents(Files& files, const std::string& from, const FileStat& source, const std::string& to) const {
  std::string stop = resolved(parentOf(from));
  for (std::string at = resolved(parentOf(to)); at != stop && at != "/"; at = parentOf(at)) {
    FileStat stat;
    if (int error = files.stat(at, stat)) return error == UV_ENOENT ? Failure() : failure(error, "stat", at);
    if (same(source, stat)) return copyIntoItselfError(from, to, to);
  }
  return {};
}

Failure Copy::run(Files& files, const std::string& from, const std::string& to) const {
  if (wanted && !wanted(from, to)) return {};
  FileStat source, target;
  bool there = false;
  if (Failure failed = check(files, from, to, source, target, there)) return failed;
  if (Failure failed = checkParents(files, from, source, to)) return failed;
  // cpSync refuses a directory before it makes any parent directory, the other forms afterwards, as in Node.
  if (sync && isDir(source) && !options.recursive) return one(files, from, to, source, nullptr);
  std::string parent = parentOf(to), first;
  FileStat stat;
  int error = files.stat(parent, stat);
  if (error == UV_ENOENT) {
    if ((error = makeAll(files, parent, 0777, first))) return failure(error, "mkdir", parent);
  } else if (error) {
    return failure(error, "stat", parent);
  }
  return one(files, from, to, source, there ? &target : nullptr);
}

Failure Copy::one(Files& files, const std::string& from, const std::string& to, const FileStat& source,
                  const FileStat* there) const {
  switch (typeOf(source)) {
    case constants::S_IFDIR:
      if (!options.recursive)
        return refuse("ERR_FS_EISDIR", "Path is a directory", UV_EISDIR, from, from + " is a directory (not copied)",
                      "Recursive option not enabled, cannot copy a directory: " + from + "/");
      return tree(files, from, to, source, there);
    case constants::S_IFREG:
    case constants::S_IFCHR:
    case constants::S_IFBLK: return file(files, from, to, source, there);
    case constants::S_IFLNK: return link(files, from, to, there);
    case constants::S_IFSOCK:
      return refuse("ERR_FS_CP_SOCKET", "Cannot copy a socket file", UV_EINVAL, to, "cannot copy a socket file: " + to,
                    "Cannot copy a socket file: " + to);
    case constants::S_IFIFO:
      return refuse("ERR_FS_CP_FIFO_PIPE", "Cannot copy a FIFO pipe", UV_EINVAL, to, "cannot copy a FIFO pipe: " + to,
                    "Cannot copy a FIFO pipe: " + to);
  }
  return refuse("ERR_FS_CP_UNKNOWN", "Cannot copy an unknown file type", UV_EINVAL, to,
                "cannot copy an unknown file type: " + to, "Cannot copy an unknown file type: " + to);
}

Failure Copy::file(Files& files, const std::string& from, const std::string& to, const FileStat& source,
                   bool there) const {
  if (there && !options.force) {
    if (!options.errorOnExist) return {};
    return refuse("ERR_FS_CP_EEXIST", "Target already exists", UV_EEXIST, to, to + " already exists", "");
  }
  // The target is removed first, so a symbolic link in its place is replaced and not followed.
  if (there)
    if (int error = files.unlink(to)) return failure(error, "unlink", to);
  if (int error = files.copyFile(from, to, mode)) return failure(error, "copyfile", from, to);
  if (options.preserveTimestamps) {
    // The attributes are read again, since copying the file has changed its atime.
    FileStat stat;
    if (int error = files.stat(from, stat)) return failure(error, "stat", from);
    if (int error = files.utimes(to, stat.atime, stat.mtime)) return failure(error, "utime", to);
  }
  return failure(files.chmod(to, source.mode & 07777), "chmod", to);
}

Failure Copy::tree(Files& files, const std::string& from, const std::string& to, const FileStat& source,
                   bool there) const {
  if (there && !sync && options.errorOnExist && !options.force)
    return refuse("ERR_FS_CP_EEXIST", "Target already exists", UV_EEXIST, to, to + " already exists", "");
  if (!there)
    if (int error = files.mkdir(to, 0777)) return failure(error, "mkdir", to);
  std::vector<os::DirectoryEntry> entries;
  if (Failure failed = scan(files, from, entries)) return failed;
  for (const os::DirectoryEntry& entry : entries) {
    std::string innerFrom = plain(path::posix::normalize(inside(from, entry.name)));
    std::string innerTo = plain(path::posix::normalize(inside(to, entry.name)));
    if (wanted && !wanted(innerFrom, innerTo)) continue;
    FileStat innerSource, innerTarget;
    bool innerThere = false;
    if (Failure failed = check(files, innerFrom, innerTo, innerSource, innerTarget, innerThere)) return failed;
    if (Failure failed = one(files, innerFrom, innerTo, innerSource, innerThere ? &innerTarget : nullptr))
      return failed;
  }
  // The directory's mode is set after its entries were copied, since the mode may forbid writing into the directory.
  return there ? Failure() : failure(files.chmod(to, source.mode & 07777), "chmod", to);
}

Failure Copy::link(Files& files, const std::string& from, const std::string& to, const FileStat* there) const {
  std::string target, before;
  if (int error = files.readlink(from, target)) return failure(error, "readlink", from);
  // A relative link at a new place would lead to another file, so the link's target is made absolute.
  if (!options.verbatimSymlinks && !target.starts_with('/')) target = resolved(parentOf(from) + "/" + target);
  if (!there) return failure(files.symlink(target, to), "symlink", target, to);
  int error = files.readlink(to, before);
  if (error == UV_EINVAL) return failure(files.symlink(target, to), "symlink", target, to);
  if (error) return failure(error, "readlink", to);
  if (!before.starts_with('/')) before = resolved(parentOf(to) + "/" + before);
  // As in Node, a link is not replaced when its old target contains the new one, or the new one the old.
  bool toDirectory = isDirectory(files, from, true);
  if (toDirectory && within(target, before)) {
    Failure failed = copyIntoItselfError(target, before, to);
    failed.title = "Invalid src or dest";
    failed.reason = "cannot copy " + target + " to a subdirectory of self " + before;
    return failed;
  }
  if (toDirectory && within(before, target))
    return refuse("ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY", "Cannot overwrite symlink in subdirectory of self", UV_EINVAL, to,
                  "cannot overwrite " + before + " with " + target, "");
  if ((error = files.unlink(to))) return failure(error, "unlink", to);
  return failure(files.symlink(target, to), "symlink", target, to);
}

struct Request {
  std::string from, to;
  Copy copy;
};

Request requestOf(const PathArg& src, const PathArg& dest, const CpOptions& options) {
  Request request{checked(src, "src"), checked(dest, "dest"), {}};
  if (options.dereference && options.verbatimSymlinks)
    throw nodecpp::detail::codedError<TypeError>(
        "ERR_INCOMPATIBLE_OPTION_PAIR",
        "Option \"dereference\" cannot be used in combination with option \"verbatimSymlinks\"");
  if (!(options.mode >= 0 && options.mode <= 7))
    throw nodecpp::detail::outOfRange("mode", ">= 0 && <= 7", nodecpp::detail::rangeNumber(options.mode));
  request.copy.options = options;
  request.copy.options.filter = {};
  request.copy.mode = int(options.mode);
  request.copy.directory = plain(Loop::current().port().process.currentDirectory());
  return request;
}

auto copyWork(Request request) {
  return work(
      [request = std::move(request)](Files& files) { return request.copy.run(files, request.from, request.to); });
}

// Whether a path is a directory, and its entries if it is.
struct Inner {
  bool directory = false;
  std::vector<os::DirectoryEntry> entries;
};
// Calls the filter for all paths that would be copied, and stores the paths that it rejects in `unwanted`.
Promise<> ask(CpFilter filter, std::string from, std::string to, bool recursive,
              std::shared_ptr<std::set<std::string>> unwanted) {
  if (!co_await filter(text(from), text(to))) {
    unwanted->insert(from);
    co_return;
  }
  if (!recursive) co_return;
  Inner inner = co_await promised([&] {
    return work<Inner>(
        [from](Files& files, Inner& out) {
          out.directory = isDirectory(files, from, false);
          if (out.directory) scan(files, from, out.entries);
          return Failure();
        },
        [](Inner& found) { return std::move(found); });
  });
  for (const os::DirectoryEntry& entry : inner.entries)
    co_await ask(filter, plain(path::posix::normalize(inside(from, entry.name))),
                 plain(path::posix::normalize(inside(to, entry.name))), true, unwanted);
}

Promise<> copyFiltered(Request request, CpFilter filter) {
  auto unwanted = std::make_shared<std::set<std::string>>();
  co_await ask(filter, request.from, request.to, request.copy.options.recursive, unwanted);
  request.copy.wanted = [unwanted](const std::string& from, const std::string&) { return !unwanted->contains(from); };
  co_await promised([&] { return copyWork(std::move(request)); });
}

Promise<> copy(Request request, CpFilter filter) {
  if (filter) return copyFiltered(std::move(request), std::move(filter));
  return promised([&] { return copyWork(std::move(request)); });
}

}  // namespace

bool CpFilter::runFilter(String source, String destination) const {
  if (!filter_)
    throw nodecpp::detail::codedError<TypeError>(
        "ERR_INVALID_RETURN_VALUE",
        "Expected boolean to be returned from the \"filter\" function but got an instance of Promise.");
  return filter_(std::move(source), std::move(destination));
}

void cp(const PathArg& src, const PathArg& dest, Done callback) { cp(src, dest, CpOptions{}, std::move(callback)); }
void cp(const PathArg& src, const PathArg& dest, CpOptions options, Done callback) {
  validateCallback(callback);
  Request request = requestOf(src, dest, options);
  copy(std::move(request), options.filter)
      .then([=] { callback(nullptr); }, [=](const Error& error) { callback(error); });
}
void cpSync(const PathArg& src, const PathArg& dest, CpOptions options) {
  Request request = requestOf(src, dest, options);
  request.copy.sync = true;
  if (options.filter) {
    request.copy.wanted = [filter = options.filter](const std::string& from, const std::string& to) {
      return filter.runFilter(text(from), text(to));
    };
  }
  runSynchronously(copyWork(std::move(request)));
}
Promise<> promises::cp(const PathArg& src, const PathArg& dest, CpOptions options) {
  return Promise<>([&](Resolver<void> resolve) {
    CpFilter filter = options.filter;
    resolve(copy(requestOf(src, dest, options), filter));
  });
}

}  // namespace nodecpp::fs
