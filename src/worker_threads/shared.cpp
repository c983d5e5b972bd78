#include <nodecpp/worker_threads/shared.h>

#include <atomic>
#include <memory>

#include "os/port/address_waits.h"
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
  if (!detail::Loop::current().port().threads.sharesMemory())
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

// 0 on the first thread, and on those of the pool.
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
  ++mine->refs;
  return make<SharedArrayBuffer>(mine);
}

}  // namespace worker_threads::detail
}  // namespace nodecpp
