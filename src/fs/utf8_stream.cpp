// Utf8Stream. The order of its events is Node's.
#include <nodecpp/fs/paths.h>
#include <nodecpp/fs/utf8_stream.h>
#include <nodecpp/path.h>
#include <nodecpp/timers.h>

#include <algorithm>

#include "base/errors/validate.h"
#include "loop/loop.h"
#include "os/port/address_waits.h"

namespace nodecpp::fs {

using nodecpp::detail::codedError;
using nodecpp::detail::invalidArgType;
using stream::Chunk;
using stream::ChunkArg;

namespace {

// How long a descriptor that is busy is left alone, in milliseconds.
constexpr double busyTime = 100;

bool isBusy(const Error& error) { return error->code == "EAGAIN" || error->code == "EBUSY"; }

// Blocks the thread, as Node does before it writes again to a busy descriptor in synchronous mode.
void sleepBusyTime() {
  static constexpr char place = 0;
  os::waitAt(&place, [](const void*, std::int64_t) { return true; }, 0, busyTime, 0);
}

template <class F>
void tick(F f) {
  nodecpp::detail::Loop::current().nextTick(std::move(f));
}

double numberOr(const OptionalNumber& given, double byDefault) {
  return given.given && given.value != 0 ? given.value : byDefault;
}

double lengthOf(const Chunk& data) { return double(data.length()); }

// What is left of `data` after `count` bytes. Of text, a character that was written in part is left whole.
Chunk restOf(const Chunk& data, std::size_t count) {
  if (!data.isString()) return data.slice(std::ptrdiff_t(count));
  const String& text = data.string();
  while (count > 0 && std::ptrdiff_t(count) < text.byteLength() && (static_cast<unsigned char>(text.data()[count]) & 0xC0) == 0x80)
    --count;
  return String::copyOf(text.data() + count, std::size_t(text.byteLength()) - count);
}

}  // namespace

Chunk Utf8StreamObject::Piece::merged() const {
  if (buffers.empty()) return text;
  return Buffer::concat(buffers);
}

Utf8StreamObject::Utf8StreamObject(Utf8StreamOptions options)
    : mode_(options.mode),
      retry_(std::move(options.retryEAGAIN)),
      append_(options.append),
      buffers_(options.contentMode == "buffer"),
      fsync_(options.fsync),
      mkdir_(options.mkdir),
      sync_(options.sync) {
  checkOptions(options);
  const bool opens = !options.fd.given;
  if (opens && options.dest.empty()) throw invalidArgType("fd", "one of type number or string", "undefined");
  if (options.fd.given || sync_) fd_ = options.fd.given ? int(options.fd.value) : openNow(options.dest);
  Utf8Stream self(this);
  if (fd_ < 0)
    openFile(options.dest);
  else
    tick([self] { self->emit(event::ready); });
  if (opens) file_ = options.dest;
  on(event::newListener, [self](String name) {
    if (name == "drain") self->drainScheduled_ = false;
  });
  if (periodicFlush_ == 0) return;
  Timeout timer = setInterval([self] { self->flush(); }, periodicFlush_);
  timer->unref();
  stopFlushing_ = [timer] { clearInterval(timer); };
}

Utf8StreamObject::~Utf8StreamObject() = default;

void Utf8StreamObject::traceMembers(nodecpp::detail::Tracer& tracer) { tracer(retry_); }

void Utf8StreamObject::checkOptions(const Utf8StreamOptions& options) {
  minLength_ = numberOr(options.minLength, 0);
  maxLength_ = numberOr(options.maxLength, 0);
  maxWrite_ = numberOr(options.maxWrite, maxWrite_);
  periodicFlush_ = numberOr(options.periodicFlush, 0);
  highWaterMark_ = std::max(minLength_, highWaterMark_);
  constexpr double most = 4294967295.0;
  nodecpp::detail::validateInteger(highWaterMark_, "options.hwm", 0, most);
  nodecpp::detail::validateInteger(minLength_, "options.minLength", 0, most);
  nodecpp::detail::validateInteger(maxLength_, "options.maxLength", 0, most);
  nodecpp::detail::validateInteger(maxWrite_, "options.maxWrite", 0, most);
  nodecpp::detail::validateInteger(periodicFlush_, "options.periodicFlush", 0, most);
  if (!buffers_ && options.contentMode != "utf8")
    throw nodecpp::detail::invalidArgValue("options.contentMode", nodecpp::detail::inspectString(options.contentMode),
                                           "must be one of: 'buffer', 'utf8'");
  if (minLength_ < maxWrite_) return;
  const TypeError made = nodecpp::detail::invalidArgValue("minLength", str(minLength_),
                                                          format("should be smaller than maxWrite ({})", maxWrite_));
  throw codedError<RangeError>("ERR_INVALID_ARG_VALUE", made->message);
}

void Utf8StreamObject::checkAlive() const {
  if (destroyed_) throw codedError("ERR_INVALID_STATE", "Invalid state: Utf8Stream is destroyed");
}

void Utf8StreamObject::openFile(const String& path) {
  opening_ = true;
  writing_ = true;
  drainScheduled_ = false;
  Utf8Stream self(this);
  if (sync_) {
    try {
      return fileOpened({}, openNow(path), path);
    } catch (const Error& error) {
      fileOpened(error, -1, path);
      throw;
    }
  }
  auto opened = [self, path](Error error, int fd) { self->fileOpened(error, fd, path); };
  const Flags flags = append_ ? "a" : "w";
  if (!mkdir_) return open(path, flags, mode_, opened);
  fs::mkdir(path::dirname(path), {.recursive = true}, [=](Error error, String) {
    if (error) return opened(error, -1);
    open(path, flags, self->mode_, opened);
  });
}

int Utf8StreamObject::openNow(const String& path) const {
  if (mkdir_) mkdirSync(path::dirname(path), {.recursive = true});
  return openSync(path, append_ ? "a" : "w", mode_);
}

void Utf8StreamObject::fileOpened(const Error& error, int fd, const String& path) {
  Utf8Stream self(this);
  opening_ = writing_ = false;
  const bool reopened = std::exchange(reopening_, false);
  if (error) {
    if (!sync_) {
      emit(event::error, error);
      return;
    }
    return tick([self, error] {
      if (self->listenerCount("error") > 0) self->emit(event::error, error);
    });
  }
  fd_ = fd;
  file_ = path;
  if (sync_)
    tick([self] { self->emit(event::ready); });
  else
    emit(event::ready);
  if (destroyed_) return;
  if ((!writing_ && length_ > minLength_) || flushPending_)
    writeNext();
  else if (reopened)
    tick([self] { self->emit(event::drain); });
}

bool Utf8StreamObject::write(const ChunkArg& data) {
  checkAlive();
  if (buffers_ ? data.isNull() || data.isString() || data.isObject() : !data.isString()) {
    const String received = data.isNull()     ? String("null")
                            : data.isString() ? "type string (" + nodecpp::detail::inspectString(data.text()) + ")"
                            : data.isObject() ? String("an instance of Object")
                                              : String("an instance of Buffer");
    throw invalidArgType("data", buffers_ ? "an instance of Buffer" : "of type string", received);
  }
  const double length = data.isString() ? double(data.text().toString().length()) : double(data.size());
  if (maxLength_ > 0 && length_ + length > maxLength_) {
    emit(event::drop, data.toChunk());
    return length_ < highWaterMark_;
  }
  add(data, length);
  length_ += length;
  if (!writing_ && length_ >= minLength_) writeNext();
  return length_ < highWaterMark_;
}

// Adds data to the last piece, or begins a new one when that would become too long for one write.
void Utf8StreamObject::add(const ChunkArg& data, double length) {
  Piece last;
  if (!pieces_.empty()) last = pieces_.pop();
  if (last.length > 0 && last.length + length > maxWrite_) {
    pieces_.push(std::move(last));
    last = {};
  }
  last.length += length;
  if (buffers_)
    last.buffers.push(data.buffer());
  else
    last.text += data.text();
  pieces_.push(std::move(last));
}

// Begins to write what waits.
void Utf8StreamObject::writeNext() {
  writing_ = true;
  if (lengthOf(current_) == 0) current_ = pieces_.empty() ? Chunk(String()) : pieces_.shift().merged();
  writeOnce();
}

std::ptrdiff_t Utf8StreamObject::writeSync(const Chunk& data) const {
  return data.isString() ? fs::writeSync(fd_, data.string()) : fs::writeSync(fd_, data.buffer());
}

void Utf8StreamObject::writeOnce() {
  Utf8Stream self(this);
  if (!sync_) {
    if (current_.isString())
      fs::write(fd_, current_.string(), [self](Error error, std::size_t count) { self->released(error, count); });
    else
      fs::write(fd_, current_.buffer(), [self](Error error, std::size_t count) { self->released(error, count); });
    return;
  }
  Error failed;
  std::size_t count = 0;
  try {
    count = writeSync(current_);
  } catch (const Error& error) {
    failed = error;
  }
  released(failed, count);
}

// Returns whether the piece, whose write has failed, will be written again.
bool Utf8StreamObject::retries(const Error& error, const Chunk& piece) const {
  if (!isBusy(error)) return false;
  return !retry_ || Function<bool(Error, double, double)>(retry_)(error, lengthOf(piece), length_ - lengthOf(piece));
}

void Utf8StreamObject::released(const Error& error, std::size_t count) {
  Utf8Stream self(this);
  if (error && !retries(error, current_)) {
    writing_ = false;
    emit(event::error, error);
    return;
  }
  if (error && !sync_) {
    setTimeout([self] { self->writeOnce(); }, busyTime);
    return;
  }
  if (error) sleepBusyTime();
  emit(event::write, double(count));
  wrote(current_, count);
  if (lengthOf(current_) > 0 && !sync_) return writeOnce();
  try {
    writeRestSync();
  } catch (const Error& later) {
    return released(later, 0);
  }
  afterWrite();
}

void Utf8StreamObject::wrote(Chunk& piece, std::size_t count) {
  Chunk rest = restOf(piece, count);
  length_ = std::max(length_ - (lengthOf(piece) - lengthOf(rest)), 0.0);
  piece = std::move(rest);
}

void Utf8StreamObject::writeRestSync() {
  while (lengthOf(current_) > 0) wrote(current_, writeSync(current_));
}

void Utf8StreamObject::afterWrite() {
  if (fsync_) fsyncSync(fd_);
  if (std::exchange(reopening_, false)) {
    writing_ = false;
    return reopen();
  }
  if (length_ > minLength_ || (ending_ && length_ > 0)) return writeNext();
  writing_ = false;
  if (ending_) return close();
  if (!sync_) {
    emit(event::drain);
    return;
  }
  if (std::exchange(drainScheduled_, true)) return;
  tick([self = Utf8Stream(this)] { self->emitDrain(); });
}

void Utf8StreamObject::emitDrain() {
  if (listenerCount("drain") == 0) return;
  drainScheduled_ = false;
  emit(event::drain);
}

void Utf8StreamObject::flush() { flush(nullptr); }

void Utf8StreamObject::flush(Function<void(Error)> callback) {
  if (destroyed_) {
    const Error error = codedError("ERR_INVALID_STATE", "Invalid state: Utf8Stream is destroyed");
    if (!callback) return;
    return callback(error);
  }
  if (minLength_ <= 0) {
    if (callback) callback({});
    return;
  }
  flushOnDrain(std::move(callback));
  if (!writing_) writeNext();
}

namespace {

// A flush() that waits for the next drain or error.
struct Flushing final : Object {
  Function<void()> drained;
  Function<void(Error)> failed;
  NODECPP_TRACE(drained, failed)
};

}  // namespace

// Calls the callback after the next drain, when the file is on the disk, or after an error.
void Utf8StreamObject::flushOnDrain(Function<void(Error)> callback) {
  flushPending_ = true;
  auto flushing = make<Flushing>();
  auto done = [self = Utf8Stream(this), callback](Error error) {
    self->flushPending_ = false;
    if (callback) callback(error);
  };
  flushing->drained = [self = Utf8Stream(this), flushing, done] {
    self->off(event::error, std::exchange(flushing->failed, nullptr));
    flushing->drained = nullptr;
    if (self->fsync_ || self->destroyed_) return done({});
    // The descriptor may have been closed in the meantime.
    fs::fsync(self->fd_, [done](Error error) { done(error && error->code == "EBADF" ? Error() : error); });
  };
  flushing->failed = [self = Utf8Stream(this), flushing, done](Error error) {
    self->off(event::drain, std::exchange(flushing->drained, nullptr));
    flushing->failed = nullptr;
    done(error);
  };
  once(event::drain, flushing->drained);
  once(event::error, flushing->failed);
}

void Utf8StreamObject::flushSync() {
  checkAlive();
  if (fd_ < 0) throw codedError("ERR_INVALID_STATE", "Invalid state: Invalid file descriptor");
  Chunk rest;
  if (!writing_) rest = std::exchange(current_, {});
  while (lengthOf(rest) > 0 || !pieces_.empty()) {
    if (lengthOf(rest) == 0) rest = pieces_.shift().merged();
    try {
      wrote(rest, writeSync(rest));
    } catch (const Error& error) {
      if (!retries(error, rest)) {
        // What could not be written stays in front. `current_` may be a piece that is being written.
        Piece front;
        front.length = lengthOf(rest);
        if (rest.isString())
          front.text = rest.string();
        else
          front.buffers.push(rest.buffer());
        pieces_.unshift(std::move(front));
        throw;
      }
      sleepBusyTime();
    }
  }
  try {
    fsyncSync(fd_);
  } catch (const Error&) {
    // Pipes and terminals have nothing to synchronize.
  }
}

void Utf8StreamObject::reopen(StringArg file) {
  checkAlive();
  Utf8Stream self(this);
  if (opening_) {
    once(event::ready, [self, file = file.toString()] { self->reopen(file); });
    return;
  }
  if (ending_) return;
  if (file_.empty())
    throw codedError("ERR_OPERATION_FAILED",
                     "Operation failed: Unable to reopen a file descriptor, you must pass a file to SonicBoom");
  if (!file.empty()) file_ = file.toString();
  reopening_ = true;
  if (writing_) return;
  once(event::ready, [self, before = fd_] {
    if (before == self->fd_) return;
    fs::close(before, [self](Error error) {
      if (error) self->emit(event::error, error);
    });
  });
  openFile(file_);
}

void Utf8StreamObject::end() {
  checkAlive();
  if (opening_) {
    once(event::ready, [self = Utf8Stream(this)] { self->end(); });
    return;
  }
  if (std::exchange(ending_, true) || writing_) return;
  if (length_ > 0 && fd_ >= 0)
    writeNext();
  else
    close();
}

void Utf8StreamObject::destroy() {
  if (!destroyed_) close();
}

void Utf8StreamObject::close() {
  Utf8Stream self(this);
  if (fd_ < 0) {
    once(event::ready, [self] { self->close(); });
    return;
  }
  if (auto stop = std::exchange(stopFlushing_, nullptr)) stop();
  destroyed_ = true;
  pieces_ = {};
  // An error of fsync is no matter: the file is closed in any case.
  fs::fsync(fd_, [self](Error) {
    if (self->fd_ == 1 || self->fd_ == 2) return self->closed({});
    fs::close(self->fd_, [self](Error error) { self->closed(error); });
  });
}

void Utf8StreamObject::closed(const Error& error) {
  if (error) {
    emit(event::error, error);
    return;
  }
  if (ending_ && !writing_) emit(event::finish);
  emit(event::close);
}

}  // namespace nodecpp::fs
