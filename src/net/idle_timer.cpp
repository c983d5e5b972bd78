// A socket's time-out: how the timer follows the time of the last traffic.
#include "net/internals.h"

#include <utility>

#include "base/assertion.h"

namespace nodecpp::net::detail {

void IdleTimer::set(double milliseconds) {
  NODECPP_DEBUG_ASSERT(milliseconds >= 0, milliseconds);
  double before = std::exchange(duration_, milliseconds);
  last_ = loop_.now();
  loop_.keepContext(context_);
  if (milliseconds == 0) {
    // An armed timer is left to fire, since onTimer() then does nothing.
    alive_ = nullptr;
    return;
  }
  // An armed timer that fires no later than the new time-out is left alone: when it fires, it arms itself for the rest.
  if (armed() && milliseconds >= (before == 0 ? armedMilliseconds_ : before)) {
    alive_ = Socket(&socket_);
    return;
  }
  arm(milliseconds);
}

void IdleTimer::arm(double milliseconds) {
  NODECPP_ASSERT(milliseconds > 0 && milliseconds <= duration_, milliseconds, duration_);
  NODECPP_ASSERT(!alive_ || alive_.get() == &socket_);
  alive_ = Socket(&socket_);
  armedMilliseconds_ = milliseconds;
  loop_.timers().arm(*this, milliseconds, loop_.now());
}

void IdleTimer::onTimer() {
  Socket alive = std::move(alive_);
  if (duration_ == 0) return;
  // A timer that is armed holds the socket until it fires.
  NODECPP_ASSERT(alive.get() == &socket_ && !armed());
  double idle = loop_.now() - last_;
  NODECPP_ASSERT(idle >= 0 && armedMilliseconds_ <= duration_, idle, armedMilliseconds_, duration_);
  if (idle < duration_) return arm(duration_ - idle);
  loop_.enterContext(context_);
  SocketInternals::timedOut(socket_);
}

}  // namespace nodecpp::net::detail
