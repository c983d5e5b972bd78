// How a RecordedPort records and replays signals, the standard streams, and what the program asks about its process.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "os/linux/environment_variables.h"
#include "os/session/recorded_objects.h"

namespace nodecpp::os {

using record::Kind;

ErrorCode RecordedPort::watchSignal(int number, SignalPush push, void* context) {
  ErrorCode error = 0;
  operate(
      Kind::watchSignal, std::tuple(number, push != nullptr),
      [&] {
        SignalPush ours = [](void* self, int came) { static_cast<RecordedPort*>(self)->onReplayedSignal(came); };
        error = inner_->process.watchSignal(number, push ? ours : nullptr, this);
      },
      error);
  if (!error && number > 0 && number <= 64) signals_[number] = {push, context};
  if (!push && signalReleased && !replaying()) signalReleased();
  return error;
}

void RecordedPort::onReplayedSignal(int number) {
  recordInput(Kind::signal, number);
  if (number < 1 || number > 64) return;
  SignalWatch watch = signals_[number];
  if (watch.push) watch.push(watch.context, number);
}

ErrorCode RecordedPort::kill(int pid, int number) {
  ErrorCode error = 0;
  operate(Kind::kill, std::tuple(pid, number), [&] { error = inner_->process.kill(pid, number); }, error);
  return error;
}

namespace {
std::string_view view(const String& text) { return {text.data(), text.size()}; }
}  // namespace

// Private keys in what comes from outside.

std::string_view RecordedPort::shown(record::KeyMask& mask, std::string_view bytes, std::string& room) {
  if (!masksKeys()) return bytes;
  std::string_view masked = mask.of(bytes, room);
  noteKey(mask.seen());
  return masked;
}

String RecordedPort::shown(const String& text) {
  std::string room;
  std::string_view all = view(text), masked = shown(all, room);
  return masked.data() == all.data() ? text : String::copyOf(masked.data(), masked.size());
}

Variables RecordedPort::environment() {
  Variables all;
  if (!replaying()) all = inner_->process.environment();
  enterEnvironment(all);
  return all;
}

void RecordedPort::inherited(Variables& all) { enterEnvironment(all); }

// Records the names of all variables of the environment, in their order, and the values that may be shown.
void RecordedPort::enterEnvironment(Variables& all) {
  Variables known;
  std::vector<std::string> hidden;
  operate(
      Kind::environment, std::tuple(),
      [&] {
        for (const auto& [name, value] : all) {
          bool shows = variableRules.shows(view(name));
          known.emplace_back(name, shows ? shown(value) : String());
          if (!shows) hidden.emplace_back(view(name));
        }
      },
      known, hidden);
  if (replaying()) {
    all = std::move(known);
    for (const auto& [name, value] : all) shown(value);  // Notes whether there was a key.
  }
  for (std::string& name : hidden) hidden_.insert(std::move(name));
}

void RecordedPort::variableRead(StringArg name, String& value) {
  std::string key(name.data(), name.size());
  if (hidden_.erase(key) == 0) return;
  String logged;
  operate(
      Kind::variable, std::tuple(std::string_view(key)),
      [&] { logged = variableRules.redacts(key) ? String(record::redacted) : shown(value); }, logged);
  if (!replaying()) return;
  value = shown(logged);
  std::string_view text = view(value);
  setVariable(key, &text);
}

void RecordedPort::setEnvironment(StringArg name, const String* value) {
  std::string key(name.data(), name.size());
  hidden_.erase(key);
  String logged = !value ? String() : variableRules.redacts(key) ? String(record::redacted) : shown(*value);
  operate(Kind::setEnvironment, std::tuple(std::string_view(key), value != nullptr, logged),
          [&] { inner_->process.setEnvironment(name, value); });
  if (!replaying()) return;
  // Sets the variable in the replaying process as well, for code that reads the environment without the port.
  std::string_view text = value ? view(*value) : std::string_view();
  setVariable(key, value ? &text : nullptr);
}

String RecordedPort::currentDirectory() {
  String path;
  operate(Kind::currentDirectory, std::tuple(), [&] { path = inner_->process.currentDirectory(); }, path);
  return path;
}

ErrorCode RecordedPort::changeDirectory(StringArg path) {
  ErrorCode error = 0;
  operate(
      Kind::changeDirectory, std::tuple(std::string_view(path.data(), path.size())),
      [&] { error = inner_->process.changeDirectory(path); }, error);
  return error;
}

int RecordedPort::processId(int which, int (Process::*get)()) {
  int id = 0;
  operate(Kind::processIds, std::tuple(unsigned(which)), [&] { id = (inner_->process.*get)(); }, id);
  return id;
}
int RecordedPort::pid() { return processId(0, &Process::pid); }
int RecordedPort::parentPid() { return processId(1, &Process::parentPid); }
int RecordedPort::userId() { return processId(2, &Process::userId); }
int RecordedPort::groupId() { return processId(3, &Process::groupId); }
int RecordedPort::effectiveUserId() { return processId(4, &Process::effectiveUserId); }
int RecordedPort::effectiveGroupId() { return processId(5, &Process::effectiveGroupId); }

String RecordedPort::executable() {
  String path;
  operate(Kind::executable, std::tuple(), [&] { path = inner_->process.executable(); }, path);
  return path;
}

MemoryUsage RecordedPort::memoryUsage() {
  MemoryUsage usage{};
  operate(Kind::memoryUsage, std::tuple(), [&] { usage = inner_->process.memoryUsage(); }, usage);
  return usage;
}

void RecordedPort::cpuUsage(double& user, double& system) {
  operate(Kind::cpuUsage, std::tuple(), [&] { inner_->process.cpuUsage(user, system); }, user, system);
}

ResourceUsage RecordedPort::resourceUsage() {
  ResourceUsage usage{};
  operate(Kind::resourceUsage, std::tuple(), [&] { usage = inner_->process.resourceUsage(); }, usage);
  return usage;
}

int RecordedPort::umask(int mask) {
  int before = 0;
  operate(Kind::umask, std::tuple(mask), [&] { before = inner_->process.umask(mask); }, before);
  return before;
}

ErrorCode RecordedPort::writeStandard(int fd, StringArg bytes) {
  ErrorCode error = 0;
  std::string_view text(bytes.data(), bytes.size());
  Slice slice{text.data(), text.size()};
  record::WriteMask* mask = keySeen_ ? &standard_[fd == 2] : nullptr;
  record::Digest digest = mask ? mask->digestOf(&slice, 1) : record::digestOf(text);
  if (mask) mask->accepted(&slice, 1, digest.size, digest.size);
  operate(
      Kind::writeStandard, std::tuple(fd, digest), [&] { error = inner_->process.writeStandard(fd, bytes); }, error);
  // A replay prints what the program printed.
  if (replaying() && !error) replay::show(fd, text);
  return error;
}

StandardKind RecordedPort::standardKind(int fd) {
  StandardKind kind{};
  operate(Kind::standardKind, std::tuple(fd), [&] { kind = inner_->process.standardKind(fd); }, kind);
  return kind;
}

bool RecordedPort::isTerminal(int fd) {
  bool is = false;
  operate(Kind::isTerminal, std::tuple(fd), [&] { is = inner_->process.isTerminal(fd); }, is);
  return is;
}

void RecordedPort::readStandardInput(InputSink* sink) {
  operate(Kind::readStandardInput, std::tuple(sink != nullptr), [] {});
  if (!input_) input_ = std::make_unique<Input>(*this, sink);
  input_->sink = sink;
  if (!replaying()) inner_->process.readStandardInput(sink ? input_.get() : nullptr);
}

ErrorCode RecordedPort::setTerminalMode(int fd, TerminalMode mode) {
  ErrorCode error = 0;
  operate(Kind::terminalMode, std::tuple(fd, mode), [&] { error = inner_->process.setTerminalMode(fd, mode); }, error);
  return error;
}

bool RecordedPort::windowSize(int fd, int& columns, int& rows) {
  bool known = false;
  operate(
      Kind::windowSize, std::tuple(fd), [&] { known = inner_->process.windowSize(fd, columns, rows); }, known, columns, rows);
  return known;
}

}  // namespace nodecpp::os
