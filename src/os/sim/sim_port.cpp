#include "os/sim/sim_port.h"

#include <nodecpp/foreign.h>

#include <algorithm>
#include <csignal>
#include <cstring>

#include "os/sim/children.h"
#include "os/sim/connections.h"
#include "os/sim/names.h"
#include "os/sim/time_units.h"

namespace nodecpp::os {

namespace {
constexpr std::size_t readBytes = 64 * 1024;
}  // namespace

void SimConnection::queue() {
  if (std::exchange(queued, true)) return;
  port.ready_.push_back({.connection = this});
}

void SimListener::socketChanged() {
  if (std::exchange(queued, true)) return;
  port.ready_.push_back({.listener = this});
}

namespace {
SimConnection* at(Connection* connection) { return static_cast<SimConnection*>(connection); }
SimListener* at(Listener* listener) { return static_cast<SimListener*>(listener); }
}  // namespace

SimPort::SimPort(Network& network, SimProgram program, SimThread* thread, SimFiles* files)
    : Port{*this, *this, *this, files ? *files : files_, *this, *this, *this, *this, *this, *this, *this},
      network_(network),
      program_(std::move(program)),
      random_(network.random.next()),
      files_(network.disk, filesOf()),
      thread_(thread) {
  network_.add(this);
  if (program_.process) joinProcess();
}

SimFiles::Program SimPort::filesOf() {
  return {.directory = [this] { return std::string(program_.directory.data(), program_.directory.size()); },
          .umask = [this] { return unsigned(umask_); },
          .writeStandard = [this](int fd, const char* data,
                                  std::size_t size) { return writeStandard(fd, std::string_view(data, size)); },
          .random = [this] { return random_.next(); },
          .user = network_.options.privileged ? 0u : 1000u};
}

SimPort::~SimPort() {
  end();
  detail::Block::drop(block_);
}

void SimPort::end() {
  started_.clear();
  mail_->leave();
  network_.remove(this);
  for (auto& listener : listeners_)
    if (listener->socket) network_.close(std::exchange(listener->socket, nullptr), listener.get());
  for (auto& connection : connections_)
    if (connection->socket) std::exchange(connection->socket, nullptr)->close(connection.get());
  for (auto& watch : watches_) std::erase(network_.disk.watches, watch.get());
  ready_.clear();
  turn_.clear();
  children_.clear();
  jobs_.clear();
  computations_.clear();
  resolvers_.clear();
}

void SimPort::waitFor(int timeout) {
  std::uint64_t until = timeout < 0 ? UINT64_MAX : network_.now() + std::uint64_t(timeout) * millisecond;
  // Another thread's loop gives the world back what it has of it.
  if (thread_) return thread_->park(ready() ? network_.now() : until);
  if (timeout == 0) return;
  while (!ready()) {
    if (network_.runThreads()) continue;
    std::uint64_t next = std::min({network_.nextEvent(), network_.nextThread(), until});
    if (next == UINT64_MAX) throw std::logic_error("a simulated program waits for what cannot happen");
    network_.advanceTo(next);
    network_.deliver();
    if (next == until) break;
  }
}

void SimPort::wait(int timeout) {
  network_.deliver();
  waitFor(timeout);
  woken();
  network_.stepped();
  woken_ = false;
  turn_.swap(ready_);
  while (!turn_.empty()) {
    Ready ready = turn_.front();
    turn_.pop_front();
    push(ready);
  }
  if (mail_->waiting()) mail_->deliver();
  finishThreads();
  if (!someClosed_) return;
  std::erase_if(connections_, [](const auto& connection) { return !connection->socket && !connection->queued; });
  std::erase_if(listeners_, [](const auto& listener) { return !listener->socket && !listener->queued; });
  // Those that are queued go in the next turn.
  someClosed_ = !ready_.empty();
}

void SimPort::push(const Ready& ready) {
  if (ready.connection) {
    ready.connection->queued = false;
    serve(ready.connection);
  } else if (ready.listener) {
    ready.listener->queued = false;
    accept(ready.listener);
  } else if (ready.child) {
    ended(ready.child);
  } else if (ready.job) {
    finish(ready.job);
  } else if (ready.query) {
    answer(ready.query);
  } else if (ready.watch) {
    if (ready.watch->sink) ready.watch->sink->onChange(ready.renamed, ready.name);
  } else if (ready.input) {
    inputQueued_ = false;
    InputSink* sink = inputSink_;
    if (!sink) return;
    std::string input = std::exchange(program_.input, std::string());
    if (input.empty()) {
      if (!inputEnded_) return;
      inputSink_ = nullptr;
      return sink->onInputEnd(0);
    }
    sink->onInput(input.data(), input.size());
    readStandardInput(inputSink_);
  } else if (SignalWatch watch = signals_[ready.signal]; watch.push) {
    watch.push(watch.context, ready.signal);
  } else {
    leave(128 + ready.signal, ready.signal);  // caught when it came, and no longer
  }
}

void SimPort::serve(SimConnection* connection) {
  if (!connection->socket) return;
  if (connection->connecting) {
    if (!connection->socket->attempted()) return;
    connection->connecting = false;
    connected(*connection->socket);
    connection->sink->onConnect(connection->socket->connectError());
  }
  if (connection->socket && connection->reading && connection->socket->readable()) read(connection);
  if (connection->socket && !connection->sends.empty() && connection->socket->writable()) sendOn(connection);
}

namespace {

// What the program or the back end has let go of: a use of it after that is seen.
void poison(char* data, std::size_t size) { std::memset(data, 0xdb, size); }

// Memory of a completing back end's own, which it is given back with the last reference.
struct OwnMemory {
  std::unique_ptr<char[]> bytes{new char[readBytes]};
  static void gone(void* keeper) noexcept {
    auto* memory = static_cast<OwnMemory*>(keeper);
    poison(memory->bytes.get(), readBytes);
    delete memory;
  }
};

}  // namespace

// Memory for one read, in `block_`.
char* SimPort::readInto() {
  if (network_.options.completion) {
    detail::Block::drop(block_);
    auto* memory = new OwnMemory;
    block_ = detail::ForeignBlock::make(OwnMemory::gone, memory);
    return memory->bytes.get();
  }
  if (!block_ || block_->refs != 1) {
    detail::Block::drop(block_);
    block_ = detail::Block::make(readBytes);
  }
  return block_->bytes();
}

void SimPort::read(SimConnection* connection) {
  SimSocket* socket = connection->socket;
  std::size_t most = readBytes;
  if (std::size_t available = socket->available(); available > 0 && network_.options.cut)
    most = std::clamp<std::size_t>(network_.options.cut(socket->id, socket->bytesRead(), available), 1, readBytes);
  char* to = readInto();
  std::ptrdiff_t got = socket->read(to, most);
  if (got == UV_EAGAIN) return;
  if (got <= 0) {
    connection->reading = false;
    connection->over = true;
    return got == 0 ? connection->sink->onEnd() : connection->sink->onReadError(ErrorCode(got));
  }
  if (std::shared_ptr<SimPassed> passed = socket->takePassed()) receive(connection, *passed);
  if (!connection->socket) return;
  connection->sink->onRead(block_, to, std::size_t(got));
  if (!connection->socket || !connection->reading) return;
  // Others first; and an end comes in the turn behind the last bytes, as on Linux.
  if (socket->available() > 0 || socket->hangup()) connection->queue();
}

void SimPort::accept(SimListener* listener) {
  while (listener->socket) {
    SimSocket* socket = network_.accept(listener->socket);
    if (!socket) return;
    connections_.push_back(std::make_unique<SimConnection>(*this, socket));
    SimConnection* connection = connections_.back().get();
    socket->owner = connection;
    listener->sink->onConnection(connection);
  }
}

ErrorCode SimPort::listen(const ListenSpec& spec, ListenerSink* sink, Listener** made) {
  *made = nullptr;
  if (spec.received) {
    SimListener* listener = at(spec.received);
    listener->sink = sink;
    *made = listener;
    if (!sink) return 0;
    listener->socket->owners.push_back(listener);
    if (!listener->socket->waiting.empty()) listener->socketChanged();
    return 0;
  }
  auto listener = std::make_unique<SimListener>(*this, sink);
  if (ErrorCode error = network_.listen(spec, sink ? listener.get() : nullptr, &listener->socket)) return error;
  *made = listener.get();
  listeners_.push_back(std::move(listener));
  return 0;
}

Address SimPort::address(Listener* listener) {
  return at(listener)->socket ? at(listener)->socket->address : Address();
}

void SimPort::close(Listener* listener) {
  someClosed_ = true;
  if (at(listener)->socket) network_.close(std::exchange(at(listener)->socket, nullptr), at(listener));
}

ErrorCode SimPort::connect(const ConnectSpec& spec, ConnectionSink* sink, Connection** made) {
  *made = nullptr;
  auto connection = std::make_unique<SimConnection>(*this, nullptr);
  if (ErrorCode error = network_.connect(spec, connection.get(), &connection->socket)) return error;
  connection->sink = sink;
  connection->connecting = true;
  *made = connection.get();
  connections_.push_back(std::move(connection));
  return 0;
}

void SimPort::setSink(Connection* connection, ConnectionSink* sink) { at(connection)->sink = sink; }

void SimPort::startReading(Connection* connection) {
  if (at(connection)->over) return;
  at(connection)->reading = true;
  if (at(connection)->socket && at(connection)->socket->readable()) at(connection)->queue();
}

void SimPort::stopReading(Connection* connection) { at(connection)->reading = false; }

WriteResult SimPort::write(Connection* which, const Slice* slices, std::size_t count) {
  SimConnection* connection = at(which);
  if (!connection->socket) return {0, UV_EBADF};
  if (connection->connecting || !connection->sends.empty() || network_.options.completion) return {0, 0};
  return writeNow(connection, slices, count, nullptr);
}

WriteResult SimPort::writeNow(SimConnection* connection, const Slice* slices, std::size_t count,
                              std::shared_ptr<SimPassed> passed) {
  SimSocket* socket = connection->socket;
  std::uint64_t before = socket->writes();
  bool apart = passed != nullptr;
  WriteResult result = socket->write(slices, count, apart, std::move(passed));
  if (socket->writes() != before) ++writes_;
  return result;
}

std::shared_ptr<SimPassed> SimPort::pass(PassedHandle handle) {
  if (handle.listener) return network_.pass(at(handle.listener)->socket);
  return handle.connection ? network_.pass(at(handle.connection)->socket) : nullptr;
}

void SimPort::send(Connection* which, std::vector<Buffer>&& slices, PassedHandle handle) {
  SimConnection* connection = at(which);
  if (!connection->socket) return;
  connection->sends.push_back({.slices = std::move(slices), .passed = pass(handle)});
  if (connection->socket->writable()) connection->queue();
}

std::size_t SimPort::unsent(Connection* which) {
  std::size_t bytes = 0;
  for (const SimConnection::Send& send : at(which)->sends) {
    for (std::size_t i = send.first; i < send.slices.size(); ++i) bytes += send.slices[i].size();
    bytes -= send.begun;
  }
  return bytes;
}

// Offers the socket the first send that is under way.
ErrorCode SimPort::offer(SimConnection* connection) {
  SimConnection::Send& send = connection->sends.front();
  std::vector<Slice> slices;
  for (std::size_t i = send.first; i < send.slices.size(); ++i) {
    std::size_t begin = i == send.first ? send.begun : 0;
    slices.push_back({send.slices[i].bytes() + begin, send.slices[i].size() - begin});
  }
  WriteResult result = writeNow(connection, slices.data(), slices.size(), send.passed);
  if (result.sent > 0) send.passed = nullptr;
  for (std::size_t left = result.sent; left > 0;) {
    Buffer& slice = send.slices[send.first];
    std::size_t now = std::min(left, slice.size() - send.begun);
    left -= now;
    send.begun += now;
    if (send.begun < slice.size()) break;
    if (network_.options.completion && !slice.isShared()) poison(slice.bytes(), slice.size());
    slice = Buffer();
    ++send.first;
    send.begun = 0;
  }
  return result.error;
}

void SimPort::sendOn(SimConnection* connection) {
  while (connection->socket && !connection->sends.empty()) {
    ErrorCode error = offer(connection);
    if (error) {
      // What is behind a send that failed fails with it.
      std::size_t failed = std::exchange(connection->sends, {}).size();
      for (; failed > 0 && connection->socket; --failed) connection->sink->onSent(error);
      return;
    }
    const SimConnection::Send& first = connection->sends.front();
    if (first.first < first.slices.size()) return;  // the socket tells of room
    connection->sends.pop_front();
    connection->sink->onSent(0);
  }
}

ErrorCode SimPort::shutdown(Connection* connection) {
  return at(connection)->socket ? at(connection)->socket->shutdown() : UV_EBADF;
}

void SimPort::close(Connection* connection) {
  someClosed_ = true;
  if (!at(connection)->socket) return;
  // What is still held goes as far as there is room for it.
  auto& sends = at(connection)->sends;
  while (!sends.empty() && at(connection)->socket->connected() && offer(at(connection)) == 0 &&
         sends.front().first == sends.front().slices.size())
    sends.pop_front();
  sends.clear();
  std::exchange(at(connection)->socket, nullptr)->close(at(connection));
}

ErrorCode SimPort::reset(Connection* connection) {
  someClosed_ = true;
  at(connection)->sends.clear();
  if (at(connection)->socket) std::exchange(at(connection)->socket, nullptr)->reset(at(connection));
  return 0;
}

Address SimPort::localAddress(Connection* connection) {
  return at(connection)->socket ? at(connection)->socket->local : Address();
}

Address SimPort::remoteAddress(Connection* connection) {
  SimSocket* socket = at(connection)->socket;
  return socket && socket->connected() ? socket->remote : Address();
}

ErrorCode SimPort::watchPath(const std::string& path, PathSink* sink, PathWatch** made) {
  *made = nullptr;
  auto watch = std::make_unique<SimPathWatch>();
  if (int error = files_.watch(path, *watch)) return error;
  watch->sink = sink;
  watch->push = [this, own = watch.get()](bool renamed, const std::string& name) {
    ready_.push_back({.watch = own, .renamed = renamed, .name = name});
  };
  network_.disk.watches.push_back(watch.get());
  *made = watch.get();
  watches_.push_back(std::move(watch));
  return 0;
}

void SimPort::unwatch(PathWatch* which) {
  // Kept, since pushes may name it still.
  auto* watch = static_cast<SimPathWatch*>(which);
  watch->sink = nullptr;
  std::erase(network_.disk.watches, watch);
}

void SimPort::submit(Job* job) { submit(job, network_.options.jobTime); }

void SimPort::submit(Job* job, std::uint64_t time) {
  begin(std::unique_ptr<Job>(job), network_.nextSequence(), time, false);
}

void SimPort::begin(std::unique_ptr<Job> job, std::uint64_t number, std::uint64_t time, bool computes) {
  jobs_[number] = {std::move(job), computes};
  network_.post(time, [&network = network_, port = this, pid = program_.pid, number] {
    // The program may have ended, and another be where it was.
    if (network.has(port) && port->program_.pid == pid) port->ready_.push_back({.job = number});
  });
}

void SimPort::finish(std::uint64_t number) {
  auto found = jobs_.find(number);
  if (found == jobs_.end()) return;
  auto [job, computes] = std::move(found->second);
  jobs_.erase(found);
  if (computes) {
    --computing_;
    beginComputations();
  }
  if (!job) return;
  job->run();
  job->done();
}

ErrorCode SimPort::compute(Job* job, int priority) {
  if (computations_.size() >= network_.options.computationsWaiting) return UV_ENOBUFS;
  std::uint64_t number = network_.nextSequence();
  computations_[{-std::int64_t(priority), number}].reset(job);
  beginComputations();
  return 0;
}

void SimPort::beginComputations() {
  while (computing_ < network_.options.processors && !computations_.empty()) {
    auto first = computations_.begin();
    std::uint64_t number = first->first.second;
    std::unique_ptr<Job> job = std::move(first->second);
    computations_.erase(first);
    ++computing_;
    begin(std::move(job), number, computationTime(), true);
  }
}

void SimPort::forget(Job* job) {
  if (std::erase_if(computations_, [&](const auto& waiting) { return waiting.second.get() == job; })) return;
  for (auto& [number, running] : jobs_)
    if (running.job.get() == job) return running.job.reset();
}

void SimPort::lookup(const LookupSpec& spec, LookupDone done, void* context) {
  struct LookupJob final : Job {
    LookupJob(Network& n, const LookupSpec& s, LookupDone d, void* c) : network(n), spec(s), report(d), context(c) {}
    void run() override { error = network.lookup(spec, found); }
    void done() override { report(context, error, std::move(found)); }
    Network& network;
    LookupSpec spec;
    LookupDone report;
    void* context;
    ErrorCode error = 0;
    std::vector<Address> found;
  };
  submit(new LookupJob(network_, spec, done, context));
}

ErrorCode SimPort::watchSignal(int number, SignalPush push, void* context) {
  if (number < 1 || number > 64 || (push && (number == SIGKILL || number == SIGSTOP))) return UV_EINVAL;
  signals_[number] = {push, context};
  return 0;
}

void SimPort::raise(int number) {
  if (number < 1 || number > 64) return;
  bool ignored = number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT || number == SIGPIPE;
  if (!signals_[number].push && ignored) return;
  bool waiting = std::ranges::any_of(ready_, [&](const Ready& ready) { return ready.signal == number; });
  if (!waiting) ready_.push_back({.signal = number});
}

ErrorCode SimPort::kill(int pid, int number) {
  if (number < 0 || number > 64) return UV_EINVAL;
  if (SimProcess* process = network_.processOf(pid); process && pid != program_.pid) {
    // Later, as the process is told: never in the middle of what this one does.
    network_.post(0, [process = process->shared_from_this(), number] { process->signal(number); });
    return 0;
  }
  SimPort* target = network_.portOf(pid);
  if (!target) return UV_ESRCH;
  if (number == 0) return 0;
  if (target == this && !signals_[number].push && number != SIGCHLD && number != SIGURG && number != SIGWINCH &&
      number != SIGCONT && number != SIGPIPE)
    leave(128 + number, number);
  target->raise(number);
  return 0;
}

void SimPort::random(char* to, std::size_t size) {
  for (std::size_t i = 0; i < size; i += 8) {
    std::uint64_t number = random_.next();
    for (std::size_t j = i; j < std::min(size, i + 8); ++j, number >>= 8) to[j] = char(number);
  }
}

void SimPort::setEnvironment(StringArg name, const String* value) {
  auto& all = program_.environment;
  auto found = std::ranges::find_if(all, [&](const auto& entry) { return StringArg(entry.first) == name; });
  if (!value) {
    if (found != all.end()) all.erase(found);
  } else if (found != all.end()) {
    found->second = *value;
  } else {
    all.emplace_back(name.toString(), *value);
  }
}

ErrorCode SimPort::changeDirectory(StringArg path) {
  return disk().enter(std::string(path.data(), path.size()), program_.directory);
}

void SimPort::cpuUsage(double& user, double& system) { user = system = 0; }

int SimPort::umask(int mask) { return mask < 0 ? umask_ : std::exchange(umask_, mask); }

ErrorCode SimPort::writeStandard(int fd, StringArg bytes) {
  if (fd != 1 && fd != 2) return UV_EBADF;
  if (fd == 1 && outputError_) return -outputError_;
  if (shown_) return shown_->process.writeStandard(fd, bytes);
  (fd == 2 ? standardError_ : standardOutput_).append(bytes.data(), bytes.size());
  if (program_.process) program_.process->write(fd, std::string_view(bytes.data(), bytes.size()));
  return 0;
}

void SimPort::readStandardInput(InputSink* sink) {
  inputSink_ = sink;
  if (sink && !std::exchange(inputQueued_, true)) ready_.push_back({.input = true});
}

void SimPort::leave(int code, int signal) {
  endedBy_ = signal;
  throw detail::ProgramExit{code};
}

void SimPort::exit(int code) { leave(code & 0xff, 0); }
void SimPort::abort() { leave(128 + SIGABRT, SIGABRT); }

}  // namespace nodecpp::os
