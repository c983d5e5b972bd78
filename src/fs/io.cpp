// open, close, read, write and the other functions on descriptors.
#include <nodecpp/fs/promises.h>
#include <nodecpp/fs/read_write.h>
#include <nodecpp/timers.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/containers/vector_of.h"
#include "base/errors/validate.h"
#include "fs/descriptor.h"
#include "fs/file_work.h"

namespace nodecpp::fs {

using namespace detail;
using nodecpp::detail::invalidArgValue;
using nodecpp::detail::outOfRange;
using nodecpp::detail::rangeNumber;
using nodecpp::detail::validateInteger;

namespace {

auto openWork(const PathArg& path, const Flags& flags, const Mode& mode) {
  std::string plainPath = checked(path);
  int number = flags.checked("flags");
  unsigned permissions = mode.checked("mode");
  return work<int>(
      [=](Files& files, int& fd) {
        fd = files.open(plainPath, number, permissions);
        return fd < 0 ? failure(fd, "open", plainPath) : Failure();
      },
      [](int& fd) { return fd; });
}

auto closeWork(double fd) {
  return work([fd = checkedFd(fd)](Files& files) { return failure(files.close(fd), "close"); });
}

std::int64_t positionOf(const OptionalNumber& position) {
  if (!position.given) return -1;
  validateInteger(position.value, "position", -1);
  return std::int64_t(position.value);
}
// Returns the position of a write. As in Node, a value that is no number at or above 0 counts as not given.
std::int64_t writePosition(const OptionalNumber& position) {
  return position.given && position.value >= 0 ? std::int64_t(position.value) : -1;
}

// A range in a buffer, after its validation.
struct Part {
  Buffer buffer;
  std::size_t offset = 0, length = 0;
  std::int64_t position = -1;
  char* data() const { return buffer.bytes() + offset; }
};

Part readPart(const Buffer& buffer, const ReadOptions& options) {
  double offset = options.offset.given ? options.offset.value : 0;
  if (options.offset.given) validateInteger(offset, "offset", 0);
  // The length is converted to a 32-bit integer, as `length |= 0` does in Node.
  double length = options.length.given ? options.length.value : double(buffer.size()) - offset;
  length = std::isfinite(length) ? double(std::int32_t(std::int64_t(std::trunc(length)))) : 0;
  std::int64_t position = positionOf(options.position);
  if (length == 0) return {buffer, 0, 0, position};
  if (buffer.empty()) throw invalidArgValue("buffer", buffer.inspect(), "is empty and cannot be written");
  if (length < 0) throw outOfRange("length", ">= 0", rangeNumber(length));
  if (offset + length > double(buffer.size()))
    throw outOfRange("length", "<= " + str(double(buffer.size()) - offset), rangeNumber(length));
  return {buffer, std::size_t(offset), std::size_t(length), position};
}

Part writePart(const Buffer& buffer, const WriteOptions& options) {
  double offset = options.offset.given ? options.offset.value : 0;
  if (options.offset.given) validateInteger(offset, "offset", 0);
  double size = double(buffer.size());
  double length = options.length.given ? options.length.value : size - offset;
  if (offset > size) throw outOfRange("offset", "<= " + str(size), rangeNumber(offset));
  if (length > size - offset) throw outOfRange("length", "<= " + str(size - offset), rangeNumber(length));
  if (length < 0) throw outOfRange("length", ">= 0", rangeNumber(length));
  validateInteger(length, "length", 0, 2147483647.0);
  return {buffer, std::size_t(offset), std::size_t(length), writePosition(options.position)};
}

Failure counted(std::int64_t result, const char* syscall, std::int64_t& out) {
  out = result;
  return result < 0 ? failure(int(result), syscall) : Failure();
}
std::size_t asCount(std::int64_t& count) { return std::size_t(count); }

auto readWork(int fd, Part part) {
  return work<std::int64_t>(
      [fd, part = std::move(part)](Files& files, std::int64_t& out) {
        os::Space space{part.data(), part.length};
        return counted(files.read(fd, &space, 1, part.position), "read", out);
      },
      asCount);
}

auto writeWork(int fd, Part part) {
  return work<std::int64_t>(
      [fd, part = std::move(part)](Files& files, std::int64_t& out) {
        os::Slice slice{part.data(), part.length};
        return counted(files.write(fd, &slice, 1, part.position), "write", out);
      },
      asCount);
}

auto writeTextWork(int fd, StringArg text, const OptionalNumber& position, StringArg encoding) {
  Encoding known = Encoding::utf8;
  nodecpp::detail::parseEncoding(encoding, known);  // as in Node, an unknown encoding counts as UTF-8
  Buffer bytes = Buffer::from(text, known);
  std::size_t size = bytes.size();
  return writeWork(fd, {std::move(bytes), 0, size, writePosition(position)});
}

auto readvWork(int fd, const Array<Buffer>& buffers, std::int64_t position) {
  // The job has its own vector: it must not change reference counts on another thread, and the program may change its
  // array.
  return work<std::int64_t>(
      [fd, position, buffers = nodecpp::detail::vectorOf(buffers)](Files& files, std::int64_t& out) {
        std::vector<os::Space> spaces;
        for (const Buffer& each : buffers) spaces.push_back({each.bytes(), each.size()});
        return counted(spaces.empty() ? UV_EINVAL : files.read(fd, spaces.data(), spaces.size(), position), "read", out);
      },
      asCount);
}
auto writevWork(int fd, const Array<Buffer>& buffers, std::int64_t position) {
  return work<std::int64_t>(
      [fd, position, buffers = nodecpp::detail::vectorOf(buffers)](Files& files, std::int64_t& out) {
        std::vector<os::Slice> slices;
        for (const Buffer& each : buffers) slices.push_back({each.bytes(), each.size()});
        return counted(files.write(fd, slices.data(), slices.size(), position), "write", out);
      },
      asCount);
}

auto ftruncateWork(double number, double length) {
  int fd = checkedFd(number);
  validateInteger(length, "len");
  return work([fd, size = std::int64_t(std::max(0.0, length))](Files& files) {
    return failure(files.truncate(fd, size), "ftruncate");
  });
}

auto truncateWork(const PathArg& path, double length) {
  validateInteger(length, "len");
  return work([path = checked(path), size = std::int64_t(std::max(0.0, length))](Files& files) {
    Descriptor fd(files, files.open(path, constants::O_RDWR, 0666));
    if (fd.get() < 0) return failure(fd.get(), "open", path);
    if (int error = files.truncate(fd.get(), size)) return failure(error, "ftruncate");
    return failure(fd.close(), "close");
  });
}

auto syncWork(double number, bool dataOnly) {
  return work([fd = checkedFd(number), dataOnly](Files& files) {
    return failure(files.sync(fd, dataOnly), dataOnly ? "fdatasync" : "fsync");
  });
}

void tick(Function<void()> f) { Loop::current().nextTick(std::move(f)); }

}  // namespace

void open(const PathArg& path, Function<void(Error, int)> callback) { open(path, "r", 0666, std::move(callback)); }
void open(const PathArg& path, const Flags& flags, Function<void(Error, int)> callback) {
  open(path, flags, 0666, std::move(callback));
}
void open(const PathArg& path, const Flags& flags, const Mode& mode, Function<void(Error, int)> callback) {
  auto opening = openWork(path, flags, mode);
  validateCallback(callback);
  submit(std::move(opening), std::move(callback));
}
int openSync(const PathArg& path, const Flags& flags, const Mode& mode) {
  return runSynchronously(openWork(path, flags, mode));
}
Promise<int> detail::open(const PathArg& path, const Flags& flags, const Mode& mode) {
  return promised([&] { return openWork(path, flags, mode); });
}

void close(double fd) {
  submit(closeWork(fd), [](const Error& error) {
    if (error) throw error;
  });
}
void close(double fd, Done callback) {
  validateCallback(callback);
  submit(closeWork(fd), std::move(callback));
}
void closeSync(double fd) { runSynchronously(closeWork(fd)); }
Promise<> detail::close(double fd) {
  return promised([&] { return closeWork(fd); });
}

void read(double fd, const Buffer& buffer, double offset, double length, OptionalNumber position, ReadDone callback) {
  read(fd, buffer, {.offset = offset, .length = length, .position = position}, std::move(callback));
}
void read(double fd, const Buffer& buffer, ReadOptions options, ReadDone callback) {
  int number = checkedFd(fd);
  validateCallback(callback);
  Part part = readPart(buffer, options);
  if (part.length == 0) return tick([=] { callback(nullptr, 0, buffer); });
  submit(readWork(number, std::move(part)),
         [=](const Error& error, std::size_t count) { callback(error, count, buffer); });
}
void read(double fd, ReadIntoOptions options, ReadDone callback) {
  Buffer buffer = options.buffer.block() ? options.buffer : Buffer::alloc(16384);
  read(fd, buffer, {options.offset, options.length, options.position}, std::move(callback));
}
void read(double fd, const Buffer& buffer, ReadDone callback) { read(fd, buffer, ReadOptions{}, std::move(callback)); }
void read(double fd, ReadDone callback) { read(fd, Buffer::alloc(16384), ReadOptions{}, std::move(callback)); }
std::ptrdiff_t readSync(double fd, const Buffer& buffer, double offset, double length, OptionalNumber position) {
  return readSync(fd, buffer, {.offset = offset, .length = length, .position = position});
}
std::ptrdiff_t readSync(double fd, const Buffer& buffer, ReadOptions options) {
  Part part = readPart(buffer, options);
  return part.length == 0 ? 0 : runSynchronously(readWork(checkedFd(fd), std::move(part)));
}
Promise<std::size_t> detail::read(double fd, const Buffer& buffer, ReadOptions options, Keep keep) {
  return promised([&] { return readWork(checkedFd(fd), readPart(buffer, options)); }, std::move(keep));
}

void readv(double fd, Array<Buffer> buffers, ReadvDone callback) {
  readv(fd, std::move(buffers), nullptr, std::move(callback));
}
void readv(double fd, Array<Buffer> buffers, OptionalNumber position, ReadvDone callback) {
  int number = checkedFd(fd);
  validateCallback(callback);
  submit(readvWork(number, buffers, writePosition(position)),
         [=](const Error& error, std::size_t count) { callback(error, count, buffers); });
}
std::ptrdiff_t readvSync(double fd, const Array<Buffer>& buffers, OptionalNumber position) {
  return runSynchronously(readvWork(checkedFd(fd), buffers, writePosition(position)));
}
Promise<std::size_t> detail::readv(double fd, Array<Buffer> buffers, OptionalNumber position, Keep keep) {
  return promised([&] { return readvWork(checkedFd(fd), buffers, writePosition(position)); }, std::move(keep));
}

void write(double fd, const Buffer& buffer, WriteDone callback) {
  write(fd, buffer, WriteOptions{}, std::move(callback));
}
void write(double fd, const Buffer& buffer, double offset, WriteDone callback) {
  write(fd, buffer, {.offset = offset}, std::move(callback));
}
void write(double fd, const Buffer& buffer, double offset, OptionalNumber length, WriteDone callback) {
  write(fd, buffer, {.offset = offset, .length = length}, std::move(callback));
}
void write(double fd, const Buffer& buffer, double offset, OptionalNumber length, OptionalNumber position,
           WriteDone callback) {
  write(fd, buffer, {.offset = offset, .length = length, .position = position}, std::move(callback));
}
void write(double fd, const Buffer& buffer, WriteOptions options, WriteDone callback) {
  int number = checkedFd(fd);
  validateCallback(callback);
  submit(writeWork(number, writePart(buffer, options)),
         [=](const Error& error, std::size_t count) { callback(error, count, buffer); });
}
void write(double fd, StringArg text, WriteTextDone callback) { write(fd, text, nullptr, "utf8", std::move(callback)); }
void write(double fd, StringArg text, OptionalNumber position, WriteTextDone callback) {
  write(fd, text, position, "utf8", std::move(callback));
}
void write(double fd, StringArg text, OptionalNumber position, StringArg encoding, WriteTextDone callback) {
  int number = checkedFd(fd);
  validateCallback(callback);
  submit(writeTextWork(number, text, position, encoding),
         [callback, own = text.toString()](const Error& error, std::size_t count) { callback(error, count, own); });
}
std::ptrdiff_t writeSync(double fd, const Buffer& buffer, double offset, OptionalNumber length, OptionalNumber position) {
  return writeSync(fd, buffer, {.offset = offset, .length = length, .position = position});
}
std::ptrdiff_t writeSync(double fd, const Buffer& buffer, WriteOptions options) {
  Part part = writePart(buffer, options);
  return runSynchronously(writeWork(checkedFd(fd), std::move(part)));
}
std::ptrdiff_t writeSync(double fd, StringArg text, OptionalNumber position, StringArg encoding) {
  return runSynchronously(writeTextWork(checkedFd(fd), text, position, encoding));
}
Promise<std::size_t> detail::write(double fd, const Buffer& buffer, WriteOptions options, Keep keep) {
  return promised([&] { return writeWork(checkedFd(fd), writePart(buffer, options)); }, std::move(keep));
}
Promise<std::size_t> detail::write(double fd, StringArg text, OptionalNumber position, StringArg encoding, Keep keep) {
  return promised([&] { return writeTextWork(checkedFd(fd), text, position, encoding); }, std::move(keep));
}

void writev(double fd, Array<Buffer> buffers, WritevDone callback) {
  writev(fd, std::move(buffers), nullptr, std::move(callback));
}
void writev(double fd, Array<Buffer> buffers, OptionalNumber position, WritevDone callback) {
  int number = checkedFd(fd);
  validateCallback(callback);
  if (buffers.empty()) return tick([=] { callback(nullptr, 0, buffers); });
  submit(writevWork(number, buffers, writePosition(position)),
         [=](const Error& error, std::size_t count) { callback(error, count, buffers); });
}
std::ptrdiff_t writevSync(double fd, const Array<Buffer>& buffers, OptionalNumber position) {
  return buffers.empty() ? 0 : runSynchronously(writevWork(checkedFd(fd), buffers, writePosition(position)));
}
Promise<std::size_t> detail::writev(double fd, Array<Buffer> buffers, OptionalNumber position, Keep keep) {
  return promised([&] { return writevWork(checkedFd(fd), buffers, writePosition(position)); }, std::move(keep));
}

void truncate(const PathArg& path, Done callback) { truncate(path, 0, std::move(callback)); }
void truncate(const PathArg& path, double length, Done callback) {
  auto truncating = truncateWork(path, length);
  validateCallback(callback);
  submit(std::move(truncating), std::move(callback));
}
void truncateSync(const PathArg& path, double length) { runSynchronously(truncateWork(path, length)); }
Promise<> promises::truncate(const PathArg& path, double length) {
  return promised([&] { return truncateWork(path, length); });
}
void ftruncate(double fd, Done callback) { ftruncate(fd, 0, std::move(callback)); }
void ftruncate(double fd, double length, Done callback) {
  validateCallback(callback);
  submit(ftruncateWork(fd, length), std::move(callback));
}
void ftruncateSync(double fd, double length) { runSynchronously(ftruncateWork(fd, length)); }
Promise<> detail::ftruncate(double fd, double length, Keep keep) {
  return promised([&] { return ftruncateWork(fd, length); }, std::move(keep));
}

void fsync(double fd, Done callback) {
  validateCallback(callback);
  submit(syncWork(fd, false), std::move(callback));
}
void fsyncSync(double fd) { runSynchronously(syncWork(fd, false)); }
void fdatasync(double fd, Done callback) {
  validateCallback(callback);
  submit(syncWork(fd, true), std::move(callback));
}
void fdatasyncSync(double fd) { runSynchronously(syncWork(fd, true)); }
Promise<> detail::fsync(double fd, bool dataOnly, Keep keep) {
  return promised([&] { return syncWork(fd, dataOnly); }, std::move(keep));
}

}  // namespace nodecpp::fs
