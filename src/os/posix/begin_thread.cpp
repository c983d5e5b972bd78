#include "os/posix/begin_thread.h"

#include <nodecpp/safety.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstring>
#include <memory>

#include "base/assertion.h"
#include "os/posix/bounds_trap.h"
#include "os/posix/stack_guard.h"

namespace nodecpp::os {

namespace {
struct Beginning {
  void* (*main)(void*);
  void* argument;
  static void* begin(void* self) {
    const std::unique_ptr<Beginning> own(static_cast<Beginning*>(self));
    NODECPP_ASSERT(own->main);
    guardStack();
    nameBoundsTrap();
    static constinit std::atomic<std::uint16_t> last{0};
    while (!(detail::threadNumber = ++last)) {  // Thread number 0 means no thread, so it is skipped.
    }
    return own->main(own->argument);
  }
};
}  // namespace

ErrorCode beginThread(pthread_t& id, const char* name, void* (*main)(void*), void* argument,
                      std::size_t stack) noexcept {
  NODECPP_ASSERT(main);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (stack) pthread_attr_setstacksize(&attributes, std::max<std::size_t>(stack, 128 << 10));
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  auto* beginning = new Beginning{main, argument};
  int error = pthread_create(&id, &attributes, Beginning::begin, beginning);
  if (error) delete beginning;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  NODECPP_ASSERT(error >= 0, error);
  if (error) return -error;
  char cut[16] = {};
  std::strncpy(cut, name, sizeof cut - 1);
  pthread_setname_np(id, cut);
  return 0;
}

}  // namespace nodecpp::os
