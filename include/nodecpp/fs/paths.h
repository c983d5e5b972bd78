// Names: directories, links, moving, copying, removing. Programs include nodecpp/fs.h.
#pragma once

#include <nodecpp/fs/base.h>
#include <nodecpp/stream/base.h>

namespace nodecpp::fs {

struct MkdirOptions {
  bool recursive = false;  // also what is above it; what is there already is no error
  Mode mode = 0777;
};
// Gives the first directory that `recursive` has made; "" for none.
void mkdir(const PathArg& path, Done callback);
void mkdir(const PathArg& path, const Mode& mode, Done callback);
void mkdir(const PathArg& path, MkdirOptions options, Function<void(Error, String)> callback);
void mkdirSync(const PathArg& path);
void mkdirSync(const PathArg& path, const Mode& mode);
String mkdirSync(const PathArg& path, MkdirOptions options);
// Makes a directory named `prefix` and six characters more; gives its path.
void mkdtemp(const PathArg& prefix, Function<void(Error, String)> callback);
String mkdtempSync(const PathArg& prefix);

struct ReaddirOptions {
  String encoding = "utf8";
  bool recursive = false;
};
// With `.withFileTypes` the entries are Dirents; it stands between the two as in Node's page.
struct ReaddirTypesOptions {
  String encoding = "utf8";
  bool withFileTypes = true;
  bool recursive = false;
};
void readdir(const PathArg& path, Function<void(Error, Array<String>)> callback);
void readdir(const PathArg& path, ReaddirOptions options, Function<void(Error, Array<String>)> callback);
Array<String> readdirSync(const PathArg& path, ReaddirOptions options = {});

namespace impl {
void readdirTypes(const PathArg& path, ReaddirTypesOptions options,
                  Function<void(Error, Array<Dirent>)> callback);
Array<Dirent> readdirTypesSync(const PathArg& path, ReaddirTypesOptions options);
}  // namespace impl
// Templates, so that {.recursive = true}, which would fit both kinds of options, means the functions above.
template <class = void>
void readdir(const PathArg& path, ReaddirTypesOptions options, Function<void(Error, Array<Dirent>)> callback) {
  impl::readdirTypes(path, std::move(options), std::move(callback));
}
template <class = void>
Array<Dirent> readdirSync(const PathArg& path, ReaddirTypesOptions options) {
  return impl::readdirTypesSync(path, std::move(options));
}

struct RmdirOptions {
  stream::OptionalNumber maxRetries{};
  bool recursive = false;  // deprecated; as rm's
  stream::OptionalNumber retryDelay{};
};
void rmdir(const PathArg& path, Done callback);
void rmdir(const PathArg& path, RmdirOptions options, Done callback);
void rmdirSync(const PathArg& path, RmdirOptions options = {});
struct RmOptions {
  bool force = false;                   // what is not there is no error
  stream::OptionalNumber maxRetries{};  // of what is busy; 0
  bool recursive = false;
  stream::OptionalNumber retryDelay{};  // milliseconds, more by this with each try; 100. rmSync does not wait.
};
void rm(const PathArg& path, Done callback);
void rm(const PathArg& path, RmOptions options, Done callback);
void rmSync(const PathArg& path, RmOptions options = {});
void unlink(const PathArg& path, Done callback);
void unlinkSync(const PathArg& path);

void rename(const PathArg& oldPath, const PathArg& newPath, Done callback);
void renameSync(const PathArg& oldPath, const PathArg& newPath);
// `mode` is of constants::COPYFILE_EXCL, COPYFILE_FICLONE, COPYFILE_FICLONE_FORCE.
void copyFile(const PathArg& src, const PathArg& dest, Done callback);
void copyFile(const PathArg& src, const PathArg& dest, double mode, Done callback);
void copyFileSync(const PathArg& src, const PathArg& dest, double mode = 0);
void link(const PathArg& existingPath, const PathArg& newPath, Done callback);
void linkSync(const PathArg& existingPath, const PathArg& newPath);
// `type` is for Windows.
void symlink(const PathArg& target, const PathArg& path, Done callback);
void symlink(const PathArg& target, const PathArg& path, StringArg type, Done callback);
void symlinkSync(const PathArg& target, const PathArg& path, StringArg type = "file");
void readlink(const PathArg& path, Function<void(Error, String)> callback);
String readlinkSync(const PathArg& path);

// The path without links, "." and "..". `native` asks the system, and so has its errors: fs::realpath.native(path, f).
struct Realpath {
  void operator()(const PathArg& path, Function<void(Error, String)> callback) const;
  void native(const PathArg& path, Function<void(Error, String)> callback) const;
};
inline constexpr Realpath realpath{};
struct RealpathSync {
  String operator()(const PathArg& path) const;
  String native(const PathArg& path) const;
};
inline constexpr RealpathSync realpathSync{};

}  // namespace nodecpp::fs
