// FileHandle: what fs::promises::open gives. Programs include nodecpp/fs.h.
// https://nodejs.org/docs/latest-v24.x/api/fs.html#class-filehandle
#pragma once

#include <nodecpp/events.h>
#include <nodecpp/fs/attributes.h>
#include <nodecpp/fs/files.h>
#include <nodecpp/promise.h>

namespace nodecpp {
template <class T>
class Sequence;
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
  std::size_t bytesRead = 0;
  Buffer buffer;
};
struct BytesWritten {
  std::size_t bytesWritten = 0;
  Buffer buffer;
};
struct TextWritten {
  std::size_t bytesWritten = 0;
  String buffer;
};
struct VectorRead {
  std::size_t bytesRead = 0;
  Array<Buffer> buffers;
};
struct VectorWritten {
  std::size_t bytesWritten = 0;
  Array<Buffer> buffers;
};

// An open file. Once closed, its methods are rejected with code EBADF, "file closed". The last handle that goes closes
// it, too. The event is `close`.
class FileHandleObject : public EventEmitterObject {
 public:
  explicit FileHandleObject(int descriptor) : fd_(descriptor) {}
  ~FileHandleObject() override;

  using EventEmitterObject::eventArgs;
  static Args<> eventArgs(event::close_t);

  // -1 when closed.
  int fd() const noexcept { return fd_; }
  // Waits for what is under way.
  Promise<> close();

  Promise<BytesRead> read(Buffer buffer, OptionalNumber offset, OptionalNumber length = {},
                          OptionalNumber position = {});
  Promise<BytesRead> read(Buffer buffer, ReadOptions options = {});
  // Into a buffer of its own where the options have none.
  Promise<BytesRead> read(ReadIntoOptions options = {});
  Promise<VectorRead> readv(Array<Buffer> buffers, OptionalNumber position = {});
  Promise<BytesWritten> write(Buffer buffer, OptionalNumber offset, OptionalNumber length = {},
                              OptionalNumber position = {});
  Promise<BytesWritten> write(Buffer buffer, WriteOptions options = {});
  Promise<TextWritten> write(StringArg text, OptionalNumber position = {}, StringArg encoding = "utf8");
  Promise<VectorWritten> writev(Array<Buffer> buffers, OptionalNumber position = {});
  // From where the descriptor stands to the end.
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
  // A stream's text in lines, without their ends: \n, \r\n, \r, U+2028, U+2029. Left early, it closes the file.
  Sequence<String> readLines();
  Sequence<String> readLines(ReadStreamOptions options);
  WriteStream createWriteStream();
  WriteStream createWriteStream(WriteStreamOptions options);

  const char* className() const override { return "FileHandle"; }

  // For the runtime: what is under way holds a reference, and the last one that goes closes the descriptor.
  void retainDescriptor() { ++uses_; }
  void releaseDescriptor();

 private:
  int fd_;
  int uses_ = 1;
  Promise<> closing_;
  Function<void(Promise<>)> closed_;  // settles `closing_` where it waits for uses
};

}  // namespace nodecpp::fs
