// Types any bytes at a terminal. The keys are those of the whole input, however it is cut; an editor survives them, and
// its cursor stays inside of its line. The first byte chooses how the input is cut, the second one the options of the
// editor.
#include <nodecpp/readline.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;

// Objects of a program that ends while they refer to each other are not freed, so leaks are not checked.
extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s does not hold\n", what);
  std::abort();
}

// Runs `begin` as a program of its own, to its end.
template <class Begin>
void asProgram(Begin begin) {
  simulation::World world;
  simulation::Program& program = world.spawn("program", begin);
  int left = 10000;
  world.run([&] { return --left < 0 || !program.running(); });
  require(left >= 0, "a program without input ends");
}

void writeInPieces(const stream::PassThrough& to, const Buffer& keys, std::size_t piece) {
  for (std::size_t at = 0; at < keys.size(); at += piece)
    to->write(keys.subarray(std::ptrdiff_t(at), std::ptrdiff_t(std::min(at + piece, keys.size()))));
}

// Returns all keys as a text.
std::string keysOf(const Buffer& keys, std::size_t piece) {
  std::string told;
  asProgram([&] {
    auto input = make<stream::PassThrough>();
    readline::emitKeypressEvents(input);
    input->on(event::keypress, [&](String text, readline::Key key) {
      const String line = str("") + text + "," + key.sequence + "," + key.name + "," + key.code + "," +
                          str(int(key.ctrl) + 2 * int(key.meta) + 4 * int(key.shift)) + "\n";
      told.append(line.data(), line.size());
    });
    writeInPieces(input, keys, piece);
  });
  return told;
}

void edit(const Buffer& keys, std::size_t piece, unsigned how) {
  std::size_t written = 0;
  asProgram([&] {
    auto input = make<stream::PassThrough>();
    auto output = make<stream::PassThrough>();
    output->on(event::data, [&](Buffer chunk) { written += chunk.size(); });
    readline::InterfaceOptions options{.input = input, .output = output, .terminal = 1};
    options.historySize = double(how & 3);
    options.removeHistoryDuplicates = how & 4;
    if (how & 8) options.history = {"an earlier line", "\xc3\xa4 \xf0\x9f\x98\x80 wide \xe4\xb8\xad"};
    if (how & 16) options.tabSize = 3;
    if (how & 32)
      options.completer = [](String line) { return readline::Completions{{line + "one", line + "once"}, line}; };
    auto interface = readline::createInterface(options);
    auto* self = interface.get();
    input->on(event::keypress, [self](String, readline::Key) {
      require(self->cursor >= 0 && self->cursor <= double(self->line.length()), "the cursor is inside of the line");
      const readline::CursorPos at = self->getCursorPos();
      require(at.rows >= 0 && at.cols >= 0, "the cursor has a place");
    });
    if (how & 64) interface->question("a question? ", [](String) {});
    interface->prompt();
    writeInPieces(input, keys, piece);
    if (how & 128) input->end();
  });
  // An editor shows the line again at a key, so much can be written, but each key writes at most what the line has.
  require(written <= (keys.size() + 1) * (64 * keys.size() + 4096), "the output is bounded");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  if (size < 2 || size > 4096) return 0;
  const std::size_t piece = std::size_t(1) + data[0] % 16;
  const Buffer keys = Buffer::copyOf(reinterpret_cast<const char*>(data + 2), size - 2);
  require(keysOf(keys, std::max<std::size_t>(keys.size(), 1)) == keysOf(keys, piece), "cuts do not change the keys");
  edit(keys, piece, data[1]);
  return 0;
}
