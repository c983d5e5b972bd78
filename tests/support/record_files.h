// Helpers of the tests of record streams: they run programs on the simulated disk and on Linux, and make files with
// bytes that show their position.
#pragma once

#include <doctest/doctest.h>
#include <nodecpp/concurrency.h>
#include <nodecpp/fs.h>

#include <algorithm>
#include <string>

#include "os/sim/sim_port.h"
#include "world/simulated_program.h"
#include "world/world.h"

namespace records {

using namespace nodecpp;
using namespace nodecpp::sim;
using Cache = os::SimDisk::Cache;

inline constexpr double ms = 1'000'000;

inline os::Port& port() { return nodecpp::detail::Loop::current().port(); }
inline os::SimDisk& disk() { return static_cast<os::SimPort&>(port()).network().disk; }
inline void print(const String& text) { port().process.writeStandard(1, text + "\n"); }

inline std::string printed(Function<Promise<>()> f, os::NetworkOptions options = {}, int code = 0) {
  World world(options);
  Program& program = world.spawn("program", [=] { f(); });
  world.run();
  if (code == 0) CHECK(program.standardError() == "");
  CHECK(program.exitCode() == code);
  CHECK(program.port().disk().openCount() == 0);
  return program.standardOutput();
}

// Runs the program on Linux. The program ends when the loop ends.
inline void onLinux(Function<Promise<>()> f) {
  nodecpp::detail::Loop loop(os::linuxPort());
  auto* before = nodecpp::detail::Loop::setCurrent(&loop);
  bool over = false;
  Error failed;
  loop.makeCallback([&] { f().then([&] { over = true; }, [&](Error error) { failed = error; }); });
  loop.run();
  CHECK(over);
  if (failed) FAIL_CHECK(failed->message.data());
  loop.end();
  nodecpp::detail::Loop::setCurrent(before);
}

// Returns byte i of each file. Neighbouring parts of a file never look alike.
inline char byteAt(std::size_t i) { return char((i * 2654435761u) >> 13); }
inline std::string contents(std::size_t size) {
  std::string bytes(size, 0);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = byteAt(i);
  return bytes;
}
inline bool isAt(const Buffer& buffer, std::size_t count, std::size_t offset) {
  for (std::size_t i = 0; i < count; ++i)
    if (buffer.bytes()[i] != byteAt(offset + i)) return false;
  return true;
}
inline std::string fileOf(const String& path) {
  Buffer bytes = fs::readFileSync(path);
  return std::string(bytes.bytes(), bytes.size());
}

template <class F>
Promise<String> failure(F f) {
  try {
    co_await f();
    co_return "no error";
  } catch (const Error& error) {
    co_return error->code + " " + error->syscall + ": " + error->message;
  }
}

inline Promise<bool> readsAll(String path, std::size_t size, std::size_t record) {
  auto in = co_await fs::openInStream(path);
  Buffer buffer = Buffer::alloc(double(record));
  std::size_t at = 0;
  while (std::size_t count = co_await in->readBuf(buffer)) {
    if (count != std::min(record, size - at) || !isAt(buffer, count, at)) co_return false;
    at += count;
  }
  co_await in->close();
  co_return at == size;
}

}  // namespace records
