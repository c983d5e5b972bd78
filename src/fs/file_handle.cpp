#include <nodecpp/fs/promises.h>
#include <nodecpp/fs/streams.h>

#include <algorithm>
#include <memory>
#include <string_view>

#include "fs/descriptor.h"
#include "fs/file_work.h"

namespace nodecpp::fs {

using stream::Chunk;
using stream::ChunkArg;

namespace {

// Returns a use of the descriptor: close() waits until all uses are released. The operation holds its use until it has
// ended, even when the promise of its result is dropped before.
detail::Keep useOf(const FileHandle& handle) {
  struct Use {
    FileHandle handle;
    explicit Use(FileHandle h) : handle(std::move(h)) { handle->retainDescriptor(); }
    Use(const Use&) = delete;
    ~Use() { handle->releaseDescriptor(); }
  };
  return std::make_shared<Use>(handle);
}

// Calls f(descriptor, use) while the file is open. Otherwise returns a promise rejected with EBADF.
template <class F>
auto guarded(FileHandle self, const char* syscall, F f) -> std::invoke_result_t<F&, double, detail::Keep> {
  if (self->fd() >= 0) return f(self->fd(), useOf(self));
  Error closed("file closed");
  closed->code = "EBADF";
  closed->syscall = std::string_view(syscall);
  return Promise<>::reject<typename std::invoke_result_t<F&, double, detail::Keep>::Value>(closed);
}

std::size_t total(const Array<Buffer>& buffers) {
  std::size_t size = 0;
  for (const Buffer& buffer : buffers) size += buffer.size();
  return size;
}

}  // namespace

FileHandleObject::~FileHandleObject() {
  if (fd_ < 0) return;
  if (detail::Loop* loop = detail::Loop::currentOrNull()) loop->port().files.close(fd_);
}

void FileHandleObject::releaseDescriptor() {
  if (--uses_ > 0 || fd_ < 0) return;
  Promise<> closed = detail::close(std::exchange(fd_, -1));
  if (auto settle = std::exchange(closed_, nullptr)) settle(closed);
}

Promise<> FileHandleObject::close() {
  if (fd_ < 0 && !closing_) return Promise<>::resolve();
  if (closing_) return closing_;
  FileHandle self(this);
  // The open handle counts as one use of the descriptor, and each operation in progress as another. The last of them
  // closes the descriptor.
  if (--uses_ == 0) {
    closing_ = detail::close(std::exchange(fd_, -1));
  } else {
    closing_ = Promise<>([this](Resolver<void> resolve, Rejector reject) {
      closed_ = [=](Promise<> outcome) {
        outcome.then([=] { resolve(); }, [=](const Error& error) { reject(error); });
      };
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
// Reads into separate memory and copies the data at the end, so that a read that is retracted meanwhile does not write
// to the program's buffer.
Promise<BytesRead> FileHandleObject::read(Buffer buffer, ReadOptions options) {
  return guarded(FileHandle(this), "read", [=](double fd, detail::Keep keep) {
    Buffer apart = Buffer::allocUnsafe(double(buffer.size()));
    std::size_t offset = options.offset.given && options.offset.value >= 0 ? std::size_t(options.offset.value) : 0;
    return detail::read(fd, apart, options, std::move(keep)).then([=](std::size_t count) {
      if (count) std::memcpy(buffer.bytes() + offset, apart.bytes() + offset, count);
      return BytesRead{std::ptrdiff_t(count), buffer};
    });
  });
}
Promise<BytesRead> FileHandleObject::read(ReadIntoOptions options) {
  Buffer buffer = options.buffer.block() ? options.buffer : Buffer::alloc(16384);
  return read(std::move(buffer), {options.offset, options.length, options.position});
}
Promise<VectorRead> FileHandleObject::readv(Array<Buffer> buffers, OptionalNumber position) {
  return guarded(FileHandle(this), "readv", [=](double fd, detail::Keep keep) {
    Array<Buffer> apart;
    if (!buffers.empty()) apart.push(Buffer::allocUnsafe(double(total(buffers))));
    return detail::readv(fd, apart, position, std::move(keep)).then([=](std::size_t count) {
      std::size_t from = 0;
      for (const Buffer& buffer : buffers) {
        std::size_t size = std::min(buffer.size(), count - from);
        if (size) std::memcpy(buffer.bytes(), apart[0].bytes() + from, size);
        from += size;
      }
      return VectorRead{std::ptrdiff_t(count), buffers};
    });
  });
}
Promise<BytesWritten> FileHandleObject::write(Buffer buffer, OptionalNumber offset, OptionalNumber length,
                                              OptionalNumber position) {
  return write(std::move(buffer), {.offset = offset, .length = length, .position = position});
}
Promise<BytesWritten> FileHandleObject::write(Buffer buffer, WriteOptions options) {
  return guarded(FileHandle(this), "write", [=](double fd, detail::Keep keep) {
    return detail::write(fd, buffer, options, std::move(keep)).then([=](std::size_t count) {
      return BytesWritten{std::ptrdiff_t(count), buffer};
    });
  });
}
Promise<TextWritten> FileHandleObject::write(StringArg text, OptionalNumber position, StringArg encoding) {
  return guarded(FileHandle(this), "write",
                 [=, own = text.toString(), encoding = encoding.toString()](double fd, detail::Keep keep) {
                   return detail::write(fd, own, position, encoding, std::move(keep)).then([own](std::size_t count) {
                     return TextWritten{std::ptrdiff_t(count), own};
                   });
                 });
}
Promise<VectorWritten> FileHandleObject::writev(Array<Buffer> buffers, OptionalNumber position) {
  return guarded(FileHandle(this), "writev", [=](double fd, detail::Keep keep) {
    Promise<std::size_t> writing = buffers.empty() ? Promise<std::size_t>::resolve(std::size_t(0))
                                                   : detail::writev(fd, buffers, position, std::move(keep));
    return writing.then([=](std::size_t count) { return VectorWritten{std::ptrdiff_t(count), buffers}; });
  });
}

Promise<Buffer> FileHandleObject::readFile() {
  return guarded(FileHandle(this), "readFile", [](double fd, detail::Keep keep) {
    return detail::readFile(fd, {}, std::move(keep)).then([](const Chunk& data) { return data.toBuffer(); });
  });
}
Promise<String> FileHandleObject::readFile(StringArg encoding) {
  return guarded(FileHandle(this), "readFile", [encoding = encoding.toString()](double fd, detail::Keep keep) {
    return detail::readFile(fd, {.encoding = encoding}, std::move(keep)).then([](const Chunk& data) {
      return data.toString();
    });
  });
}
Promise<Chunk> FileHandleObject::readFile(ReadFileOptions options) {
  return guarded(FileHandle(this), "readFile",
                 [=](double fd, detail::Keep keep) { return detail::readFile(fd, options, std::move(keep)); });
}
Promise<> FileHandleObject::writeFile(const ChunkArg& data, StringArg encoding) {
  return writeFile(data, WriteFileOptions{.encoding = encoding.toString()});
}
Promise<> FileHandleObject::writeFile(const ChunkArg& data, WriteFileOptions options) {
  return guarded(FileHandle(this), "writeFile", [options, data = data.toChunk()](double fd, detail::Keep keep) {
    return detail::writeFile(fd, data, options, std::move(keep));
  });
}
Promise<> FileHandleObject::appendFile(const ChunkArg& data, StringArg encoding) { return writeFile(data, encoding); }
Promise<> FileHandleObject::appendFile(const ChunkArg& data, AppendFileOptions options) {
  return writeFile(data, WriteFileOptions{options.encoding, options.mode, options.flag, options.flush, {}});
}
Promise<> FileHandleObject::truncate(double length) {
  return guarded(FileHandle(this), "ftruncate",
                 [=](double fd, detail::Keep keep) { return detail::ftruncate(fd, length, std::move(keep)); });
}
Promise<> FileHandleObject::sync() {
  return guarded(FileHandle(this), "fsync",
                 [](double fd, detail::Keep keep) { return detail::fsync(fd, false, std::move(keep)); });
}
Promise<> FileHandleObject::datasync() {
  return guarded(FileHandle(this), "fdatasync",
                 [](double fd, detail::Keep keep) { return detail::fsync(fd, true, std::move(keep)); });
}
Promise<Stats> FileHandleObject::stat() {
  return guarded(FileHandle(this), "fstat",
                 [](double fd, detail::Keep keep) { return detail::fstat(fd, std::move(keep)); });
}
Promise<BigIntStats> FileHandleObject::stat(BigIntOptions) {
  return guarded(FileHandle(this), "fstat",
                 [](double fd, detail::Keep keep) { return detail::bigFstat(fd, std::move(keep)); });
}
Promise<> FileHandleObject::chmod(Mode mode) {
  return guarded(FileHandle(this), "fchmod",
                 [=](double fd, detail::Keep keep) { return detail::fchmod(fd, mode, std::move(keep)); });
}
Promise<> FileHandleObject::chown(double uid, double gid) {
  return guarded(FileHandle(this), "fchown",
                 [=](double fd, detail::Keep keep) { return detail::fchown(fd, uid, gid, std::move(keep)); });
}
Promise<> FileHandleObject::utimes(Time atime, Time mtime) {
  return guarded(FileHandle(this), "futimes",
                 [=](double fd, detail::Keep keep) { return detail::futimes(fd, atime, mtime, std::move(keep)); });
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
  return detail::open(path, flags, mode).then([](int fd) { return make<FileHandleObject>(fd); });
}

}  // namespace nodecpp::fs
