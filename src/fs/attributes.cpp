// stat, access, chmod, chown and utimes: the attributes of files.
#include <nodecpp/fs/attributes.h>
#include <nodecpp/fs/promises.h>

#include <cmath>
#include <string>

#include "base/errors/validate.h"
#include "fs/descriptor.h"
#include "fs/file_work.h"

namespace nodecpp::fs {

using namespace detail;

namespace {

using StatCall = Files::Status (Files::*)(Files::Path, os::FileStat&);

struct MaybeStat {
  os::FileStat stat;
  bool there = true;
};

template <class S = Stats>
auto statWork(StatCall call, const char* syscall, const PathArg& path, bool throwIfNoEntry) {
  return work<MaybeStat>(
      [=, path = checked(path)](Files& files, MaybeStat& out) -> Failure {
        int error = (files.*call)(path, out.stat);
        if ((error == UV_ENOENT || error == UV_ENOTDIR) && !throwIfNoEntry) {
          out.there = false;
          return {};
        }
        return error ? failure(error, syscall, path) : Failure();
      },
      [](MaybeStat& found) { return found.there ? toStats<S>(found.stat) : S(); });
}

template <class S = Stats>
auto fstatWork(double number) {
  return work<os::FileStat>(
      [fd = checkedFd(number)](Files& files, os::FileStat& out) { return failure(files.fstat(fd, out), "fstat"); },
      [](os::FileStat& stat) { return toStats<S>(stat); });
}

template <class Number = double>
auto statfsWork(const PathArg& path) {
  return work<os::FileSystemStat>(
      [path = checked(path)](Files& files, os::FileSystemStat& out) {
        return failure(files.statfs(path, out), "statfs", path);
      },
      [](os::FileSystemStat& s) {
        // libuv reports the block's size as the fragment's size, too.
        return StatFsOf<Number>{Number(s.type),  Number(s.bsize),  Number(s.bsize), Number(s.blocks),
                                Number(s.bfree), Number(s.bavail), Number(s.files), Number(s.ffree)};
      });
}

auto accessWork(const PathArg& path, double mode) {
  std::string plainPath = checked(path);
  if (!(mode >= 0 && mode < 8)) throw nativeError<RangeError>("ERR_OUT_OF_RANGE", "mode is out of range: >= 0 && <= 7");
  return work([=](Files& files) { return failure(files.access(plainPath, int(mode)), "access", plainPath); });
}

auto chmodWork(const PathArg& path, const Mode& mode) {
  std::string plainPath = checked(path);
  return work([=, mode = mode.checked("mode")](Files& files) {
    return failure(files.chmod(plainPath, mode), "chmod", plainPath);
  });
}
auto fchmodWork(double number, const Mode& mode) {
  int fd = checkedFd(number);
  return work([=, mode = mode.checked("mode")](Files& files) { return failure(files.fchmod(fd, mode), "fchmod"); });
}

std::uint32_t checkedId(double id, StringArg name) {
  nodecpp::detail::validateInteger(id, name, -1, 4294967295.0);
  return id < 0 ? UINT32_MAX : std::uint32_t(id);
}

using ChownCall = Files::Status (Files::*)(Files::Path, std::uint32_t, std::uint32_t);
auto chownWork(ChownCall call, const char* syscall, const PathArg& path, double uid, double gid) {
  std::string plainPath = checked(path);
  std::uint32_t user = checkedId(uid, "uid"), group = checkedId(gid, "gid");
  return work([=](Files& files) { return failure((files.*call)(plainPath, user, group), syscall, plainPath); });
}
auto fchownWork(double number, double uid, double gid) {
  int fd = checkedFd(number);
  std::uint32_t user = checkedId(uid, "uid"), group = checkedId(gid, "gid");
  return work([=](Files& files) { return failure(files.fchown(fd, user, group), "fchown"); });
}

// Splits seconds as libuv does.
os::FileTime fileTime(double seconds) {
  auto whole = std::int64_t(seconds);
  auto nanoseconds = std::int64_t((seconds - double(whole)) * 1e9);
  if (nanoseconds < 0) return {whole - 1, nanoseconds + 1'000'000'000};
  return {whole, nanoseconds};
}

using TimesCall = Files::Status (Files::*)(Files::Path, os::FileTime, os::FileTime);
auto utimesWork(TimesCall call, const char* syscall, const PathArg& path, const Time& atime, const Time& mtime) {
  std::string plainPath = checked(path);
  os::FileTime a = fileTime(atime.checked("time")), m = fileTime(mtime.checked("time"));
  return work([=](Files& files) { return failure((files.*call)(plainPath, a, m), syscall, plainPath); });
}
auto futimesWork(double number, const Time& atime, const Time& mtime) {
  int fd = checkedFd(number);
  os::FileTime a = fileTime(atime.checked("atime")), m = fileTime(mtime.checked("mtime"));
  return work([=](Files& files) { return failure(files.futimes(fd, a, m), "futime"); });
}

auto stat_(const PathArg& path, StatOptions options) {
  return statWork(&Files::stat, "stat", path, options.throwIfNoEntry);
}
auto lstat_(const PathArg& path, StatOptions options) {
  return statWork(&Files::lstat, "lstat", path, options.throwIfNoEntry);
}
auto stat_(const PathArg& path, BigIntStatOptions options) {
  return statWork<BigIntStats>(&Files::stat, "stat", path, options.throwIfNoEntry);
}
auto lstat_(const PathArg& path, BigIntStatOptions options) {
  return statWork<BigIntStats>(&Files::lstat, "lstat", path, options.throwIfNoEntry);
}

}  // namespace

// The three forms of each function. As in Node, the callback is checked before the other arguments.
void stat(const PathArg& path, Function<void(Error, Stats)> callback) { stat(path, {}, std::move(callback)); }
void stat(const PathArg& path, StatOptions options, Function<void(Error, Stats)> callback) {
  validateCallback(callback);
  submit(stat_(path, options), std::move(callback));
}
Stats statSync(const PathArg& path, StatOptions options) { return runSynchronously(stat_(path, options)); }
Promise<Stats> promises::stat(const PathArg& path, StatOptions options) {
  return promised([&] { return stat_(path, options); });
}

void lstat(const PathArg& path, Function<void(Error, Stats)> callback) { lstat(path, {}, std::move(callback)); }
void lstat(const PathArg& path, StatOptions options, Function<void(Error, Stats)> callback) {
  validateCallback(callback);
  submit(lstat_(path, options), std::move(callback));
}
Stats lstatSync(const PathArg& path, StatOptions options) { return runSynchronously(lstat_(path, options)); }
Promise<Stats> promises::lstat(const PathArg& path) {
  return promised([&] { return lstat_(path, StatOptions{}); });
}

void detail::stat(const PathArg& path, BigIntStatOptions options, Function<void(Error, BigIntStats)> callback) {
  validateCallback(callback);
  submit(stat_(path, options), std::move(callback));
}
BigIntStats detail::statSync(const PathArg& path, BigIntStatOptions options) { return runSynchronously(stat_(path, options)); }
Promise<BigIntStats> detail::stat(const PathArg& path, BigIntStatOptions options) {
  return promised([&] { return stat_(path, options); });
}
void detail::lstat(const PathArg& path, BigIntStatOptions options, Function<void(Error, BigIntStats)> callback) {
  validateCallback(callback);
  submit(lstat_(path, options), std::move(callback));
}
BigIntStats detail::lstatSync(const PathArg& path, BigIntStatOptions options) {
  return runSynchronously(lstat_(path, options));
}
Promise<BigIntStats> promises::lstat(const PathArg& path, BigIntOptions) {
  return promised([&] { return lstat_(path, BigIntStatOptions{}); });
}

void fstat(double fd, Function<void(Error, Stats)> callback) {
  validateCallback(callback);
  submit(fstatWork(fd), std::move(callback));
}
Stats fstatSync(double fd) { return runSynchronously(fstatWork(fd)); }
void fstat(double fd, BigIntOptions, Function<void(Error, BigIntStats)> callback) {
  validateCallback(callback);
  submit(fstatWork<BigIntStats>(fd), std::move(callback));
}
BigIntStats fstatSync(double fd, BigIntOptions) { return runSynchronously(fstatWork<BigIntStats>(fd)); }
Promise<Stats> detail::fstat(double fd, Keep keep) {
  return promised([&] { return fstatWork(fd); }, std::move(keep));
}
Promise<BigIntStats> detail::bigFstat(double fd, Keep keep) {
  return promised([&] { return fstatWork<BigIntStats>(fd); }, std::move(keep));
}

void statfs(const PathArg& path, Function<void(Error, StatFs)> callback) {
  validateCallback(callback);
  submit(statfsWork(path), std::move(callback));
}
StatFs statfsSync(const PathArg& path) { return runSynchronously(statfsWork(path)); }
Promise<StatFs> promises::statfs(const PathArg& path) {
  return promised([&] { return statfsWork(path); });
}
void statfs(const PathArg& path, BigIntOptions, Function<void(Error, BigIntStatFs)> callback) {
  validateCallback(callback);
  submit(statfsWork<std::int64_t>(path), std::move(callback));
}
BigIntStatFs statfsSync(const PathArg& path, BigIntOptions) { return runSynchronously(statfsWork<std::int64_t>(path)); }
Promise<BigIntStatFs> promises::statfs(const PathArg& path, BigIntOptions) {
  return promised([&] { return statfsWork<std::int64_t>(path); });
}

void access(const PathArg& path, Done callback) { access(path, constants::F_OK, std::move(callback)); }
void access(const PathArg& path, double mode, Done callback) {
  validateCallback(callback);
  submit(accessWork(path, mode), std::move(callback));
}
void accessSync(const PathArg& path, double mode) { runSynchronously(accessWork(path, mode)); }
Promise<> promises::access(const PathArg& path, double mode) {
  return promised([&] { return accessWork(path, mode); });
}

void exists(const PathArg& path, Function<void(bool)> callback) {
  validateCallback(callback);
  try {
    submit(accessWork(path, constants::F_OK), [callback](const Error& error) { callback(!error); });
  } catch (const Error&) {
    callback(false);
  }
}
bool existsSync(const PathArg& path) {
  try {
    auto check = accessWork(path, constants::F_OK);
    Nothing nothing;
    return !check.run(Loop::current().port().files, nothing);
  } catch (const Error&) {
    return false;
  }
}

void chmod(const PathArg& path, const Mode& mode, Done callback) {
  validateCallback(callback);
  submit(chmodWork(path, mode), std::move(callback));
}
void chmodSync(const PathArg& path, const Mode& mode) { runSynchronously(chmodWork(path, mode)); }
Promise<> promises::chmod(const PathArg& path, const Mode& mode) {
  return promised([&] { return chmodWork(path, mode); });
}
void fchmod(double fd, const Mode& mode, Done callback) {
  validateCallback(callback);
  submit(fchmodWork(fd, mode), std::move(callback));
}
void fchmodSync(double fd, const Mode& mode) { runSynchronously(fchmodWork(fd, mode)); }
Promise<> detail::fchmod(double fd, const Mode& mode, Keep keep) {
  return promised([&] { return fchmodWork(fd, mode); }, std::move(keep));
}

void chown(const PathArg& path, double uid, double gid, Done callback) {
  validateCallback(callback);
  submit(chownWork(&Files::chown, "chown", path, uid, gid), std::move(callback));
}
void chownSync(const PathArg& path, double uid, double gid) { runSynchronously(chownWork(&Files::chown, "chown", path, uid, gid)); }
Promise<> promises::chown(const PathArg& path, double uid, double gid) {
  return promised([&] { return chownWork(&Files::chown, "chown", path, uid, gid); });
}
void lchown(const PathArg& path, double uid, double gid, Done callback) {
  validateCallback(callback);
  submit(chownWork(&Files::lchown, "lchown", path, uid, gid), std::move(callback));
}
void lchownSync(const PathArg& path, double uid, double gid) {
  runSynchronously(chownWork(&Files::lchown, "lchown", path, uid, gid));
}
Promise<> promises::lchown(const PathArg& path, double uid, double gid) {
  return promised([&] { return chownWork(&Files::lchown, "lchown", path, uid, gid); });
}
void fchown(double fd, double uid, double gid, Done callback) {
  validateCallback(callback);
  submit(fchownWork(fd, uid, gid), std::move(callback));
}
void fchownSync(double fd, double uid, double gid) { runSynchronously(fchownWork(fd, uid, gid)); }
Promise<> detail::fchown(double fd, double uid, double gid, Keep keep) {
  return promised([&] { return fchownWork(fd, uid, gid); }, std::move(keep));
}

void utimes(const PathArg& path, const Time& atime, const Time& mtime, Done callback) {
  validateCallback(callback);
  submit(utimesWork(&Files::utimes, "utime", path, atime, mtime), std::move(callback));
}
void utimesSync(const PathArg& path, const Time& atime, const Time& mtime) {
  runSynchronously(utimesWork(&Files::utimes, "utime", path, atime, mtime));
}
Promise<> promises::utimes(const PathArg& path, const Time& atime, const Time& mtime) {
  return promised([&] { return utimesWork(&Files::utimes, "utime", path, atime, mtime); });
}
void lutimes(const PathArg& path, const Time& atime, const Time& mtime, Done callback) {
  validateCallback(callback);
  submit(utimesWork(&Files::lutimes, "lutime", path, atime, mtime), std::move(callback));
}
void lutimesSync(const PathArg& path, const Time& atime, const Time& mtime) {
  runSynchronously(utimesWork(&Files::lutimes, "lutime", path, atime, mtime));
}
Promise<> promises::lutimes(const PathArg& path, const Time& atime, const Time& mtime) {
  return promised([&] { return utimesWork(&Files::lutimes, "lutime", path, atime, mtime); });
}
void futimes(double fd, const Time& atime, const Time& mtime, Done callback) {
  validateCallback(callback);
  submit(futimesWork(fd, atime, mtime), std::move(callback));
}
void futimesSync(double fd, const Time& atime, const Time& mtime) { runSynchronously(futimesWork(fd, atime, mtime)); }
Promise<> detail::futimes(double fd, const Time& atime, const Time& mtime, Keep keep) {
  return promised([&] { return futimesWork(fd, atime, mtime); }, std::move(keep));
}

}  // namespace nodecpp::fs
