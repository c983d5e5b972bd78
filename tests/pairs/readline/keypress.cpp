#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/process.h>
#include <nodecpp/readline.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

namespace {

perThread<Array<String>> chunks;
perThread<stream::PassThrough> input;
Function<void(String, readline::Key)> onKey() {
  static constexpr auto show = [](String text, readline::Key key) { console::log(text == undefined ? str("undefined") : JSON::stringify(text), key); };
  return show;
}
perThread<Function<void(String, readline::Key)>> keyListener;

// A listener that throws does not disturb the next key.
void throwing() {
  input->write("lost");
  setImmediate([] {
    console::log(input->listenerCount(event::data), input->listenerCount(event::newListener));
    input->on(event::keypress, [](String text, readline::Key key) {
      console::log(text, key.name);
      if (key.name == "up") throw Error("up");
    });
    process::once(event::uncaughtException, [](Error error) { console::log(error->message); });
    input->write("a\x1b[Ab");
    setImmediate([] { input->write("c"); });
  });
}
void step(stream::PassThrough other, readline::Interface rl, Array<String> steps, int at) {
  if (at == steps.length()) {
    rl->close();
    throwing();
    return;
  }
  console::log(">", JSON::stringify(steps[at]));
  other->write(steps[at]);
  setTimeout([=] { step(other, rl, steps, at + 1); }, 60);
}
// An escape that nothing follows, and an escape that something follows late.
void alone() {
  input->removeListener(event::keypress, keyListener.value());
  auto other = make<stream::PassThrough>();
  auto rl = readline::createInterface({.input = other, .terminal = true, .escapeCodeTimeout = 20});
  other->on(event::keypress, keyListener.value());
  step(other, rl, {"\x1b", "[A", "\x1b[", "\x1b\x1b", "a"}, 0);
}
void more(int at) {
  if (at == chunks->length()) {
    alone();
    return;
  }
  console::log(">", JSON::stringify(chunks.value()[at]));
  input->write(chunks.value()[at]);
  setImmediate([=] { more(at + 1); });
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, [] {
  input = make<stream::PassThrough>();
  keyListener = onKey();
  readline::emitKeypressEvents(input.value());
  readline::emitKeypressEvents(input.value());
  console::log(input->listenerCount(event::data), input->listenerCount(event::newListener));
  input->on(event::keypress, keyListener.value());
  console::log(input->listenerCount(event::data), input->listenerCount(event::newListener));

  // Letters, digits and signs; Ctrl and letters; each of them after an escape.
  for (int code = 0; code < 128; code++) {
    chunks->push(String::fromCharCode(code));
    chunks->push("\x1b" + String::fromCharCode(code) + "z");
  }
  for (String each : {"é", "\U0001f600", "e\u0301", "\u0080", "\u2028", "\ufffd"}) chunks->push(each);
  // Sequences of xterm, gnome, rxvt, putty, cygwin and the Linux console.
  for (String letter : {"A", "B", "C", "D", "E", "F", "H", "P", "Q", "R", "S", "Z", "a", "b", "c", "d", "e", "x"}) {
    for (String front : {"[", "O", "[[", "[1;2", "[1;5", "[5", "[0", "O5", "O0", "[12;5", "[1;9", "[;5", "\x1b[", "\x1bO"}) chunks->push("\x1b" + front + letter);
  }
  for (String number : {"1", "2", "3", "4", "5", "6", "7", "8", "9", "11", "12", "13", "14", "15", "17", "18", "19", "20", "21", "23", "24", "99", "200", "201", "1234"}) {
    for (String last : {"~", "$", "^", "@", ";5~", ";2^", ";~", ";12~"}) chunks->push("\x1b[" + number + last);
  }
  for (String number : {"1", "5", "6"}) {
    chunks->push("\x1b[[" + number + "~");
    chunks->push("\x1b\x1b[" + number + "~");
  }
  for (String each : {"\x1b[", "A", "\x1bO", "A", "\x1b[1", ";", "5", "A", "\x1b[\x1b", "A", "\x1b[1;\U0001f600", "\x1b[é", "abc\x1b[Adef", "\x1b\x1b\x1b", "x", "\x1b\x1b", "y"}) chunks->push(each);
  more(0);
}); }
