// Sees to it that a replay learns nothing but what the log tells it.
#pragma once

#include <string>

namespace nodecpp::os::replay {

class Replayer;

// What comes after a crash has been told of: it happens (a core, or a debugger sees it), or the process stops first.
enum class AfterCrash : unsigned char { happens, stops };

// From here on: a system call that goes beside the port, and a reading of the processor's clock, end the process with
// exit code 3 and a message; the order of memory's addresses is another one in each run; a crash says in which turn it
// is before it happens. `replayer` is asked for that, and must stay.
void stand(Replayer& replayer);
// The same in a copy of a process that has run: its addresses are as they were.
void standFrom(Replayer& replayer, AfterCrash afterCrash);

// With each turn: what was freed meanwhile is mixed, too.
void saltTurn();

// Before the process stops for a debugger that may never come: where it is a copy that nobody waits for, it closes its
// standard output and error.
void leaveStreams();

// The process is run by a debugger now.
bool traced();

}  // namespace nodecpp::os::replay
