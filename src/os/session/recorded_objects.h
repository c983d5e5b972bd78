// The objects that a RecordedPort gives to the program in place of the inner port's. Each has a number, by which the
// log refers to it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "os/session/recorded_port.h"
#include "os/session/recorded_tls.h"

namespace nodecpp::os {

class RecordedConnection final : public Connection, public ConnectionSink {
 public:
  RecordedConnection(RecordedPort& p, std::uint64_t number) : port(p), id(number) {}
  ~RecordedConnection() = default;

  void onConnect(ErrorCode error) override {
    port.recordInput(record::Kind::connected, id, error);
    sink->onConnect(error);
  }
  void onRead(detail::Block* block, char* data, std::size_t size) override {
    std::string_view bytes(data, size);
    std::string room;
    if (keys) [[unlikely]]
      bytes = port.shown(*keys, bytes, room);
    port.recordInput(record::Kind::received, id, bytes);
    sink->onRead(block, data, size);
  }
  void onEnd() override {
    port.recordInput(record::Kind::ended, id);
    sink->onEnd();
  }
  void onReadError(ErrorCode error) override {
    port.recordInput(record::Kind::readFailed, id, error);
    sink->onReadError(error);
  }
  void onSent(ErrorCode error) override {
    port.recordInput(record::Kind::sent, id, error);
    sink->onSent(error);
  }
  void onHandle(PassedHandle handle) override {
    std::uint64_t number = port.newId();
    RecordedPort::Passed kind = RecordedPort::kindOf(handle);
    port.recordInput(record::Kind::handleReceived, id, kind, number);
    sink->onHandle(port.receive(handle, kind, number));
  }

  RecordedPort& port;
  std::uint64_t id;
  Connection* inner = nullptr;
  Streams* through = nullptr;  // The role of the inner port that operates `inner`: Net, or Tls once TLS was started.
  ConnectionSink* sink = nullptr;
  std::unique_ptr<RecordedTlsEvents> events;    // Set once TLS was started.
  std::unique_ptr<RecordedTlsCarrier> carrier;  // Set when the program carries the ciphertext.
  // Set for a pipe or a channel to another process of the program's own. What a peer sends over a network is not
  // masked, because the peer could hide from the log what it sends.
  std::unique_ptr<record::KeyMask> keys;
  std::unique_ptr<record::WriteMask> written;  // Set when the program writes after it has been given a key.
  bool connecting = false;                     // The outcome of connect has not been pushed yet.
};

class RecordedListener final : public Listener, public ListenerSink {
 public:
  RecordedListener(RecordedPort& p, std::uint64_t number, ListenerSink* to) : port(p), id(number), sink(to) {}
  ~RecordedListener() = default;

  void onConnection(Connection* connection) override {
    std::uint64_t number = port.newId();
    port.recordInput(record::Kind::connection, id, number);
    sink->onConnection(port.accept(connection, number));
  }
  void onAcceptError(ErrorCode error) override {
    port.recordInput(record::Kind::acceptFailed, id, error);
    sink->onAcceptError(error);
  }

  RecordedPort& port;
  std::uint64_t id;
  ListenerSink* sink;
  Listener* inner = nullptr;
};

// Convert a connection or listener of the program to its own class: the program has only recorded objects, never those
// of the inner port.
inline RecordedConnection* at(Connection* connection) { return static_cast<RecordedConnection*>(connection); }
inline RecordedListener* at(Listener* listener) { return static_cast<RecordedListener*>(listener); }

class RecordedChild final : public Child, public ChildSink {
 public:
  RecordedChild(RecordedPort& p, std::uint64_t number, ChildSink* to) : port(p), id(number), sink(to) {}
  ~RecordedChild() = default;

  void onExit(int code, int signal) override {
    port.recordInput(record::Kind::childEnded, id, code, signal);
    port.leave(this);
    ChildSink* told = sink;
    delete this;
    told->onExit(code, signal);
  }

  RecordedPort& port;
  std::uint64_t id;
  ChildSink* sink;
  Child* inner = nullptr;
};

class RecordedWatch final : public PathWatch, public PathSink {
 public:
  RecordedWatch(RecordedPort& p, std::uint64_t number, PathSink* to) : port(p), id(number), sink(to) {}
  ~RecordedWatch() = default;

  void onChange(bool renamed, const std::string& name) override {
    port.recordInput(record::Kind::pathChanged, id, renamed, name);
    sink->onChange(renamed, name);
  }

  RecordedPort& port;
  std::uint64_t id;
  PathSink* sink;
  PathWatch* inner = nullptr;
};

class RecordedResolver final : public Resolver {
 public:
  explicit RecordedResolver(std::uint64_t number) : id(number) {}
  ~RecordedResolver() = default;
  std::uint64_t id;
  Resolver* inner = nullptr;
};

// A query. The inner port owns it, or in a replay the RecordedPort.
class RecordedQuery final : public Query {
 public:
  RecordedQuery(RecordedPort& p, std::uint64_t number, RecordedResolver* of, Query* asked)
      : port(p), id(number), resolver(of), query(asked) {
    port.enter(this);
  }
  ~RecordedQuery() override { leave(); }

  void answered(QueryError error, std::string_view answer) override {
    port.recordInput(record::Kind::answered, id, error, answer);
    NODECPP_ASSERT(!left && query, id);
    leave();
    query->answered(error, answer);
  }
  // Called when the query was answered or given up, so that its answer is no longer expected.
  void leave() {
    if (std::exchange(left, true)) return;
    port.leave(this);
  }

  RecordedPort& port;
  std::uint64_t id;
  RecordedResolver* resolver;
  std::unique_ptr<Query> query;
  bool left = false;
};

// A call of getaddrinfo or getnameinfo.
struct RecordedLookup {
  RecordedLookup(RecordedPort& p, std::uint64_t number, void* to) : port(p), id(number), context(to) {
    port.enter(this);
  }
  RecordedPort& port;
  std::uint64_t id;
  void* context;
  LookupDone found = nullptr;
  ServiceDone service = nullptr;

  static void lookedUp(void* self, ErrorCode error, std::vector<Address> addresses) {
    std::unique_ptr<RecordedLookup> lookup(static_cast<RecordedLookup*>(self));
    lookup->port.recordInput(record::Kind::lookedUp, lookup->id, error, addresses);
    lookup->port.leave(lookup.get());
    lookup->found(lookup->context, error, std::move(addresses));
  }
  static void serviceFound(void* self, ErrorCode error, String host, String name) {
    std::unique_ptr<RecordedLookup> lookup(static_cast<RecordedLookup*>(self));
    lookup->port.recordInput(record::Kind::serviceFound, lookup->id, error, host, name);
    lookup->port.leave(lookup.get());
    lookup->service(lookup->context, error, std::move(host), std::move(name));
  }
};

// A job of the program. While it is recorded, the results of its calls of files are collected, on any thread. In a
// replay it runs on the loop's thread at the place where its end is in the log, and its calls get the recorded results.
class RecordedJob final : public Job {
 public:
  RecordedJob(RecordedPort& p, std::uint64_t number, Job* job, bool computing = false)
      : port(p), id(number), inner(job), keySeen(p.keySeen()), computes(computing) {
    port.enter(this);
  }
  ~RecordedJob() override { leave(); }

  void run() override {
    // A snapshot waits for jobs, but not for a computation, which may take minutes. The replay from the snapshot runs
    // the computation again from its beginning, unless it says that this cannot be done.
    bool once = !computes || inner->changesState();
    std::shared_lock<std::shared_timed_mutex> gate;
    if (once && port.jobGate) gate = std::shared_lock(*port.jobGate);
    current = this;
    inner->run();
    current = nullptr;
    ran = once;
  }
  void done() override {
    port.recordInput(record::Kind::jobDone, id, calls);
    port.noteKey(keySeen);
    NODECPP_ASSERT(!left_ && inner, id);
    leave();
    inner->done();
  }
  // Called when nobody waits for the job any more. Must run on the loop's thread; a job that was not forgotten is
  // destroyed on that thread.
  void leave() {
    if (std::exchange(left_, true)) return;
    port.leave(this);
  }
  // Called when the recording ends while the job still runs. The job does not touch the recording port afterwards.
  void outlives() { left_ = true; }
  void replay(std::string_view recorded) {
    left = recorded;
    // A job that ran before the snapshot was taken has its results in memory already, so it is not run again.
    if (!ran) run();
    done();
  }

  // The job that this thread is running, or null.
  static constinit thread_local RecordedJob* current;

  RecordedPort& port;
  std::uint64_t id;
  std::unique_ptr<Job> inner;
  std::string calls;
  std::string_view left;
  // The program had been given a key when it made the job, or the job has read one.
  bool keySeen;
  bool ran = false;  // The job ran while it held `jobGate`, so a later snapshot has its results.
  bool computes;

 private:
  bool left_ = false;
};

class RecordedMailbox final : public Mailbox, public MailboxSink {
 public:
  RecordedMailbox(RecordedPort& p, std::uint64_t number, MailAddress of, MailboxSink* to)
      : port(p), id(number), queue(std::move(of)), sink(to) {}
  ~RecordedMailbox() = default;

  bool wants(const Message& message) override { return sink->wants(message); }
  void onMessage(Message&& message) override;
  void count(int by) {
    if (receiving && refed) port.keepAlive(by);
  }

  RecordedPort& port;
  std::uint64_t id;
  MailAddress queue;
  MailboxSink* sink;
  Mailbox* inner = nullptr;
  bool receiving = false;
  bool refed = true;
};

class RecordedThread final : public Thread, public ThreadSink {
 public:
  RecordedThread(RecordedPort& p, std::uint64_t number, ThreadSink* to) : port(p), id(number), sink(to) {
    port.enter(this);
  }
  ~RecordedThread() { port.leave(this); }

  void onThreadEnd(int code) override {
    port.recordInput(record::Kind::workerEnded, id, code);
    std::unique_ptr<RecordedThread> holder(this);
    sink->onThreadEnd(code);
  }

  RecordedPort& port;
  std::uint64_t id;
  ThreadSink* sink;
  Thread* inner = nullptr;
  bool refed = true;
};

class RecordedPort::Input final : public InputSink {
 public:
  Input(RecordedPort& p, InputSink* to) : port(p), sink(to) {}
  ~Input() = default;
  void onInput(const char* data, std::size_t size) override {
    std::string room;
    port.recordInput(record::Kind::input, port.shown(keys, {data, size}, room));
    sink->onInput(data, size);
  }
  void onInputEnd(ErrorCode error) override {
    port.recordInput(record::Kind::inputEnded, error);
    sink->onInputEnd(error);
  }
  RecordedPort& port;
  InputSink* sink;
  record::KeyMask keys;
};

}  // namespace nodecpp::os
