// Child processes and channels of a RecordedPort. A replay starts no process: the log says what the children did.
#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "os/session/recorded_objects.h"

namespace nodecpp::os {

using record::Kind;

namespace {

std::vector<std::string> stdioOf(const SpawnSpec& spec) {
  std::vector<std::string> words;
  for (const ChildStdio& stdio : spec.stdio) switch (stdio.kind) {
      case ChildStdio::Kind::ignore: words.emplace_back("ignore"); break;
      case ChildStdio::Kind::descriptor: words.push_back("fd " + std::to_string(stdio.fd)); break;
      case ChildStdio::Kind::pipe: words.emplace_back("pipe"); break;
      case ChildStdio::Kind::channel: words.emplace_back("channel"); break;
      case ChildStdio::Kind::connection:
        words.push_back("connection " + std::to_string(at(stdio.connection)->id));
        break;
    }
  return words;
}

// Returns the spec for the inner port, with the inner port's connections in place of the recorded ones.
SpawnSpec inner(const SpawnSpec& spec) {
  SpawnSpec theirs = spec;
  for (ChildStdio& stdio : theirs.stdio)
    if (stdio.kind == ChildStdio::Kind::connection) stdio.connection = at(stdio.connection)->inner;
  return theirs;
}

}  // namespace

// An environment often has secrets, so the log has only its checksum. A value that is not in the log is left out of the
// checksum, too, since a replay does not know it.
record::Digest RecordedPort::environmentOf(const SpawnSpec& spec) const {
  std::vector<Slice> all;
  std::deque<std::string> rooms;  // The masked entries.
  for (const String& entry : spec.environment) {
    std::string_view text(entry.data(), entry.size()), name = text.substr(0, text.find('='));
    if (hidden_.contains(std::string(name)) || variableRules.redacts(name)) text = name;
    if (keySeen_) text = record::masked(text, rooms.emplace_back());
    all.push_back({text.data(), text.size()});
    all.push_back({"", 1});
  }
  return record::digestOf(all.data(), all.size());
}

auto RecordedPort::fieldsOf(const SpawnSpec& spec) {
  std::vector<String> arguments;
  for (const String& argument : spec.arguments) arguments.push_back(shown(argument));
  return std::tuple(spec.file, std::move(arguments), environmentOf(spec), spec.directory, stdioOf(spec), spec.uid,
                    spec.gid, spec.detached);
}

ErrorCode RecordedPort::spawn(SpawnSpec& spec, ChildSink* sink, Child** made, int* pid) {
  *made = nullptr;
  *pid = 0;
  auto child = std::make_unique<RecordedChild>(*this, ++lastId_, sink);
  ErrorCode error = 0;
  bool pipes = false;  // Whether the pipes to the child were made.
  std::uint64_t id = child->id;
  SpawnSpec theirs;
  operate(
      Kind::spawn, fieldsOf(spec),
      [&] {
        theirs = inner(spec);
        error = inner_->children.spawn(theirs, child.get(), &child->inner, pid);
        NODECPP_ASSERT(error ? !child->inner : child->inner && *pid > 0, error, *pid);
        pipes = !error;
        for (const ChildStdio& stdio : theirs.stdio) pipes = pipes || (stdio.isPipe() && stdio.connection);
      },
      error, id, *pid, pipes);
  require(id == child->id, Kind::spawn, "the number of another child");
  require(error || pipes || std::ranges::none_of(spec.stdio, &ChildStdio::isPipe), Kind::spawn, "a child without its pipes");
  // The pipes to a child have the numbers after the number of the child.
  for (std::size_t i = 0; i < spec.stdio.size() && pipes; ++i)
    if (spec.stdio[i].isPipe()) {
      RecordedConnection* pipe = accept(replaying() ? nullptr : theirs.stdio[i].connection, ++lastId_);
      pipe->keys = std::make_unique<record::KeyMask>();
      spec.stdio[i].connection = pipe;
    }
  if (error) return error;
  NODECPP_DEBUG_ASSERT(!children_.contains(child->id), child->id);
  children_[child->id] = child.get();
  *made = child.release();
  return 0;
}

void RecordedPort::close(Child* which) {
  std::unique_ptr<RecordedChild> child(static_cast<RecordedChild*>(which));
  if (!replaying()) inner_->children.close(child->inner);
  std::size_t known = children_.erase(child->id);
  NODECPP_ASSERT(known == 1, child->id);
}

void RecordedPort::run(const RunSpec& spec, RunResult& result) {
  std::vector<Slice> inputs;
  for (const auto& [place, bytes] : spec.inputs) inputs.push_back({bytes.data(), bytes.size()});
  result = {};
  std::vector<std::string_view> outputs;  // As the log has them.
  std::deque<std::string> rooms;
  auto show = [&] {
    for (const String& output : result.outputs) {
      record::KeyMask mask;
      outputs.push_back(shown(mask, {output.data(), output.size()}, rooms.emplace_back()));
    }
  };
  operate(
      Kind::run,
      std::tuple_cat(fieldsOf(spec.child),
                     std::tuple(digestOf(inputs.data(), inputs.size()), spec.timeout, spec.maxBuffer, spec.killSignal)),
      [&] {
        RunSpec theirs = spec;
        theirs.child = inner(spec.child);
        inner_->children.run(theirs, result);
        show();
      },
      result.error, result.pid, result.code, result.signal, outputs);
  if (!replaying()) return;
  for (std::string_view output : outputs) result.outputs.push_back(String::copyOf(output.data(), output.size()));
  show();  // Notes whether there was a key.
}

ErrorCode RecordedPort::openChannel(int fd, Connection** channel) {
  *channel = nullptr;
  std::uint64_t number = ++lastId_, id = number;
  ErrorCode error = 0;
  Connection* theirs = nullptr;
  operate(Kind::openChannel, std::tuple(fd), [&] { error = inner_->children.openChannel(fd, &theirs); }, error, id);
  require(id == number, Kind::openChannel, "the number of another connection");
  if (error) return error;
  RecordedConnection* made = accept(theirs, id);
  made->keys = std::make_unique<record::KeyMask>();
  *channel = made;
  return 0;
}

WriteResult RecordedPort::writeHandle(Connection* channel, const Slice& bytes, PassedHandle handle) {
  NODECPP_ASSERT(handle);
  std::uint64_t unsent = 0;
  ErrorCode error = 0;
  record::Digest digest = digestFor(*at(channel), &bytes, 1);
  operate(
      Kind::writeHandle, std::tuple(at(channel)->id, digest, kindOf(handle), numberOf(handle)),
      [&] {
        WriteResult result = inner_->children.writeHandle(at(channel)->inner, bytes, innerOf(handle));
        NODECPP_ASSERT(result.sent <= bytes.size && result.error <= 0, result.sent, bytes.size, result.error);
        unsent = bytes.size - result.sent;
        error = result.error;
      },
      unsent, error);
  require(unsent <= bytes.size, Kind::writeHandle, "more bytes unsent than there were");
  accepted(*at(channel), &bytes, 1, bytes.size - unsent, bytes.size);
  if (replaying() && replayer_->outputFile() >= 0) replayer_->output(at(channel)->id, &bytes, 1);
  return {std::size_t(bytes.size - unsent), error};
}

auto RecordedPort::kindOf(const PassedHandle& handle) -> Passed {
  NODECPP_ASSERT(
      int(handle.listener != nullptr) + int(handle.connection != nullptr) + int(handle.datagrams != nullptr) <= 1);
  return handle.listener ? Passed::listener : handle.datagrams ? Passed::datagrams : Passed::connection;
}
std::uint64_t RecordedPort::numberOf(const PassedHandle& handle) {
  if (handle.datagrams) return RecordedDatagrams::numberOf(handle.datagrams);
  return handle.listener ? at(handle.listener)->id : handle.connection ? at(handle.connection)->id : 0;
}
PassedHandle RecordedPort::innerOf(const PassedHandle& handle) {
  return {.listener = handle.listener ? at(handle.listener)->inner : nullptr,
          .connection = handle.connection ? at(handle.connection)->inner : nullptr,
          .datagrams = handle.datagrams ? RecordedDatagrams::innerOf(handle.datagrams) : nullptr};
}

// Makes the program's object for a handle that came over a channel; in a replay `theirs` is empty.
PassedHandle RecordedPort::receive(PassedHandle theirs, Passed kind, std::uint64_t id) {
  NODECPP_ASSERT(id > 0 && id <= lastId_, id, lastId_);
  NODECPP_ASSERT(replaying() || (theirs && kindOf(theirs) == kind), int(kind));
  if (kind == Passed::connection) return {.connection = accept(theirs.connection, id)};
  if (kind == Passed::datagrams) return {.datagrams = datagrams_.receive(theirs.datagrams, id)};
  auto* listener = new RecordedListener(*this, id, nullptr);
  listener->inner = theirs.listener;
  listeners_[id] = listener;
  return {.listener = listener};
}

}  // namespace nodecpp::os
