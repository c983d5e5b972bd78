// Opening, reading and writing files, with a callback and synchronously (…Sync). The form with promises is
// fs::promises. Programs include nodecpp/fs.h. The functions follow those of the same names at
// https://nodejs.org/docs/latest-v24.x/api/fs.html.
//
// A callback gets the error first and then the result. A …Sync function throws the error. Errors have Node's members:
// code, errno_, syscall, path, dest. Invalid arguments are thrown in both forms.
#pragma once

#include <nodecpp/fs/fs_types.h>
#include <nodecpp/stream/stream_base.h>

namespace nodecpp::fs {

using stream::OptionalNumber;

// The result is the file descriptor, which the program must close.
void open(const PathArg& path, Function<void(Error, int)> callback);
void open(const PathArg& path, const Flags& flags, Function<void(Error, int)> callback);
void open(const PathArg& path, const Flags& flags, const Mode& mode, Function<void(Error, int)> callback);
int openSync(const PathArg& path, const Flags& flags = "r", const Mode& mode = 0666);

// Without a callback, an error is thrown as an uncaught exception, which ends the program.
void close(double fd);
void close(double fd, Done callback);
void closeSync(double fd);

struct ReadOptions {
  OptionalNumber offset{};  // the offset in the buffer; 0 by default
  OptionalNumber length{};  // the number of bytes; by default the rest of the buffer
  // The position in the file. Null or -1 means the descriptor's current position, which then moves.
  OptionalNumber position{};
};
// The options of a read, and the buffer to read into. A missing buffer is replaced by one of 16384 bytes.
struct ReadIntoOptions {
  Buffer buffer{};
  OptionalNumber offset{};
  OptionalNumber length{};
  OptionalNumber position{};
};
// The results are the number of bytes read, 0 at the end of the file, and the buffer. The buffer may be written to
// until the callback is called.
using ReadDone = Function<void(Error, std::ptrdiff_t, Buffer)>;
void read(double fd, const Buffer& buffer, double offset, double length, OptionalNumber position, ReadDone callback);
void read(double fd, const Buffer& buffer, ReadOptions options, ReadDone callback);
void read(double fd, ReadIntoOptions options, ReadDone callback);
void read(double fd, const Buffer& buffer, ReadDone callback);
void read(double fd, ReadDone callback);
std::ptrdiff_t readSync(double fd, const Buffer& buffer, double offset, double length, OptionalNumber position = {});
std::ptrdiff_t readSync(double fd, const Buffer& buffer, ReadOptions options = {});

// The buffers are filled one after the other. The results are the number of bytes read, 0 at the end of the file, and
// the buffers, which may be written to until the callback is called.
using ReadvDone = Function<void(Error, std::ptrdiff_t, Array<Buffer>)>;
void readv(double fd, Array<Buffer> buffers, ReadvDone callback);
void readv(double fd, Array<Buffer> buffers, OptionalNumber position, ReadvDone callback);
std::ptrdiff_t readvSync(double fd, const Array<Buffer>& buffers, OptionalNumber position = {});

// The results are the number of bytes written, which may be fewer than requested, and the buffer or text.
using WriteOptions = ReadOptions;
using WriteDone = Function<void(Error, std::ptrdiff_t, Buffer)>;
using WriteTextDone = Function<void(Error, std::ptrdiff_t, String)>;
void write(double fd, const Buffer& buffer, WriteDone callback);
void write(double fd, const Buffer& buffer, double offset, WriteDone callback);
void write(double fd, const Buffer& buffer, double offset, OptionalNumber length, WriteDone callback);
void write(double fd, const Buffer& buffer, double offset, OptionalNumber length, OptionalNumber position,
           WriteDone callback);
void write(double fd, const Buffer& buffer, WriteOptions options, WriteDone callback);
void write(double fd, StringArg text, WriteTextDone callback);
void write(double fd, StringArg text, OptionalNumber position, WriteTextDone callback);
void write(double fd, StringArg text, OptionalNumber position, StringArg encoding, WriteTextDone callback);
std::ptrdiff_t writeSync(double fd, const Buffer& buffer, double offset, OptionalNumber length = {},
                      OptionalNumber position = {});
std::ptrdiff_t writeSync(double fd, const Buffer& buffer, WriteOptions options = {});
std::ptrdiff_t writeSync(double fd, StringArg text, OptionalNumber position = {}, StringArg encoding = "utf8");

// The buffers are written one after the other. The results are the number of bytes written, which may be fewer than the
// buffers have, and the buffers.
using WritevDone = Function<void(Error, std::ptrdiff_t, Array<Buffer>)>;
void writev(double fd, Array<Buffer> buffers, WritevDone callback);
void writev(double fd, Array<Buffer> buffers, OptionalNumber position, WritevDone callback);
std::ptrdiff_t writevSync(double fd, const Array<Buffer>& buffers, OptionalNumber position = {});

struct ReadFileOptions {
  String encoding{};  // empty: the result is a Buffer
  Flags flag = "r";
  AbortSignal signal{};
};
// Reads a whole file. The result is a Buffer; with an encoding a String; with options a Chunk, which converts to
// either.
void readFile(const FileArg& path, Function<void(Error, Buffer)> callback);
void readFile(const FileArg& path, StringArg encoding, Function<void(Error, String)> callback);
void readFile(const FileArg& path, ReadFileOptions options, Function<void(Error, stream::Chunk)> callback);
Buffer readFileSync(const FileArg& path);
String readFileSync(const FileArg& path, StringArg encoding);
stream::Chunk readFileSync(const FileArg& path, ReadFileOptions options);

struct WriteFileOptions {
  String encoding = "utf8";
  Mode mode = 0666;
  Flags flag = "w";
  bool flush = false;
  AbortSignal signal{};
};
// Write a whole file. An existing file is replaced.
void writeFile(const FileArg& file, const stream::ChunkArg& data, Done callback);
void writeFile(const FileArg& file, const stream::ChunkArg& data, StringArg encoding, Done callback);
void writeFile(const FileArg& file, const stream::ChunkArg& data, WriteFileOptions options, Done callback);
void writeFileSync(const FileArg& file, const stream::ChunkArg& data);
void writeFileSync(const FileArg& file, const stream::ChunkArg& data, StringArg encoding);
void writeFileSync(const FileArg& file, const stream::ChunkArg& data, WriteFileOptions options);

struct AppendFileOptions {
  String encoding = "utf8";
  Mode mode = 0666;
  Flags flag = "a";
  bool flush = false;
};
// Append to a file, which is made when it does not exist.
void appendFile(const FileArg& path, const stream::ChunkArg& data, Done callback);
void appendFile(const FileArg& path, const stream::ChunkArg& data, StringArg encoding, Done callback);
void appendFile(const FileArg& path, const stream::ChunkArg& data, AppendFileOptions options, Done callback);
void appendFileSync(const FileArg& path, const stream::ChunkArg& data);
void appendFileSync(const FileArg& path, const stream::ChunkArg& data, StringArg encoding);
void appendFileSync(const FileArg& path, const stream::ChunkArg& data, AppendFileOptions options);

// Cut the file after `length` bytes. A shorter file is extended by zeros.
void truncate(const PathArg& path, Done callback);
void truncate(const PathArg& path, double length, Done callback);
void truncateSync(const PathArg& path, double length = 0);
void ftruncate(double fd, Done callback);
void ftruncate(double fd, double length, Done callback);
void ftruncateSync(double fd, double length = 0);
// Wait until what was written is on the device: fdatasync for the data, and fsync for the file's attributes too.
void fsync(double fd, Done callback);
void fsyncSync(double fd);
void fdatasync(double fd, Done callback);
void fdatasyncSync(double fd);

}  // namespace nodecpp::fs
