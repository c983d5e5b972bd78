#include "os/sim/program_watch.h"

#include <malloc.h>

#include <cstring>
#include <string_view>

#include "base/assertion.h"
#include "base/memory/slab.h"

#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();
#endif

namespace nodecpp::os {

const char* Finding::name() const {
  switch (kind) {
    case Kind::none: return "nothing";
    case Kind::lostWakeUp: return "lost wake-up";
    case Kind::useAfterClose: return "use after close";
    case Kind::unboundedQueue: return "unbounded queue";
    case Kind::endlessRetry: return "endless retry";
  }
  return "";
}

void Digest::add(std::string_view bytes) {
  add(bytes.size());
  while (bytes.size() >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), 8);
    add(word);
    bytes.remove_prefix(8);
  }
  if (bytes.empty()) return;
  NODECPP_ASSERT(bytes.size() < 8, bytes.size());
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data(), bytes.size());
  add(word);
}

std::uint64_t heapInUse() {
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return __sanitizer_get_current_allocated_bytes() + detail::slabBytesInUse();
#else
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd + detail::slabBytesInUse();
#endif
}

}  // namespace nodecpp::os
