#include "os/posix/waker.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

#include "base/assertion.h"

namespace nodecpp::os {

Waker::Waker() : fd_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Waker::~Waker() {
  if (fd_ >= 0) ::close(fd_);
}

void Waker::wake() const noexcept {
  NODECPP_DEBUG_ASSERT(fd_ >= 0);
  std::uint64_t one = 1;
  while (::write(fd_, &one, sizeof one) < 0 && errno == EINTR) {
  }
}

}  // namespace nodecpp::os
