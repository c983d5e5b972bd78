// Child processes of a simulated port.
#include "os/sim/sim_child.h"

#include <algorithm>
#include <csignal>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/assertion.h"
#include "os/sim/sim_connections.h"

namespace nodecpp::os {

namespace {

// Finds the executable by its whole name, or by the part of it after the last slash.
const SimExecutable* find(const Network& network, const SpawnSpec& spec) {
  std::string file(spec.file.data(), spec.file.size());
  for (const std::string& name : {file, file.substr(file.rfind('/') + 1)})
    if (auto found = network.options.executables.find(name); found != network.options.executables.end())
      return &found->second;
  return nullptr;
}

}  // namespace

void SimChild::processEnded(int exited, int killed) {
  NODECPP_ASSERT(exited == 0 || killed == 0, exited, killed);
  NODECPP_ASSERT(process && !process->running());
  code = exited;
  signal = killed;
  if (port) port->changed(this);
}

// Gives a child the descriptors of this program that it inherits.
ErrorCode SimPort::inherit(SimProcess& process) {
  const SpawnSpec& spec = process.spec();
  NODECPP_ASSERT(process.running());
  for (std::size_t i = 0; i < spec.stdio.size(); ++i) {
    const ChildStdio& stdio = spec.stdio[i];
    // The child's standard input is /dev/null, from which only its end can be read.
    if (stdio.kind == ChildStdio::Kind::ignore && i == 0)
      process.give(0, {.write = nullptr, .read = [] { return std::string(); }});
    if (stdio.kind == ChildStdio::Kind::connection) {
      NODECPP_ASSERT(stdio.connection, i);
      SimSocket* socket = at(stdio.connection)->socket;
      if (!socket) return UV_EBADF;
      process.share(int(i), socket);
    }
    if (stdio.kind != ChildStdio::Kind::descriptor || stdio.fd == 0) continue;
    std::shared_ptr<SimFiles::Open> file = disk().share(stdio.fd);
    if (!file && stdio.fd > 2) return UV_EBADF;
    auto write = [this, &network = network_, own = program_.pid, fd = stdio.fd, file](std::string_view bytes) {
      if (!network.has(this) || program_.pid != own) return;
      Slice slice{bytes.data(), bytes.size()};
      file ? disk().write(*file, &slice, 1, -1) : writeStandard(fd, bytes);
    };
    // The child may begin when the thread that has started it is over.
    auto read = [&disk = network_.disk, file] {
      std::string bytes(file->file->size(), '\0');
      Space space{bytes.data(), bytes.size()};
      bytes.resize(std::size_t(std::max<std::int64_t>(SimFiles::read(disk, *file, &space, 1, -1), 0)));
      return bytes;
    };
    process.give(int(i), {.write = write, .read = file && i == 0 ? std::function<std::string()>(read) : nullptr});
  }
  return 0;
}

std::shared_ptr<SimProcess> SimPort::begin(const SpawnSpec& asked, ErrorCode& error) {
  SpawnSpec spec = asked;
  std::string directory = program_.directory;
  error = spec.directory.empty() ? 0 : disk().enter({spec.directory.data(), spec.directory.size()}, directory);
  spec.directory = String(directory);
  bool other = (spec.uid >= 0 && spec.uid != userId()) || (spec.gid >= 0 && spec.gid != groupId());
  if (!error && other && !network_.options.privileged) error = UV_EPERM;
  const SimExecutable* executable = find(network_, spec);
  if (!error && !executable) error = UV_ENOENT;
  if (error) return nullptr;
  auto process = std::make_shared<SimProcess>(network_, spec, network_.nextPid());
  if ((error = inherit(*process)) != 0) return nullptr;
  NODECPP_ASSERT(process->running() && process->pid() > 0, process->pid());
  network_.add(process);
  // The child begins in an event of its own, after its parent has gone on.
  process->after(double(network_.drawLatency()) / 1e6, [run = *executable, raw = process.get()] {
    run(*raw);
    raw->resume();
  });
  if (network_.drawChildDies())
    process->after(double(network_.drawTime(Fault::children, 1000)) / 1e6,
                   [raw = process.get()] { raw->die(SIGKILL); });
  if (network_.drawChildDies()) process->lingers = double(network_.drawTime(Fault::children, 10'000)) / 1e6;
  return process;
}

// The pipes are made even if the program cannot be executed, as the contract of Children asks.
ErrorCode SimPort::spawn(SpawnSpec& spec, ChildSink* sink, Child** made, int* pid) {
  *made = nullptr;
  *pid = 0;
  ErrorCode error = network_.drawSpawnFailure();
  if (error) return error;
  std::shared_ptr<SimProcess> process = begin(spec, error);
  NODECPP_ASSERT((process != nullptr) == (error == 0), error);
  for (std::size_t i = 0; i < spec.stdio.size(); ++i) {
    if (!spec.stdio[i].isPipe()) continue;
    auto [ours, theirs] = network_.pair();
    NODECPP_ASSERT(ours != theirs && !ours->owner && !theirs->owner);
    connections_.push_back(std::make_unique<SimConnection>(*this, ours));
    ours->owner = connections_.back().get();
    spec.stdio[i].connection = connections_.back().get();
    if (process)
      process->attach(int(i), theirs);
    else
      theirs->close();
  }
  if (error) return error;
  children_.push_back(std::make_unique<SimChild>(*this, sink));
  SimChild* child = children_.back().get();
  process->watch = child;
  child->process = process;
  NODECPP_ASSERT(process->running() && !made[0]);
  *made = child;
  *pid = process->pid();
  return 0;
}

void SimPort::ended(SimChild* child) {
  NODECPP_DEBUG_ASSERT(std::ranges::count_if(children_, [&](const auto& each) { return each.get() == child; }) == 1);
  ChildSink* sink = child->sink;
  int code = child->code, signal = child->signal;
  std::erase_if(children_, [&](const auto& each) { return each.get() == child; });
  if (sink) sink->onExit(code, signal);
}

void SimPort::close(Child* child) { static_cast<SimChild*>(child)->sink = nullptr; }

namespace {

// This program's end of a pipe to a child that the program blocks for (spawnSync).
struct Capture final : SocketOwner {
  Capture(SimSocket* end, double& sum, std::string text) : socket(end), all(sum), input(std::move(text)) {
    NODECPP_ASSERT(socket && !socket->owner);
    socket->owner = this;
    socketChanged();
  }
  ~Capture() {
    if (socket) socket->close();
  }
  void socketChanged() override {
    while (!input.empty()) {
      Slice slice{input.data(), input.size()};
      WriteResult result = socket->write(&slice, 1);
      NODECPP_ASSERT(result.sent <= input.size() && result.error <= 0, result.sent, input.size(), result.error);
      if (result.error) error = result.error;
      input.erase(0, result.error ? input.size() : result.sent);
      if (result.sent == 0) break;
    }
    if (input.empty() && !std::exchange(told, input.empty()) && ends) socket->shutdown();
    char bytes[64 * 1024];
    while (!ended && socket->readable()) {
      std::ptrdiff_t got = socket->read(bytes, sizeof bytes);
      NODECPP_ASSERT(got <= std::ptrdiff_t(sizeof bytes), got);
      if (got == UV_EAGAIN) return;
      ended = got <= 0;
      if (got > 0) output.append(bytes, std::size_t(got)), all += double(got);
    }
  }
  SimSocket* socket;
  double& all;
  std::string input, output;
  bool ends = true;
  bool told = false;
  bool ended = false;
  ErrorCode error = 0;
};

struct Waiter final : SimProcessWatch {
  void processEnded(int c, int s) override {
    NODECPP_ASSERT(!ended && (c == 0 || s == 0), ended, c, s);
    ended = true;
    code = c;
    signal = s;
  }
  bool ended = false;
  int code = 0, signal = 0;
};

}  // namespace

// The program blocks, and with it all other programs of the world. Only events of the network go on.
void SimPort::run(const RunSpec& spec, RunResult& result) {
  result = {};
  result.error = network_.drawSpawnFailure();
  if (result.error) return;
  std::shared_ptr<SimProcess> process = begin(spec.child, result.error);
  if (!process) return;
  result.pid = process->pid();
  NODECPP_ASSERT(result.pid > 0 && !process->watch, result.pid);
  Waiter waiter;
  process->watch = &waiter;
  double all = 0;
  std::map<std::size_t, std::unique_ptr<Capture>> captures;
  for (std::size_t i = 0; i < spec.child.stdio.size(); ++i) {
    if (!spec.child.stdio[i].isPipe()) continue;
    auto [ours, theirs] = network_.pair();
    process->attach(int(i), theirs);
    std::string input;
    for (const auto& [place, bytes] : spec.inputs)
      if (std::size_t(place) == i) input.assign(bytes.data(), bytes.size());
    captures[i] = std::make_unique<Capture>(ours, all, std::move(input));
  }
  // A time-out that is too long for the clock never comes.
  bool bounded = spec.timeout > 0 && spec.timeout < 1e12;
  std::uint64_t until = bounded ? network_.now() + std::uint64_t(spec.timeout * 1e6) : UINT64_MAX;
  bool killed = false;
  auto kill = [&](ErrorCode why) {
    if (std::exchange(killed, true)) return;
    result.error = why;
    for (auto& [place, capture] : captures) capture->ended = true;
    process->signal(spec.killSignal);
  };
  auto open = [&] {
    for (auto& [place, capture] : captures)
      if (!capture->ended) return true;
    return false;
  };
  while (!waiter.ended || open()) {
    network_.deliver();
    if (spec.maxBuffer > 0 && all > spec.maxBuffer) kill(UV_ENOBUFS);
    if (waiter.ended && !open()) break;
    std::uint64_t next = network_.nextEvent();
    if (bounded && !killed && !waiter.ended && until <= next) {
      network_.advanceTo(until);
      kill(UV_ETIMEDOUT);
      continue;
    }
    if (next == UINT64_MAX) throw std::logic_error("a simulated program waits for a child that never ends");
    network_.advanceTo(next);
  }
  process->watch = nullptr;
  NODECPP_ASSERT(waiter.ended && !open());
  NODECPP_DEBUG_ASSERT(!network_.processOf(result.pid), result.pid);
  result.code = waiter.code;
  result.signal = waiter.signal;
  for (std::size_t i = 0; i < spec.child.stdio.size(); ++i) {
    auto found = captures.find(i);
    result.outputs.emplace_back(found == captures.end() ? String() : String(found->second->output));
    if (found != captures.end() && found->second->error && !result.error) result.error = found->second->error;
  }
}

// Connects a simulated program that runs as a child to its process, through which other programs see it.
void SimPort::joinProcess() {
  SimProcess& process = *program_.process;
  process.onRead = [this](int fd, std::string_view bytes) {
    if (fd != 0) return;
    program_.input += bytes;
    if (inputSink_) readStandardInput(inputSink_);
  };
  process.onEnd = [this](int fd) {
    if (fd != 0) return;
    inputEnded_ = true;
    if (inputSink_) readStandardInput(inputSink_);
  };
  process.onlyInput = true;
  inputEnded_ = !process.has(0);
  process.onSignal = [this](int number) { return raise(number), true; };
}

bool SimPort::killed() const { return program_.process && !program_.process->running(); }

void SimPort::processEnds(int code) {
  if (!program_.process) return;
  std::shared_ptr<SimProcess> process = std::exchange(program_.process, nullptr);
  process->onRead = nullptr;
  process->onEnd = nullptr;
  process->onSignal = nullptr;
  endedBy_ ? process->die(endedBy_) : process->exit(code);
}

// Opens the channel between the program and its own parent.
ErrorCode SimPort::openChannel(int fd, Connection** channel) {
  *channel = nullptr;
  SimSocket* socket = program_.process ? program_.process->take(fd) : nullptr;
  if (!socket) return UV_EBADF;
  connections_.push_back(std::make_unique<SimConnection>(*this, socket));
  socket->owner = connections_.back().get();
  *channel = connections_.back().get();
  return 0;
}

WriteResult SimPort::writeHandle(Connection* which, const Slice& bytes, PassedHandle handle) {
  SimConnection* channel = at(which);
  if (!channel->socket) return {0, UV_EBADF};
  if (!channel->sends.empty() || network_.options.completion) return {0, 0};
  return writeNow(channel, &bytes, 1, pass(handle));
}

void SimPort::receive(SimConnection* channel, SimPassed& passed) {
  NODECPP_ASSERT(channel->sink);
  PassedHandle handle;
  if (SimListenSocket* listening = std::exchange(passed.listener, nullptr)) {
    listeners_.push_back(std::make_unique<SimListener>(*this, nullptr));
    listeners_.back()->socket = listening;
    handle.listener = listeners_.back().get();
  } else if (SimSocket* socket = std::exchange(passed.socket, nullptr)) {
    connections_.push_back(std::make_unique<SimConnection>(*this, socket));
    socket->owner = connections_.back().get();
    handle.connection = connections_.back().get();
  } else if (passed.datagrams) {
    handle.datagrams = datagrams_.receive(std::move(passed.datagrams));
  }
  NODECPP_ASSERT(!passed.listener && !passed.socket && !passed.datagrams);
  if (handle) channel->sink->onHandle(handle);
}

}  // namespace nodecpp::os
