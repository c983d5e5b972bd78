#include <nodecpp/worker_threads/shared.h>

#include <atomic>
#include <memory>

#include "base/assertion.h"
#include "os/port/address_waits.h"
#include "worker_threads/port_message.h"

namespace nodecpp {

namespace detail {

struct SharedMemory {
  explicit SharedMemory(std::size_t bytes) : size(bytes), data(new std::uint64_t[(bytes + 7) / 8]()) {}
  std::size_t size;
  std::unique_ptr<std::uint64_t[]> data;
  std::atomic<std::size_t> refs{1};

  static void drop(SharedMemory* memory) noexcept {
    const std::size_t before = memory->refs.fetch_sub(1, std::memory_order_acq_rel);
    NODECPP_ASSERT(before > 0);
    if (before == 1) delete memory;
  }
};

}  // namespace detail

namespace detail {
namespace {
char* sharedBytes(const SharedArrayBufferObject& buffer) noexcept {
  return reinterpret_cast<char*>(buffer.memory->data.get());
}
ByteStore* sharedStore(SharedMemory* memory) {
  NODECPP_ASSERT(memory && memory->refs.load(std::memory_order_relaxed) > 0);
  ++memory->refs;
  return makeSharedStore(reinterpret_cast<char*>(memory->data.get()), memory->size, memory,
                         [](void* gone) noexcept { SharedMemory::drop(static_cast<SharedMemory*>(gone)); });
}
}  // namespace
}  // namespace detail

SharedArrayBufferObject::~SharedArrayBufferObject() { detail::SharedMemory::drop(memory); }

SharedArrayBuffer::SharedArrayBuffer(std::size_t bytes) {
  if (!detail::Loop::current().port().threads.sharesMemory())
    throw detail::codedError<Error>("ERR_FEATURE_UNAVAILABLE",
                                    "Memory that threads share cannot be recorded: what others write could not be "
                                    "replayed. Post messages instead");
  static_cast<Handle<SharedArrayBufferObject>&>(*this) = make<SharedArrayBufferObject>(new detail::SharedMemory(bytes));
}
SharedArrayBuffer::SharedArrayBuffer(const ArrayBuffer& buffer) {
  const detail::ByteStore* store = buffer.store();
  if (!store || !store->shared) return;
  auto* memory = static_cast<detail::SharedMemory*>(store->shared);
  ++memory->refs;
  static_cast<Handle<SharedArrayBufferObject>&>(*this) = make<SharedArrayBufferObject>(memory);
}
std::ptrdiff_t SharedArrayBuffer::byteLength() const { return std::ptrdiff_t((*this)->memory->size); }
SharedArrayBuffer SharedArrayBuffer::slice(double from, double to) const {
  const std::size_t start = detail::placeOf(from, byteLength()), end = detail::placeOf(to, byteLength());
  SharedArrayBuffer copy(start < end ? end - start : 0);
  detail::moveElements(detail::ElementKind::uint8, true, detail::sharedBytes(*copy), detail::sharedBytes(**this) + start,
                       copy.byteLength());
  return copy;
}
detail::ByteStore* storeOf(const SharedArrayBuffer& buffer) { return detail::sharedStore(buffer->memory); }
ArrayBuffer SharedArrayBufferObject::bytes() const { return ArrayBuffer::of(detail::sharedStore(memory)); }

namespace detail {

void throwAtomicIndex() { throw RangeError("Invalid atomic access index"); }
void throwNotShared(const char* kind) { throw TypeError("[object " + str(kind) + "] is not a shared typed array."); }

namespace {

// The number of this thread's worker, or 0 on the first thread and on threads of the pool.
int threadHere() {
  Loop* loop = Loop::currentOrNull();
  return loop && loop->processState ? worker_threads::detail::ThreadState::current().threadId : 0;
}

}  // namespace

String waitShared(const void* address, bool (*unchanged)(const void* address, std::int64_t expected),
                  std::int64_t expected, double milliseconds) {
  switch (os::waitAt(address, unchanged, expected, milliseconds, threadHere())) {
    case os::WaitEnd::notEqual: return "not-equal";
    case os::WaitEnd::notified: return "ok";
    case os::WaitEnd::timedOut: return "timed-out";
    case os::WaitEnd::stopped: break;
  }
  throw ProgramExit{1};
}

int notifyShared(const void* address, double count) { return os::notifyAt(address, count); }

}  // namespace detail

namespace worker_threads::detail {

using nodecpp::detail::SharedMemory;

std::shared_ptr<void> sharedMemoryOf(Object* object) {
  auto* buffer = dynamic_cast<SharedArrayBufferObject*>(object);
  if (!buffer) return nullptr;
  ++buffer->memory->refs;
  return std::shared_ptr<void>(buffer->memory,
                               [](void* memory) { SharedMemory::drop(static_cast<SharedMemory*>(memory)); });
}
var sharedMemory(const std::shared_ptr<void>& memory) {
  auto* mine = static_cast<SharedMemory*>(memory.get());
  NODECPP_ASSERT(mine && mine->refs.load(std::memory_order_relaxed) > 0);
  ++mine->refs;
  return make<SharedArrayBuffer>(mine);
}
std::shared_ptr<void> sharedMemoryBehind(const ArrayBuffer& buffer) {
  const SharedArrayBuffer shared(buffer);
  return shared ? sharedMemoryOf(shared.get()) : nullptr;
}
ArrayBuffer sharedBufferOver(const std::shared_ptr<void>& memory) {
  return ArrayBuffer::of(nodecpp::detail::sharedStore(static_cast<SharedMemory*>(memory.get())));
}

}  // namespace worker_threads::detail
}  // namespace nodecpp
