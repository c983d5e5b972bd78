// Runs a program in virtual time and collects its notes, for tests.
#pragma once

#include <nodecpp/process.h>
#include <nodecpp/promise.h>

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "loop/loop.h"
#include "os/sim/sim_port.h"

using namespace nodecpp;

using Notes = std::vector<std::string>;

namespace doctest {
template <>
struct StringMaker<Notes> {
  static String convert(const Notes& notes) {
    std::string text;
    for (const std::string& note : notes) text += (text.empty() ? "" : ", ") + note;
    return text.c_str();
  }
};
}  // namespace doctest

inline int alive = 0;
inline Notes notes;
inline void note(std::string text) { notes.push_back(std::move(text)); }
inline std::string text(const String& s) { return {s.data(), s.size()}; }
inline double now() {
  detail::Loop& loop = detail::Loop::current();
  loop.updateNow();
  return loop.now();
}

// A class that counts its living objects and makes a note when one is destroyed.
struct Local {
  std::string name;
  explicit Local(std::string text) : name(std::move(text)) { ++alive; }
  Local(Local&& other) : name(std::move(other.name)) {
    ++alive;
    other.name.clear();
  }
  Local(const Local& other) : name(other.name) { ++alive; }
  ~Local() {
    --alive;
    if (!name.empty()) note("~" + name);
  }
};

// Runs `f` as a program, which must leave no objects alive. Returns its notes.
template <class F>
Notes program(F f, const os::NetworkOptions& options = {}) {
  notes.clear();
  os::Network network(options);
  os::SimPort port(network, {});
  {
    detail::Loop loop(port);
    detail::Loop* before = detail::Loop::setCurrent(&loop);
    bool finished = false;
    loop.makeCallback([&] {
      f().then([&] { finished = true; },
               [&](Error error) {
                 note("failed: " + text(error.toString()));
                 finished = true;
               });
    });
    loop.run();
    if (!finished) note("never finished");
    loop.end();
    detail::Loop::setCurrent(before);
  }
  CHECK(alive == 0);
  alive = 0;
  return notes;
}
