// Utf8Stream: writes text to a file with few calls, for logs. Programs include nodecpp/fs.h.
// https://nodejs.org/docs/latest-v24.x/api/fs.html#class-fsutf8stream
#pragma once

#include <nodecpp/fs/read_write.h>

namespace nodecpp::event {

struct write_t {
  static constexpr const char* name = "write";
};
inline constexpr write_t write{};

}  // namespace nodecpp::event

namespace nodecpp::fs {

// The options of Utf8Stream. Lengths count UTF-16 units of text, and bytes of Buffers.
struct Utf8StreamOptions {
  bool append = true;           // false replaces what is in the file
  String contentMode = "utf8";  // "utf8" takes strings, "buffer" takes Buffers
  String dest{};                // the path of the file
  OptionalNumber fd{};          // a descriptor in place of a path
  bool fsync = false;           // calls fsync after each write
  OptionalNumber maxLength{};   // what would make the buffer longer is dropped; by default nothing is
  OptionalNumber maxWrite{};    // the longest single write, 16384 by default
  OptionalNumber minLength{};   // what is buffered before it is written, 0 by default
  bool mkdir = false;           // makes the directories of the path
  Mode mode = 0666;
  OptionalNumber periodicFlush{};  // milliseconds between calls of flush(); by default there are none
  // Called for EAGAIN and EBUSY with the error, the length of the write and that of the rest of the buffer. Returns
  // whether the write is tried again after 100 ms; by default it is.
  Function<bool(Error, double, double)> retryEAGAIN{};
  bool sync = false;  // writes before write() returns
};

// Collects what is written to it, and writes it in large pieces. Events: `ready` when the file is open, `write` with
// the number of bytes after each write, `drain` when the buffer is empty, `drop` with the data that `maxLength`
// forbids, `finish` and `close` at the end, `error`.
class Utf8StreamObject final : public EventEmitterObject {
 public:
  using Options = Utf8StreamOptions;
  // Opens the file. Throws ERR_INVALID_ARG_TYPE without a path or descriptor, ERR_OUT_OF_RANGE and
  // ERR_INVALID_ARG_VALUE for wrong options, and with `sync` the error of opening the file.
  explicit Utf8StreamObject(Utf8StreamOptions options = {});
  ~Utf8StreamObject() override;

  using EventEmitterObject::eventArgs;
  static Args<> eventArgs(event::ready_t);
  static Args<> eventArgs(event::drain_t);
  static Args<> eventArgs(event::finish_t);
  static Args<> eventArgs(event::close_t);
  static Args<double> eventArgs(event::write_t);
  static Args<stream::Chunk> eventArgs(event::drop_t);

  // Returns false when the buffer has reached 16387 or `minLength`: a program waits for `drain` then. Throws
  // ERR_INVALID_STATE after the end, and ERR_INVALID_ARG_TYPE for data of the other content mode.
  bool write(const stream::ChunkArg& data);
  // Writes what is buffered, whatever `minLength` says. The callback gets the error of the write or of the fsync after
  // it.
  void flush();
  void flush(Function<void(Error)> callback);
  // As flush(), before it returns. Throws ERR_INVALID_STATE while the file is not open, and the error of the write.
  void flushSync();
  // Opens the file anew, or another file, for log files that were moved away. Throws ERR_OPERATION_FAILED for a stream
  // of a descriptor, and ERR_INVALID_STATE after the end.
  void reopen(StringArg file = "");
  // Writes what is buffered and closes the file.
  void end();
  // Closes the file. What is buffered is lost.
  void destroy();

  bool append() const noexcept { return append_; }
  String contentMode() const { return buffers_ ? "buffer" : "utf8"; }
  int fd() const noexcept { return fd_; }
  const String& file() const noexcept [[clang::lifetimebound]] { return file_; }
  bool fsync() const noexcept { return fsync_; }
  double maxLength() const noexcept { return maxLength_; }
  double minLength() const noexcept { return minLength_; }
  bool mkdir() const noexcept { return mkdir_; }
  double mode() const { return mode_.checked("mode"); }
  double periodicFlush() const noexcept { return periodicFlush_; }
  bool sync() const noexcept { return sync_; }
  bool writing() const noexcept { return writing_; }

  const char* className() const override { return "Utf8Stream"; }

 private:
  // Data that one write will take.
  struct Piece {
    String text;
    Array<Buffer> buffers;
    double length = 0;
    stream::Chunk merged() const;
  };
  void checkOptions(const Utf8StreamOptions& options);
  void checkAlive() const;
  void openFile(const String& path);
  int openNow(const String& path) const;
  void fileOpened(const Error& error, int fd, const String& path);
  void add(const stream::ChunkArg& data, double length);
  void writeNext();
  void writeOnce();
  void released(const Error& error, std::size_t count);
  bool retries(const Error& error, const stream::Chunk& piece) const;
  void wrote(stream::Chunk& piece, std::size_t count);
  void writeRestSync();
  void afterWrite();
  void emitDrain();
  void flushOnDrain(Function<void(Error)> callback);
  void close();
  void closed(const Error& error);
  std::ptrdiff_t writeSync(const stream::Chunk& data) const;
  void traceMembers(nodecpp::detail::Tracer& tracer) override;

  Array<Piece> pieces_;
  stream::Chunk current_;  // what is being written
  double length_ = 0;      // of all that is buffered
  double highWaterMark_ = 16387;
  double maxLength_ = 0;
  double maxWrite_ = 16384;
  double minLength_ = 0;
  double periodicFlush_ = 0;
  int fd_ = -1;
  String file_;
  Mode mode_;
  Function<bool(Error, double, double)> retry_;
  Function<void()> stopFlushing_;
  bool append_;
  bool buffers_;
  bool fsync_;
  bool mkdir_;
  bool sync_;
  bool writing_ = false;
  bool opening_ = false;
  bool reopening_ = false;
  bool ending_ = false;
  bool destroyed_ = false;
  bool drainScheduled_ = false;
  bool flushPending_ = false;
};
using Utf8Stream = Handle<Utf8StreamObject>;

}  // namespace nodecpp::fs
