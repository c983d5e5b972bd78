// readFile, writeFile and appendFile: whole files, with one job on the pool for each.
#include <nodecpp/fs/promises.h>
#include <nodecpp/fs/read_write.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>

#include "base/text/encoding.h"
#include "fs/descriptor.h"
#include "fs/file_work.h"

namespace nodecpp::fs {

using namespace detail;
using stream::Chunk;
using stream::ChunkArg;

namespace {

// An abort signal in a form that the pool's thread can read; empty when there is no signal.
class Aborting {
 public:
  Aborting() = default;
  explicit Aborting(const AbortSignal& signal) : signal_(signal) {
    if (!signal) return;
    flag_ = std::make_shared<std::atomic<bool>>(false);
    listener_ = [flag = flag_] { flag->store(true); };
    signal->addEventListener("abort", listener_);
  }
  std::shared_ptr<std::atomic<bool>> flag() const { return flag_; }
  // Called when the operation has ended. Returns the error that replaces the result when the signal has aborted.
  Error finish() const {
    if (!signal_) return nullptr;
    signal_->removeEventListener("abort", listener_);
    return signal_->aborted() ? abortedBy(signal_) : Error();
  }

 private:
  AbortSignal signal_;
  std::shared_ptr<std::atomic<bool>> flag_;
  Function<void()> listener_;
};

// Bytes that another thread may gather. They come from malloc, since slabs belong to the thread of the event loop.
class Bytes {
 public:
  Bytes() = default;
  Bytes(const Bytes&) = delete;
  ~Bytes() { nodecpp::detail::Block::drop(block_); }

  // Returns false when there is not enough memory.
  bool reserve(std::size_t capacity) {
    capacity = std::max(capacity, least);
    if (block_ && block_->capacity >= capacity) return true;
    nodecpp::detail::Block* block = nodecpp::detail::Block::tryMake(capacity, false);
    if (!block) return false;
    if (size) std::memcpy(block->bytes(), block_->bytes(), size);
    nodecpp::detail::Block::drop(std::exchange(block_, block));
    return true;
  }
  char* end() const { return block_->bytes() + size; }
  std::size_t room() const { return block_ ? block_->capacity - size : 0; }

  Buffer toBuffer() const {
    if (size <= small) return Buffer::copyOf(block_ ? block_->bytes() : nullptr, size);
    return Buffer::sliceOf(block_, block_->bytes(), size);
  }
  String toString(Encoding encoding) const {
    if (!size) return {};
    if (encoding == Encoding::utf8 && size > small && nodecpp::detail::utf8Prefix(block_->bytes(), size) == size)
      return String::sliceOf(block_, block_->bytes(), size);
    return nodecpp::detail::decode(block_->bytes(), size, encoding);
  }

  std::size_t size = 0;

 private:
  static constexpr std::size_t least = 4096;  // Blocks larger than 2 KiB come from malloc and not from slabs.
  static constexpr std::size_t small = 2048;
  nodecpp::detail::Block* block_ = nullptr;
};

constexpr std::uint64_t largest = 0x7fffffff;

// The error number of an abort by the signal, for which the signal's error is reported. No error of the system has this
// number.
constexpr int isAborted = -4081;

// Reads `fd` to its end, or as many bytes as a regular file had at the start.
Failure readAll(Files& files, int fd, const std::atomic<bool>* aborted, Bytes& out) {
  os::FileStat stat;
  if (int error = files.fstat(fd, stat)) return failure(error, "fstat");
  bool regular = (stat.mode & unsigned(constants::S_IFMT)) == unsigned(constants::S_IFREG);
  std::uint64_t size = regular ? stat.size : 0;
  if (size > largest) {
    Failure failed = failure(-27, "read");
    failed.code = "ERR_FS_FILE_TOO_LARGE";
    failed.reason = "File size (" + std::to_string(size) + ") is greater than 2 GiB";
    return failed;
  }
  if (!out.reserve(std::size_t(size))) return failure(UV_ENOMEM, "read");
  while (!size || out.size < size) {
    if (aborted && files.stopped(*aborted)) return failure(isAborted, "read");
    if (!out.room() && !out.reserve(std::max<std::size_t>(64 * 1024, out.size * 2))) return failure(UV_ENOMEM, "read");
    os::Space space{out.end(), size ? std::size_t(size) - out.size : out.room()};
    std::int64_t got = files.read(fd, &space, 1, -1);
    if (got < 0) return failure(int(got), "read");
    if (got == 0) break;
    out.size += std::size_t(got);
  }
  return {};
}

// The file of a FileArg: an open descriptor, or a path that is opened for the operation.
struct Target {
  int fd = -1;
  std::string path;
  int flags = 0;
  unsigned mode = 0666;
};

Target targetOf(const FileArg& file, const Flags& flag, StringArg flagName, unsigned mode) {
  if (file.isFd()) return {checkedFd(file.fd()), {}, 0, 0};
  int flags = flag.checked(flagName);
  return {-1, checked(file.path()), flags, mode};
}

// Calls `use(fd)` with the target's descriptor. A path is opened before and closed afterwards.
template <class Use>
Failure withTarget(Files& files, const Target& target, Use use) {
  if (target.fd >= 0) return use(target.fd);
  Descriptor own(files, files.open(target.path, target.flags, target.mode));
  if (own.get() < 0) return failure(own.get(), "open", target.path);
  if (Failure failed = use(own.get())) return failed;
  return failure(own.close(), "close");
}

template <class Take>
auto readFileWork(const FileArg& file, const Flags& flag, const Aborting& aborting, Take take) {
  Target target = targetOf(file, flag, "options.flag", 0666);
  return work<Bytes>(
      [target, aborted = aborting.flag()](Files& files, Bytes& out) {
        return withTarget(files, target, [&](int fd) { return readAll(files, fd, aborted.get(), out); });
      },
      take);
}
auto readBytes(const FileArg& file) {
  return readFileWork(file, "r", Aborting(), [](Bytes& bytes) { return bytes.toBuffer(); });
}
Encoding encodingOf(StringArg name) {
  validateEncoding(name);
  return name.empty() || name == StringArg("buffer") ? Encoding::utf8 : nodecpp::detail::encodingFrom(name);
}
auto readText(const FileArg& file, StringArg encoding) {
  return readFileWork(file, "r", Aborting(),
                      [known = encodingOf(encoding)](Bytes& bytes) { return bytes.toString(known); });
}
auto readChunk(const FileArg& file, const ReadFileOptions& options, const Aborting& aborting) {
  Encoding known = encodingOf(options.encoding);
  bool asText = !options.encoding.empty();
  bool unknown = options.encoding == "buffer";  // Node reports this encoding after it has read the file
  return readFileWork(file, options.flag, aborting, [=](Bytes& bytes) {
    if (unknown) nodecpp::detail::encodingFrom("buffer");
    return asText ? Chunk(bytes.toString(known)) : Chunk(bytes.toBuffer());
  });
}

Failure writeAll(Files& files, int fd, const char* data, std::size_t size, const std::atomic<bool>* aborted) {
  constexpr std::size_t most = 512 * 1024;  // The number of bytes after which the signal is checked again.
  do {
    if (aborted && files.stopped(*aborted)) return failure(isAborted, "write");
    os::Slice slice{data, aborted ? std::min(size, most) : size};
    std::int64_t sent = files.write(fd, &slice, 1, -1);
    if (sent < 0) return failure(int(sent), "write");
    data += sent;
    size -= std::size_t(sent);
  } while (size);
  return {};
}

auto writeFileWork(const FileArg& file, const ChunkArg& data, const WriteFileOptions& options,
                   const Aborting& aborting) {
  encodingOf(options.encoding);
  Buffer bytes =
      data.toChunk().toBuffer(options.encoding.empty() ? EncodingArg(Encoding::utf8) : EncodingArg(options.encoding));
  Target target = targetOf(file, options.flag, "flags", options.mode.checked("mode"));
  return work([=, flush = options.flush, aborted = aborting.flag()](Files& files) {
    return withTarget(files, target, [&](int fd) {
      if (Failure failed = writeAll(files, fd, bytes.bytes(), bytes.size(), aborted.get())) return failed;
      return flush ? failure(files.sync(fd, false), "fsync") : Failure();
    });
  });
}

WriteFileOptions appending(AppendFileOptions options) {
  return {options.encoding, options.mode, options.flag, options.flush, {}};
}

// Returns a callback that gets the signal's error instead of the result when the signal has aborted.
template <class Callback>
auto unlessAborted(Aborting aborting, Callback callback) {
  return [=](Error error, auto... value) {
    if (Error aborted = aborting.finish()) return callback(aborted, decltype(value){}...);
    callback(error, std::move(value)...);
  };
}

}  // namespace

void readFile(const FileArg& path, Function<void(Error, Buffer)> callback) {
  validateCallback(callback);
  submit(readBytes(path), std::move(callback));
}
void readFile(const FileArg& path, StringArg encoding, Function<void(Error, String)> callback) {
  validateCallback(callback);
  submit(readText(path, encoding), std::move(callback));
}
void readFile(const FileArg& path, ReadFileOptions options, Function<void(Error, Chunk)> callback) {
  validateCallback(callback);
  validateEncoding(options.encoding);
  if (options.signal && options.signal->aborted()) return callback(abortedBy(options.signal), Chunk());
  Aborting aborting(options.signal);
  submit(readChunk(path, options, aborting), unlessAborted(aborting, std::move(callback)));
}
Buffer readFileSync(const FileArg& path) { return runSynchronously(readBytes(path)); }
String readFileSync(const FileArg& path, StringArg encoding) { return runSynchronously(readText(path, encoding)); }
Chunk readFileSync(const FileArg& path, ReadFileOptions options) {
  return runSynchronously(readChunk(path, options, Aborting()));
}
Promise<Buffer> promises::readFile(const FileArg& path) {
  return promised([&] { return readBytes(path); });
}
Promise<String> promises::readFile(const FileArg& path, StringArg encoding) {
  return promised([&] { return readText(path, encoding); });
}
Promise<Chunk> promises::readFile(const FileArg& path, ReadFileOptions options) {
  return detail::readFile(path, options);
}
Promise<Chunk> detail::readFile(const FileArg& path, ReadFileOptions options, Keep keep) {
  return Promise<Chunk>([&](Resolver<Chunk> resolve, Rejector reject) {
    fs::readFile(path, options, [=, keep = std::move(keep)](const Error& error, const Chunk& data) {
      error ? reject(error) : resolve(data);
    });
  });
}

void writeFile(const FileArg& file, const ChunkArg& data, Done callback) {
  writeFile(file, data, WriteFileOptions{}, std::move(callback));
}
void writeFile(const FileArg& file, const ChunkArg& data, StringArg encoding, Done callback) {
  writeFile(file, data, WriteFileOptions{.encoding = encoding}, std::move(callback));
}
void writeFile(const FileArg& file, const ChunkArg& data, WriteFileOptions options, Done callback) {
  validateCallback(callback);
  encodingOf(options.encoding);
  if (options.signal && options.signal->aborted()) return callback(abortedBy(options.signal));
  Aborting aborting(options.signal);
  submit(writeFileWork(file, data, options, aborting), unlessAborted(aborting, std::move(callback)));
}
void writeFileSync(const FileArg& file, const ChunkArg& data) { writeFileSync(file, data, WriteFileOptions{}); }
void writeFileSync(const FileArg& file, const ChunkArg& data, StringArg encoding) {
  writeFileSync(file, data, WriteFileOptions{.encoding = encoding});
}
void writeFileSync(const FileArg& file, const ChunkArg& data, WriteFileOptions options) {
  runSynchronously(writeFileWork(file, data, options, Aborting()));
}
Promise<> detail::writeFile(const FileArg& file, const ChunkArg& data, WriteFileOptions options, Keep keep) {
  return Promise<>([&](Resolver<void> resolve, Rejector reject) {
    fs::writeFile(file, data, options,
                  [=, keep = std::move(keep)](const Error& error) { error ? reject(error) : resolve(); });
  });
}
Promise<> promises::writeFile(const FileArg& file, const ChunkArg& data) { return detail::writeFile(file, data, {}); }
Promise<> promises::writeFile(const FileArg& file, const ChunkArg& data, StringArg encoding) {
  return detail::writeFile(file, data, {.encoding = encoding});
}
Promise<> promises::writeFile(const FileArg& file, const ChunkArg& data, WriteFileOptions options) {
  return detail::writeFile(file, data, std::move(options));
}

void appendFile(const FileArg& path, const ChunkArg& data, Done callback) {
  writeFile(path, data, appending({}), std::move(callback));
}
void appendFile(const FileArg& path, const ChunkArg& data, StringArg encoding, Done callback) {
  writeFile(path, data, appending({.encoding = encoding}), std::move(callback));
}
void appendFile(const FileArg& path, const ChunkArg& data, AppendFileOptions options, Done callback) {
  writeFile(path, data, appending(std::move(options)), std::move(callback));
}
void appendFileSync(const FileArg& path, const ChunkArg& data) { writeFileSync(path, data, appending({})); }
void appendFileSync(const FileArg& path, const ChunkArg& data, StringArg encoding) {
  writeFileSync(path, data, appending({.encoding = encoding}));
}
void appendFileSync(const FileArg& path, const ChunkArg& data, AppendFileOptions options) {
  writeFileSync(path, data, appending(std::move(options)));
}
Promise<> promises::appendFile(const FileArg& path, const ChunkArg& data) {
  return detail::writeFile(path, data, appending({}));
}
Promise<> promises::appendFile(const FileArg& path, const ChunkArg& data, StringArg encoding) {
  return detail::writeFile(path, data, appending({.encoding = encoding}));
}
Promise<> promises::appendFile(const FileArg& path, const ChunkArg& data, AppendFileOptions options) {
  return detail::writeFile(path, data, appending(std::move(options)));
}

}  // namespace nodecpp::fs
