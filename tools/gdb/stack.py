"""Runs the program, or goes on with the process that gdb was attached to, until a signal or a breakpoint stops it, and
prints what it stopped by, and where, as one line of JSON:

    gdb -q -batch -x tools/gdb/stack.py --args ./server --nodecpp-replay=DIR
    stack {"signal": "SIGSEGV", "turn": 12, …, "frames": [["total(…)", "server.cpp", 67], …]}

Frames are function, file and line as the debugging information has them, the innermost first. For tools and tests.
"""

import json
import os

import gdb

gdb.execute("source " + os.path.join(os.path.dirname(os.path.abspath(__file__)), "nodecpp.py"))

stops = []
ends = []
gdb.events.stop.connect(lambda event: stops.append(getattr(event, "stop_signal", "SIGTRAP")))
gdb.events.exited.connect(lambda event: ends.append(getattr(event, "exit_code", None)))


def frames():
    found = []
    frame = gdb.newest_frame()
    while frame is not None:
        if frame.type() == gdb.SIGTRAMP_FRAME:
            found = []  # the frames above belong to the signal handler
        else:
            place = frame.find_sal()
            found.append([frame.name() or "?", place.symtab.filename if place.symtab else "?", place.line])
        try:
            frame = frame.older()
        except gdb.error:
            break
    return found


for setting in ("pagination off", "confirm off", "width 0", "disable-randomization off", "startup-with-shell off"):
    gdb.execute("set " + setting)
try:
    gdb.execute("continue" if gdb.selected_inferior().pid else "run")
    while stops and stops[-1] in ("SIGSTOP", "SIGCONT", "SIGCHLD") and not ends:
        gdb.execute("continue")
    if ends:
        told = {"exit": ends[-1]}
    else:
        told = {"signal": stops[-1] if stops else "?", **globals()["where_it_is"](), "frames": frames()}
except Exception as error:
    told = {"error": str(error)}
print("stack " + json.dumps(told), flush=True)
if gdb.selected_inferior().pid and not ends:
    gdb.execute("kill")
