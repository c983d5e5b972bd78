#include "worker_threads/thread_mail.h"

#include <nodecpp/process.h>
#include <nodecpp/timers.h>

#include <utility>

#include "base/assertion.h"
#include "os/port/mail_service.h"
#include "worker_threads/message_fields.h"

namespace nodecpp::worker_threads {

namespace detail {

namespace {

// The kinds of messages between the threads and the directory.
enum class Mail : char {
  post = 'p',    // To the directory: process, destination, source, number. To the destination: ticket, source.
  answer = 'a',  // To the directory: ticket, result.
  result = 'r',  // To the source: number, result.
};
enum Result { delivered, noListener, listenerFailed };

// Knows the queue of each thread, and which messages have no answer yet. Several simulated programs may share it, so
// threads are known by their process and their number.
class ThreadDirectory final : public os::MailService {
 public:
  static ThreadDirectory& get() {
    static ThreadDirectory one;
    return one;
  }
  void enter(int process, int thread, const os::MailAddress& queue) {
    auto guard = lock();
    queues_[{process, thread}] = queue;
  }
  // Messages that the thread has not answered have failed.
  void leave(int process, int thread) {
    auto guard = lock();
    auto found = queues_.find({process, thread});
    if (found == queues_.end()) return;
    std::erase_if(open_, [&](const auto& each) {
      if (each.second.destination != found->second) return false;
      reply(each.second, noListener);
      return true;
    });
    queues_.erase(found);
  }

 private:
  struct Open {
    os::MailAddress source, destination;
    std::uint64_t number;
  };

  void serve(os::Message&& message) override {
    MessageFields fields(message);
    if (Mail(fields.kind()) == Mail::answer) {
      auto found = open_.find(fields.number());
      if (found == open_.end()) return;
      reply(found->second, Result(fields.number()));
      open_.erase(found);
      return;
    }
    if (message.addresses.empty()) return;
    const int process = int(fields.number()), thread = int(fields.number());
    const std::uint64_t source = fields.number(), number = fields.number();
    Open open{std::move(message.addresses.back()), nullptr, number};
    message.addresses.pop_back();
    auto found = queues_.find({process, thread});
    if (found == queues_.end()) return reply(open, noListener);
    open.destination = found->second;
    message.bytes = messageOf(char(Mail::post), {++last_, source}).bytes;
    if (open.destination->post(std::move(message)))
      open_.emplace(last_, std::move(open));
    else
      reply(open, noListener);
  }
  static void reply(const Open& to, Result result) {
    to.source->post(messageOf(char(Mail::result), {to.number, std::uint64_t(result)}));
  }

  std::map<std::pair<int, int>, os::MailAddress> queues_;
  std::map<std::uint64_t, Open> open_;
  std::uint64_t last_ = 0;
};

constinit nodecpp::detail::LoopLocal<ThreadMail> mail;

int processOf(Loop& loop) { return loop.port().process.pid(); }

}  // namespace

ThreadMail& ThreadMail::current() { return *mail; }

void ThreadMail::enter(Loop& loop, int thread, const os::MailAddress& queue) {
  ThreadDirectory::get().enter(processOf(loop), thread, queue);
}
void ThreadMail::leave(Loop& loop, int thread) { ThreadDirectory::get().leave(processOf(loop), thread); }

void ThreadMail::open() {
  if (mailbox_ || !isMainThread) return;
  open(os::MailQueue::make(), 0);
  enter(loop_, 0, queue_);
}

void ThreadMail::open(os::MailAddress queue, int thread) {
  NODECPP_ASSERT(!mailbox_ && queue, thread);
  queue_ = std::move(queue);
  thread_ = thread;
  mailbox_ = openUnreferenced(loop_, queue_, this);
  remember();
}

void ThreadMail::onLoopEnd() noexcept {
  std::exchange(waiting_, {});  // What the promises hold may come back when it is destroyed.
  if (!mailbox_) return;
  leave(loop_, thread_);
  loop_.port().threads.close(std::exchange(mailbox_, nullptr));
}

Promise<> ThreadMail::post(int thread, const var& value, const Array<Transfer>& transfer, double timeout) {
  open();
  return Promise<>([&](auto resolve, auto reject) {
    if (timeout < 0) throw nodecpp::detail::outOfRange("timeout", ">= 0", nodecpp::detail::rangeNumber(timeout));
    if (thread == thread_)
      throw nodecpp::detail::codedError<Error>("ERR_WORKER_MESSAGING_SAME_THREAD",
                                               "Cannot sent a message to the same thread");
    os::Message message = encode(Mark::message, value, transfer);
    const std::uint64_t id = ++last_;
    message.bytes = messageOf(char(Mail::post), {std::uint64_t(processOf(loop_)), std::uint64_t(std::uint32_t(thread)),
                                                 std::uint64_t(thread_), id})
                        .bytes;
    message.addresses.push_back(queue_);
    Waiting waiting{[=] { resolve(); }, [=](Error error) { reject(error); }, {}};
    if (timeout < __builtin_inf())
      waiting.timer = setTimeout(
          [this, id] {
            settle(id, nodecpp::detail::codedError<Error>("ERR_WORKER_MESSAGING_TIMEOUT",
                                                          "Sending a message to another thread timed out"));
          },
          timeout);
    waiting_.emplace(id, std::move(waiting));
    loop_.port().threads.keepAlive(mailbox_, true);
    ThreadDirectory::get().ask(loop_.port().threads, std::move(message));
  });
}

void ThreadMail::onMessage(os::Message&& message) {
  loop_.makeCallback([&] {
    MessageFields fields(message);
    if (Mail(fields.kind()) == Mail::post) return deliver(std::move(message));
    const std::uint64_t id = fields.number();
    answered(id, int(fields.number()));
  });
}

// Node ignores an error that a listener throws, but tells the sender of it.
void ThreadMail::deliver(os::Message&& message) {
  MessageFields fields(message);
  fields.kind();
  const std::uint64_t ticket = fields.number();
  const int source = int(fields.number());
  Result result = noListener;
  try {
    if (process::emit(event::workerMessage, decode(std::move(message)), source)) result = delivered;
  } catch (const nodecpp::detail::ProgramExit&) {
    throw;
  } catch (...) {
    result = listenerFailed;
  }
  ThreadDirectory::get().ask(loop_.port().threads, messageOf(char(Mail::answer), {ticket, std::uint64_t(result)}));
}

void ThreadMail::answered(std::uint64_t id, int result) {
  if (result == noListener)
    settle(id, nodecpp::detail::codedError<Error>("ERR_WORKER_MESSAGING_FAILED",
                                                  "Cannot find the destination thread or listener"));
  else if (result == listenerFailed)
    settle(id,
           nodecpp::detail::codedError<Error>("ERR_WORKER_MESSAGING_ERRORED",
                                              "The destination thread threw an error while processing the message"));
  else
    settle(id, nullptr);
}

void ThreadMail::settle(std::uint64_t id, const Error& error) {
  auto found = waiting_.find(id);
  if (found == waiting_.end()) return;
  Waiting waiting = std::move(found->second);
  waiting_.erase(found);
  if (waiting_.empty()) loop_.port().threads.keepAlive(mailbox_, false);
  clearTimeout(waiting.timer);
  error ? waiting.fail(error) : waiting.fulfil();
}

}  // namespace detail

Promise<> postMessageToThread(int threadId, const var& value, Array<Transfer> transferList, double timeout) {
  return detail::ThreadMail::current().post(threadId, value, transferList, timeout);
}
Promise<> postMessageToThread(int threadId, const var& value, double timeout) {
  return detail::ThreadMail::current().post(threadId, value, {}, timeout);
}

}  // namespace nodecpp::worker_threads
