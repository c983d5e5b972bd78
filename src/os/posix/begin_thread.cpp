#include "os/posix/begin_thread.h"

#include <algorithm>
#include <csignal>
#include <cstring>

namespace nodecpp::os {

ErrorCode beginThread(pthread_t& id, const char* name, void* (*main)(void*), void* argument,
                      std::size_t stack) noexcept {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (stack) pthread_attr_setstacksize(&attributes, std::max<std::size_t>(stack, 128 << 10));
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = pthread_create(&id, &attributes, main, argument);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  if (error) return -error;
  char cut[16] = {};
  std::strncpy(cut, name, sizeof cut - 1);
  pthread_setname_np(id, cut);
  return 0;
}

}  // namespace nodecpp::os
