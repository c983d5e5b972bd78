// The functions of fs on descriptors as promises, which FileHandle's functions call.
#pragma once

#include <nodecpp/fs/read_write.h>
#include <nodecpp/promise.h>

#include <memory>

namespace nodecpp::fs::detail {

// An object that lives until the operation has ended. It counts as a use of the descriptor.
using Keep = std::shared_ptr<void>;

Promise<int> open(const PathArg& path, const Flags& flags, const Mode& mode);
Promise<> close(double fd);
Promise<std::size_t> read(double fd, const Buffer& buffer, ReadOptions options, Keep keep = nullptr);
Promise<std::size_t> readv(double fd, Array<Buffer> buffers, OptionalNumber position, Keep keep = nullptr);
Promise<std::size_t> write(double fd, const Buffer& buffer, WriteOptions options, Keep keep = nullptr);
Promise<std::size_t> write(double fd, StringArg text, OptionalNumber position, StringArg encoding, Keep keep = nullptr);
Promise<std::size_t> writev(double fd, Array<Buffer> buffers, OptionalNumber position, Keep keep = nullptr);
Promise<stream::Chunk> readFile(const FileArg& path, ReadFileOptions options, Keep keep = nullptr);
Promise<> writeFile(const FileArg& file, const stream::ChunkArg& data, WriteFileOptions options, Keep keep = nullptr);
Promise<> ftruncate(double fd, double length, Keep keep = nullptr);
Promise<> fsync(double fd, bool dataOnly, Keep keep = nullptr);
Promise<Stats> fstat(double fd, Keep keep = nullptr);
Promise<BigIntStats> bigFstat(double fd, Keep keep = nullptr);
Promise<> fchmod(double fd, const Mode& mode, Keep keep = nullptr);
Promise<> fchown(double fd, double uid, double gid, Keep keep = nullptr);
Promise<> futimes(double fd, const Time& atime, const Time& mtime, Keep keep = nullptr);

}  // namespace nodecpp::fs::detail
