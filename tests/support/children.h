// What the conformance cases of Children share: scripts of a shell, which the simulated back ends have as well (see
// sim_shell.h), and who waits for their end.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "support/ports.h"

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
  // Nothing is pushed any more. A child that has ended is there no more.
  void close() {
    if (child && !ended) port.children.close(child);
    child = nullptr;
  }
  Port& port;
  Child* child = nullptr;
  int pid = 0;
};

// What a script says on its standard output.
inline std::string said(Port& port, const char* script) {
  SpawnSpec spec = shell(script, {{}, piped, {}});
  Started child(port, spec);
  Sink out(port, spec.stdio[1].connection);
  REQUIRE(turnUntil(port, [&] { return child.ended == 1 && out.over; }));
  return out.bytes;
}
