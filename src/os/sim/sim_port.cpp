#include "os/sim/sim_port.h"

#include <algorithm>
#include <csignal>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "os/sim/sim_child.h"
#include "os/sim/sim_connections.h"
#include "os/sim/sim_resolver.h"
#include "os/sim/time_units.h"

namespace nodecpp::os {

SimPort::SimPort(Network& network, SimProgram program, SimThread* thread, SimFiles* files)
    : Port{*this, *this, *this, files ? *files : files_, *this, *this, *this, *this, *this, *this, *this, tls_, machine_, datagrams_},
      network_(network),
      program_(std::move(program)),
      random_(network.random.next()),
      files_(network.disk, filesOf()),
      machine_(network, program_.pid),
      datagrams_(*this, network),
      thread_(thread) {
  network_.add(this);
  if (program_.process && !thread) joinProcess();
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
  datagrams_.end();
  ready_.clear();
  turn_.clear();
  children_.clear();
  jobs_.clear();
  computations_.clear();
  resolvers_.clear();
}

void SimPort::waitFor(int timeout) {
  std::uint64_t until = timeout < 0 ? UINT64_MAX : network_.now() + std::uint64_t(timeout) * millisecond;
  // The loop of a simulated thread gives control back to the world instead of waiting.
  if (thread_) return thread_->parkUntil(ready() ? network_.now() : until);
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

// One turn. Only the events that are ready at its beginning are pushed; events that the pushes cause wait for the next
// turn.
void SimPort::wait(int timeout) {
  network_.deliver();
  waitFor(timeout);
  woken();
  network_.stepped();
  wakePending_ = false;
  turn_.swap(ready_);
  while (!turn_.empty()) {
    Ready ready = turn_.front();
    turn_.pop_front();
    push(ready);
  }
  if (mail_->waiting()) mail_->deliver();
  tls_.pushWaiting();
  finishThreads();
  if (!anySocketClosed_) return;
  std::erase_if(connections_, [](const auto& connection) { return !connection->socket && !connection->queued; });
  erase_if(listeners_, [](const auto& listener) { return !listener->socket && !listener->queued; });
  // Connections and listeners that are still queued are freed in a later turn.
  anySocketClosed_ = !ready_.empty();
}

void SimPort::push(const Ready& ready) {
  NODECPP_ASSERT(ready.connection || ready.listener || ready.child || ready.job || ready.query || ready.watch ||
                 ready.datagrams || ready.input || ready.signal > 0);
  NODECPP_ASSERT(ready.signal >= 0 && std::size_t(ready.signal) < std::size(signals_), ready.signal);
  if (ready.connection) {
    NODECPP_ASSERT(ready.connection->queued);
    ready.connection->queued = false;
    serve(ready.connection);
  } else if (ready.listener) {
    NODECPP_ASSERT(ready.listener->queued);
    ready.listener->queued = false;
    accept(ready.listener);
  } else if (ready.datagrams) {
    datagrams_.serve(ready.datagrams);
  } else if (ready.child) {
    ended(ready.child);
  } else if (ready.job) {
    finish(ready.job);
  } else if (ready.query) {
    answer(ready.query);
  } else if (ready.watch) {
    if (ready.watch->sink) ready.watch->sink->onChange(ready.renamed, ready.name);
  } else if (ready.input) {
    NODECPP_ASSERT(inputQueued_);
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
    leave(128 + ready.signal, ready.signal);  // The signal was watched when it came, and is not watched any more.
  }
}

ErrorCode SimPort::watchPath(const std::string& path, PathSink* sink, PathWatch** made) {
  *made = nullptr;
  auto watch = std::make_unique<SimPathWatch>();
  if (int error = files_.watch(path, *watch)) return error;
  NODECPP_ASSERT(!watch->file.expired());
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
  // The object of the watch is kept, since pushes that are queued may still refer to it.
  auto* watch = static_cast<SimPathWatch*>(which);
  watch->sink = nullptr;
  std::erase(network_.disk.watches, watch);
}

void SimPort::submit(Job* job) { submit(job, network_.options.jobTime); }

void SimPort::submit(Job* job, std::uint64_t time) {
  begin(std::unique_ptr<Job>(job), network_.nextSequence(), time, false);
}

void SimPort::begin(std::unique_ptr<Job> job, std::uint64_t number, std::uint64_t time, bool computes) {
  NODECPP_ASSERT(job && !jobs_.contains(number), number);
  jobs_[number] = {std::move(job), computes};
  network_.post(time, [&network = network_, port = this, pid = program_.pid, number] {
    // The program may have ended, and another program's port may have the same address in memory.
    if (network.has(port) && port->program_.pid == pid) port->ready_.push_back({.job = number});
  });
}

void SimPort::finish(std::uint64_t number) {
  auto found = jobs_.find(number);
  if (found == jobs_.end()) return;
  auto [job, computes] = std::move(found->second);
  NODECPP_ASSERT(job || computes, number);
  jobs_.erase(found);
  if (computes) {
    NODECPP_ASSERT(computing_ > 0, number);
    --computing_;
    beginComputations();
  }
  if (!job) return;
  job->run();
  job->done();
}

ErrorCode SimPort::compute(Job* job, int priority) {
  NODECPP_ASSERT(job);
  if (computations_.size() >= network_.options.computationsWaiting) return UV_ENOBUFS;
  std::uint64_t number = network_.nextSequence();
  computations_[{-std::int64_t(priority), number}].reset(job);
  beginComputations();
  return 0;
}

// Starts waiting computations while processors are free.
void SimPort::beginComputations() {
  while (computing_ < network_.options.processors && !computations_.empty()) {
    auto first = computations_.begin();
    std::uint64_t number = first->first.second;
    std::unique_ptr<Job> job = std::move(first->second);
    NODECPP_ASSERT(job && !jobs_.contains(number), number);
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
  NODECPP_ASSERT(std::size_t(number) < std::size(signals_), number);
  signals_[number] = {push, context};
  return 0;
}

// Like a kernel, keeps at most one waiting signal of each number, and drops signals that the program does not watch and
// that are ignored by default.
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
    // The signal is delivered in an event of its own, never inside an operation of this program.
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
  NODECPP_ASSERT(code >= 0 && code < 256 && signal >= 0 && signal <= 64, code, signal);
  endedBy_ = signal;
  throw detail::ProgramExit{code};
}

void SimPort::exit(int code) { leave(code & 0xff, 0); }
void SimPort::abort() { leave(128 + SIGABRT, SIGABRT); }

}  // namespace nodecpp::os
