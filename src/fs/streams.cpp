// ReadStream and WriteStream.
#include <nodecpp/fs/streams.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include "base/containers/vector_of.h"
#include "base/errors/validate.h"
#include "fs/file_work.h"

namespace nodecpp::fs {

using namespace detail;
using nodecpp::detail::validateInteger;
using stream::Chunk;

namespace {

// Returns the stream's file by the options: an open descriptor, or a path that is to be opened.
template <class Self, class Options>
StreamFile fileOf(Self* stream, const PathArg& path, const Options& options) {
  StreamFile file;
  if (options.fd.given()) {
    file.fd = checkedFd(options.fd.fd());
    file.handle = options.fd.handle();
    if (file.handle) {
      file.handle->retainDescriptor();
      file.handle->on(event::close, [self = Handle<Self>(stream)] { self->close(); });
    }
    return file;
  }
  file.path = text(checked(path));
  file.flags = options.flags;
  file.mode = options.mode;
  return file;
}

void destroyBySignal(stream::StreamObject* stream, StreamFile& file, const AbortSignal& signal) {
  if (!signal) return;
  file.signal = signal;
  file.aborted = [self = stream::Stream(stream), signal] { self->destroy(abortedBy(signal)); };
  if (signal->aborted())
    file.aborted();
  else
    signal->addEventListener("abort", file.aborted);
}

auto openWork(const StreamFile& file) {
  return work<int>(
      [path = plain(file.path), flags = file.flags.checked("flags"), mode = file.mode.checked("mode")](Files& files, int& fd) {
        fd = files.open(path, flags, mode);
        return fd < 0 ? failure(fd, "open", path) : Failure();
      },
      [](int& fd) { return fd; });
}

// Opens the file and emits `open` and `ready`.
template <class Self>
void construct(Self* stream, StreamFile& file, const stream::Callback& callback) {
  if (file.fd >= 0) return callback();
  submit(openWork(file), [=, &file, self = Handle<Self>(stream)](const Error& error, int fd) {
    if (error) return callback(error);
    file.fd = fd;
    callback();
    self->emit(event::open, fd);
    self->emit(event::ready);
  });
}

// Closes the file as soon as no operation on it is under way. `error` is the error with which the stream is destroyed.
void closeFile(const stream::Stream& self, StreamFile& file, Error error, bool flush,
               const stream::Callback& callback) {
  if (file.signal) file.signal->removeEventListener("abort", std::exchange(file.aborted, nullptr));
  file.signal = nullptr;
  if (file.busy) {
    file.idle = [=, &file](const Error& late) { closeFile(self, file, error ? error : late, flush, callback); };
    return;
  }
  // The descriptor 0, standard input, stays open, as in Node.
  if (file.fd <= 0) return callback(error);
  int fd = std::exchange(file.fd, -1);
  if (FileHandle handle = std::exchange(file.handle, nullptr)) {
    handle->releaseDescriptor();
    Promise<> first = flush ? handle->sync() : Promise<>::resolve();
    first.then([=] { return handle->close(); })
        .then([=, self = self] { callback(error); },
              [=, self = self](Error failed) { callback(error ? error : failed); });
    return;
  }
  submit(work([fd, flush](Files& files) {
           int flushError = flush ? files.sync(fd, false) : 0;
           int closeError = files.close(fd);
           if (closeError) return failure(closeError, "close");
           return failure(flushError, "fsync");
         }),
         [=, self = self](const Error& failed) { callback(failed ? failed : error); });
}

// Called when an operation on the file has ended. When a close was waiting for this operation, closes the file and
// returns true.
bool ended(StreamFile& file, const Error& error) {
  file.busy = false;
  if (!file.idle) return false;
  std::exchange(file.idle, nullptr)(error);
  return true;
}

stream::ReadableOptions readableOptions(const ReadStreamOptions& options) {
  validateEncoding(options.encoding);
  return {.highWaterMark = options.highWaterMark.given ? options.highWaterMark : OptionalNumber(64 * 1024),
          .encoding = options.encoding,
          .emitClose = options.emitClose,
          .autoDestroy = options.autoClose};
}

stream::WritableOptions writableOptions(const WriteStreamOptions& options) {
  validateEncoding(options.encoding);
  return {.highWaterMark = options.highWaterMark,
          .defaultEncoding = options.encoding.empty() ? String("utf8") : options.encoding,
          .emitClose = options.emitClose,
          .autoDestroy = options.autoClose};
}

}  // namespace

ReadStreamObject::ReadStreamObject(const PathArg& path, const ReadStreamOptions& options)
    : ReadableObject(readableOptions(options)), end_(std::numeric_limits<double>::infinity()) {
  if (options.start.given) {
    validateInteger(options.start.value, "start", 0);
    position_ = options.start.value;
  }
  if (options.end.given && !std::isinf(options.end.value)) {
    validateInteger(options.end.value, "end", 0);
    end_ = options.end.value;
    if (options.start.given && position_ > end_)
      throw nodecpp::detail::outOfRange("start", "<= \"end\" (here: " + str(end_) + ")",
                                        nodecpp::detail::rangeNumber(position_));
  }
  // The file is set last, since a constructor that throws must not leave a handle to this object behind.
  file_ = fileOf(this, path, options);
  destroyBySignal(this, file_, options.signal);
  startConstruct();
}

void ReadStreamObject::_construct(stream::Callback callback) { construct(this, file_, callback); }

void ReadStreamObject::_read(double size) {
  double count = std::min(end_ - (position_ >= 0 ? position_ : bytesRead) + 1, size);
  if (count <= 0) {
    push(nullptr);
    return;
  }
  Buffer buffer = Buffer::allocUnsafe(count);
  file_.busy = true;
  auto reading = work<std::int64_t>(
      [=, fd = file_.fd, position = std::int64_t(position_)](Files& files, std::int64_t& got) {
        os::Space space{buffer.bytes(), buffer.size()};
        got = files.read(fd, &space, 1, position);
        return got < 0 ? failure(int(got), "read") : Failure();
      },
      [](std::int64_t& got) { return std::size_t(got); });
  submit(std::move(reading), [=, self = ReadStream(this)](const Error& error, std::size_t got) {
    self->file_.busy = false;
    if (self->destroyed()) {
      ended(self->file_, error);
    } else if (error) {
      self->errorOrDestroy(error);
    } else if (got > 0) {
      if (self->position_ >= 0) self->position_ += double(got);
      self->bytesRead += double(got);
      // A short read is copied, so that it does not keep the large buffer alive.
      self->push(got < buffer.size() ? Buffer::copyOf(buffer.bytes(), got) : buffer);
    } else {
      self->push(nullptr);
    }
  });
}

void ReadStreamObject::_destroy(Error error, stream::Callback callback) {
  closeFile(stream::Stream(this), file_, std::move(error), false, callback);
}

void ReadStreamObject::close(stream::Callback callback) {
  if (callback) stream::finished(ReadStream(this), callback);
  destroy();
}

WriteStreamObject::WriteStreamObject(const PathArg& path, const WriteStreamOptions& options)
    : WritableObject(writableOptions(options)), flush_(options.flush) {
  if (options.start.given) {
    validateInteger(options.start.value, "start", 0);
    position_ = options.start.value;
  }
  // The file is set last, since a constructor that throws must not leave a handle to this object behind.
  file_ = fileOf(this, path, options);
  destroyBySignal(this, file_, options.signal);
  startConstruct();
}

void WriteStreamObject::_construct(stream::Callback callback) { construct(this, file_, callback); }

// Writes all of `buffers`, in several calls if needed. The write fails when the system takes no byte six times in a
// row.
void WriteStreamObject::writeAll(const Array<Buffer>& buffers, const char* call, stream::Callback callback) {
  struct Written {
    std::int64_t bytes = 0;
    Failure failed;
  };
  constexpr int again = -11;  // EAGAIN
  double size = 0;
  for (const Buffer& buffer : buffers) size += double(buffer.size());
  file_.busy = true;
  // The job has its own vector, since it must not change reference counts of the program's array on another thread.
  auto writing = work<Written>(
      [size, buffers = nodecpp::detail::vectorOf(buffers), fd = file_.fd, position = std::int64_t(position_)](
          Files& files, Written& out) {
        std::vector<os::Slice> slices;
        for (const Buffer& buffer : buffers) slices.push_back({buffer.bytes(), buffer.size()});
        std::size_t first = 0;
        for (int retries = 0; out.bytes < std::int64_t(size);) {
          std::int64_t sent =
              files.write(fd, slices.data() + first, slices.size() - first, position < 0 ? -1 : position + out.bytes);
          if (sent == again) sent = 0;
          if (sent < 0) {
            out.failed = failure(int(sent), "write");
            return Failure();
          }
          retries = sent ? 0 : retries + 1;
          if (retries > 5) {
            out.failed = failure(-5, "write");
            out.failed.code = "ERR_SYSTEM_ERROR";
            out.failed.reason = "A system error occurred: write failed";
            return Failure();
          }
          out.bytes += sent;
          for (; sent > 0 && std::size_t(sent) >= slices[first].size; ++first) sent -= std::int64_t(slices[first].size);
          if (sent > 0) {
            slices[first].data += sent;
            slices[first].size -= std::size_t(sent);
          }
        }
        return Failure();
      },
      [](Written& written) { return std::move(written); });
  if (position_ >= 0) position_ += size;
  submit(std::move(writing), [=, self = WriteStream(this)](const Error&, const Written& written) {
    Error error = written.failed ? toLaterError(written.failed) : Error();
    self->file_.busy = false;
    if (self->destroyed()) {
      if (!error)
        error = nodecpp::detail::codedError(
            "ERR_STREAM_DESTROYED", str("Cannot call ") + std::string_view(call) + " after a stream was destroyed");
      callback(error);
      ended(self->file_, error);
      return;
    }
    self->bytesWritten += double(written.bytes);
    callback(error);
  });
}

void WriteStreamObject::_write(Chunk chunk, String, stream::Callback callback) {
  writeAll({chunk.toBuffer()}, "write", std::move(callback));
}

void WriteStreamObject::_writev(Array<stream::WriteRequest> chunks, stream::Callback callback) {
  Array<Buffer> buffers;
  for (const stream::WriteRequest& request : chunks) buffers.push(request.chunk.toBuffer());
  writeAll(buffers, "writev", std::move(callback));
}

void WriteStreamObject::_destroy(Error error, stream::Callback callback) {
  closeFile(stream::Stream(this), file_, std::move(error), flush_, callback);
}

void WriteStreamObject::close(stream::Callback callback) {
  if (callback) {
    if (closed()) return Loop::current().nextTick([callback] { callback(); });
    on(event::close, [callback] { callback(); });
  }
  if (!autoClose()) on(event::finish, [self = WriteStream(this)] { self->destroy(); });
  end();
}

ReadStream createReadStream(const PathArg& path) { return createReadStream(path, ReadStreamOptions{}); }
ReadStream createReadStream(const PathArg& path, StringArg encoding) {
  return createReadStream(path, ReadStreamOptions{.encoding = encoding.toString()});
}
ReadStream createReadStream(const PathArg& path, ReadStreamOptions options) {
  return make<ReadStreamObject>(path, options);
}
WriteStream createWriteStream(const PathArg& path) { return createWriteStream(path, WriteStreamOptions{}); }
WriteStream createWriteStream(const PathArg& path, StringArg encoding) {
  return createWriteStream(path, WriteStreamOptions{.encoding = encoding.toString()});
}
WriteStream createWriteStream(const PathArg& path, WriteStreamOptions options) {
  return make<WriteStreamObject>(path, options);
}

}  // namespace nodecpp::fs
