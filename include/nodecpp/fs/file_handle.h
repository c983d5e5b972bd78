// FileHandle, the result of fs::promises::open. Programs include nodecpp/fs.h.
// https://nodejs.org/docs/latest-v24.x/api/fs.html#class-filehandle
#pragma once

#include <nodecpp/events.h>
#include <nodecpp/fields.h>
#include <nodecpp/fs/attributes.h>
#include <nodecpp/fs/read_write.h>
#include <nodecpp/promise.h>

namespace nodecpp {
template <class T>
class Sequence;
}

namespace nodecpp::stream::web {
class ReadableStreamObject;
}

namespace nodecpp::fs {

class FileHandleObject;
class ReadStreamObject;
class WriteStreamObject;
using FileHandle = Handle<FileHandleObject>;
using ReadStream = Handle<ReadStreamObject>;
using WriteStream = Handle<WriteStreamObject>;
struct ReadStreamOptions;
struct WriteStreamOptions;

struct BytesRead {
  std::ptrdiff_t bytesRead = 0;
  Buffer buffer;
};
NODECPP_FIELDS_WHEN_USED(BytesRead, bytesRead, buffer)
struct BytesWritten {
  std::ptrdiff_t bytesWritten = 0;
  Buffer buffer;
};
NODECPP_FIELDS_WHEN_USED(BytesWritten, bytesWritten, buffer)
struct TextWritten {
  std::ptrdiff_t bytesWritten = 0;
  String buffer;
};
NODECPP_FIELDS_WHEN_USED(TextWritten, bytesWritten, buffer)
struct VectorRead {
  std::ptrdiff_t bytesRead = 0;
  Array<Buffer> buffers;
};
NODECPP_FIELDS_WHEN_USED(VectorRead, bytesRead, buffers)
struct VectorWritten {
  std::ptrdiff_t bytesWritten = 0;
  Array<Buffer> buffers;
};
NODECPP_FIELDS_WHEN_USED(VectorWritten, bytesWritten, buffers)

// The options of readableWebStream.
struct ReadableWebStreamOptions {
  String type = "bytes";   // has no other value: the stream is a byte stream
  bool autoClose = false;  // closes the file when the stream has ended or is cancelled
};

// An open file. After close(), the functions' promises are rejected with the code EBADF, "file closed". The file is
// also closed when its last handle is destroyed. The event is `close`.
class FileHandleObject : public EventEmitterObject {
 public:
  explicit FileHandleObject(int descriptor) : fd_(descriptor) {}
  ~FileHandleObject() override;

  using EventEmitterObject::eventArgs;
  static Args<> eventArgs(event::close_t);

  // Returns -1 after close().
  int fd() const noexcept { return fd_; }
  // Closes the file as soon as the operations under way have ended.
  Promise<> close();

  Promise<BytesRead> read(Buffer buffer, OptionalNumber offset, OptionalNumber length = {},
                          OptionalNumber position = {});
  Promise<BytesRead> read(Buffer buffer, ReadOptions options = {});
  // Reads into a new buffer when the options contain none.
  Promise<BytesRead> read(ReadIntoOptions options = {});
  Promise<VectorRead> readv(Array<Buffer> buffers, OptionalNumber position = {});
  Promise<BytesWritten> write(Buffer buffer, OptionalNumber offset, OptionalNumber length = {},
                              OptionalNumber position = {});
  Promise<BytesWritten> write(Buffer buffer, WriteOptions options = {});
  Promise<TextWritten> write(StringArg text, OptionalNumber position = {}, StringArg encoding = "utf8");
  Promise<VectorWritten> writev(Array<Buffer> buffers, OptionalNumber position = {});
  // Reads from the descriptor's current position to the end of the file.
  Promise<Buffer> readFile();
  Promise<String> readFile(StringArg encoding);
  Promise<stream::Chunk> readFile(ReadFileOptions options);
  Promise<> writeFile(const stream::ChunkArg& data, StringArg encoding = "utf8");
  Promise<> writeFile(const stream::ChunkArg& data, WriteFileOptions options);
  Promise<> appendFile(const stream::ChunkArg& data, StringArg encoding = "utf8");
  Promise<> appendFile(const stream::ChunkArg& data, AppendFileOptions options);
  Promise<> truncate(double length = 0);
  Promise<> sync();
  Promise<> datasync();
  Promise<Stats> stat();
  Promise<BigIntStats> stat(BigIntOptions options);
  Promise<> chmod(Mode mode);
  Promise<> chown(double uid, double gid);
  Promise<> utimes(Time atime, Time mtime);
  ReadStream createReadStream();
  ReadStream createReadStream(ReadStreamOptions options);
  // Returns the lines of the file, decoded as UTF-8, without their ends: \n, \r\n, \r, U+2028, U+2029. When the
  // sequence is left before its end, the file is closed.
  Sequence<String> readLines();
  Sequence<String> readLines(ReadStreamOptions options);
  // Returns a byte stream of the file, from the descriptor's current position to the end, for a program that includes
  // <nodecpp/stream/web.h>. It is cancelled by close(). A file gives one such stream: throws ERR_INVALID_STATE when it
  // has given one, and when it is closed.
  Handle<stream::web::ReadableStreamObject> readableWebStream(ReadableWebStreamOptions options = {});
  WriteStream createWriteStream();
  WriteStream createWriteStream(WriteStreamOptions options);

  const char* className() const override { return "FileHandle"; }

  // Used by the runtime: each operation under way counts as a use of the descriptor, which the last release closes.
  void retainDescriptor() { ++uses_; }
  void releaseDescriptor();

 private:
  int fd_;
  int uses_ = 1;
  bool locked_ = false;  // readableWebStream was called
  Promise<> closing_;
  // Settles `closing_` when it waits for operations to end.
  Function<void(Promise<>)> closed_;
};

}  // namespace nodecpp::fs
