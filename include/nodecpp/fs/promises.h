// fs.promises: the functions of fs as promises. Programs include nodecpp/fs.h.
// https://nodejs.org/docs/latest-v24.x/api/fs.html#promises-api
//
//   String text = co_await fs::promises::readFile("a.txt", "utf8");
//
// Every error, including that of an invalid argument, rejects the promise.
#pragma once

#include <nodecpp/fs/attributes.h>
#include <nodecpp/fs/file_handle.h>
#include <nodecpp/fs/paths.h>
#include <nodecpp/promise.h>

namespace nodecpp::fs::detail {
Promise<Array<Dirent>> readdirTypes(const PathArg& path, ReaddirTypesOptions options);
}

namespace nodecpp::fs::promises {

namespace constants = fs::constants;

Promise<FileHandle> open(const PathArg& path, const Flags& flags = "r", const Mode& mode = 0666);
Promise<Buffer> readFile(const FileArg& path);
Promise<String> readFile(const FileArg& path, StringArg encoding);
Promise<stream::Chunk> readFile(const FileArg& path, ReadFileOptions options);
Promise<> writeFile(const FileArg& file, const stream::ChunkArg& data);
Promise<> writeFile(const FileArg& file, const stream::ChunkArg& data, StringArg encoding);
Promise<> writeFile(const FileArg& file, const stream::ChunkArg& data, WriteFileOptions options);
Promise<> appendFile(const FileArg& path, const stream::ChunkArg& data);
Promise<> appendFile(const FileArg& path, const stream::ChunkArg& data, StringArg encoding);
Promise<> appendFile(const FileArg& path, const stream::ChunkArg& data, AppendFileOptions options);
Promise<> truncate(const PathArg& path, double length = 0);

Promise<Stats> stat(const PathArg& path, StatOptions options = {});
template <class = void>
Promise<BigIntStats> stat(const PathArg& path, BigIntStatOptions options) {
  return detail::stat(path, options);
}
Promise<Stats> lstat(const PathArg& path);
Promise<BigIntStats> lstat(const PathArg& path, BigIntOptions options);
Promise<StatFs> statfs(const PathArg& path);
Promise<BigIntStatFs> statfs(const PathArg& path, BigIntOptions options);
Promise<> access(const PathArg& path, double mode = 0);
Promise<> chmod(const PathArg& path, const Mode& mode);
Promise<> chown(const PathArg& path, double uid, double gid);
Promise<> lchown(const PathArg& path, double uid, double gid);
Promise<> utimes(const PathArg& path, const Time& atime, const Time& mtime);
Promise<> lutimes(const PathArg& path, const Time& atime, const Time& mtime);

Promise<> mkdir(const PathArg& path);
Promise<> mkdir(const PathArg& path, const Mode& mode);
Promise<String> mkdir(const PathArg& path, MkdirOptions options);
Promise<String> mkdtemp(const PathArg& prefix);
Promise<Array<String>> readdir(const PathArg& path, ReaddirOptions options = {});
template <class = void>
Promise<Array<Dirent>> readdir(const PathArg& path, ReaddirTypesOptions options) {
  return detail::readdirTypes(path, std::move(options));
}
Promise<> rmdir(const PathArg& path, RmdirOptions options = {});
Promise<> rm(const PathArg& path, RmOptions options = {});
Promise<> unlink(const PathArg& path);
Promise<> rename(const PathArg& oldPath, const PathArg& newPath);
Promise<> copyFile(const PathArg& src, const PathArg& dest, double mode = 0);
Promise<> link(const PathArg& existingPath, const PathArg& newPath);
Promise<> symlink(const PathArg& target, const PathArg& path, StringArg type = "file");
Promise<String> readlink(const PathArg& path);
// Resolves the path as fs::realpath.native does.
Promise<String> realpath(const PathArg& path);

}  // namespace nodecpp::fs::promises
