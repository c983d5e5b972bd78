// Counts the bytes that are in use, in the heap and in this thread's slabs, for tests that look for growth. Debug builds
// keep freed memory in quarantine for a while; it is given back first, because it is no longer in use.
#pragma once

#include <malloc.h>

#include <cstddef>

#include "base/memory/local_slabs.h"
#include "base/memory/slab.h"

#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();
#endif

inline std::size_t liveBytes() {
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
  return __sanitizer_get_current_allocated_bytes();
#else
  nodecpp::detail::emptyQuarantines();
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd + nodecpp::detail::slabBytesInUse();
#endif
}
