// Turns: how a loop is told of what has come. Everything that a port has to say, it says inside `wait`.
//
// The contract, for the author of a back end:
// - A push (a call of a sink) is made only inside `wait`, on the loop's thread. No operation calls a sink before it
//   returns, with the one exception that the sink's own documentation names.
// - One call of `wait` is one turn. The pushes of a turn are made in the order in which things happened, as far as the
//   system tells it.
// - No source of pushes may starve the others: a turn gives a connection at most eight reads and a listener at most 64
//   connections, and what is left over is given in the next turn, which then does not wait.
// - What was closed is not pushed to any more, not even in the turn in which it was closed.
#pragma once

#include "os/port/basics.h"

namespace nodecpp::os {

class Turns {
 public:
  // `call` is called when a wait is over, before the turn's first push: the loop reads the clock then.
  void onWake(void (*call)(void* context), void* context) {
    wakeCall_ = call;
    wakeContext_ = context;
  }

  // Runs one turn's worth of pushes. Waits for the first of them until `timeout` milliseconds have passed; -1 is for
  // ever, 0 does not wait.
  virtual void wait(int timeout) = 0;
  // Ends a `wait` that is under way, or the next one. Called from any thread.
  virtual void wake() = 0;
  // Whether something is under way that the loop must not end before: jobs, look-ups, questions to name servers,
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
