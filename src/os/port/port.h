// Port: the one door to the operating system. Everything that a program can learn from outside it comes through here, as
// results of operations and as pushes to sinks, so that the world can be recorded, replayed and simulated.
//
// A loop is given one of each role. The header of a role has its contract; docs/backends.md says how to write a back end,
// and src/os/conformance holds each of them to the contract. All calls are made on the loop's thread, where a role does
// not say otherwise.
#pragma once

#include "os/port/children.h"
#include "os/port/clock.h"
#include "os/port/computation.h"
#include "os/port/files.h"
#include "os/port/names.h"
#include "os/port/net.h"
#include "os/port/process.h"
#include "os/port/threads.h"
#include "os/port/trace.h"
#include "os/port/turns.h"

namespace nodecpp::os {

struct Port {
  Turns& turns;
  Clock& clock;
  Net& net;
  Files& files;
  Paths& paths;
  Names& names;
  Process& process;
  Children& children;
  Threads& threads;
  Computation& computation;
  Trace& trace;
};

// The port that a program gets when nothing else is set up: Linux, epoll.
Port& linuxPort();

}  // namespace nodecpp::os
