// The functions of fs on descriptors as promises: what a FileHandle's methods are made of.
#pragma once

#include <nodecpp/fs/files.h>
#include <nodecpp/promise.h>

namespace nodecpp::fs::impl {

Promise<int> open(const PathArg& path, const Flags& flags, const Mode& mode);
Promise<> close(double fd);
Promise<std::size_t> read(double fd, const Buffer& buffer, ReadOptions options);
Promise<std::size_t> readv(double fd, std::vector<Buffer> buffers, OptionalNumber position);
Promise<std::size_t> write(double fd, const Buffer& buffer, WriteOptions options);
Promise<std::size_t> write(double fd, StringArg text, OptionalNumber position, StringArg encoding);
Promise<std::size_t> writev(double fd, std::vector<Buffer> buffers, OptionalNumber position);
Promise<stream::Chunk> readFile(const FileArg& path, ReadFileOptions options);
Promise<> writeFile(const FileArg& file, const stream::ChunkArg& data, WriteFileOptions options);
Promise<> ftruncate(double fd, double length);
Promise<> fsync(double fd, bool dataOnly);
Promise<Stats> fstat(double fd);
Promise<> fchmod(double fd, const Mode& mode);
Promise<> fchown(double fd, double uid, double gid);
Promise<> futimes(double fd, const Time& atime, const Time& mtime);

}  // namespace nodecpp::fs::impl
