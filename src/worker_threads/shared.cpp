#include <nodecpp/worker_threads/shared.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <list>

#include "worker_threads/message.h"

namespace nodecpp {

namespace detail {

struct SharedMemory {
  explicit SharedMemory(std::size_t bytes) : size(bytes), data(new std::uint64_t[(bytes + 7) / 8]()) {}
  std::size_t size;
  std::unique_ptr<std::uint64_t[]> data;
  std::atomic<std::size_t> refs{1};

  static void drop(SharedMemory* memory) noexcept {
    if (memory->refs.fetch_sub(1, std::memory_order_acq_rel) == 1) delete memory;
  }
};

}  // namespace detail

SharedArrayBufferObject::~SharedArrayBufferObject() { detail::SharedMemory::drop(memory); }

SharedArrayBuffer::SharedArrayBuffer(std::size_t bytes) {
  if (!detail::Loop::current().port().sharesMemory())
    throw detail::codedError<Error>("ERR_FEATURE_UNAVAILABLE",
                                    "Memory that threads share cannot be recorded: what others write could not be "
                                    "replayed. Post messages instead");
  static_cast<Handle<SharedArrayBufferObject>&>(*this) = make<SharedArrayBufferObject>(new detail::SharedMemory(bytes));
}
std::size_t SharedArrayBuffer::byteLength() const { return (*this)->memory->size; }

namespace detail {

char* sharedBytes(const SharedArrayBufferObject& buffer) noexcept {
  return reinterpret_cast<char*>(buffer.memory->data.get());
}
std::size_t sharedSize(const SharedArrayBufferObject& buffer) noexcept { return buffer.memory->size; }
void throwAtomicIndex() { throw RangeError("Invalid atomic access index"); }
void throwMisaligned(std::size_t elementBytes) {
  throw RangeError("byte length and start offset of a shared array should be multiples of " + str(int(elementBytes)));
}

namespace {

// Whoever waits, at whatever address. There are few.
struct Waiter {
  const void* address;
  int thread;
  bool notified = false;
  bool stopped = false;
  std::condition_variable wake{};
};
struct Waiters {
  std::mutex mutex;
  std::list<Waiter*> all;
  std::vector<int> stopped;  // workers that are to end, and have not yet
};
Waiters& waiters() {
  static Waiters one;
  return one;
}

// 0 on the first thread, and on those of the pool.
int threadHere() {
  Loop* loop = Loop::currentOrNull();
  return loop && loop->processState ? worker_threads::detail::ThreadState::current().threadId : 0;
}

}  // namespace

String waitShared(const void* address, bool (*unchanged)(const void* address, std::int64_t expected),
                  std::int64_t expected, double milliseconds) {
  Waiters& here = waiters();
  std::unique_lock lock(here.mutex);
  if (!unchanged(address, expected)) return "not-equal";
  Waiter own{.address = address, .thread = threadHere()};
  own.stopped = std::ranges::find(here.stopped, own.thread) != here.stopped.end();
  here.all.push_back(&own);
  auto told = [&] { return own.notified || own.stopped; };
  if (os::threadWaits) {
    lock.unlock();
    auto ready = [](const void* waiter) {
      std::lock_guard guard(waiters().mutex);
      auto* own = static_cast<const Waiter*>(waiter);
      return own->notified || own->stopped;
    };
    bool goesOn = os::threadWaits->until(ready, &own, std::isfinite(milliseconds) ? std::max(milliseconds, 0.0) : -1);
    lock.lock();
    own.stopped = own.stopped || !goesOn;
  } else if (std::isfinite(milliseconds)) {
    own.wake.wait_for(lock, std::chrono::duration<double, std::milli>(std::max(milliseconds, 0.0)), told);
  } else {
    own.wake.wait(lock, told);
  }
  if (own.notified) return "ok";
  here.all.remove(&own);
  if (own.stopped) throw ProgramExit{1};
  return "timed-out";
}

int notifyShared(const void* address, double count) {
  Waiters& here = waiters();
  std::lock_guard lock(here.mutex);
  int woken = 0;
  for (auto at = here.all.begin(); at != here.all.end() && woken < count;) {
    Waiter* waiter = *at;
    if (waiter->address != address) {
      ++at;
      continue;
    }
    waiter->notified = true;
    waiter->wake.notify_one();
    at = here.all.erase(at);
    ++woken;
  }
  return woken;
}

}  // namespace detail

namespace worker_threads::detail {

using nodecpp::detail::SharedMemory;

void stopWaits(int thread, bool stopped) {
  auto& here = nodecpp::detail::waiters();
  std::lock_guard lock(here.mutex);
  std::erase(here.stopped, thread);
  if (!stopped) return;
  here.stopped.push_back(thread);
  for (nodecpp::detail::Waiter* waiter : here.all) {
    if (waiter->thread != thread) continue;
    waiter->stopped = true;
    waiter->wake.notify_one();
  }
}

std::shared_ptr<void> sharedMemoryOf(Object* object) {
  auto* buffer = dynamic_cast<SharedArrayBufferObject*>(object);
  if (!buffer) return nullptr;
  ++buffer->memory->refs;
  return std::shared_ptr<void>(buffer->memory,
                               [](void* memory) { SharedMemory::drop(static_cast<SharedMemory*>(memory)); });
}
var sharedMemory(const std::shared_ptr<void>& memory) {
  auto* mine = static_cast<SharedMemory*>(memory.get());
  ++mine->refs;
  return make<SharedArrayBuffer>(mine);
}

}  // namespace worker_threads::detail
}  // namespace nodecpp
