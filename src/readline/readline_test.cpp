#include <doctest/doctest.h>
#include <nodecpp/readline.h>
#include <nodecpp/timers.h>

#include <string>

#include "readline/key_parser.h"
#include "support/live_bytes.h"
#include "world/world.h"

using namespace nodecpp;
using namespace nodecpp::simulation;

namespace {

// Runs `f` with an interface on a terminal, whose input `f` writes to and whose output is dropped.
void onTerminal(Function<void(stream::PassThrough, readline::Interface)> f) {
  World world;
  world.spawn("editor", [=] {
    auto input = make<stream::PassThrough>();
    auto output = make<stream::Writable>({.write = [](auto, auto, auto, auto callback) { callback(); }});
    f(input, readline::createInterface({.input = input, .output = output, .terminal = true}));
  });
  world.runFor(1000);
}

}  // namespace

TEST_CASE("a very long line that is pasted costs each character once") {
  // Copying the line for each character would take hours.
  std::ptrdiff_t length = 0;
  onTerminal([&](auto input, auto rl) {
    for (int i = 0; i < 64; ++i) input->write(str("ä").repeat(32'000));
    setTimeout([&length, rl] { length = rl->line.length(); }, 10);
  });
  CHECK(length == 64 * 32'000);
}

TEST_CASE("what can be undone does not fill the memory") {
  std::size_t before = 0, after = 0;
  onTerminal([&](auto input, auto rl) {
    input->write(str("x").repeat(1 << 20));
    setTimeout([&, input] {
      before = liveBytes();
      // Each of these edits changes the front of the line, so that the whole line has to be kept for it.
      String keys;
      for (int i = 0; i < 100; ++i) keys += "\x1b[H\x1b[3~";
      input->write(keys);
    }, 10);
    setTimeout([&, rl] {
      after = liveBytes();
      CHECK(rl->line.length() == (1 << 20) - 100);
    }, 20);
  });
  CHECK(after < before + (24 << 20));
}

TEST_CASE("a program may change the line and the cursor at any time") {
  String line;
  onTerminal([&](auto input, auto rl) {
    input->write("äöü");
    setTimeout([=] {
      rl->line = "日";
      rl->cursor = 1000;
      input->write("\x1f");
    }, 10);
    setTimeout([=] {
      rl->line = "";
      rl->cursor = -5;
      input->write("\x1b[D\x7f\x17\x0b\x15\x1b[C" "a\x19\x1f\x1f\x1f\x1f\x1e\x1e\x1e\x1e");
    }, 20);
    setTimeout([&line, rl] { line = rl->line; }, 30);
  });
  CHECK(!line.isNullish());
}

TEST_CASE("no input makes a key sequence grow") {
  readline::detail::KeyParser parser;
  std::uint32_t state = 1;
  std::string_view letters[] = {"\x1b", "[", "O", ";", "1", "0", "~", "A", "\u65e5", ""};
  for (int i = 0; i < 200'000; ++i) {
    state = state * 1664525 + 1013904223;
    if (parser.take(letters[(state >> 16) % 10])) CHECK(parser.key().sequence.size() < 32);
  }
}

TEST_CASE("an interface that is closed is freed, with its keys and its history") {
  std::size_t before = 0, after = 0;
  World world;
  world.spawn("editor", [&] {
    for (int round = 0; round < 100; ++round)
      setTimeout([&, round] {
        if (round == 50) before = liveBytes();
        if (round == 99) after = liveBytes();
        auto input = make<stream::PassThrough>();
        auto rl = readline::createInterface({.input = input, .output = make<stream::PassThrough>(), .terminal = true});
        input->write("text\r");
        setTimeout([=] { rl->close(); }, 5);
      }, round * 10);
  });
  world.runFor(2000);
  CHECK(after <= before + 4096);
}
