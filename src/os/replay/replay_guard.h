// Ensures that a replayed program gets no information except from the log.
#pragma once

#include <string>

namespace nodecpp::os::replay {

class Replayer;

// What follows after a crash in a replay was reported: the crash happens (leaving a core file or stopping in a
// debugger), or the process stops before it.
enum class AfterCrash : unsigned char { happens, stops };

// Guards the process from here on. A system call that bypasses the port, or a read of the processor's clock, ends the
// process with exit code 3 and a message. The order of memory addresses differs in each run. A crash is reported with
// its turn before it happens. `replayer` is asked for the turn and must outlive the process.
void installGuard(Replayer& replayer);
// Guards a copy of a process that has run already, as `installGuard` does, but leaves its memory addresses as they were.
void installGuardInCopy(Replayer& replayer, AfterCrash afterCrash);

// Called in each turn: changes the order in which malloc gives out memory that was freed meanwhile.
void shuffleTurnAllocations();

// Called before the process stops and waits for a debugger that may never come. A snapshot, for which no process waits,
// closes its standard output and error, so that readers of these see an end.
void leaveStreams();

// Whether the process is being debugged now.
bool traced();

}  // namespace nodecpp::os::replay
