// The attributes of files: stat, access, owners, permissions and times. Programs include nodecpp/fs.h.
#pragma once

#include <nodecpp/fs/fs_types.h>
#include <nodecpp/promise.h>

namespace nodecpp::fs {

struct StatOptions {
  // False makes the result for a missing file an empty Stats, which converts to false, instead of an error.
  bool throwIfNoEntry = true;
};
// Selects the functions that return BigIntStats, whose numbers are std::int64_t.
struct BigIntStatOptions {
  bool bigint = true;
  bool throwIfNoEntry = true;
};
struct BigIntOptions {
  bool bigint = true;
};
// The functions in this header follow those of the same names at https://nodejs.org/docs/latest-v24.x/api/fs.html. They
// report a system error to the callback, and throw it in the …Sync form. Invalid arguments are thrown in both forms.
void stat(const PathArg& path, Function<void(Error, Stats)> callback);
void stat(const PathArg& path, StatOptions options, Function<void(Error, Stats)> callback);
Stats statSync(const PathArg& path, StatOptions options = {});
// lstat works as stat, but does not follow a symbolic link: the result describes the link itself.
void lstat(const PathArg& path, Function<void(Error, Stats)> callback);
void lstat(const PathArg& path, StatOptions options, Function<void(Error, Stats)> callback);
Stats lstatSync(const PathArg& path, StatOptions options = {});
void fstat(double fd, Function<void(Error, Stats)> callback);
Stats fstatSync(double fd);
void fstat(double fd, BigIntOptions options, Function<void(Error, BigIntStats)> callback);
BigIntStats fstatSync(double fd, BigIntOptions options);
void statfs(const PathArg& path, Function<void(Error, StatFs)> callback);
StatFs statfsSync(const PathArg& path);
void statfs(const PathArg& path, BigIntOptions options, Function<void(Error, BigIntStatFs)> callback);
BigIntStatFs statfsSync(const PathArg& path, BigIntOptions options);

namespace detail {
void stat(const PathArg& path, BigIntStatOptions options, Function<void(Error, BigIntStats)> callback);
BigIntStats statSync(const PathArg& path, BigIntStatOptions options);
Promise<BigIntStats> stat(const PathArg& path, BigIntStatOptions options);
void lstat(const PathArg& path, BigIntStatOptions options, Function<void(Error, BigIntStats)> callback);
BigIntStats lstatSync(const PathArg& path, BigIntStatOptions options);
Promise<BigIntStats> lstat(const PathArg& path, BigIntStatOptions options);
}  // namespace detail
// The following functions are templates, so that for {.throwIfNoEntry = false}, which would suit both types of options,
// the compiler selects the functions above.
template <class = void>
void stat(const PathArg& path, BigIntStatOptions options, Function<void(Error, BigIntStats)> callback) {
  detail::stat(path, options, std::move(callback));
}
template <class = void>
BigIntStats statSync(const PathArg& path, BigIntStatOptions options) {
  return detail::statSync(path, options);
}
template <class = void>
void lstat(const PathArg& path, BigIntStatOptions options, Function<void(Error, BigIntStats)> callback) {
  detail::lstat(path, options, std::move(callback));
}
template <class = void>
BigIntStats lstatSync(const PathArg& path, BigIntStatOptions options) {
  return detail::lstatSync(path, options);
}

// `mode` is a combination of constants::F_OK, R_OK, W_OK and X_OK.
void access(const PathArg& path, Done callback);
void access(const PathArg& path, double mode, Done callback);
void accessSync(const PathArg& path, double mode = 0);
// As in Node, exists() passes no error to its callback, but only whether the path exists.
void exists(const PathArg& path, Function<void(bool)> callback);
bool existsSync(const PathArg& path);

// Change the permissions of a file.
void chmod(const PathArg& path, const Mode& mode, Done callback);
void chmodSync(const PathArg& path, const Mode& mode);
void fchmod(double fd, const Mode& mode, Done callback);
void fchmodSync(double fd, const Mode& mode);
// Change the user and the group that own a file. A `uid` or `gid` of -1 leaves the one or the other unchanged. lchown
// changes a symbolic link itself.
void chown(const PathArg& path, double uid, double gid, Done callback);
void chownSync(const PathArg& path, double uid, double gid);
void lchown(const PathArg& path, double uid, double gid, Done callback);
void lchownSync(const PathArg& path, double uid, double gid);
void fchown(double fd, double uid, double gid, Done callback);
void fchownSync(double fd, double uid, double gid);

// Change when a file was last read and last written to. lutimes changes a symbolic link itself.
void utimes(const PathArg& path, const Time& atime, const Time& mtime, Done callback);
void utimesSync(const PathArg& path, const Time& atime, const Time& mtime);
void lutimes(const PathArg& path, const Time& atime, const Time& mtime, Done callback);
void lutimesSync(const PathArg& path, const Time& atime, const Time& mtime);
void futimes(double fd, const Time& atime, const Time& mtime, Done callback);
void futimesSync(double fd, const Time& atime, const Time& mtime);

}  // namespace nodecpp::fs
