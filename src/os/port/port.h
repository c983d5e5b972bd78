// Port: the only way to the operating system. Everything that a program can learn from outside arrives here, as results
// of operations and as pushes to sinks, so that the outside world can be recorded, replayed and simulated.
//
// A loop is given one object for each role. The header of each role states its contract. docs/backends.md says how to
// write a back end, and the tests in src/os/conformance check every back end against the contract. All calls are made
// on the loop's thread, unless a role says otherwise.
#pragma once

#include "os/port/children_role.h"
#include "os/port/clock_role.h"
#include "os/port/computation_role.h"
#include "os/port/datagrams_role.h"
#include "os/port/files_role.h"
#include "os/port/machine_role.h"
#include "os/port/names_role.h"
#include "os/port/net_role.h"
#include "os/port/process_role.h"
#include "os/port/threads_role.h"
#include "os/port/tls.h"
#include "os/port/trace_role.h"
#include "os/port/turns_role.h"

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
  Tls& tls;
  Machine& machine;
  Datagrams& datagrams;
};

// Returns the port that a program gets by default: Linux with epoll.
Port& linuxPort();

}  // namespace nodecpp::os
