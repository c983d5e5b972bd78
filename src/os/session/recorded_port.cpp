#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "os/session/recorded_port.h"

#include "os/session/recorded_objects.h"
#include "os/trace/record_description.h"

namespace nodecpp::os {

using record::Kind;

namespace {

record::ChaChaRandom::Seed seedOf(const replay::Start& start) {
  record::ChaChaRandom::Seed seed{};
  std::memcpy(seed.data(), start.seed.data(), std::min(seed.size(), start.seed.size()));
  return seed;
}

// The progress of the run, for tools/gdb/nodecpp.py. A null pointer means that there is no such value.
struct DebuggerRun {
  std::uint64_t version = 1;
  const std::uint64_t* turn = nullptr;
  const std::uint64_t* requests = nullptr;
  // The number of operations; like the pointers below it is set in a replay only.
  const std::uint64_t* operations = nullptr;
  std::uint64_t* untilTurn = nullptr;
  std::uint64_t* untilRequest = nullptr;
};

}  // namespace

extern "C" {
[[gnu::used, gnu::retain]] DebuggerRun nodecpp_debugger_run;
}

namespace {

// Whether the recorded run was told to record private keys. A replay finds it among the recorded options.
bool hasPrivateKeys(const replay::Start& start) {
  return std::ranges::find(start.options, "--nodecpp-record-private-keys") != start.options.end();
}

}  // namespace

RecordedPort::RecordedPort(Port& inner, record::LogWriter& log, const replay::Start& start, bool main)
    : Port{*this, *this, *this, files_, *this, *this, *this, *this, *this, *this, *this, tls_, machine_, datagrams_},
      inner_(&inner),
      log_(&log),
      random_(seedOf(start)),
      time_(start.time),
      wall_(start.wall),
      main_(main) {
  variableRules.keys = hasPrivateKeys(start);
  noteKeysIn(start);
  log.append(Kind::start, start);
  log.clock = &time_;
  log.clockBegan = start.time;
  inner.turns.onWake([](void* self) { static_cast<RecordedPort*>(self)->onWakeUp(); }, this);
  if (main) nodecpp_debugger_run = {.turn = &log.turn, .requests = &marks_};
}

RecordedPort::RecordedPort(replay::Replayer& replayer)
    : Port{*this, *this, *this, files_, *this, *this, *this, *this, *this, *this, *this, tls_, machine_, datagrams_},
      replayer_(&replayer),
      random_(seedOf(replayer.start())),
      time_(replayer.start().time),
      wall_(replayer.start().wall) {
  variableRules.redacted = replayer.start().redacted;
  variableRules.keys = hasPrivateKeys(replayer.start());
  noteKeysIn(replayer.start());
  stopBefore_ = replayer.untilRequest;
  replayFrom(replayer);
}

// The start has marks in place of keys, beginning with the very lines that begin keys.
void RecordedPort::noteKeysIn(const replay::Start& start) {
  std::string room;
  for (const std::string& argument : start.arguments) shown(argument, room);
  for (const auto& [name, value] : start.variables) shown(value, room);
}

void RecordedPort::replayFrom(replay::Replayer& replayer) {
  replayer_ = &replayer;
  nodecpp_debugger_run = {.turn = &replayer.turn(),
                          .requests = &marks_,
                          .operations = &replayer.operations(),
                          .untilTurn = &replayer.untilTurn,
                          .untilRequest = &stopBefore_};
}

RecordedPort::~RecordedPort() {
  if (main_) nodecpp_debugger_run = {};
  if (inner_) inner_->turns.onWake(nullptr, nullptr);
  if (log_) log_->clock = nullptr;
  // Jobs and queries that are still under way belong to the inner port, and outlive this port.
  if (!replaying()) {
    for (auto& [id, job] : jobs_) job->outlives();
    for (RecordedQuery* query : queries_) query->left = true;
  }
  detail::Block::drop(block_);
  for (auto& [id, connection] : connections_) delete connection;
  for (auto& [id, listener] : listeners_) delete listener;
  for (auto& [id, resolver] : resolvers_) delete resolver;
  for (auto& [id, watch] : watches_) delete watch;
  endThreads();
  for (auto& [id, child] : children_) delete child;
  if (!replaying()) return;
  // In a replay there is no inner port, so the objects that it would own are deleted here.
  for (auto& [id, job] : std::exchange(jobs_, {})) delete job;
  for (auto& [id, lookup] : lookups_) delete lookup;
  while (!queries_.empty()) delete queries_.front();
}

// The objects that the program has, and that keep the loop alive.

void RecordedPort::enter(RecordedQuery* query) {
  queries_.push_back(query);
  ++underWay_;
}

void RecordedPort::leave(RecordedQuery* query) {
  queries_.remove(query);
  NODECPP_ASSERT(underWay_ > 0);
  --underWay_;
}

void RecordedPort::enter(RecordedLookup* lookup) {
  lookups_[lookup->id] = lookup;
  ++underWay_;
}

void RecordedPort::leave(RecordedLookup* lookup) {
  lookups_.erase(lookup->id);
  NODECPP_ASSERT(underWay_ > 0);
  --underWay_;
}

void RecordedPort::enter(RecordedJob* job) {
  jobs_[job->id] = job;
  ++underWay_;
}

void RecordedPort::leave(RecordedJob* job) {
  jobs_.erase(job->id);
  NODECPP_ASSERT(underWay_ > 0);
  --underWay_;
}

void RecordedPort::enter(RecordedThread* thread) {
  threads_[thread->id] = thread;
  ++refed_;
}

void RecordedPort::leave(RecordedThread* thread) {
  threads_.erase(thread->id);
  if (thread->refed) --refed_;
}

void RecordedPort::leave(RecordedChild* child) { children_.erase(child->id); }

// Turns and clocks of a recorded or replayed run.

void RecordedPort::onWakeUp() {
  ++log_->turn;
  std::uint64_t now = inner_->clock.hrtime();
  log_->append(Kind::turn, std::int64_t(now - std::exchange(time_, now)));
  turnTime_ = true;
  woken();
}

// A replayed turn: takes the clock from the turn's record, and makes the pushes of all inputs up to the next record
// that is not an input.
void RecordedPort::wait(int timeout) {
  closedMailboxes_.clear();
  if (betweenTurns && !replaying()) betweenTurns();
  if (!replaying()) [[likely]]
    return inner_->turns.wait(timeout);
  replayer_->waits();
  auto passed = replayer_->take().in().get<std::int64_t>();
  require(passed >= 0, Kind::turn, "a clock that goes back");
  time_ += std::uint64_t(passed);
  turnTime_ = true;
  replayer_->turnBegins();
  woken();
  while (const record::Entry* entry = replayer_->next()) {
    if (!record::isInput(entry->kind) || entry->kind == Kind::turn) return;
    push(replayer_->take());
  }
}

void RecordedPort::wake() {
  if (!replaying()) inner_->turns.wake();
}

std::uint64_t RecordedPort::hrtime() {
  // The loop reads the clock at the beginning of each turn. That reading is part of the turn's record.
  if (std::exchange(turnTime_, false)) return time_;
  std::int64_t passed = 0;
  operate(Kind::hrtime, std::tuple(), [&] { passed = std::int64_t(inner_->clock.hrtime() - time_); }, passed);
  require(passed >= 0, Kind::hrtime, "a clock that goes back");
  return time_ += std::uint64_t(passed);
}

double RecordedPort::wallClock() {
  std::int64_t passed = 0;
  operate(Kind::wallClock, std::tuple(), [&] { passed = std::int64_t(inner_->clock.wallClock()) - wall_; }, passed);
  return double(wall_ += passed);
}

void RecordedPort::malformed(const record::Entry& entry) {
  replayer_->differs("(the record does not fit: segment " + std::to_string(entry.segment) + ", byte " +
                     std::to_string(entry.offset) + ")");
}

template <class T>
T* RecordedPort::find(const std::unordered_map<std::uint64_t, T*>& all, std::uint64_t id, const char* what) {
  auto found = all.find(id);
  if (found == all.end()) replayer_->differs("has no " + std::string(what) + " " + std::to_string(id));
  return found->second;
}

void RecordedPort::push(const record::Entry& entry) {
  record::Fields in = entry.in();
  if (entry.kind >= Kind::connected && entry.kind <= Kind::sent) return pushConnection(entry);
  auto id = entry.kind == Kind::input || entry.kind == Kind::inputEnded || entry.kind == Kind::signal
                ? 0
                : in.get<std::uint64_t>();
  switch (entry.kind) {
    case Kind::connection: {
      auto number = in.get<std::uint64_t>();
      RecordedListener* listener = find(listeners_, id, "listener");
      if (number != lastId_ + 1 || !listener->sink) malformed(entry);
      return listener->onConnection(nullptr);
    }
    case Kind::workerMessage:
    case Kind::workerEnded: return pushFromThread(entry, id);
    case Kind::acceptFailed: {
      RecordedListener* listener = find(listeners_, id, "listener");
      if (!listener->sink) malformed(entry);
      return listener->onAcceptError(in.get<ErrorCode>());
    }
    case Kind::jobDone: {
      std::unique_ptr<RecordedJob> job(find(jobs_, id, "job"));
      return job->replay(in.bytes());
    }
    case Kind::lookedUp: {
      auto error = in.get<ErrorCode>();
      RecordedLookup* lookup = find(lookups_, id, "look-up");
      if (!lookup->found) malformed(entry);
      return RecordedLookup::lookedUp(lookup, error, in.get<std::vector<Address>>());
    }
    case Kind::serviceFound: {
      auto error = in.get<ErrorCode>();
      auto host = in.get<String>();
      RecordedLookup* lookup = find(lookups_, id, "look-up");
      if (!lookup->service) malformed(entry);
      return RecordedLookup::serviceFound(lookup, error, std::move(host), in.get<String>());
    }
    case Kind::answered: {
      auto error = in.get<QueryError>();
      for (RecordedQuery* query : queries_) {
        if (query->id != id) continue;
        std::unique_ptr<RecordedQuery> holder(query);
        return query->answered(error, in.bytes());
      }
      malformed(entry);
    }
    case Kind::childEnded: {
      auto code = in.get<int>();
      return find(children_, id, "child")->onExit(code, in.get<int>());
    }
    case Kind::handleReceived: {
      RecordedConnection* channel = find(connections_, id, "connection");
      Passed kind = in.get<Passed>();
      if (kind > Passed::datagrams || in.get<std::uint64_t>() != lastId_ + 1 || !channel->sink) malformed(entry);
      return channel->sink->onHandle(receive({}, kind, ++lastId_));
    }
    case Kind::tlsEvent: {
      RecordedConnection* connection = find(connections_, id, "connection");
      auto event = in.get<RecordedTls::Event>();
      if (!connection->events || !connection->events->replay(event, in.bytes())) malformed(entry);
      return;
    }
    case Kind::datagramEvent: return pushDatagram(entry, id);
    case Kind::signal: return onReplayedSignal(in.get<int>());
    case Kind::input: {
      std::string_view bytes = in.bytes();
      if (!input_ || !input_->sink) malformed(entry);
      return input_->onInput(bytes.data(), bytes.size());
    }
    case Kind::inputEnded:
      if (!input_ || !input_->sink) malformed(entry);
      return input_->onInputEnd(in.get<ErrorCode>());
    case Kind::pathChanged: {
      bool renamed = in.get<bool>();
      return find(watches_, id, "watch")->onChange(renamed, in.get<std::string>());
    }
    default: malformed(entry);
  }
}

void RecordedPort::pushDatagram(const record::Entry& entry, std::uint64_t id) {
  record::Fields in = entry.in();
  in.get<std::uint64_t>();  // the number of the socket
  auto event = in.get<RecordedDatagrams::Event>();
  if (!datagrams_.replay(id, event, in.bytes())) malformed(entry);
}

void RecordedPort::pushConnection(const record::Entry& entry) {
  record::Fields in = entry.in();
  RecordedConnection* connection = find(connections_, in.get<std::uint64_t>(), "connection");
  if (!connection->sink) malformed(entry);
  switch (entry.kind) {
    case Kind::connected:
      if (!std::exchange(connection->connecting, false)) malformed(entry);
      return connection->onConnect(in.get<ErrorCode>());
    case Kind::ended: return connection->onEnd();
    case Kind::readFailed: return connection->onReadError(in.get<ErrorCode>());
    case Kind::sent: return connection->onSent(in.get<ErrorCode>());
    default: break;
  }
  std::string_view bytes = in.bytes();
  if (bytes.empty()) malformed(entry);
  if (!block_ || block_->refs != 1 || block_->capacity < bytes.size()) {
    detail::Block::drop(block_);
    block_ = detail::Block::make(std::max<std::size_t>(bytes.size(), 64 << 10));
  }
  std::memcpy(block_->bytes(), bytes.data(), bytes.size());
  connection->onRead(block_, block_->bytes(), bytes.size());
}

void RecordedPort::stopBeforeMark() { replayer_->stopHere("request " + std::to_string(stopBefore_)); }

// The end of a recorded or replayed program.

int RecordedPort::ended(int code) {
  operate(Kind::exit, std::tuple(code), [] {});
  if (!replaying()) return code;
  replayer_->summary();
  return replay::identical;
}

void RecordedPort::fails() {
  failed_ = true;
  if (replaying() && replayer_->atFailure) replayer_->atFailure(*replayer_);
}

void RecordedPort::exit(int code) {
  operate(Kind::exit, std::tuple(code), [] {});
  if (replaying()) replayer_->finish();
  if (beforeExit) beforeExit(failed_);
  inner_->process.exit(code);
}

void RecordedPort::abort() {
  operate(Kind::abort, std::tuple(), [] {});
  if (!replaying()) {
    if (beforeExit) beforeExit(true);
    inner_->process.abort();
  }
  replayer_->summary();
  std::abort();
}

}  // namespace nodecpp::os
