// Opening, reading and writing files: with a callback, and at once (…Sync). The third face is fs::promises. Programs
// include nodecpp/fs.h.
//
// A callback gets the error first, and then what came of it; a …Sync function throws the error. Errors are Node's:
// code, errno_, syscall, path, dest. What a function complains of in its arguments, it throws in both faces.
#pragma once

#include <nodecpp/fs/base.h>
#include <nodecpp/stream/base.h>

namespace nodecpp::fs {

using stream::OptionalNumber;

// Gives the descriptor.
void open(const PathArg& path, Function<void(Error, int)> callback);
void open(const PathArg& path, const Flags& flags, Function<void(Error, int)> callback);
void open(const PathArg& path, const Flags& flags, const Mode& mode, Function<void(Error, int)> callback);
int openSync(const PathArg& path, const Flags& flags = "r", const Mode& mode = 0666);

// Without a callback, an error ends the program.
void close(double fd);
void close(double fd, Done callback);
void closeSync(double fd);

struct ReadOptions {
  OptionalNumber offset{};    // in the buffer; 0
  OptionalNumber length{};    // what follows there
  OptionalNumber position{};  // in the file; null or -1: where the descriptor stands, and moves it
};
// As ReadOptions with the buffer, which has 16384 bytes when left out.
struct ReadIntoOptions {
  Buffer buffer{};
  OptionalNumber offset{};
  OptionalNumber length{};
  OptionalNumber position{};
};
// Gives the bytes read, 0 at the end, and the buffer. The buffer's bytes are written to until the callback.
using ReadDone = Function<void(Error, std::size_t, Buffer)>;
void read(double fd, const Buffer& buffer, double offset, double length, OptionalNumber position, ReadDone callback);
void read(double fd, const Buffer& buffer, ReadOptions options, ReadDone callback);
void read(double fd, ReadIntoOptions options, ReadDone callback);
void read(double fd, const Buffer& buffer, ReadDone callback);
void read(double fd, ReadDone callback);
std::size_t readSync(double fd, const Buffer& buffer, double offset, double length, OptionalNumber position = {});
std::size_t readSync(double fd, const Buffer& buffer, ReadOptions options = {});

using ReadvDone = Function<void(Error, std::size_t, Array<Buffer>)>;
void readv(double fd, Array<Buffer> buffers, ReadvDone callback);
void readv(double fd, Array<Buffer> buffers, OptionalNumber position, ReadvDone callback);
std::size_t readvSync(double fd, const Array<Buffer>& buffers, OptionalNumber position = {});

// Gives the bytes written, which may be fewer than there are.
using WriteOptions = ReadOptions;
using WriteDone = Function<void(Error, std::size_t, Buffer)>;
using WriteTextDone = Function<void(Error, std::size_t, String)>;
void write(double fd, const Buffer& buffer, WriteDone callback);
void write(double fd, const Buffer& buffer, double offset, WriteDone callback);
void write(double fd, const Buffer& buffer, double offset, OptionalNumber length, WriteDone callback);
void write(double fd, const Buffer& buffer, double offset, OptionalNumber length, OptionalNumber position,
           WriteDone callback);
void write(double fd, const Buffer& buffer, WriteOptions options, WriteDone callback);
void write(double fd, StringArg text, WriteTextDone callback);
void write(double fd, StringArg text, OptionalNumber position, WriteTextDone callback);
void write(double fd, StringArg text, OptionalNumber position, StringArg encoding, WriteTextDone callback);
std::size_t writeSync(double fd, const Buffer& buffer, double offset, OptionalNumber length = {},
                      OptionalNumber position = {});
std::size_t writeSync(double fd, const Buffer& buffer, WriteOptions options = {});
std::size_t writeSync(double fd, StringArg text, OptionalNumber position = {}, StringArg encoding = "utf8");

using WritevDone = Function<void(Error, std::size_t, Array<Buffer>)>;
void writev(double fd, Array<Buffer> buffers, WritevDone callback);
void writev(double fd, Array<Buffer> buffers, OptionalNumber position, WritevDone callback);
std::size_t writevSync(double fd, const Array<Buffer>& buffers, OptionalNumber position = {});

struct ReadFileOptions {
  String encoding{};  // "": the chunk is a Buffer
  Flags flag = "r";
  AbortSignal signal{};
};
// The whole file: as a Buffer, with an encoding as a String, with options as a Chunk, which turns into either.
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
void appendFile(const FileArg& path, const stream::ChunkArg& data, Done callback);
void appendFile(const FileArg& path, const stream::ChunkArg& data, StringArg encoding, Done callback);
void appendFile(const FileArg& path, const stream::ChunkArg& data, AppendFileOptions options, Done callback);
void appendFileSync(const FileArg& path, const stream::ChunkArg& data);
void appendFileSync(const FileArg& path, const stream::ChunkArg& data, StringArg encoding);
void appendFileSync(const FileArg& path, const stream::ChunkArg& data, AppendFileOptions options);

void truncate(const PathArg& path, Done callback);
void truncate(const PathArg& path, double length, Done callback);
void truncateSync(const PathArg& path, double length = 0);
void ftruncate(double fd, Done callback);
void ftruncate(double fd, double length, Done callback);
void ftruncateSync(double fd, double length = 0);
void fsync(double fd, Done callback);
void fsyncSync(double fd);
void fdatasync(double fd, Done callback);
void fdatasyncSync(double fd);

}  // namespace nodecpp::fs
