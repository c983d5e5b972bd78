#include "os/linux/threads.h"

#include <time.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>

#include "base/slab.h"

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
  void run() {
    {
      std::unique_ptr<ThreadMain> mine = std::move(main);
      if (loop) {
        LinuxPort port;
        code = mine->run(&port, number);
        mine.reset();
      } else {
        code = mine->run(nullptr, number);
      }
    }
    // Whoever joins may free this as soon as it is told.
    std::shared_ptr<LinuxThreads::Ended> to = std::move(ended);
    std::lock_guard lock(to->mutex);
    if (!to->port) return;
    to->threads.push_back(this);
    to->port->wake();
  }

  std::unique_ptr<ThreadMain> main;
  std::shared_ptr<LinuxThreads::Ended> ended;
  ThreadSink* sink = nullptr;
  pthread_t handle{};
  int code = 0;
  bool loop = false;
  bool refed = true;  // the loop's own
};

LinuxThreads::LinuxThreads(LinuxPort& port) : ended_(std::make_shared<Ended>()) { ended_->port = &port; }

// Whoever has started a thread joins it. One that nobody has waited for goes on without us.
LinuxThreads::~LinuxThreads() {
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

// What it uses is there as long as it may run: to the end of the process.
void LinuxThreads::leaveAlone(LinuxThread* thread) {
  static std::mutex mutex;
  static auto* all = new std::vector<LinuxThread*>;
  std::lock_guard lock(mutex);
  all->push_back(thread);
  someLeft = true;
  pthread_detach(thread->handle);
}

bool LinuxThreads::left() { return someLeft; }

ErrorCode LinuxThreads::start(ThreadSpec&& spec, ThreadSink* sink, Thread** made) {
  *made = nullptr;
  auto thread = std::make_unique<LinuxThread>();
  thread->number = ++lastNumber;
  thread->main = std::move(spec.main);
  thread->ended = ended_;
  thread->sink = sink;
  thread->loop = spec.loop;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, std::max<std::size_t>(spec.stack, 128 << 10));
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);  // signals are the first loop's thread's
  int error = pthread_create(&thread->handle, &attributes, LinuxThread::begin, thread.get());
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  if (error) return -error;
  pthread_setname_np(thread->handle, spec.name.substr(0, 15).c_str());
  ++refed_;
  running_.push_back(thread.get());
  *made = thread.release();
  return 0;
}

void LinuxThreads::keepAlive(Thread* which, bool on) {
  auto* thread = static_cast<LinuxThread*>(which);
  if (thread->refed != on) refed_ += on ? 1 : std::size_t(-1);
  thread->refed = on;
}

void LinuxThreads::finish() {
  // One after the other: what a push does may join another of them.
  while (true) {
    LinuxThread* thread;
    {
      std::lock_guard lock(ended_->mutex);
      if (ended_->threads.empty()) return;
      thread = ended_->threads.front();
      ended_->threads.erase(ended_->threads.begin());
    }
    if (std::erase(running_, thread) == 0) continue;  // left alone
    keepAlive(thread, false);
    pthread_join(thread->handle, nullptr);
    std::unique_ptr<LinuxThread> holder(thread);
    thread->sink->onThreadEnd(thread->code);
  }
}

bool LinuxThreads::join(Thread* which, int milliseconds) {
  auto* thread = static_cast<LinuxThread*>(which);
  timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += milliseconds / 1000;
  until.tv_nsec += long(milliseconds % 1000) * 1'000'000;
  if (until.tv_nsec >= 1'000'000'000) {
    ++until.tv_sec;
    until.tv_nsec -= 1'000'000'000;
  }
  int error = pthread_timedjoin_np(thread->handle, nullptr, &until);
  keepAlive(thread, false);
  std::erase(running_, thread);
  {
    std::lock_guard lock(ended_->mutex);
    std::erase(ended_->threads, thread);
  }
  if (error) {
    leaveAlone(thread);
    return false;
  }
  delete thread;
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
void LinuxPort::keepAlive(Thread* thread, bool on) { threads_->keepAlive(thread, on); }
bool LinuxPort::join(Thread* thread, int milliseconds) { return threads_->join(thread, milliseconds); }
bool LinuxPort::threadsLeft() { return LinuxThreads::left(); }

}  // namespace nodecpp::os
