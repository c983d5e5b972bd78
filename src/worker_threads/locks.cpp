// The locks of one event loop, which asks the manager of locks for them.
#include <nodecpp/dom_exception.h>
#include <nodecpp/process.h>
#include <nodecpp/worker_threads.h>
#include <nodecpp/worker_threads/locks.h>

#include <map>
#include <utility>

#include "base/assertion.h"
#include "worker_threads/lock_service.h"
#include "worker_threads/port_message.h"

namespace nodecpp::worker_threads {

namespace detail {

namespace {

using Ask = LockService::Ask;
using Answer = LockService::Answer;

// What an event loop knows of its requests. Its mailbox does not keep the loop alive, as in Node: a program that waits
// for a lock that nobody will free ends.
class LockClient final : public os::MailboxSink, LoopEnd {
 public:
  explicit LockClient(Loop& loop) : loop_(loop) {}

  double request(const String& name, const LockOptions& options, LockCallbacks callbacks);
  void release(std::uint64_t number);
  Promise<LockManagerSnapshot> query();

 private:
  struct Request {
    String name;
    String mode;
    LockCallbacks callbacks;
    Handle<Object> context;
    AbortSignal signal;
    Function<void()> onAbort;
    bool held = false;
  };
  void open();
  std::uint64_t process() const { return std::uint64_t(loop_.port().process.pid()); }
  void ask(Ask kind, std::initializer_list<std::uint64_t> numbers, std::string_view text = {});
  void onMessage(os::Message&& message) override;
  void onLoopEnd() noexcept override;
  void takeAnswers();
  void answered(const os::Message& message);
  void call(std::uint64_t number, Answer answer);
  void described(MessageFields fields, std::uint64_t number);
  void watch(std::uint64_t number, const AbortSignal& signal);
  static void stopWatching(Request& request) {
    if (request.signal) request.signal->removeEventListener("abort", request.onAbort);
    request.signal = AbortSignal();
    request.onAbort = nullptr;
  }

  Loop& loop_;
  os::MailAddress queue_;
  os::Mailbox* mailbox_ = nullptr;
  std::uint64_t last_ = 0;
  std::map<std::uint64_t, Request> requests_;
  std::map<std::uint64_t, Function<void(LockManagerSnapshot)>> queries_;
};

constinit nodecpp::detail::LoopLocal<LockClient> client;

void LockClient::open() {
  if (mailbox_) return;
  queue_ = os::MailQueue::make();
  mailbox_ = openUnreferenced(loop_, queue_, this);
  remember();
}

void LockClient::onLoopEnd() noexcept {
  // What the callbacks hold may come back when it is destroyed.
  for (auto& [number, request] : std::exchange(requests_, {})) stopWatching(request);
  std::exchange(queries_, {});
  if (!mailbox_) return;
  ask(Ask::leave, {process()});
  loop_.port().threads.close(std::exchange(mailbox_, nullptr));
}

void LockClient::ask(Ask kind, std::initializer_list<std::uint64_t> numbers, std::string_view text) {
  os::Message message = messageOf(char(kind), numbers, text);
  message.addresses.push_back(queue_);
  LockService::get().ask(loop_.port().threads, std::move(message));
}

double LockClient::request(const String& name, const LockOptions& options, LockCallbacks callbacks) {
  open();
  const std::uint64_t number = ++last_;
  requests_[number] = {name, options.mode, std::move(callbacks), Loop::currentContext(), {}, {}, false};
  if (options.signal) watch(number, options.signal);
  std::uint64_t flags = options.mode == "shared" ? LockService::shared : 0;
  if (options.ifAvailable) flags |= LockService::ifAvailable;
  if (options.steal) flags |= LockService::steal;
  ask(Ask::lock, {process(), number, flags}, std::string_view(name.data(), name.size()));
  takeAnswers();
  return double(number);
}

void LockClient::watch(std::uint64_t number, const AbortSignal& signal) {
  Request& request = requests_[number];
  request.signal = signal;
  request.onAbort = [this, number, raw = signal.get()] {
    auto found = requests_.find(number);
    if (found == requests_.end() || found->second.held) return;
    auto failed = found->second.callbacks.failed;
    const Error reason = raw->reason();
    release(number);
    failed(reason);
  };
  signal->addEventListener("abort", request.onAbort, {.once = true});
}

void LockClient::release(std::uint64_t number) {
  auto found = requests_.find(number);
  if (found == requests_.end()) return;
  Request request = std::move(found->second);
  requests_.erase(found);
  stopWatching(request);
  if (!mailbox_) return;
  ask(Ask::release, {process(), number}, std::string_view(request.name.data(), request.name.size()));
  takeAnswers();
}

// Takes the answers that are there already. As in Node, a function is called at once when its lock becomes free by what
// its own thread does. The loop might end before it looks into its mailbox.
void LockClient::takeAnswers() {
  for (os::Message answer; mailbox_ && loop_.port().threads.take(mailbox_, answer);) answered(answer);
}

Promise<LockManagerSnapshot> LockClient::query() {
  open();
  return Promise<LockManagerSnapshot>([&](auto resolve, auto) {
    queries_[++last_] = [=](const LockManagerSnapshot& state) { resolve(state); };
    ask(Ask::query, {process(), last_});
    takeAnswers();
  });
}

void LockClient::onMessage(os::Message&& message) {
  loop_.makeCallback([&] { answered(message); });
}

void LockClient::answered(const os::Message& message) {
  MessageFields fields(message);
  const Answer kind = Answer(fields.kind());
  const std::uint64_t number = fields.number();
  if (kind == Answer::state) return described(fields, number);
  call(number, kind);
}

void LockClient::call(std::uint64_t number, Answer answer) {
  auto found = requests_.find(number);
  if (found == requests_.end()) return;  // The request was given up while the answer was on its way.
  Request& request = found->second;
  nodecpp::detail::ContextScope scope(loop_, request.context);
  stopWatching(request);
  if (answer == Answer::stolen) {
    auto failed = request.callbacks.failed;
    requests_.erase(found);
    return failed(DOMException("The operation was aborted", "AbortError"));
  }
  request.held = true;
  auto granted = request.callbacks.granted;
  granted(answer == Answer::granted ? make<Lock>(request.name, request.mode) : Lock());
}

void LockClient::described(MessageFields fields, std::uint64_t number) {
  auto found = queries_.find(number);
  if (found == queries_.end()) return;
  auto give = std::move(found->second);
  queries_.erase(found);
  LockManagerSnapshot state;
  while (fields.kind() == '\n') {
    const bool held = fields.number() != 0;
    const std::uint64_t flags = fields.number(), size = fields.number();
    LockInfo info{String(fields.take(size)), flags & LockService::shared ? "shared" : "exclusive",
                  "node-" + nodecpp::str(loop_.port().process.pid()) + "-" + str(threadId)};
    (held ? state.held : state.pending).push(info);
  }
  give(state);
}

DOMException notSupported(StringArg message) { return DOMException(message, "NotSupportedError"); }

}  // namespace

double requestLock(StringArg name, const LockOptions& options, LockCallbacks callbacks) {
  if (options.mode != "exclusive" && options.mode != "shared")
    throw nodecpp::detail::codedError<TypeError>(
        "ERR_INVALID_ARG_VALUE", "mode '" + options.mode + "' is not a valid enum value of type LockMode.");
  if (options.signal) options.signal->throwIfAborted();
  const String given = name.toString();
  if (given.startsWith("-")) throw notSupported("Lock name may not start with hyphen");
  if (options.ifAvailable && options.steal) throw notSupported("ifAvailable and steal are mutually exclusive");
  if (options.steal && options.mode == "shared")
    throw notSupported("mode: \"shared\" and steal are mutually exclusive");
  if (options.signal && (options.steal || options.ifAvailable))
    throw notSupported("signal cannot be used with steal or ifAvailable");
  return client->request(given, options, std::move(callbacks));
}

void releaseLock(double request) {
  if (auto* own = client.find()) own->release(std::uint64_t(request));
}

}  // namespace detail

Promise<LockManagerSnapshot> LockManager::query() const { return detail::client->query(); }

}  // namespace nodecpp::worker_threads
