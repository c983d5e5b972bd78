#include <nodecpp/process/process_object.h>

#include <optional>
#include <string_view>

#include "base/assertion.h"
#include "base/text/encoding.h"
#include "loop/active_resources.h"
#include "process/process_state.h"

namespace nodecpp::process {

using nodecpp::detail::Loop;
using nodecpp::detail::ProcessState;

namespace {

stream::WritableOptions outputOptions() {
  stream::WritableOptions options;
  options.decodeStrings = false;
  return options;
}

}  // namespace

OutputObject::OutputObject(int descriptor) : WritableObject(outputOptions()), fd(descriptor) {
  isTTY.on = !ProcessState::current().worker && Loop::current().port().process.isTerminal(fd);
  refreshSize();
}

const char* OutputObject::className() const {
  if (ProcessState::current().worker) return "WritableWorkerStdio";
  switch (Loop::current().port().process.standardKind(fd)) {
    case os::StandardKind::terminal: return "WriteStream";
    case os::StandardKind::file: return "SyncWriteStream";
    default: return "Socket";
  }
}

void OutputObject::refreshSize() {
  int width = 0, height = 0;
  if (!isTTY || !Loop::current().port().process.windowSize(fd, width, height)) return;
  bool changed = !(columns == width && rows == height) && columns != nullptr;
  columns = width;
  rows = height;
  if (changed) emit(event::resize);
}

std::pair<int, int> OutputObject::getWindowSize() const {
  if (!isTTY) throw TypeError("process.stdout.getWindowSize is not a function");
  return {int(columns.toNumber()), int(rows.toNumber())};
}

bool OutputObject::clearLine(int direction, stream::Callback callback) {
  return write(direction < 0 ? "\x1b[1K" : direction > 0 ? "\x1b[0K" : "\x1b[2K", std::move(callback));
}
bool OutputObject::clearScreenDown(stream::Callback callback) { return write("\x1b[0J", std::move(callback)); }
bool OutputObject::cursorTo(int x, stream::Callback callback) {
  return write("\x1b[" + nodecpp::str(x + 1) + "G", std::move(callback));
}
bool OutputObject::cursorTo(int x, int y, stream::Callback callback) {
  return write("\x1b[" + nodecpp::str(y + 1) + ";" + nodecpp::str(x + 1) + "H", std::move(callback));
}
bool OutputObject::moveCursor(int dx, int dy, stream::Callback callback) {
  String sequence;
  if (dx != 0) sequence += "\x1b[" + nodecpp::str(dx < 0 ? -dx : dx) + (dx < 0 ? "D" : "C");
  if (dy != 0) sequence += "\x1b[" + nodecpp::str(dy < 0 ? -dy : dy) + (dy < 0 ? "A" : "B");
  return write(sequence, std::move(callback));
}

void OutputObject::_write(stream::Chunk chunk, String encoding, stream::Callback callback) {
  int error = std::exchange(failure_, 0);
  if (!error) {
    ProcessState& state = ProcessState::current();
    if (chunk.isString() && (encoding == "utf8" || encoding == "utf-8")) {
      error = nodecpp::detail::writeToDescriptor(state, fd, nodecpp::detail::wellFormed(chunk.string()));
    } else {
      Buffer bytes = chunk.isString() ? chunk.toBuffer(encoding) : chunk.buffer();
      error = nodecpp::detail::writeToDescriptor(state, fd, std::string_view(bytes.bytes(), bytes.size()));
    }
  }
  if (!error) return callback();
  bool isFile = Loop::current().port().process.standardKind(fd) == os::StandardKind::file;
  callback(isFile ? nodecpp::detail::uvException(error, "write") : nodecpp::detail::errnoException(error, "write"));
}

void OutputObject::_destroy(Error error, stream::Callback callback) {
  callback(std::move(error));
  // The descriptor stays open, so the stream can be used again.
  flags_ &= ~(destroyedFlag | closedFlag | closeEmittedFlag | erroredFlag | errorEmittedFlag | destroyCalledFlag);
  writeFlags_ &= ~(finalCalledFlag | endingFlag | finishedFlag | prefinishedFlag | endedWritingFlag);
}

// Reads standard input for an InputObject.
struct InputObject::Source final : os::InputSink {
  explicit Source(InputObject* object) : owner(object), loop(Loop::current()) {}

  void start() {
    if (std::exchange(reading, true)) return;
    NODECPP_ASSERT(!alive && !loop.ends());
    alive = Input(owner);
    if (refed) loop.ref();
    active.emplace(loop, nodecpp::detail::ActiveResource::Kind::handle, name);
    active->setReferenced(refed);
    readFrom(this);
  }
  void stop() {
    if (!std::exchange(reading, false)) return;
    NODECPP_ASSERT(alive.get() == owner);
    readFrom(nullptr);
    if (refed) loop.unref();
    active.reset();
    alive = nullptr;
  }
  void readFrom(InputSink* sink) {
    if (auto* worker = ProcessState::of(loop).worker)
      worker->readInput(sink);
    else
      loop.port().process.readStandardInput(sink);
  }
  void changeRef(bool on) {
    if (refed != on && reading) on ? loop.ref() : loop.unref();
    refed = on;
    if (active) active->setReferenced(on);
  }
  void onInput(const char* data, std::size_t size) override {
    NODECPP_ASSERT(reading && alive && data && size > 0, reading, size);
    loop.makeCallback([&] {
      Input hold(owner);
      // Back-pressure: standard input is read again when the program asks for more.
      if (!owner->push(Buffer::copyOf(data, size))) stop();
    });
  }
  void onInputEnd(os::ErrorCode error) override {
    NODECPP_ASSERT(reading && alive && error <= 0, reading, error);
    loop.makeCallback([&] {
      Input hold(owner);
      stop();
      if (error)
        owner->destroy(nodecpp::detail::errnoException(error, "read"));
      else
        owner->push(nullptr);
    });
  }

  InputObject* owner;
  Loop& loop;
  Input alive;                                              // keeps the object alive while reading
  // The name for getActiveResourcesInfo; null for a worker's input, which comes with messages, and for a file's, which is
  // read by operations.
  const char* name = nullptr;
  std::optional<nodecpp::detail::ActiveResource> active;  // while standard input is read
  bool reading = false;
  bool refed = true;
};

namespace {

bool inputIsTerminal() { return !ProcessState::current().worker && Loop::current().port().process.isTerminal(0); }

// As in Node, nothing is read ahead from a terminal: a program that has paused its input after the last line ends.
stream::ReadableOptions inputOptions() {
  stream::ReadableOptions options;
  if (inputIsTerminal()) options.highWaterMark = 0;
  return options;
}

}  // namespace

InputObject::InputObject() : ReadableObject(inputOptions()), source_(new Source(this)) {
  os::Port& port = Loop::current().port();
  bool worker = ProcessState::current().worker;
  isTTY.on = inputIsTerminal();
  if (worker) return;
  const os::StandardKind kind = port.process.standardKind(0);
  source_->name = kind == os::StandardKind::terminal ? "TTYWrap" : kind == os::StandardKind::pipe ? "PipeWrap" : nullptr;
  if (kind == os::StandardKind::none) push(nullptr);
}
InputObject::~InputObject() {
  source_->stop();
  NODECPP_ASSERT(!source_->reading && !source_->alive);
  delete source_;
}
void InputObject::release() { source_->stop(); }

Input InputObject::setRawMode(bool on) {
  return changeMode(static_cast<unsigned char>(on ? os::TerminalMode::raw : os::TerminalMode::normal));
}

Input InputObject::setRawMode(StringArg mode) {
  if (mode != "io" && mode != "raw")
    throw nodecpp::detail::invalidArgValue("mode", nodecpp::detail::inspectString(mode),
                                           "must be true, false, 'raw', or 'io'");
  return changeMode(static_cast<unsigned char>(mode == "io" ? os::TerminalMode::io : os::TerminalMode::raw));
}

Input InputObject::changeMode(unsigned char mode) {
  if (!isTTY) throw TypeError("process.stdin.setRawMode is not a function");
  const auto wanted = os::TerminalMode(mode);
  if (const os::ErrorCode error = Loop::current().port().process.setTerminalMode(fd, wanted))
    emit(event::error, nodecpp::detail::errnoException(error, "setRawMode"));
  else
    isRaw = wanted != os::TerminalMode::normal;
  return Input(this);
}

Input InputObject::ref() {
  source_->changeRef(true);
  return Input(this);
}
Input InputObject::unref() {
  source_->changeRef(false);
  return Input(this);
}

void InputObject::_read(double) { source_->start(); }

void InputObject::_destroy(Error error, stream::Callback callback) {
  source_->stop();
  callback(std::move(error));
}

void InputObject::pauseSource() {
  ReadableObject::pauseSource();
  // Reading stops in a later tick, as in Node, so that a program that resumes at once loses no data.
  nextTick([self = Input(this)] {
    if (!self->source_->reading || self->readableFlowing()) return;
    self->source_->stop();
    self->readFlags_ &= ~readingFlag;
  });
}

namespace detail {

Output output(int fd) {
  NODECPP_ASSERT(fd == 1 || fd == 2, fd);
  auto& known = ProcessState::current().outputs[fd];
  if (!known) {
    known = make<Output>(fd);
    if (known->isTTY) on("SIGWINCH", [made = Output(known)](String) { made->refreshSize(); });
  }
  return known;
}

Input input() {
  auto& known = ProcessState::current().input;
  if (!known) known = make<Input>();
  return known;
}

}  // namespace detail
}  // namespace nodecpp::process

namespace nodecpp::detail {

int writeToDescriptor(ProcessState& state, int fd, StringArg bytes) {
  if (!state.worker) return state.loop.port().process.writeStandard(fd, bytes);
  state.worker->write(fd, bytes);
  return 0;
}

void writeStandard(Loop& loop, int fd, StringArg bytes) {
  NODECPP_ASSERT(fd == 1 || fd == 2, fd);
  if (auto& known = ProcessState::of(loop).outputs[fd]) {
    known->write(bytes);
    return;
  }
  // While the program has not used the stream, the stream is made only to emit an error.
  int error = writeToDescriptor(ProcessState::of(loop), fd, wellFormed(bytes));
  NODECPP_ASSERT(error <= 0, error);
  if (!error) return;
  process::Output output = process::detail::output(fd);
  output->failNext(error);
  output->write(bytes);
}

}  // namespace nodecpp::detail
