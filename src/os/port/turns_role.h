// Turns: how a loop receives events. The port calls sinks only inside `wait`.
//
// The contract, for the author of a back end:
// - A push (a call of a sink) is made only inside `wait`, on the loop's thread. No operation calls a sink before the
//   operation returns, except where the sink's own documentation says so.
// - One call of `wait` is one turn. The pushes of a turn are made in the order in which the events happened, as far as
//   the system tells their order.
// - No source of pushes may starve the others: a turn gives a connection at most eight reads and a listener at most 64
//   connections. The rest is given in the next turn, which then does not wait.
// - Nothing is pushed to an object that was closed, not even in the turn in which it was closed.
#pragma once

#include "os/port/port_types.h"

namespace nodecpp::os {

class Turns {
 public:
  // Sets a function that is called when a wait is over, before the turn's first push. The loop reads its clock there.
  void onWake(void (*call)(void* context), void* context) {
    wakeCall_ = call;
    wakeContext_ = context;
  }

  // Runs one turn: makes the pushes that are ready, after waiting at most `timeout` milliseconds for the first of them.
  // -1 waits without a time-out, 0 does not wait.
  virtual void wait(int timeout) = 0;
  // Ends a `wait` that is under way, or the next one. May be called from any thread.
  virtual void wake() = 0;
  // Whether something is under way that the loop must wait for before it ends: jobs, look-ups, queries to name servers,
  // mailboxes that receive, threads.
  virtual bool busy() = 0;

 protected:
  ~Turns() = default;
  void woken() {
    if (wakeCall_) wakeCall_(wakeContext_);
  }

 private:
  void (*wakeCall_)(void*) = nullptr;
  void* wakeContext_ = nullptr;
};

}  // namespace nodecpp::os
