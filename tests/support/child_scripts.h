// Helpers of the conformance cases of Children: shell scripts, which the simulated back ends can run as well (see
// sim_shell.h), and an object that waits for a child's end.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "support/tested_ports.h"

using Kind = ChildStdio::Kind;
inline constexpr ChildStdio piped{.kind = Kind::pipe};

struct Exit : ChildSink {
  void onExit(int c, int s) override {
    ++ended;
    code = c;
    signal = s;
    if (then) then();
  }
  int ended = 0, code = -1, signal = -1;
  std::function<void()> then;
};

inline SpawnSpec shell(const char* script, std::vector<ChildStdio> stdio) {
  return {.file = "sh",
          .arguments = {"sh", "-c", script, "zero", "one"},
          .environment = {"PATH=/bin:/usr/bin"},
          .stdio = std::move(stdio)};
}

struct Started final : Exit {
  Started(Port& p, SpawnSpec& spec) : port(p) { REQUIRE(port.children.spawn(spec, this, &child, &pid) == 0); }
  ~Started() { close(); }
  // After close() nothing is pushed any more. A child that has ended needs no closing.
  void close() {
    if (child && !ended) port.children.close(child);
    child = nullptr;
  }
  Port& port;
  Child* child = nullptr;
  int pid = 0;
};

// Returns what a script writes to its standard output.
inline std::string said(Port& port, const char* script) {
  SpawnSpec spec = shell(script, {{}, piped, {}});
  Started child(port, spec);
  Sink out(port, spec.stdio[1].connection);
  REQUIRE(turnUntil(port, [&] { return child.ended == 1 && out.over; }));
  return out.bytes;
}
