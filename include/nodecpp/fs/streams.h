// createReadStream and createWriteStream. Programs include nodecpp/fs.h.
// https://nodejs.org/docs/latest-v24.x/api/fs.html#fscreatereadstreampath-options
#pragma once

#include <nodecpp/fs/file_handle.h>
#include <nodecpp/stream.h>

namespace nodecpp::fs {

// The `fd` option: a file descriptor, a FileHandle, or nothing.
class StreamFd {
 public:
  StreamFd() noexcept = default;
  StreamFd(std::nullptr_t) noexcept {}
  template <class T>
    requires nodecpp::detail::Arithmetic<T>
  StreamFd(T fd) : fd_(double(fd)), given_(true) {}
  StreamFd(FileHandle handle) : handle_(std::move(handle)), given_(true) {}

  bool given() const noexcept { return given_; }
  double fd() const { return handle_ ? handle_->fd() : fd_; }
  // Returns the FileHandle, undefined when a number was given. The reference is valid while this object lives.
  const FileHandle& handle() const noexcept [[clang::lifetimebound]] { return handle_; }

 private:
  double fd_ = -1;
  FileHandle handle_;
  bool given_ = false;
};

// The options of createReadStream.
struct ReadStreamOptions {
  Flags flags = "r";
  String encoding{};
  StreamFd fd{};  // the path is ignored when given
  Mode mode = 0666;
  bool autoClose = true;
  bool emitClose = true;
  OptionalNumber start{};
  OptionalNumber end{};            // the offset of the last byte to read
  OptionalNumber highWaterMark{};  // in bytes, 65536 by default
  AbortSignal signal{};
};

// The options of createWriteStream. `start` is the offset of the first byte to write.
struct WriteStreamOptions {
  Flags flags = "w";
  String encoding = "utf8";
  StreamFd fd{};
  Mode mode = 0666;
  bool autoClose = true;
  bool emitClose = true;
  OptionalNumber start{};
  AbortSignal signal{};
  OptionalNumber highWaterMark{};
  bool flush = false;  // calls fsync before closing
};

namespace detail {

// The file of a stream. It is opened when the stream is constructed, and closed when the stream is destroyed.
struct StreamFile {
  String path{};
  Flags flags = 0;
  Mode mode = 0;
  int fd = -1;  // the descriptor; -1 before the file is opened and after it is closed
  FileHandle handle{};
  AbortSignal signal{};
  Function<void()> aborted{};
  bool busy = false;             // an operation is under way
  Function<void(Error)> idle{};  // called when the operation ends
};

}  // namespace detail

class ReadStreamObject final : public stream::ReadableObject {
 public:
  ReadStreamObject(const PathArg& path, const ReadStreamOptions& options);

  using ReadableObject::eventArgs;
  static Args<int> eventArgs(event::open_t);
  static Args<> eventArgs(event::ready_t);

  double bytesRead = 0;

  const String& path() const noexcept [[clang::lifetimebound]] { return file_.path; }
  // True until the file is open.
  bool pending() const noexcept { return file_.fd < 0; }
  // Returns -1 where Node has null.
  int fd() const noexcept { return file_.fd; }
  bool autoClose() const noexcept { return flags_ & autoDestroyFlag; }
  // Destroys the stream; `callback` is called when the stream has closed.
  void close(stream::Callback callback = {});

  const char* className() const override { return "ReadStream"; }
  template <class I>
  void inspectTo(I& out) const {
    out.property("fd", fd() < 0 ? Lookup(nullptr) : Lookup(fd())).property("path", path()).property("bytesRead", bytesRead);
    ReadableObject::inspectTo(out);
  }

 protected:
  void _construct(stream::Callback callback) override;
  void _read(double size) override;
  void _destroy(Error error, stream::Callback callback) override;

 private:
  detail::StreamFile file_;
  double position_ = -1;  // the offset of the next read; -1 means the descriptor's current position
  double end_;
};

class WriteStreamObject final : public stream::WritableObject {
 public:
  WriteStreamObject(const PathArg& path, const WriteStreamOptions& options);

  using WritableObject::eventArgs;
  static Args<int> eventArgs(event::open_t);
  static Args<> eventArgs(event::ready_t);

  double bytesWritten = 0;

  const String& path() const noexcept [[clang::lifetimebound]] { return file_.path; }
  bool pending() const noexcept { return file_.fd < 0; }
  int fd() const noexcept { return file_.fd; }
  bool autoClose() const noexcept { return flags_ & autoDestroyFlag; }
  // Ends the stream; `callback` is called when the stream has closed.
  void close(stream::Callback callback = {});
  void destroySoon() { end(); }

  const char* className() const override { return "WriteStream"; }
  template <class I>
  void inspectTo(I& out) const {
    out.property("fd", fd() < 0 ? Lookup(nullptr) : Lookup(fd())).property("path", path()).property("bytesWritten", bytesWritten);
    WritableObject::inspectTo(out);
  }

 protected:
  void _construct(stream::Callback callback) override;
  void _write(stream::Chunk chunk, String encoding, stream::Callback callback) override;
  void _writev(Array<stream::WriteRequest> chunks, stream::Callback callback) override;
  bool hasWritev() const override { return true; }
  void _destroy(Error error, stream::Callback callback) override;

 private:
  void writeAll(const Array<Buffer>& buffers, const char* call, stream::Callback callback);

  detail::StreamFile file_;
  double position_ = -1;
  bool flush_ = false;
};

ReadStream createReadStream(const PathArg& path);
ReadStream createReadStream(const PathArg& path, StringArg encoding);
ReadStream createReadStream(const PathArg& path, ReadStreamOptions options);
WriteStream createWriteStream(const PathArg& path);
WriteStream createWriteStream(const PathArg& path, StringArg encoding);
WriteStream createWriteStream(const PathArg& path, WriteStreamOptions options);

}  // namespace nodecpp::fs
