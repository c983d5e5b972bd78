#include "os/linux/linux_port.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>
#include <string>

#include "base/assertion.h"
#include "base/upward_calls.h"
#include "os/linux/inbox.h"
#include "os/linux/inotify.h"
#include "os/linux/linux_call_stack.h"
#include "os/linux/linux_resolver.h"
#include "os/linux/linux_threads.h"
#include "os/posix/bounds_trap.h"
#include "os/posix/signal_watches.h"
#include "os/posix/stack_guard.h"
#include "os/posix/thread_pool.h"
#include "os/posix/waker.h"

namespace nodecpp::os {

static const detail::UpwardRegistration errorsKnowTheirCalls([](detail::Upward& to) {
#if NODECPP_BACKTRACE
  to.callStack = callStack;
  to.symbolsOf = symbolsOf;
#endif
  to.memoryRegions = memoryRegions;
});

Port& linuxPort() {
  // The port is never destroyed, because threads of the pool and late destructors may still use it while the program
  // ends.
  static LinuxPort* port = [] {
    SignalQueue::begin();
    guardStack();
    nameBoundsTrap();
    auto* made = new LinuxPort;
    if (made->failure()) {
      std::string text = std::string("The program cannot run without an epoll and an eventfd: ") +
                         std::strerror(-made->failure()) + "\n";
      made->writeStandard(2, text);
      ::_exit(1);
    }
    return made;
  }();
  return *port;
}

namespace {

// When the program was started without a standard stream, /dev/null takes its number, so that no socket or file of the
// program becomes that stream by accident.
int openStandard() {
  for (int fd = 0; fd <= 2; ++fd)
    if (::fcntl(fd, F_GETFD) < 0) ::open("/dev/null", O_RDWR);
  return epoll_create1(EPOLL_CLOEXEC);
}

}  // namespace

LinuxPort::LinuxPort()
    : Port{*this, *this, *this, files_, *this, *this, *this, *this, *this, *this, *this, tls_, machine_, datagrams_},
      epoll_(openStandard()),
      waker_(std::make_shared<Waker>()),
      spareFd_(-1),
      wakeWatched_(Watched::Kind::wake, waker_->fd()),
      pool_(std::make_unique<Pool>(*this)) {
  // Writing to a broken pipe is an error of that write, never a signal. The signal is ignored only once for the
  // process, since the program may install a listener for SIGPIPE later.
  [[maybe_unused]] static const bool ignored = (std::signal(SIGPIPE, SIG_IGN), true);
  if (epoll_ < 0 || waker_->fd() < 0)
    failure_ = errno ? -errno : -EMFILE;
  // Each wake-up writes to the eventfd and makes an edge, so the eventfd never has to be read.
  else
    failure_ = watch(&wakeWatched_, EPOLLIN | EPOLLET);
  if (!failure_) spareFd_ = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
}

LinuxPort::~LinuxPort() {
  mail_->leave();
  threads_.reset();
  pool_.reset();
  if (inbox_) inbox_->close();
  resolvers_.clear();
  paths_.reset();
  signalQueue_.reset();
  for (int pidFd : detachChildren()) ::close(pidFd);
  for (Watched* watched : closedWatched_) delete watched;
  detail::Block::drop(readBlock_);
  if (epoll_ >= 0) ::close(epoll_);
  if (spareFd_ >= 0) ::close(spareFd_);
}

ErrorCode LinuxPort::watch(Watched* watched, std::uint32_t events) {
  NODECPP_ASSERT(watched->fd >= 0 && !watched->closed, watched->fd);
  epoll_event event{.events = events, .data = {.ptr = watched}};
  return epoll_ctl(epoll_, EPOLL_CTL_ADD, watched->fd, &event) == 0 ? 0 : -errno;
}

void LinuxPort::change(Watched* watched, std::uint32_t events) {
  NODECPP_ASSERT(watched->fd >= 0 && !watched->closed, watched->fd);
  epoll_event event{.events = events, .data = {.ptr = watched}};
  epoll_ctl(epoll_, EPOLL_CTL_MOD, watched->fd, &event);
}

void LinuxPort::closeAfterTurn(Watched* watched) {
  leave(watched);
  ::close(watched->fd);
}

void LinuxPort::leave(Watched* watched) {
  NODECPP_ASSERT(!watched->closed && watched->fd >= 0, watched->fd);
  // epoll is told explicitly, since another process may hold the same socket open, and then closing our descriptor
  // would not end its events.
  epoll_ctl(epoll_, EPOLL_CTL_DEL, watched->fd, nullptr);
  watched->closed = true;
  closedWatched_.push_back(watched);
}

void LinuxPort::wait(int timeout) {
  if (!queued_.empty() || tls_.waiting() || (inputIsFile_ && inputSink_)) timeout = 0;
  if (!resolvers_.empty()) timeout = resolversTimeout(timeout);
  if (!resting_.empty()) [[unlikely]]
    timeout = restTimeout(timeout);
  // Release builds fill variables with zeros; these would be 3 KiB at each wake-up, of which only `count` are read.
  [[clang::uninitialized]] epoll_event events[eventsPerTurn];
  int count = epoll_wait(epoll_, events, eventsPerTurn, timeout);
  NODECPP_ASSERT(count <= eventsPerTurn, count);
  woken();
  turn_.swap(queued_);
  for (LinuxConnection* connection : turn_) connection->queued = false;
  for (int i = 0; i < count; ++i) {
    auto* watched = static_cast<Watched*>(events[i].data.ptr);
    NODECPP_ASSERT(watched);
    if (watched->closed) continue;
    switch (watched->kind) {
      case Watched::Kind::connection: connectionEvent(static_cast<LinuxConnection*>(watched), events[i].events); break;
      case Watched::Kind::listener: accept(static_cast<LinuxListener*>(watched)); break;
      case Watched::Kind::wake: drainWake(); break;
      case Watched::Kind::input: readInput(); break;
      case Watched::Kind::paths:
        NODECPP_ASSERT(watched == paths_.get());
        paths_->read();
        break;
      case Watched::Kind::child: childEvent(static_cast<LinuxChild*>(watched)); break;
      case Watched::Kind::names: resolverEvent(watched, events[i].events); break;
      case Watched::Kind::datagrams: datagrams_.event(watched, events[i].events); break;
    }
  }
  if (!resting_.empty()) [[unlikely]]
    endReadPauses();
  if (inputIsFile_) readInput();
  // Serves connections that have more than one turn's share of bytes, or that the program asked for after their event.
  // A connection that this turn's events have queued again has had its share already.
  for (LinuxConnection* connection : turn_)
    if (!connection->closed && !connection->queued) serve(connection);
  turn_.clear();
  if (!resolvers_.empty()) serveResolvers();
  tls_.pushWaiting();
  // No event can point to an object that was closed in this turn any more, so it is freed. A connection that waits in
  // the list of the next turn stays until then.
  std::erase_if(closedWatched_, [](Watched* watched) {
    if (watched->kind == Watched::Kind::connection && static_cast<LinuxConnection*>(watched)->queued) return false;
    delete watched;
    return true;
  });
}

void LinuxPort::wake() { waker_->wake(); }

void LinuxPort::drainWake() {
  if (signalQueue_)
    for (int number = 0; (number = signalQueue_->take()) != 0;)
      if (signals_[number].push) signals_[number].push(signals_[number].context, number);
  pool_->finish();
  if (inbox_) inbox_->deliver();
  mail_->deliver();
  // When a turn has no room for all messages, `deliver` has asked for another wake-up, which handles the rest.
  if (threads_) threads_->finish();
}

std::uint64_t LinuxPort::hrtime() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return std::uint64_t(t.tv_sec) * 1'000'000'000 + std::uint64_t(t.tv_nsec);
}

double LinuxPort::wallClock() {
  timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return double(t.tv_sec) * 1e3 + double(t.tv_nsec / 1'000'000);
}

ErrorCode LinuxPort::watchPath(const std::string& path, PathSink* sink, PathWatch** made) {
  *made = nullptr;
  if (!paths_) {
    auto inotify = std::make_unique<Inotify>();
    if (inotify->fd < 0) return -errno;
    if (ErrorCode error = watch(inotify.get(), EPOLLIN)) return error;
    paths_ = std::move(inotify);
  }
  return paths_->add(path, sink, made);
}
void LinuxPort::unwatch(PathWatch* watch) {
  NODECPP_ASSERT(paths_ && watch);
  paths_->remove(watch);
}

void LinuxPort::submit(Job* job) { pool_->submit(job); }
bool LinuxPort::busy() {
  return pool_->busy() || computing_ || mail_->busy() || (threads_ && threads_->busy()) ||
         std::ranges::any_of(resolvers_, [](const auto& resolver) { return resolver->busy(); });
}

ErrorCode LinuxPort::watchSignal(int number, SignalPush push, void* context) {
  if (number < 1 || number > 64) return -EINVAL;
  NODECPP_ASSERT(std::size_t(number) < std::size(signals_), number);
  signals_[number] = {push, context};
  if (!signalQueue_) signalQueue_ = std::make_unique<SignalQueue>(waker_);
  return push ? signalQueue_->catchSignal(number) : signalQueue_->release(number);
}

}  // namespace nodecpp::os
