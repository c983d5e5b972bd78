// The worker's side: its event loop, and what its program gets from its parent.
#include <nodecpp/process.h>

#include <cstdlib>
#include <deque>
#include <vector>

#include "base/assertion.h"
#include "process/process_state.h"
#include "worker_threads/port_message.h"
#include "worker_threads/message_fields.h"
#include "worker_threads/thread_mail.h"

namespace nodecpp::worker_threads {

namespace detail {

using nodecpp::detail::ProcessState;

ThreadState& ThreadState::current() {
  static constinit nodecpp::detail::LoopLocal<ThreadState> ofProgram;
  return *ofProgram;
}

Main thisFileMain() {
  Main main = ProcessState::current().again;
  if (!main)
    throw Error("thisFile: the function that run() was given has captures, and so cannot be run on another thread");
  return main;
}

void topLevel(Promise<> promise) {
  nodecpp::detail::topLevelPending();
  promise.then([] { nodecpp::detail::topLevelSettled(); });
}

namespace {

class Inside final : public nodecpp::detail::WorkerLink, public os::MailboxSink {
 public:
  Inside(Loop& loop, const WorkerQueues& queues)
      : loop_(loop),
        queues_(queues),
        control_(openUnreferenced(loop, queues.control, this)) {}
  ~Inside() { loop_.port().threads.close(control_); }

  int run(const Environment& environment) {
    // The parent's first message starts the program. Until then the loop only waits for it.
    while (!begun_) loop_.port().turns.wait(-1);
    NODECPP_ASSERT(!start_.bytes.empty() && !loop_.processState);
    var data = decode(std::move(start_));
    install(data, environment);
    ThreadState& state = ThreadState::current();
    NODECPP_ASSERT(!state.parentPort && number_ > 0, number_);
    state.workerData = data["workerData"];
    state.threadId = number_;
    state.name = data["name"];
    state.environmentData = data["environmentData"];
    var limits = data["limits"];
    state.limits = {limits[0], limits[1], limits[2], limits[3]};
    state.parentPort = PortEnd::open(queues_.inbox, queues_.out);
    ThreadMail::current().open(queues_.mail, number_);
    hasInput_ = bool(data["stdin"]);
    Main main = mainFrom(data["main"]);
    // The workerData belongs to the program now, so no second reference to it is kept here.
    data = var();
    return nodecpp::detail::runToEnd(loop_, [this, main] {
      loop_.port().threads.post(queues_.out, marked(Mark::online));
      main();
    });
  }

  void onMessage(os::Message&& message) override {
    switch (markOf(message)) {
      case Mark::start:
        NODECPP_ASSERT(!begun_ && number_ == 0 && message.bytes.size() > 1, begun_, number_, message.bytes.size());
        number_ = std::atoi(message.bytes.c_str() + 1);
        start_ = std::move(message);
        begun_ = true;
        return;
      // terminate() was called: ends the program at this turn of its event loop.
      case Mark::stop: throw nodecpp::detail::ProgramExit{1};
      case Mark::input:
        input_.push_back(message.buffers.empty() ? Buffer() : std::move(message.buffers[0]));
        return deliverInput();
      case Mark::usage: return answerUsage(message);
      default: return;
    }
  }

  void write(int fd, StringArg bytes) override {
    NODECPP_ASSERT(fd == 1 || fd == 2, fd);
    os::Message message = marked(Mark::output);
    message.bytes.push_back(char(fd));
    message.buffers.push_back(Buffer::copyOf(bytes.data(), bytes.size()));
    loop_.port().threads.post(queues_.out, std::move(message));
  }
  void failed(const Error& error) override {
    loop_.port().threads.post(queues_.out, encode(Mark::error, fromError(error), {}));
  }
  void readInput(os::InputSink* sink) override {
    NODECPP_ASSERT(!sink || !sink_ || sink == sink_);  // One stream reads the input.
    sink_ = sink;
    if (!sink) return;
    if (!hasInput_) input_.push_back(Buffer());
    if (!input_.empty()) loop_.queuePending({[](void* self) { static_cast<Inside*>(self)->deliverInput(); }, this});
  }

 private:
  void answerUsage(const os::Message& question) {
    MessageFields fields(question);
    fields.kind();
    const process::Cpu used = process::threadCpuUsage();
    loop_.port().threads.post(
        queues_.out, messageOf(char(Mark::usage), {fields.number(), std::uint64_t(used.user), std::uint64_t(used.system)}));
  }
  void install(const var& data, const Environment& variables) {
    std::vector<String> arguments;
    for (var each : data["argv"]) arguments.push_back(each);
    std::vector<std::pair<String, String>> environment;
    for (const auto& [name, value] : variables) environment.emplace_back(String(name), String(value));
    nodecpp::detail::installProcess(loop_, arguments, std::move(environment), *this);
    if (var main = data["thisFile"]; !main.isUndefined()) ProcessState::of(loop_).again = mainFrom(main);
  }
  // An empty Buffer is the end of the input.
  void deliverInput() {
    while (sink_ && !input_.empty()) {
      Buffer piece = std::move(input_.front());
      input_.pop_front();
      if (!piece.empty()) {
        sink_->onInput(piece.bytes(), piece.size());
        continue;
      }
      std::exchange(sink_, nullptr)->onInputEnd(0);
    }
  }

  Loop& loop_;
  const WorkerQueues& queues_;
  os::Mailbox* control_;
  os::Message start_;
  int number_ = 0;
  bool begun_ = false;
  bool hasInput_ = false;
  os::InputSink* sink_ = nullptr;
  std::deque<Buffer> input_;
};

}  // namespace

int runWorker(os::Port& port, const WorkerQueues& queues, const Environment& environment) {
  int code = 0;
  Loop loop(port);
  Loop* before = Loop::setCurrent(&loop);
  {
    Inside inside(loop, queues);
    try {
      code = inside.run(environment);
    } catch (const nodecpp::detail::ProgramExit& exit) {
      code = exit.code;
    }
    loop.end();
    if (loop.processState) nodecpp::detail::removeProcess(loop);
    NODECPP_ASSERT(Loop::currentOrNull() == &loop && !loop.processState);
  }
  Loop::setCurrent(before);
  return code;
}

namespace {
// Replays the log of a worker alone. All messages that it exchanges with other threads are in the log.
const nodecpp::detail::UpwardRegistration replaysWorkers([](nodecpp::detail::Upward& to) {
  to.workerAlone = [](os::Port& port) { return runWorker(port, WorkerQueues()); };
});
}  // namespace

}  // namespace detail

using detail::ThreadState;

IsMainThread::operator bool() const { return !nodecpp::detail::ProcessState::current().worker; }
ThreadId::operator int() const { return ThreadState::current().threadId; }
ThreadName::operator String() const { return ThreadState::current().name; }
ParentPort::operator MessagePort() const { return ThreadState::current().parentPort; }
WorkerData::operator var() const { return ThreadState::current().workerData; }
ResourceLimits resourceLimits() { return ThreadState::current().limits; }

void setEnvironmentData(const var& key, const var& value) {
  var& all = ThreadState::current().environmentData;
  std::ptrdiff_t at = all.findIndex([&](const var& pair) { return pair[0] == key; });
  if (value.isUndefined()) {
    if (at >= 0) all.splice(at, 1);
  } else if (at >= 0) {
    all.set(std::size_t(at), var::array({key, value}));
  } else {
    all.push(var::array({key, value}));
  }
}

var getEnvironmentData(const var& key) {
  var found = ThreadState::current().environmentData.find([&](const var& pair) { return pair[0] == key; });
  return found.isUndefined() ? found : var(found[1]);
}

}  // namespace nodecpp::worker_threads
