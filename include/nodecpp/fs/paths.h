// Functions on names: directories, links, moving, copying and removing. Programs include nodecpp/fs.h. They follow the
// functions of the same names at https://nodejs.org/docs/latest-v24.x/api/fs.html, report a system error to the
// callback, and throw it in the …Sync form. Invalid arguments are thrown in both forms.
#pragma once

#include <nodecpp/fs/fs_types.h>
#include <nodecpp/stream/stream_base.h>

namespace nodecpp::fs {

struct MkdirOptions {
  // Also makes missing parent directories; an existing directory is no error.
  bool recursive = false;
  Mode mode = 0777;
};
// With MkdirOptions, the result is the path of the first directory that `recursive` has made; empty when none was made.
void mkdir(const PathArg& path, Done callback);
void mkdir(const PathArg& path, const Mode& mode, Done callback);
void mkdir(const PathArg& path, MkdirOptions options, Function<void(Error, String)> callback);
void mkdirSync(const PathArg& path);
void mkdirSync(const PathArg& path, const Mode& mode);
String mkdirSync(const PathArg& path, MkdirOptions options);
// Makes a directory whose name is `prefix` followed by six random characters. The result is its path.
void mkdtemp(const PathArg& prefix, Function<void(Error, String)> callback);
String mkdtempSync(const PathArg& prefix);

struct ReaddirOptions {
  String encoding = "utf8";
  bool recursive = false;
};
// With these options the entries are Dirents. `withFileTypes` stands in the order of Node's page.
struct ReaddirTypesOptions {
  String encoding = "utf8";
  bool withFileTypes = true;
  bool recursive = false;
};
void readdir(const PathArg& path, Function<void(Error, Array<String>)> callback);
void readdir(const PathArg& path, ReaddirOptions options, Function<void(Error, Array<String>)> callback);
Array<String> readdirSync(const PathArg& path, ReaddirOptions options = {});

namespace detail {
void readdirTypes(const PathArg& path, ReaddirTypesOptions options,
                  Function<void(Error, Array<Dirent>)> callback);
Array<Dirent> readdirTypesSync(const PathArg& path, ReaddirTypesOptions options);
}  // namespace detail
// The following functions are templates, so that for {.recursive = true}, which would suit both types of options, the
// compiler selects the functions above.
template <class = void>
void readdir(const PathArg& path, ReaddirTypesOptions options, Function<void(Error, Array<Dirent>)> callback) {
  detail::readdirTypes(path, std::move(options), std::move(callback));
}
template <class = void>
Array<Dirent> readdirSync(const PathArg& path, ReaddirTypesOptions options) {
  return detail::readdirTypesSync(path, std::move(options));
}

struct RmdirOptions {
  stream::OptionalNumber maxRetries{};
  bool recursive = false;  // deprecated; as the option of rm
  stream::OptionalNumber retryDelay{};
};
void rmdir(const PathArg& path, Done callback);
void rmdir(const PathArg& path, RmdirOptions options, Done callback);
void rmdirSync(const PathArg& path, RmdirOptions options = {});
struct RmOptions {
  bool force = false;                   // a missing file is no error
  stream::OptionalNumber maxRetries{};  // how often a busy file is tried again; 0 by default
  bool recursive = false;
  // The delay between two tries in milliseconds, which grows by this value with each try; 100 by default. rmSync does
  // not wait.
  stream::OptionalNumber retryDelay{};
};
void rm(const PathArg& path, Done callback);
void rm(const PathArg& path, RmOptions options, Done callback);
void rmSync(const PathArg& path, RmOptions options = {});
void unlink(const PathArg& path, Done callback);
void unlinkSync(const PathArg& path);

void rename(const PathArg& oldPath, const PathArg& newPath, Done callback);
void renameSync(const PathArg& oldPath, const PathArg& newPath);
// `mode` is a combination of constants::COPYFILE_EXCL, COPYFILE_FICLONE and COPYFILE_FICLONE_FORCE.
void copyFile(const PathArg& src, const PathArg& dest, Done callback);
void copyFile(const PathArg& src, const PathArg& dest, double mode, Done callback);
void copyFileSync(const PathArg& src, const PathArg& dest, double mode = 0);
void link(const PathArg& existingPath, const PathArg& newPath, Done callback);
void linkSync(const PathArg& existingPath, const PathArg& newPath);
// `type` has no effect, since it is for Windows.
void symlink(const PathArg& target, const PathArg& path, Done callback);
void symlink(const PathArg& target, const PathArg& path, StringArg type, Done callback);
void symlinkSync(const PathArg& target, const PathArg& path, StringArg type = "file");
void readlink(const PathArg& path, Function<void(Error, String)> callback);
String readlinkSync(const PathArg& path);

// Resolves symbolic links, "." and ".." in a path. `native` uses the system's realpath and reports its errors:
// fs::realpath.native(path, f).
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
