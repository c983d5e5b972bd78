#include "os/sim/sim_threads.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "base/assertion.h"
#include "base/memory/slab.h"
#include "os/sim/sim_port.h"
#include "os/sim/time_units.h"

namespace nodecpp::os {

SimThread::SimThread(SimPort& owner, ThreadSpec&& spec, ThreadSink* to)
    : sink(to), owner_(owner), spec_(std::move(spec)) {
  number = owner.network().nextThreadNumber();
  owner.network().add(this);
}

SimThread::~SimThread() {
  ends_ = true;
  while (!over_) resume();
  owner_.network().remove(this);
  if (thread_.joinable()) thread_.join();
}

// Returns whether the thread can go on: the condition that it waits for holds, its time-out is over, or its port has
// something to push.
bool SimThread::due() const {
  if (over_) return false;
  if (ready_) return until_ <= owner_.network().now() || ready_(context_);
  return until_ <= owner_.network().now() || (port_ && port_->ready());
}

// Called by the world's thread, which waits here until the simulated thread gives control back. The first call starts
// the real thread.
void SimThread::resume() {
  std::unique_lock lock(mutex_);
  NODECPP_ASSERT(!threadRuns_ && !over_, number);
  threadRuns_ = true;
  if (!thread_.joinable())
    thread_ = std::thread([this] { run(); });
  else
    turnChanged_.notify_all();
  turnChanged_.wait(lock, [this] { return !threadRuns_; });
}

// Gives control to the world, and waits until the world gives it back. Called by the thread that has control.
void SimThread::returnControl() {
  std::unique_lock lock(mutex_);
  NODECPP_ASSERT(threadRuns_, number);
  threadRuns_ = false;
  turnChanged_.notify_all();
  if (!over_) turnChanged_.wait(lock, [this] { return threadRuns_; });
}

void SimThread::parkUntil(std::uint64_t time) {
  NODECPP_ASSERT(!over_ && !ready_, number);
  until_ = time;
  returnControl();
  until_ = UINT64_MAX;
  if (ends_) throw detail::ProgramExit{1};
  Network& network = owner_.network();
  // The fault `threads` ends a worker at the moment at which the worker is resumed.
  if (network.strikes(Fault::threads)) throw detail::ProgramExit{1};
}

// Waits for a condition of the thread itself: a message for a thread without a loop, or Atomics.wait.
bool SimThread::until(bool (*ready)(const void* context), const void* context, double milliseconds) {
  Network& network = owner_.network();
  std::uint64_t limit = milliseconds < 0 ? UINT64_MAX : network.now() + std::uint64_t(milliseconds * 1e6);
  while (!ends_ && !ready(context) && network.now() < limit) {
    ready_ = ready;
    context_ = context;
    until_ = limit;
    returnControl();
    ready_ = nullptr;
  }
  until_ = UINT64_MAX;
  return !ends_;
}

void SimThread::run() {
  NODECPP_ASSERT(!over_ && !port_, number);
  detail::keepThreadsMemory();
  until_ = UINT64_MAX;
  std::unique_ptr<ThreadMain> main = std::move(spec_.main);
  try {
    if (ends_) throw detail::ProgramExit{1};
    threadWaits = this;
    if (spec_.loop) port_ = owner_.portFor(*this);
    code_ = main->run(port_.get(), number);
  } catch (const detail::ProgramExit& exit) {
    code_ = exit.code;
  }
  main.reset();
  owner_.threadEnded(port_.get(), code_);
  port_.reset();
  NODECPP_ASSERT(!over_ && !port_, number);
  over_ = true;
  owner_.wake();
  returnControl();
}

bool Network::runThreads() {
  std::vector<SimThread*> due;
  for (SimThread* thread : threads_)
    if (thread->due()) due.push_back(thread);
  if (strikes(Fault::reordering))
    for (std::size_t i = due.size(); i > 1; --i) std::swap(due[i - 1], due[std::size_t(chance(Fault::reordering).below(i))]);
  // A thread that is resumed may end, and so destroy, another thread of `due`. Therefore each pointer is looked up in
  // `threads_` before it is used.
  for (SimThread* thread : due)
    if (std::ranges::find(threads_, thread) != threads_.end() && thread->due()) thread->resume();
  return !due.empty();
}

std::uint64_t Network::nextThread() const {
  std::uint64_t next = UINT64_MAX;
  for (SimThread* thread : threads_)
    if (!thread->over()) next = std::min(next, thread->nextTime());
  return next;
}

// With the fault lateMessages, the port sees a wake-up late. It then also receives the messages that were posted in the
// meantime.
void SimPort::wake() {
  std::uint64_t late = network_.drawTime(Fault::lateMessages);
  if (late == 0) return void(wakePending_ = true);
  network_.post(late, [&network = network_, port = this, pid = program_.pid] {
    if (network.has(port) && port->program_.pid == pid) port->wakePending_ = true;
  });
}

std::unique_ptr<SimPort> SimPort::portFor(SimThread& thread) {
  return std::make_unique<SimPort>(network_, program_, &thread);
}

MailAddress SimPort::detach(Mailbox* mailbox) {
  MailAddress queue = MailRoom::address(mailbox);
  mail_->close(mailbox, false);
  return queue;
}

ErrorCode SimPort::startThread(ThreadSpec&& spec, ThreadSink* sink, Thread** made) {
  *made = nullptr;
  if (network_.strikes(Fault::threads)) return UV_EAGAIN;
  auto thread = std::make_unique<SimThread>(*this, std::move(spec), sink);
  *made = thread.get();
  started_.push_back(std::move(thread));
  return 0;
}

void SimPort::keepAlive(Thread* thread, bool on) { static_cast<SimThread*>(thread)->refed = on; }

void SimPort::finishThreads() {
  while (true) {
    auto found = std::ranges::find_if(started_, [](const auto& thread) { return thread->over(); });
    if (found == started_.end()) return;
    std::unique_ptr<SimThread> thread = std::move(*found);
    NODECPP_ASSERT(thread->over() && thread->sink);
    started_.erase(found);
    thread->sink->onThreadEnd(thread->code());
  }
}

// Runs all threads of the world and moves the clock until the thread has ended or the time is over. A thread that is
// still running then is ended by its destructor.
bool SimPort::join(Thread* which, int milliseconds) {
  auto found = std::ranges::find_if(started_, [&](const auto& thread) { return thread.get() == which; });
  NODECPP_ASSERT(found != started_.end());
  std::unique_ptr<SimThread> thread = std::move(*found);
  started_.erase(found);
  std::uint64_t limit = network_.now() + std::uint64_t(milliseconds) * millisecond;
  while (!thread->over()) {
    if (network_.runThreads()) continue;
    std::uint64_t next = std::min(network_.nextEvent(), network_.nextThread());
    if (next > limit) return false;
    network_.advanceTo(next);
    network_.deliver();
  }
  return true;
}

}  // namespace nodecpp::os
