#include <nodecpp/fs/promises.h>
#include <nodecpp/fs/streams.h>

#include "fs/descriptor.h"
#include "fs/work.h"

namespace nodecpp::fs {

using stream::Chunk;
using stream::ChunkArg;

namespace {

// Calls f(descriptor) while the file is open.
template <class F>
auto guarded(FileHandle self, const char* syscall, F f) -> std::invoke_result_t<F&, double> {
  if (self->fd() < 0) {
    Error closed = nodecpp::detail::codedError("EBADF", "file closed");
    closed->stack = closed.toString();
    closed->syscall = std::string_view(syscall);
    throw closed;
  }
  struct Hold {
    FileHandle handle;
    ~Hold() { handle->releaseDescriptor(); }
  };
  self->retainDescriptor();
  Hold hold{self};
  if constexpr (std::is_same_v<std::invoke_result_t<F&, double>, Promise<>>)
    co_await f(self->fd());
  else
    co_return co_await f(self->fd());
}

}  // namespace

FileHandleObject::~FileHandleObject() {
  if (fd_ < 0) return;
  if (impl::Loop* loop = impl::Loop::currentOrNull()) loop->port().files().close(fd_);
}

void FileHandleObject::releaseDescriptor() {
  if (--uses_ > 0 || fd_ < 0) return;
  Promise<> closed = impl::close(std::exchange(fd_, -1));
  if (auto settle = std::exchange(closed_, nullptr)) settle(closed);
}

Promise<> FileHandleObject::close() {
  if (fd_ < 0 && !closing_) return Promise<>::resolve();
  if (closing_) return closing_;
  FileHandle self(this);
  if (--uses_ == 0) {
    closing_ = impl::close(std::exchange(fd_, -1));
  } else {
    closing_ = Promise<>([this](Resolver<void> resolve, Rejector reject) {
      closed_ = [=](Promise<> outcome) { outcome.then([=] { resolve(); }, [=](const Error& error) { reject(error); }); };
    });
  }
  closing_ = closing_.finally_([self] { self->closing_ = nullptr; });
  Promise<> result = closing_;
  emit(event::close);
  return result;
}

Promise<BytesRead> FileHandleObject::read(Buffer buffer, OptionalNumber offset, OptionalNumber length,
                                          OptionalNumber position) {
  return read(std::move(buffer), {.offset = offset, .length = length, .position = position});
}
Promise<BytesRead> FileHandleObject::read(Buffer buffer, ReadOptions options) {
  return guarded(FileHandle(this), "read", [=](double fd) {
    return impl::read(fd, buffer, options).then([=](std::size_t count) { return BytesRead{count, buffer}; });
  });
}
Promise<BytesRead> FileHandleObject::read(ReadIntoOptions options) {
  Buffer buffer = options.buffer.block() ? options.buffer : Buffer::alloc(16384);
  return read(std::move(buffer), {options.offset, options.length, options.position});
}
Promise<VectorRead> FileHandleObject::readv(std::vector<Buffer> buffers, OptionalNumber position) {
  return guarded(FileHandle(this), "readv", [=](double fd) {
    return impl::readv(fd, buffers, position).then([=](std::size_t count) { return VectorRead{count, buffers}; });
  });
}
Promise<BytesWritten> FileHandleObject::write(Buffer buffer, OptionalNumber offset, OptionalNumber length,
                                              OptionalNumber position) {
  return write(std::move(buffer), {.offset = offset, .length = length, .position = position});
}
Promise<BytesWritten> FileHandleObject::write(Buffer buffer, WriteOptions options) {
  return guarded(FileHandle(this), "write", [=](double fd) {
    return impl::write(fd, buffer, options).then([=](std::size_t count) { return BytesWritten{count, buffer}; });
  });
}
Promise<TextWritten> FileHandleObject::write(StringArg text, OptionalNumber position, StringArg encoding) {
  return guarded(FileHandle(this), "write", [=, own = text.toString(), encoding = encoding.toString()](double fd) {
    return impl::write(fd, own, position, encoding).then([own](std::size_t count) { return TextWritten{count, own}; });
  });
}
Promise<VectorWritten> FileHandleObject::writev(std::vector<Buffer> buffers, OptionalNumber position) {
  return guarded(FileHandle(this), "writev", [=](double fd) {
    Promise<std::size_t> writing =
        buffers.empty() ? Promise<std::size_t>::resolve(std::size_t(0)) : impl::writev(fd, buffers, position);
    return writing.then([=](std::size_t count) { return VectorWritten{count, buffers}; });
  });
}

Promise<Buffer> FileHandleObject::readFile() {
  return guarded(FileHandle(this), "readFile", [](double fd) { return promises::readFile(fd); });
}
Promise<String> FileHandleObject::readFile(StringArg encoding) {
  return guarded(FileHandle(this), "readFile",
                 [encoding = encoding.toString()](double fd) { return promises::readFile(fd, encoding); });
}
Promise<Chunk> FileHandleObject::readFile(ReadFileOptions options) {
  return guarded(FileHandle(this), "readFile", [=](double fd) { return impl::readFile(fd, options); });
}
Promise<> FileHandleObject::writeFile(const ChunkArg& data, StringArg encoding) {
  return writeFile(data, WriteFileOptions{.encoding = encoding.toString()});
}
Promise<> FileHandleObject::writeFile(const ChunkArg& data, WriteFileOptions options) {
  return guarded(FileHandle(this), "writeFile",
                 [options, data = data.toChunk()](double fd) { return impl::writeFile(fd, data, options); });
}
Promise<> FileHandleObject::appendFile(const ChunkArg& data, StringArg encoding) { return writeFile(data, encoding); }
Promise<> FileHandleObject::appendFile(const ChunkArg& data, AppendFileOptions options) {
  return writeFile(data, WriteFileOptions{options.encoding, options.mode, options.flag, options.flush, {}});
}
Promise<> FileHandleObject::truncate(double length) {
  return guarded(FileHandle(this), "ftruncate", [=](double fd) { return impl::ftruncate(fd, length); });
}
Promise<> FileHandleObject::sync() {
  return guarded(FileHandle(this), "fsync", [](double fd) { return impl::fsync(fd, false); });
}
Promise<> FileHandleObject::datasync() {
  return guarded(FileHandle(this), "fdatasync", [](double fd) { return impl::fsync(fd, true); });
}
Promise<Stats> FileHandleObject::stat() {
  return guarded(FileHandle(this), "fstat", [](double fd) { return impl::fstat(fd); });
}
Promise<> FileHandleObject::chmod(Mode mode) {
  return guarded(FileHandle(this), "fchmod", [=](double fd) { return impl::fchmod(fd, mode); });
}
Promise<> FileHandleObject::chown(double uid, double gid) {
  return guarded(FileHandle(this), "fchown", [=](double fd) { return impl::fchown(fd, uid, gid); });
}
Promise<> FileHandleObject::utimes(Time atime, Time mtime) {
  return guarded(FileHandle(this), "futimes", [=](double fd) { return impl::futimes(fd, atime, mtime); });
}

ReadStream FileHandleObject::createReadStream() { return createReadStream(ReadStreamOptions{}); }
ReadStream FileHandleObject::createReadStream(ReadStreamOptions options) {
  options.fd = FileHandle(this);
  return fs::createReadStream("", std::move(options));
}
WriteStream FileHandleObject::createWriteStream() { return createWriteStream(WriteStreamOptions{}); }
WriteStream FileHandleObject::createWriteStream(WriteStreamOptions options) {
  options.fd = FileHandle(this);
  return fs::createWriteStream("", std::move(options));
}

Promise<FileHandle> promises::open(const PathArg& path, const Flags& flags, const Mode& mode) {
  return impl::open(path, flags, mode).then([](int fd) { return make<FileHandleObject>(fd); });
}

}  // namespace nodecpp::fs
