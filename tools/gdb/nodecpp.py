"""Commands of gdb for a program that runs in Node.cpp: live, replayed, stopped by the flight recorder, or as a core file.

    gdb -x nodecpp.py --args ./server --nodecpp-replay=DIR

    nodecpp turn                  the turn, the HTTP requests and the operations so far
    nodecpp promises              the coroutines that wait: what awaits what, with file and line
    nodecpp until TURN|request:N  of a replay: goes on to there

A String is printed as its text. In ~/.gdbinit it is `source /path/to/nodecpp.py`. The commands need no debugging
information of the program; the runtime leaves tables for them, nodecpp_debugger_run
(src/os/session/recorded_port.cpp) and nodecpp_debugger_promises (src/promise/retract.cpp).
"""

import re
import struct

import gdb

VERSION = 1  # the version of the tables that this script can read


def number_at(address):
    return struct.unpack("<Q", bytes(gdb.selected_inferior().read_memory(address, 8)))[0]


def half_at(address):
    return struct.unpack("<I", bytes(gdb.selected_inferior().read_memory(address, 4)))[0]


def text_at(address):
    try:
        return gdb.Value(address).cast(gdb.lookup_type("char").pointer()).string(errors="replace")
    except gdb.error:
        return "?"


def address_of(symbol):
    """Of a symbol of the program; None where there is none, or no process."""
    try:
        # gdb prints the number, whatever the debugging information says about the type.
        said = gdb.execute("info address " + symbol, to_string=True)
        return int(re.search(r"0x[0-9a-f]+", said).group(), 16)
    except (gdb.error, AttributeError):
        return None


def table(symbol, fields, pointed=False):
    """The table of numbers at `symbol` as a dictionary, the version checked."""
    address = address_of(symbol)
    if address is None:
        raise gdb.GdbError("this program has no %s: it is not a program of Node.cpp, or of another version" % symbol)
    try:
        if pointed:
            address = number_at(address)
        values = [number_at(address + 8 * i) for i in range(len(fields) + 1)]
    except gdb.MemoryError:
        raise gdb.GdbError("there is no process yet: run, attach, or open a core file")
    if values[0] != VERSION:
        raise gdb.GdbError("this script is for another version of Node.cpp: it knows table %d, the program has %d"
                           % (VERSION, values[0]))
    return dict(zip(fields, values[1:]))


def run_table():
    return table("nodecpp_debugger_run", ["turn", "requests", "operations", "untilTurn", "untilRequest"])


def where_it_is():
    """{'turn': …, 'requests': …, 'operations': …}, with what is known."""
    run = run_table()
    return {name: number_at(run[name]) for name in ("turn", "requests", "operations") if run[name]}


class Nodecpp(gdb.Command):
    """Commands for programs of Node.cpp: nodecpp turn, nodecpp promises, nodecpp until TURN|request:N."""

    def __init__(self):
        super().__init__("nodecpp", gdb.COMMAND_USER, prefix=True)


class Turn(gdb.Command):
    """The turn of the loop that the program is in, the HTTP requests that have begun, and of a replay the operations
that were held to the log so far. A program that is neither recorded nor replayed does not count its turns."""

    def __init__(self):
        super().__init__("nodecpp turn", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        at = where_it_is()
        if not at:
            print("The program is neither recorded nor replayed: it does not count its turns.")
            return
        words = ["turn %d" % at["turn"], "request %d" % at["requests"]]
        if "operations" in at:
            words.append("%d operations" % at["operations"])
        print(", ".join(words))


class Until(gdb.Command):
    """Of a replay: goes on, and stops before turn TURN, or before the HTTP request N. Works before `run`, too."""

    def __init__(self):
        super().__init__("nodecpp until", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        match = re.fullmatch(r"(request:)?([1-9][0-9]*)", argument.strip())
        if not match:
            raise gdb.GdbError("nodecpp until TURN, or nodecpp until request:N")
        number = int(match.group(2))
        if not gdb.selected_inferior().pid:
            gdb.execute("set environment NODECPP_OPTIONS --nodecpp-until=" + match.group())
            gdb.execute("run")
            return
        run = run_table()
        if not run["untilTurn"]:
            raise gdb.GdbError("this is no replay: only a replay knows what is to come")
        now = number_at(run["requests" if match.group(1) else "turn"])
        if number <= now:
            raise gdb.GdbError("%s %d is past: the replay is in %d. Begin again: run"
                               % ("request" if match.group(1) else "turn", number, now))
        where = run["untilRequest" if match.group(1) else "untilTurn"]
        gdb.selected_inferior().write_memory(where, struct.pack("<Q", number))
        gdb.execute("continue")


def writable_ranges():
    """Where frames may be: the memory of the process that can be written, without its stacks."""
    if "Local core dump file" not in gdb.execute("info files", to_string=True):
        with open("/proc/%d/maps" % gdb.selected_inferior().pid) as maps:
            for line in maps:
                span, rights, rest = line.split(None, 2)
                if rights == "rw-p" and "[stack]" not in rest:
                    low, high = span.split("-")
                    yield int(low, 16), int(high, 16)
        return
    said = gdb.execute("maintenance info sections", to_string=True)
    for match in re.finditer(r"(0x[0-9a-f]+)->(0x[0-9a-f]+) at 0x[0-9a-f]+: load\S* (.*)", said):
        if "HAS_CONTENTS" in match.group(3) and "READONLY" not in match.group(3):
            yield int(match.group(1), 16), int(match.group(2), 16)


class Frame:
    """A coroutine that waits. `on` is the promise that it awaits, or what the runtime calls a leaf."""

    def __init__(self, waiter, layout):
        self.waiter = waiter
        self.on = number_at(waiter + layout["on"])
        self.address = number_at(waiter + layout["frame"])
        self.queued = number_at(waiter + layout["next"]) == layout["queued"]
        self.leaf = self.on == layout["leaf"]
        self.awaits = []  # the frames that this frame waits for; None stands for a promise that belongs to no coroutine
        self.settlers = None
        self.place = "?"
        self.name = "?"
        where = number_at(waiter + layout["where"])
        if where:
            # The layout is the compiler's std::source_location: file, function, line.
            file = text_at(number_at(where))
            self.name = shortened(text_at(number_at(where + 8)))
            self.place = "%s:%d" % (file, half_at(where + 16))

    def told(self):
        return "%s at %s" % (self.name, self.place)

    def end(self):
        """What the last of a chain awaits."""
        if self.queued:
            return "goes on in a microtask of this turn"
        if self.leaf:
            return "an event"
        if self.settlers == 0:
            return "a promise that nothing can settle"
        return "a promise"


def shortened(function):
    function = re.sub(r" \[.*\]$", "", function)
    function = re.sub(r"\(anonymous class\)::operator\(\)", "(lambda)", function)
    return re.sub(r"\bnodecpp::", "", function)


def places_of(number):
    """Where this number, 8 bytes, stands in memory that can be written."""
    inferior = gdb.selected_inferior()
    wanted = struct.pack("<Q", number)
    for low, high in writable_ranges():
        at = low
        while at < high:
            try:
                found = inferior.search_memory(at, high - at, wanted)
            except gdb.error:  # the memory page cannot be read
                break
            if found is None:
                break
            at = found + 8
            if found % 8 == 0:
                yield found


def waits_for(reaction, promise, layout):
    """Whether it is in the promise's list."""
    at = number_at(promise + layout["first"])
    for _ in range(10000):
        if at in (0, reaction):
            break
        at = number_at(at + layout["next"])
    return at == reaction


def waiting_frames():
    layout = table("nodecpp_debugger_promises", ["drop", "on", "next", "frame", "where", "settlers", "bytes", "first",
                                                 "dropOfFrame", "leaf", "queued"], pointed=True)
    frames = []
    for place in places_of(layout["dropOfFrame"]):
        try:
            frame = Frame(place - layout["drop"], layout)
            # A frame that is free or running awaits nothing. A valid frame stands directly behind its waiter in memory.
            behind = frame.address - frame.waiter
            if frame.on == 0 or frame.address == 0 or not 0 < behind <= 256 or number_at(frame.address) == 0:
                continue
            if not frame.leaf and not frame.queued:
                if not waits_for(frame.waiter, frame.on, layout):
                    continue
                frame.settlers = half_at(frame.on + layout["settlers"])
            frames.append(frame)
        except gdb.MemoryError:
            continue
    frames.sort(key=lambda frame: frame.waiter)
    scopes = started_by_scopes(layout) if any(not frame.leaf for frame in frames) else {}

    def of(promise):
        # A coroutine's promise is in the same block of memory as the coroutine's frame, in front of the frame.
        return next(within(frames, promise, promise + half_at(promise + layout["bytes"])), None)

    for frame in frames:
        if frame.leaf or frame.queued:
            continue
        if frame.on in scopes:
            frame.awaits = [of(promise) for promise in scopes[frame.on]]
        else:
            frame.awaits = [other for other in [of(frame.on)] if other]
    return frames


def started_by_scopes(promises):
    """Of each promise of race, all and the like: the promises of the functions that still run."""
    if address_of("nodecpp_debugger_scopes") is None:
        return {}  # the program uses no combinators
    layout = table("nodecpp_debugger_scopes", ["drop", "on", "scope", "own", "dropOfChild"], pointed=True)
    scopes = {}
    for place in places_of(layout["dropOfChild"]):
        try:
            child = place - layout["drop"]
            promise, scope = number_at(child + layout["on"]), number_at(child + layout["scope"])
            own = number_at(scope + layout["own"])
            if not waits_for(child, promise, promises):
                continue  # the memory still has the contents of a child that has ended
        except gdb.MemoryError:
            continue
        scopes.setdefault(own, []).append(promise)
    return scopes


def within(frames, low, high):
    """The frames, of a sorted list, whose waiters are from `low` to `high`."""
    first, last = 0, len(frames)
    while first < last:
        middle = (first + last) // 2
        if frames[middle].waiter < low:
            first = middle + 1
        else:
            last = middle
    if first < len(frames) and frames[first].waiter < high:
        yield frames[first]


def lines_of(frame, with_address, above=()):
    lines = [frame.told() + (" (frame 0x%x)" % frame.address if with_address else "")]
    if frame in above:
        return lines + ["  which is in a circle"]
    below = [lines_of(other, with_address, above + (frame,)) if other else ["a promise"] for other in frame.awaits]
    if not below:
        return lines + ["  " + ("" if frame.queued else "awaits ") + frame.end()]
    if len(below) == 1:
        below[0][0] = "awaits " + below[0][0]
    else:
        lines.append("  awaits %d together:" % len(below))
    for part in below:
        lines += ["  " * (1 if len(below) == 1 else 2) + line for line in part]
    return lines


class Promises(gdb.Command):
    """The coroutines that wait: each with what it awaits, down to what comes from outside. Those that wait in the same
places stand together, with their number. The one that runs is not here: it is in the backtrace.

nodecpp promises /a   with the addresses of the frames, each coroutine for itself"""

    def __init__(self):
        super().__init__("nodecpp promises", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        if argument.strip() not in ("", "/a"):
            raise gdb.GdbError("nodecpp promises, or nodecpp promises /a")
        each = argument.strip() == "/a"
        frames = waiting_frames()
        if not frames:
            print("No coroutine waits.")
            return
        awaited = {id(other) for frame in frames for other in frame.awaits}
        groups = {}
        for frame in frames:
            if id(frame) not in awaited:
                groups.setdefault("\n".join("  " + line for line in lines_of(frame, each)), []).append(frame)
        print("%d coroutine%s wait%s:" % (len(frames), "s" * (len(frames) > 1), "s" * (len(frames) == 1)))
        for text, members in sorted(groups.items(), key=lambda group: (-len(group[1]), group[0])):
            print(("%d times\n" % len(members) if len(members) > 1 else "") + text)


class StringPrinter:
    """A nodecpp::String as its text."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        inlined = self.value["inlined_"]
        size = int(inlined["size"]) & 0xFF
        if size != 255:
            return inlined["bytes"].string(length=size, errors="replace")
        part = self.value["slice_"]
        return part["data"].string(length=int(part["size"]), errors="replace")

    def display_hint(self):
        return "string"


def printer_of(value):
    return StringPrinter(value) if value.type.strip_typedefs().name == "nodecpp::String" else None


gdb.pretty_printers.append(printer_of)
Nodecpp()
Turn()
Until()
Promises()
