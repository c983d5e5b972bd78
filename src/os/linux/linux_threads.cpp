#include "os/linux/linux_threads.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <memory>
#include <vector>

#include "base/assertion.h"
#include "base/memory/slab.h"
#include "os/posix/begin_thread.h"

namespace nodecpp::os {

namespace {
std::atomic<int> lastNumber{0};
std::atomic<bool> someLeft{false};
}  // namespace

class LinuxThread final : public Thread {
 public:
  ~LinuxThread() = default;

  static void* begin(void* self) {
    detail::keepThreadsMemory();
    static_cast<LinuxThread*>(self)->run();
    return nullptr;
  }
  // The life of the thread: runs its function, then destroys what belongs to it, and reports its end to the loop that
  // started it.
  void run() {
    std::vector<int> children;
    {
      std::unique_ptr<ThreadMain> mine = std::move(main);
      NODECPP_ASSERT(mine);
      code = mine->run(port.get(), number);
      mine.reset();
      NODECPP_ASSERT(number > 0, number);
      if (port) children = port->detachChildren();
      port.reset();
    }
    // As soon as this thread is in the list of ended threads, the thread that joins it may free this object.
    std::shared_ptr<LinuxThreads::Ended> to = std::move(ended);
    NODECPP_ASSERT(to);
    std::lock_guard lock(to->mutex);
    if (!to->port) {
      for (int child : children) ::close(child);
      return;
    }
    to->children.insert(to->children.end(), children.begin(), children.end());
    to->threads.push_back(this);
    to->some.notify_all();
    to->port->turns.wake();
  }

  std::unique_ptr<ThreadMain> main;
  std::unique_ptr<LinuxPort> port;  // The port of the thread's loop; null for a thread without a loop.
  std::shared_ptr<LinuxThreads::Ended> ended;
  ThreadSink* sink = nullptr;
  pthread_t handle{};
  int code = 0;
  bool refed = true;  // Whether the thread keeps the starting loop alive; used on that loop's thread only.
};

LinuxThreads::LinuxThreads(LinuxPort& port) : ended_(std::make_shared<Ended>()) { ended_->port = &port; }

// Threads that were started here and have ended are joined. A thread that still runs is left running.
LinuxThreads::~LinuxThreads() {
  adoptChildren();
  std::lock_guard lock(ended_->mutex);
  ended_->port = nullptr;
  for (LinuxThread* thread : running_) {
    bool over = std::ranges::find(ended_->threads, thread) != ended_->threads.end();
    if (over) {
      pthread_join(thread->handle, nullptr);
      delete thread;
    } else {
      leaveAlone(thread);
    }
  }
}

// Detaches a thread that still runs. The memory that it uses is never freed, since the thread may run until the process
// ends.
void LinuxThreads::leaveAlone(LinuxThread* thread) {
  static std::mutex mutex;
  static auto* all = new std::vector<LinuxThread*>;
  std::lock_guard lock(mutex);
  all->push_back(thread);
  someLeft = true;
  pthread_detach(thread->handle);
}

bool LinuxThreads::left() { return someLeft; }

void LinuxThreads::adoptChildren() {
  std::lock_guard lock(ended_->mutex);
  NODECPP_ASSERT(ended_->port || ended_->children.empty());
  for (int child : std::exchange(ended_->children, {})) ended_->port->adoptChild(child);
}

ErrorCode LinuxThreads::start(ThreadSpec&& spec, ThreadSink* sink, Thread** made) {
  *made = nullptr;
  auto thread = std::make_unique<LinuxThread>();
  // The port of the thread's loop is made here and not on the thread, because here an error can be returned to the
  // caller.
  if (spec.loop) {
    thread->port = std::make_unique<LinuxPort>();
    if (ErrorCode error = thread->port->failure()) return error;
  }
  thread->number = ++lastNumber;
  NODECPP_ASSERT(thread->number > 0, thread->number);
  thread->main = std::move(spec.main);
  NODECPP_ASSERT(thread->main);
  thread->ended = ended_;
  thread->sink = sink;
  NODECPP_ASSERT(sink && thread->ended->port);
  if (ErrorCode error = beginThread(thread->handle, spec.name.c_str(), LinuxThread::begin, thread.get(), spec.stack))
    return error;
  ++refed_;
  running_.push_back(thread.get());
  *made = thread.release();
  return 0;
}

void LinuxThreads::keepAlive(Thread* which, bool on) {
  auto* thread = static_cast<LinuxThread*>(which);
  NODECPP_ASSERT(thread->refed == on || on || refed_ > 0, refed_);
  if (thread->refed != on) refed_ += on ? 1 : std::size_t(-1);
  thread->refed = on;
}

void LinuxThreads::finish() {
  adoptChildren();
  // Threads are taken from the list one by one, because a push may join another one of them.
  while (true) {
    LinuxThread* thread = nullptr;
    {
      std::lock_guard lock(ended_->mutex);
      if (ended_->threads.empty()) return;
      thread = ended_->threads.front();
      ended_->threads.erase(ended_->threads.begin());
    }
    if (std::erase(running_, thread) == 0) continue;  // The thread was left running by join().
    keepAlive(thread, false);
    NODECPP_ASSERT(!thread->refed);
    pthread_join(thread->handle, nullptr);
    std::unique_ptr<LinuxThread> holder(thread);
    thread->sink->onThreadEnd(thread->code);
  }
}

// Takes the thread out of the list of ended threads, so that its end is not pushed as well.
bool LinuxThreads::join(Thread* which, int milliseconds) {
  auto* thread = static_cast<LinuxThread*>(which);
  bool over = false;
  NODECPP_DEBUG_ASSERT(std::ranges::count(running_, thread) == 1);
  {
    std::unique_lock lock(ended_->mutex);
    auto ended = [&] { return std::ranges::find(ended_->threads, thread) != ended_->threads.end(); };
    over = ended_->some.wait_for(lock, std::chrono::milliseconds(milliseconds), ended);
    std::erase(ended_->threads, thread);
  }
  keepAlive(thread, false);
  std::erase(running_, thread);
  if (!over) {
    leaveAlone(thread);
    return false;
  }
  pthread_join(thread->handle, nullptr);
  delete thread;
  adoptChildren();
  return true;
}

Mailbox* LinuxPort::openMailbox(MailAddress queue, MailboxSink* sink) { return mail_->open(std::move(queue), sink); }

MailAddress LinuxPort::detach(Mailbox* mailbox) {
  MailAddress queue = MailRoom::address(mailbox);
  mail_->close(mailbox, false);
  return queue;
}

ErrorCode LinuxPort::startThread(ThreadSpec&& spec, ThreadSink* sink, Thread** thread) {
  if (!threads_) threads_ = std::make_unique<LinuxThreads>(*this);
  return threads_->start(std::move(spec), sink, thread);
}
void LinuxPort::keepAlive(Thread* thread, bool on) {
  NODECPP_ASSERT(threads_ && thread);
  threads_->keepAlive(thread, on);
}
bool LinuxPort::join(Thread* thread, int milliseconds) {
  NODECPP_ASSERT(threads_ && thread);
  return threads_->join(thread, milliseconds);
}
bool LinuxPort::threadsLeft() { return LinuxThreads::left(); }

}  // namespace nodecpp::os
