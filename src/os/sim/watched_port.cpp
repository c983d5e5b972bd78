#include "os/sim/watched_port.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "os/sim/sim_connections.h"
#include "os/sim/time_units.h"

namespace nodecpp::os {

namespace {

constexpr std::uint64_t measuredTurns = 64;  // The number of turns between two measurements of the heap.

SimSocket* socketOf(Connection* connection) { return static_cast<SimConnection*>(connection)->socket; }

std::string text(const Address& address) {
  std::string host(address.host.data(), address.host.size());
  return address.family == Address::Family::unix ? host : host + ":" + std::to_string(address.port);
}

std::string_view view(const String& string) { return {string.data(), string.size()}; }

}  // namespace

WatchedPort::WatchedPort(Network& network, SimProgram program, SimThread* thread)
    : SimPort(network, std::move(program), thread, &watchedFiles_), watchedFiles_(network.disk, filesOf(), *this) {}

Digest& WatchedPort::note(Operation operation, bool mayThrow) {
  digest_.begin(operation, network_.now());
  NODECPP_ASSERT(digest_.operations() > turnOperations_, digest_.operations(), turnOperations_);
  if (mayThrow && digest_.operations() - turnOperations_ > network_.options.bounds.operations) {
    network_.report(Finding::Kind::endlessRetry, "more than " + std::to_string(network_.options.bounds.operations) +
                                                     " operations in one turn of " + program_.name);
    leave(1, 0);
  }
  return digest_;
}

Digest& WatchedPort::note(Operation operation, Connection* connection, const char* name) {
  SimSocket* socket = socketOf(connection);
  if (!socket && name)
    network_.report(Finding::Kind::useAfterClose,
                    program_.name + ": " + name + " of a connection that has been closed");
  Digest& digest = note(operation);
  digest.add(socket ? socket->id : 0);
  return digest;
}

void WatchedPort::outcome(const char* what, const std::string& name, int error) {
  if (!failures_.outcome(std::string(what) + " " + name, std::min(error, 0), network_.options.bounds.failures)) return;
  network_.report(Finding::Kind::endlessRetry, program_.name + ": " + what + " " + name + " has failed " +
                                                   std::to_string(network_.options.bounds.failures) +
                                                   " times in a row, with error " + std::to_string(error));
}

void WatchedPort::wait(int timeout) {
  ++turns_;
  turnOperations_ = digest_.operations();
  if (network_.faulty()) {
    network_.drawClocks();
    network_.deliver();
    if (network_.strikes(Fault::reordering)) shuffle();
  }
  // A program that waits moves the clock. A program that turns again and again without waiting and without getting
  // events waits for something that cannot come.
  NODECPP_ASSERT(network_.now() >= turnTime_, network_.now(), turnTime_);
  if (!ready_.empty() || network_.now() - turnTime_ >= millisecond) idleTurns_ = 0;
  turnTime_ = network_.now();
  if (++idleTurns_ > network_.options.bounds.idleTurns) {
    network_.report(Finding::Kind::endlessRetry, program_.name + " has turned " + std::to_string(idleTurns_) +
                                                     " times without waiting, and nothing came in");
  }
  if (turns_ % measuredTurns == 1) measure();
  SimPort::wait(timeout);
}

// Changes the order of this turn's events. Events of one connection and changes of one path keep their order.
void WatchedPort::shuffle() {
  std::vector<std::size_t> free;
  for (std::size_t i = 0; i < ready_.size(); ++i)
    if (ready_[i].connection || ready_[i].listener || ready_[i].job || ready_[i].query) free.push_back(i);
  for (std::size_t i = free.size(); i > 1; --i)
    std::swap(ready_[free[i - 1]], ready_[free[std::size_t(network_.chance(Fault::reordering).below(i))]]);
}

void WatchedPort::measure() {
  std::uint64_t now = heapInUse();
  // Files of the simulated disk are not counted. A file that grows may have allocated twice the memory that it needs.
  now -= std::min(now, 2 * network_.disk.used);
  if (heapBefore_ == 0) heapBefore_ = now;
  if (now > heapBefore_ + network_.options.bounds.memory) {
    network_.report(Finding::Kind::unboundedQueue, "the heap has grown by more than " +
                                                       std::to_string(network_.options.bounds.memory) +
                                                       " bytes since " + program_.name + " began");
  }
}

void WatchedPort::connected(const SimSocket& socket) {
  outcome("connect", text(socket.remote), socket.connectError());
  note(Operation::connect).add(std::uint64_t(socket.connectError()));
}

void WatchedPort::random(char* to, std::size_t size) {
  note(Operation::random).add(size);
  SimPort::random(to, size);
}

ErrorCode WatchedPort::listen(const ListenSpec& spec, ListenerSink* sink, Listener** made) {
  ErrorCode error = SimPort::listen(spec, sink, made);
  NODECPP_ASSERT(error <= 0 && (error == 0) == (*made != nullptr), error);
  Digest& digest = note(Operation::listen, true);
  digest.add(text(spec.address));
  digest.add(std::uint64_t(error));
  outcome("listen", text(spec.address), error);
  return error;
}

void WatchedPort::close(Listener* listener) {
  note(Operation::closeListener).add(std::uint64_t(SimPort::address(listener).port));
  SimPort::close(listener);
}

ErrorCode WatchedPort::connect(const ConnectSpec& spec, ConnectionSink* sink, Connection** made) {
  ErrorCode error = SimPort::connect(spec, sink, made);
  NODECPP_ASSERT(error <= 0 && (error == 0) == (*made != nullptr), error);
  Digest& digest = note(Operation::connect, true);
  digest.add(text(spec.address));
  digest.add(error ? std::uint64_t(error) : socketOf(*made)->id);
  if (error) outcome("connect", text(spec.address), error);
  return error;
}

void WatchedPort::datagramSent(const Address& to, std::string_view bytes, ErrorCode error) {
  Digest& digest = note(Operation::datagram, true);
  digest.add(text(to));
  digest.add(bytes);
  digest.add(std::uint64_t(error));
}

void WatchedPort::startReading(Connection* connection) {
  note(Operation::startReading, connection, "startReading");
  SimPort::startReading(connection);
}
void WatchedPort::stopReading(Connection* connection) {
  note(Operation::stopReading, connection);
  SimPort::stopReading(connection);
}

WriteResult WatchedPort::write(Connection* connection, const Slice* slices, std::size_t count) {
  Digest& digest = note(Operation::write, connection, "write");
  for (std::size_t i = 0; i < count; ++i) digest.add(std::string_view(slices[i].data, slices[i].size));
  WriteResult result = SimPort::write(connection, slices, count);
  NODECPP_ASSERT(result.sent == 0 || result.error == 0, result.sent, result.error);
  digest.add(result.sent);
  digest.add(std::uint64_t(result.error));
  return result;
}

void WatchedPort::send(Connection* connection, std::vector<Buffer>&& slices, PassedHandle handle) {
  Digest& digest = note(Operation::send, connection, "send");
  for (const Buffer& slice : slices) digest.add(std::string_view(slice.bytes(), slice.size()));
  SimPort::send(connection, std::move(slices), handle);
}
WriteResult WatchedPort::writeFile(Connection* connection, const FilePart& part) {
  note(Operation::write, connection, "writeFile").add(part.size);
  const WriteResult result = SimPort::writeFile(connection, part);
  digest().add(result.sent);
  digest().add(std::uint64_t(result.error));
  return result;
}
void WatchedPort::sendFile(Connection* connection, const FilePart& part) {
  note(Operation::send, connection, "sendFile").add(part.size);
  SimPort::sendFile(connection, part);
}
ErrorCode WatchedPort::shutdown(Connection* connection) {
  note(Operation::shutdown, connection, "shutdown");
  return SimPort::shutdown(connection);
}
void WatchedPort::close(Connection* connection) {
  note(Operation::close, connection, "close");
  SimPort::close(connection);
}
ErrorCode WatchedPort::reset(Connection* connection) {
  note(Operation::reset, connection, "reset");
  return SimPort::reset(connection);
}
ErrorCode WatchedPort::setNoDelay(Connection* connection, bool on) {
  note(Operation::option, connection).add(on);
  return SimPort::setNoDelay(connection, on);
}
ErrorCode WatchedPort::setKeepAlive(Connection* connection, bool on, int seconds) {
  note(Operation::option, connection).add(on ? std::uint64_t(seconds) + 2 : 2);
  return SimPort::setKeepAlive(connection, on, seconds);
}

ErrorCode WatchedPort::watchPath(const std::string& path, PathSink* sink, PathWatch** watch) {
  note(Operation::watchPath).add(path);
  return SimPort::watchPath(path, sink, watch);
}
void WatchedPort::unwatch(PathWatch* watch) {
  note(Operation::unwatch);
  SimPort::unwatch(watch);
}

void WatchedPort::submit(Job* job) {
  note(Operation::submit);
  std::uint64_t time = network_.options.jobTime + std::exchange(slowName_, 0);
  if (network_.faulty()) {
    time += network_.drawTime(Fault::slowJobs);
    // The job goes to the thread that is free first, and begins when that thread has finished its earlier jobs.
    std::uint64_t& thread = *std::ranges::min_element(threads_);
    thread = std::max(thread, network_.now()) + time;
    NODECPP_ASSERT(thread >= network_.now(), thread);
    time = thread - network_.now();
  }
  SimPort::submit(job, time);
  if (jobs_.size() > network_.options.bounds.jobs) {
    network_.report(Finding::Kind::unboundedQueue,
                    program_.name + ": " + std::to_string(jobs_.size()) + " jobs wait for the pool");
  }
}

ErrorCode WatchedPort::compute(Job* job, int priority) {
  note(Operation::submit).add(std::uint64_t(priority));
  ErrorCode error = SimPort::compute(job, priority);
  NODECPP_ASSERT(error <= 0, error);
  digest_.add(std::uint64_t(error));
  return error;
}
std::uint64_t WatchedPort::computationTime() {
  return SimPort::computationTime() + (network_.drawTime(Fault::slowJobs));
}
void WatchedPort::forget(Job* job) {
  note(Operation::forget);
  SimPort::forget(job);
}

void WatchedPort::lookup(const LookupSpec& spec, LookupDone done, void* context) {
  struct Seen {
    WatchedPort& port;
    std::string name;
    LookupDone done;
    void* context;
    static void told(void* self, ErrorCode error, std::vector<Address> addresses) {
      std::unique_ptr<Seen> seen(static_cast<Seen*>(self));
      seen->port.outcome("lookup of", seen->name, error);
      seen->done(seen->context, error, std::move(addresses));
    }
  };
  note(Operation::lookup, true).add(view(spec.host));
  slowName_ = network_.drawTime(Fault::slowNames);
  SimPort::lookup(spec, Seen::told, new Seen{*this, std::string(view(spec.host)), done, context});
}

void WatchedPort::lookupService(const Address& address, ServiceDone done, void* context) {
  note(Operation::lookupService).add(text(address));
  slowName_ = network_.drawTime(Fault::slowNames);
  SimPort::lookupService(address, done, context);
}

Resolver* WatchedPort::openResolver(const ResolverSpec& spec) {
  note(Operation::openResolver);
  return SimPort::openResolver(spec);
}
void WatchedPort::close(Resolver* resolver) {
  note(Operation::closeResolver);
  SimPort::close(resolver);
}
bool WatchedPort::setNameServers(Resolver* resolver, const std::vector<Address>& servers) {
  Digest& digest = note(Operation::nameServers);
  for (const Address& server : servers) digest.add(text(server));
  return SimPort::setNameServers(resolver, servers);
}

void WatchedPort::ask(Resolver* resolver, const Question& question, Query* query) {
  Digest& digest = note(Operation::ask, true);
  digest.add(question.name);
  digest.add(question.type);
  SimPort::ask(resolver, question, query);
}
void WatchedPort::asked(const Question& question, QueryError error) {
  std::string name;
  readName(question.name, name);
  outcome("query of", name, -int(error));
}
void WatchedPort::forget(Resolver* resolver, Query* query) {
  note(Operation::forget);
  SimPort::forget(resolver, query);
}
void WatchedPort::cancelAll(Resolver* resolver) {
  note(Operation::cancelAll);
  SimPort::cancelAll(resolver);
}

Mailbox* WatchedPort::openMailbox(MailAddress queue, MailboxSink* sink) {
  note(Operation::openMailbox);
  return SimPort::openMailbox(std::move(queue), sink);
}
bool WatchedPort::post(const MailAddress& to, Message&& message) {
  posts(message);
  bool accepted = SimPort::post(to, std::move(message));
  digest_.add(accepted);
  return accepted;
}
void WatchedPort::post(MailHub& to, const Message& message, const MailQueue* except) {
  posts(message);
  SimPort::post(to, message, except);
}
void WatchedPort::posts(const Message& message) {
  Digest& digest = note(Operation::post, true);
  digest.add(message.bytes);
  for (const Buffer& buffer : message.buffers) digest.add(std::string_view(buffer.bytes(), buffer.size()));
  digest.add(message.addresses.size());
}
ErrorCode WatchedPort::startThread(ThreadSpec&& spec, ThreadSink* sink, Thread** thread) {
  Digest& digest = note(Operation::startThread, true);
  digest.add(spec.name);
  ErrorCode error = SimPort::startThread(std::move(spec), sink, thread);
  NODECPP_ASSERT((error == 0) == (*thread != nullptr), error);
  digest.add(std::uint64_t(error));
  outcome("start of", "a thread", error);
  return error;
}
std::unique_ptr<SimPort> WatchedPort::portFor(SimThread& thread) {
  return std::make_unique<WatchedPort>(network_, program_, &thread);
}
// The digest of the thread's port becomes a part of this program's digest.
void WatchedPort::threadEnded(SimPort* port, int code) {
  Digest& digest = note(Operation::threadEnded);
  digest.add(std::uint64_t(code));
  if (port) digest.add(static_cast<WatchedPort*>(port)->digest_.sum());
}

ErrorCode WatchedPort::watchSignal(int number, SignalPush push, void* context) {
  note(Operation::watchSignal).add(std::uint64_t(push ? number : -number));
  return SimPort::watchSignal(number, push, context);
}
ErrorCode WatchedPort::kill(int pid, int number) {
  note(Operation::kill).add(std::uint64_t(number));
  return SimPort::kill(pid, number);
}

ErrorCode WatchedPort::spawn(SpawnSpec& spec, ChildSink* sink, Child** child, int* pid) {
  ErrorCode error = SimPort::spawn(spec, sink, child, pid);
  NODECPP_ASSERT((error == 0) == (*child != nullptr && *pid > 0), error, *pid);
  Digest& digest = note(Operation::child, true);
  for (const String& argument : spec.arguments) digest.add(std::string_view(argument.data(), argument.size()));
  digest.add(std::uint64_t(error));
  outcome("spawn", {spec.file.data(), spec.file.size()}, error);
  return error;
}
void WatchedPort::run(const RunSpec& spec, RunResult& result) {
  SimPort::run(spec, result);
  Digest& digest = note(Operation::child, true);
  for (const String& output : result.outputs) digest.add(std::string_view(output.data(), output.size()));
  digest.add(std::uint64_t(result.error));
  digest.add(std::uint64_t(result.code));
  digest.add(std::uint64_t(result.signal));
  outcome("spawnSync", {spec.child.file.data(), spec.child.file.size()}, result.error);
}
WriteResult WatchedPort::writeHandle(Connection* channel, const Slice& bytes, PassedHandle handle) {
  note(Operation::write, channel, "write").add(std::string_view(bytes.data, bytes.size));
  return SimPort::writeHandle(channel, bytes, handle);
}

void WatchedPort::setEnvironment(StringArg name, const String* value) {
  Digest& digest = note(Operation::setEnvironment);
  digest.add(std::string_view(name.data(), name.size()));
  if (value) digest.add(view(*value));
  SimPort::setEnvironment(name, value);
}
ErrorCode WatchedPort::changeDirectory(StringArg path) {
  note(Operation::changeDirectory).add(std::string_view(path.data(), path.size()));
  return SimPort::changeDirectory(path);
}

ErrorCode WatchedPort::writeStandard(int fd, StringArg bytes) {
  Digest& digest = note(Operation::standard, true);
  digest.add(std::uint64_t(fd));
  digest.add(std::string_view(bytes.data(), bytes.size()));
  return SimPort::writeStandard(fd, bytes);
}
void WatchedPort::readStandardInput(InputSink* sink) {
  note(Operation::input);
  SimPort::readStandardInput(sink);
}
void WatchedPort::exit(int code) {
  note(Operation::exit).add(std::uint64_t(code));
  SimPort::exit(code);
}

}  // namespace nodecpp::os
