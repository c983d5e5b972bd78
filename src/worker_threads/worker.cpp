// The parent's side of a worker.
#include <nodecpp/concurrency.h>
#include <nodecpp/process.h>

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/assertion.h"
#include "base/containers/vector_of.h"
#include "diagnostics_channel/built_in.h"
#include "os/port/address_waits.h"
#include "process/process_state.h"
#include "worker_threads/port_message.h"
#include "worker_threads/message_fields.h"
#include "worker_threads/thread_mail.h"

namespace nodecpp {

namespace worker_threads::detail {

using nodecpp::detail::ProcessState;

namespace {

// How many milliseconds a program that ends waits for its workers to return to their event loops.
constexpr int patience = 2000;

class WorkerThread final : public os::ThreadMain {
 public:
  WorkerThread(WorkerQueues queues, Environment environment)
      : queues_(std::move(queues)), environment_(std::move(environment)) {}
  int run(os::Port* port, int) override { return runWorker(*port, queues_, environment_); }

 private:
  WorkerQueues queues_;
  // Passed beside the messages, because a recording's log stores everything that is in a message.
  Environment environment_;
};

}  // namespace

struct WorkerSide final : os::MailboxSink, os::ThreadSink, LoopEnd {
  WorkerSide(WorkerObject* worker, const WorkerOptions& options)
      : loop(Loop::current()), object(worker), showsOutput{!options.stdout, !options.stderr} {}
  ~WorkerSide() = default;

  void begin(Main main, WorkerOptions& options);
  void onMessage(os::Message&& message) override;
  void onThreadEnd(int code) override;
  void onLoopEnd() noexcept override;
  void listens(bool on);
  void give(os::Message&& message);
  void giveEarly();
  void output(int fd, const Buffer& bytes);
  void ended(int code);
  // Sends bytes to the worker's standard input. An empty Buffer means the end of the input.
  void send(const Buffer& bytes) {
    os::Message message = marked(Mark::input);
    if (!bytes.empty()) message.buffers.push_back(Buffer::copyOf(bytes.bytes(), bytes.size()));
    loop.port().threads.post(queues.control, std::move(message));
  }
  void stop() {
    if (!thread) return;
    NODECPP_ASSERT(thread->number > 0, thread->number);
    loop.port().threads.post(queues.control, marked(Mark::stop));
    // Ends an Atomics.wait of the worker, which would otherwise keep it from returning to its event loop.
    os::stopWaits(thread->number, true);
  }
  void keepAlive(bool on) {
    if (!thread) return;
    NODECPP_ASSERT(mailbox && (started || !listening));
    loop.port().threads.keepAlive(thread, on);
    loop.port().threads.keepAlive(mailbox, on && listening);
  }
  void close() {
    NODECPP_ASSERT(mailbox && object->side_ == this && alive.value() == this);
    forget();
    loop.port().threads.post(queues.inbox, marked(Mark::close));
    loop.port().threads.close(mailbox);
    object->side_ = nullptr;
    alive = nullptr;
  }

  // The questions of cpuUsage that the worker has not answered.
  struct Question {
    process::Cpu prev;
    Function<void(process::Cpu)> fulfil;
    Function<void(Error)> fail;
  };
  void usageCame(const os::Message& message);
  Promise<process::Cpu> cpuUsage(process::Cpu prev);

  Loop& loop;
  Handle<Object> context = Loop::currentContext();
  std::map<std::uint64_t, Question> questions;
  std::uint64_t lastQuestion = 0;
  let<WorkerSide*> alive{this};  // Lets the worker's streams see whether this object still exists.
  WorkerObject* object;
  Worker self;
  WorkerQueues queues;
  os::Mailbox* mailbox = nullptr;
  os::Thread* thread = nullptr;
  bool listening = false;  // A listener for messages exists now.
  bool started = false;    // A listener for messages has existed, so messages are delivered from then on.
  bool queued = false;
  int endCode = 0;
  bool showsOutput[2];
  std::deque<os::Message> early;
};

namespace {
Error notRunning() {
  return nodecpp::detail::codedError<Error>("ERR_WORKER_NOT_RUNNING", "Worker instance not running");
}
Environment environmentOf(const WorkerOptions& options) {
  Environment all;
  for (const auto& [name, value] :
       options.env.given ? nodecpp::detail::vectorOf(options.env.all) : ProcessState::current().environment)
    all.emplace_back(std::string(name.data(), name.size()), std::string(value.data(), value.size()));
  return all;
}
}  // namespace

void WorkerSide::begin(Main main, WorkerOptions& options) {
  NODECPP_ASSERT(main && !mailbox && !thread && !self);
  var data = var::object();
  data.set("main", numberOf(main));
  if (Main again = ProcessState::current().again) data.set("thisFile", numberOf(again));
  data.set("argv", options.argv);
  data.set("stdin", options.stdin);
  data.set("workerData", options.workerData);
  data.set("name", options.name);
  const ResourceLimits& limits = options.resourceLimits;
  data.set("limits", var::array({limits.maxYoungGenerationSizeMb, limits.maxOldGenerationSizeMb, limits.codeRangeSizeMb,
                                 limits.stackSizeMb}));
  data.set("environmentData", ThreadState::current().environmentData);
  // Data that cannot be copied throws here, before the thread is started.
  os::Message start = encode(Mark::start, data, options.transferList);

  os::Port& port = loop.port();
  ThreadMail::current().open();
  os::ThreadSpec spec{.name = std::string(options.name.data(), options.name.size()),
                      .main = std::make_unique<WorkerThread>(queues, environmentOf(options)),
                      .loop = true};
  spec.stack = std::size_t(std::max(limits.stackSizeMb, 1.0) * 1024 * 1024);
  mailbox = openUnreferenced(loop, queues.out, this);
  os::ErrorCode error = port.threads.startThread(std::move(spec), this, &thread);
  NODECPP_ASSERT(error <= 0 && bool(thread) == (error == 0), error);
  self = Worker(object);
  remember();
  if (error) {
    process::nextTick([held = self, error] {
      held->emit(event::error,
                 nodecpp::detail::codedError<Error>(
                     "ERR_WORKER_INIT_FAILED", "Worker initialization failure: " + nodecpp::detail::errnoName(error)));
    });
    // Runs even when the `error` event had no listener and the program goes on after the uncaught exception.
    process::nextTick([held = self, this] { ended(1); });
    return;
  }
  object->threadId_ = thread->number;
  ThreadMail::enter(loop, thread->number, queues.mail);
  process::nextTick([held = self] { process::emit(event::worker, held); });
  start.bytes += std::to_string(thread->number);
  port.threads.post(queues.control, std::move(start));
}

void WorkerSide::onMessage(os::Message&& message) {
  NODECPP_ASSERT(mailbox && self && object->side_ == this);
  switch (markOf(message)) {
    case Mark::message:
      // Messages that arrive before the first listener was added wait in `early`.
      if (!started || !early.empty()) return early.push_back(std::move(message));
      return loop.makeCallback(context, [&] { give(std::move(message)); });
    case Mark::online: return loop.makeCallback(context, [&] { object->emit(event::online); });
    case Mark::error:
      return loop.makeCallback(context, [&] {
        Error error = toError(decode(std::move(message)));
        if (object->listenerCount(event::error) > 0)
          object->emit(event::error, error);
        else
          process::nextTick([error] { throw error; });
      });
    case Mark::output:
      if (message.bytes.size() < 2 || message.buffers.empty()) return;
      return loop.makeCallback(context, [&] { output(message.bytes[1], message.buffers[0]); });
    case Mark::usage: return loop.makeCallback(context, [&] { usageCame(message); });
    default: return;
  }
}

void WorkerSide::usageCame(const os::Message& message) {
  MessageFields fields(message);
  fields.kind();
  auto found = questions.find(fields.number());
  if (found == questions.end()) return;
  Question question = std::move(found->second);
  questions.erase(found);
  const double user = double(fields.number()), system = double(fields.number());
  question.fulfil({user - question.prev.user, system - question.prev.system});
}

Promise<process::Cpu> WorkerSide::cpuUsage(process::Cpu prev) {
  return Promise<process::Cpu>([&](auto resolve, auto reject) {
    questions.emplace(++lastQuestion,
                      Question{prev, [=](process::Cpu used) { resolve(used); }, [=](Error error) { reject(error); }});
    loop.port().threads.post(queues.control, messageOf(char(Mark::usage), {lastQuestion}));
  });
}

void WorkerSide::give(os::Message&& message) {
  NODECPP_ASSERT(self && started);
  Worker held = self;
  var value;
  try {
    value = decode(std::move(message));
  } catch (const Error& error) {
    held->emit(event::messageerror, error);
    return;
  }
  held->emit(event::message, value);
}

void WorkerSide::giveEarly() {
  queued = false;
  while (!early.empty()) {
    os::Message message = std::move(early.front());
    early.pop_front();
    loop.makeCallback(context, [&] { give(std::move(message)); });
  }
}

void WorkerSide::listens(bool on) {
  NODECPP_ASSERT(mailbox);
  listening = on;
  loop.port().threads.keepAlive(mailbox, on);
  if (!on) return;
  started = true;
  if (early.empty() || std::exchange(queued, true)) return;
  setImmediate([held = self] {
    if (held->side_) held->side_->giveEarly();
  });
}

void WorkerSide::output(int fd, const Buffer& bytes) {
  if (fd != 1 && fd != 2) return;
  if (stream::Readable to = object->outputs_[fd - 1]; to && !to->destroyed())
    to->push(Buffer::copyOf(bytes.bytes(), bytes.size()));
  if (showsOutput[fd - 1]) nodecpp::detail::writeStandard(loop, fd, std::string_view(bytes.bytes(), bytes.size()));
}

void WorkerSide::onThreadEnd(int code) {
  NODECPP_ASSERT(thread && mailbox && self);  // A thread ends once.
  const int number = std::exchange(thread, nullptr)->number;
  os::stopWaits(number, false);
  // The worker has left by itself, unless it ended before its program began.
  ThreadMail::leave(loop, number);
  // Messages that the worker has posted are delivered before its `exit` event.
  os::Message message;
  while (loop.port().threads.take(mailbox, message)) onMessage(std::move(message));
  if (started) giveEarly();
  // Messages that the worker has posted to other ports, and the `close` events that they cause, come before its `exit`
  // event too. The event is therefore emitted one turn later.
  endCode = code;
  auto afterTurn = [](void* side) {
    auto end = [](void* data) {
      auto* self = static_cast<WorkerSide*>(data);
      self->ended(self->endCode);
    };
    static_cast<WorkerSide*>(side)->loop.queueClosing({end, side});
  };
  loop.queueClosing({afterTurn, this});
}

void WorkerSide::ended(int code) {
  NODECPP_ASSERT(!thread && self && object->side_ == this);
  Worker held = std::move(self);
  for (auto& [number, question] : std::exchange(questions, {})) question.fail(notRunning());
  close();
  held->threadId_ = -1;
  for (stream::Readable& each : held->outputs_)
    if (!each->destroyed()) each->push(nullptr);
  delete this;
  held->removeAllListeners(event::message);
  held->emit(event::exit, code);
  held->dropListeners();
}

void WorkerSide::onLoopEnd() noexcept {
  NODECPP_ASSERT(self && mailbox);
  if (thread) {
    stop();
    int number = thread->number;
    if (loop.port().threads.join(thread, patience)) os::stopWaits(number, false);
  }
  Worker held = std::move(self);
  close();
  held->dropListeners();
  delete this;
}

}  // namespace worker_threads::detail

using worker_threads::detail::WorkerSide;

WorkerObject::WorkerObject(std::nullptr_t, worker_threads::detail::Main main, worker_threads::WorkerOptions& options)
    : limits_(options.resourceLimits), name_(options.name) {
  auto side = std::make_unique<WorkerSide>(this, options);
  side_ = side.get();
  // The read function is empty: the worker runs on another thread, so it needs no back-pressure from its parent.
  for (stream::Readable& each : outputs_) each = make<stream::Readable>({.read = [] {}});
  // Node pipes the output that it shows, and so reads the stream. Here the output is written to standard output as
  // well, and the stream is set to flowing mode so that it does not collect unread data.
  if (!options.stdout) outputs_[0]->resume();
  if (!options.stderr) outputs_[1]->resume();
  if (options.stdin)
    input_ = make<stream::Writable>(
        {.write =
             [alive = side_->alive](stream::Writable, stream::Chunk chunk, String encoding, stream::Callback done) {
               if (WorkerSide* side = alive.value())
                 side->send(chunk.isString() ? chunk.toBuffer(encoding) : chunk.buffer());
               done();
             },
         .final =
             [alive = side_->alive](stream::Writable, stream::Callback done) {
               if (WorkerSide* side = alive.value()) side->send(Buffer());
               done();
             }});
  side->begin(main, options);
  side.release();
  using diagnostics_channel::detail::BuiltIn;
  if (diagnostics_channel::detail::isWanted(BuiltIn::workerThreads)) [[unlikely]]
    diagnostics_channel::detail::publish(BuiltIn::workerThreads, {{"worker", worker_threads::Worker(this)}});
}

WorkerObject::~WorkerObject() { NODECPP_ASSERT(!side_); }  // A running worker holds its object.

void WorkerObject::postMessage(const var& message, Array<worker_threads::Transfer> transfer) {
  using namespace worker_threads::detail;
  if (!side_) return;
  os::Message encoded = encode(Mark::message, message, transfer);
  // A transferred stream has called functions of the program.
  if (side_) side_->loop.port().threads.post(side_->queues.inbox, std::move(encoded));
}

Promise<int> WorkerObject::terminate() {
  if (!side_) return Promise<int>::resolve(0);
  ref();
  side_->stop();
  return Promise<int>([this](auto resolve) { once(event::exit, [=](int code) { resolve(code); }); });
}

Promise<int> WorkerObject::exited() {
  worker_threads::Worker self(this);
  if (!side_) return Promise<int>::resolve(0);
  return guarded([self] {
           return operation<int>([self](auto resolve, auto reject) {
             auto ended = listener([=](int code) { resolve(code); });
             auto failed = listener([=](Error error) { reject(error); });
             self->once(event::exit, ended);
             self->once(event::error, failed);
             return [=] {
               self->off(event::exit, ended);
               self->off(event::error, failed);
             };
           });
         })
      .onRetract([self] { return self->terminate(); })
      .promise();
}

void WorkerObject::ref() {
  if (side_) side_->keepAlive(true);
}
void WorkerObject::unref() {
  if (side_) side_->keepAlive(false);
}
int WorkerObject::threadId() const { return threadId_; }
String WorkerObject::threadName() const { return side_ ? name_ : String(); }
worker_threads::ResourceLimits WorkerObject::resourceLimits() const {
  return side_ ? limits_ : worker_threads::ResourceLimits{0, 0, 0, 0};
}

Promise<process::Cpu> WorkerObject::cpuUsage(process::Cpu prev) {
  auto check = [](double value, const char* name) {
    if (!(value >= 0 && value <= 9007199254740991.0))
      throw nodecpp::detail::outOfRange(name, ">= 0 && <= 9007199254740991", nodecpp::detail::rangeNumber(value));
  };
  check(prev.user, "prev.user");
  check(prev.system, "prev.system");
  if (!side_) return Promise<>::reject<process::Cpu>(worker_threads::detail::notRunning());
  return side_->cpuUsage(prev);
}

stream::Writable WorkerObject::stdin() const { return input_; }
stream::Readable WorkerObject::stdout() const { return outputs_[0]; }
stream::Readable WorkerObject::stderr() const { return outputs_[1]; }

void WorkerObject::listenerAdded(EventName name) {
  if (side_ && worker_threads::detail::isMessage(name)) side_->listens(true);
}
void WorkerObject::listenerRemoved(EventName name) {
  if (side_ && worker_threads::detail::isMessage(name)) side_->listens(false);
}

}  // namespace nodecpp
