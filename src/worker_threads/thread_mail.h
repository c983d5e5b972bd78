// Messages from one thread to another by its number (postMessageToThread).
#pragma once

#include <nodecpp/timers.h>
#include <nodecpp/worker_threads.h>

#include <map>

#include "worker_threads/port_message.h"

namespace nodecpp::worker_threads::detail {

// The mailbox of one event loop for these messages. The first thread opens its mailbox when it starts a worker, since
// nobody can write to it before. A worker's mailbox is open from its beginning.
class ThreadMail final : public os::MailboxSink, LoopEnd {
 public:
  explicit ThreadMail(Loop& loop) : loop_(loop) {}
  static ThreadMail& current();
  // Opens the mailbox of the first thread, if it is not open yet.
  void open();
  // Opens the mailbox of a worker.
  void open(os::MailAddress queue, int thread);

  // Makes the queue of a worker known to the threads of its process, or takes it back when the worker has ended.
  static void enter(Loop& loop, int thread, const os::MailAddress& queue);
  static void leave(Loop& loop, int thread);

  Promise<> post(int thread, const var& value, const Array<Transfer>& transfer, double timeout);

 private:
  struct Waiting {
    Function<void()> fulfil;
    Function<void(Error)> fail;
    Timeout timer;
  };
  void onMessage(os::Message&& message) override;
  void onLoopEnd() noexcept override;
  void deliver(os::Message&& message);
  void answered(std::uint64_t id, int result);
  void settle(std::uint64_t id, const Error& error);

  Loop& loop_;
  os::MailAddress queue_;
  os::Mailbox* mailbox_ = nullptr;
  int thread_ = 0;
  std::uint64_t last_ = 0;  // The number of the last message that this thread has sent.
  std::map<std::uint64_t, Waiting> waiting_;
};

}  // namespace nodecpp::worker_threads::detail
