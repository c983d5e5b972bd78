#include <nodecpp/abort_controller.h>
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/readline.h>
using namespace nodecpp;

void more(int next);
void questions();
Promise<> iterate();

// Lines with all kinds of ends, in pieces.
void feed(Array<Buffer> chunks, Function<void()> end) {
  auto input = make<stream::PassThrough>();
  auto rl = readline::createInterface({.input = input});
  Array<String> lines;
  rl->on(event::line, [=](String line) { lines.push(line); });
  rl->on(event::pause, [=] { lines.push("(pause)"); });
  rl->on(event::resume, [=] { lines.push("(resume)"); });
  rl->on(event::close, [=] { console::log(JSON::stringify(lines)); end(); });
  for (auto chunk : chunks) input->write(chunk);
  input->end();
}

int main(int argc, char** argv) { return run(argc, argv, [] { more(0); }); }

Array<Buffer> bytesOf(Array<String> texts) { return texts.map([](String text) { return Buffer::from(text); }); }
void more(int next) {
  auto texts = Array<Array<Buffer>>{
    bytesOf({"a\nb\r\nc", "d\r", "\ne\u2028f\u2029g\rh"}),
    bytesOf({"", "\n", "\n\n", "last"}),
    bytesOf({"no end"}),
    bytesOf({"\r", "\r", "\n", "\n"}),
    {Buffer::from("caf\u00e9 \U0001F600\nx").subarray(0, 4), Buffer::from("caf\u00e9 \U0001F600\nx").subarray(4)},
    bytesOf({"end\n"}),
  };
  if (next < texts.length()) feed(texts[next], [=] { more(next + 1); });
  else questions();
}

// Questions take lines; what is left is emitted.
void questions() {
  auto input = make<stream::PassThrough>();
  auto output = make<stream::PassThrough>();
  output->on(event::data, [](stream::Chunk bytes) { console::log("output", JSON::stringify(bytes.toString())); });
  auto rl = readline::createInterface({.input = input, .output = output, .prompt = "# "});
  console::log(rl->terminal, rl->getPrompt(), JSON::stringify(rl->line), rl->closed);
  rl->on(event::line, [](String line) { console::log("line", line); });
  rl->on(event::pause, [] { console::log("pause"); });
  rl->on(event::resume, [] { console::log("resume"); });
  rl->on(event::close, [=] {
    console::log("close", rl->closed);
    for (auto f : Array<Function<void()>>{[=] { rl->question("x", [](String) {}); }, [=] { rl->pause(); }, [=] { rl->resume(); }, [=] { rl->write("x"); }}) {
      try {
        f();
      } catch (const Error& error) {
        console::log(error->code, error->message);
      }
    }
    rl->close();
    (void)iterate();
  });
  rl->question("your name? ", [=](String name) {
    console::log("answer", name);
    rl->setPrompt("> ");
    rl->prompt();
    rl->pause();
    rl->pause();
    rl->prompt();
    rl->write("written\nand ");
  });
  rl->question("another? ", [](String) { console::log("never"); });
  auto abort = make<AbortController>();
  input->write("Ann\nmore\n");
  setTimeout([=] {
    rl->question("no answer? ", {.signal = abort->signal()}, [](String) { console::log("never"); });
    abort->abort();
    rl->question("before? ", {.signal = abort->signal()}, [](String) { console::log("never"); });
    input->write("not taken\n");
    setTimeout([=] { input->end("the rest"); }, 5);
  }, 5);
}

Promise<> iterate() {
  auto input = make<stream::PassThrough>();
  auto rl = readline::createInterface({.input = input});
  setTimeout([=] { input->write("one\ntwo\nth"); }, 5);
  setTimeout([=] { input->end("ree\nfour"); }, 10);
  Array<String> seen;
  {
    auto lines = rl->lines();
    while (auto line = co_await lines.next()) seen.push(*line);
  }
  console::log(seen.join());
  // A loop that is left early.
  auto all = make<stream::PassThrough>();
  all->end("1\n2\n3\n");
  auto other = readline::createInterface({.input = all});
  {
    auto lines = other->lines();
    while (auto line = co_await lines.next()) {
      console::log("first", *line);
      break;
    }
  }
  other->close();
  // A signal, and the input's error.
  auto abort = make<AbortController>();
  auto signalled = readline::createInterface({.input = make<stream::PassThrough>(), .signal = abort->signal()});
  signalled->on(event::close, [] { console::log("closed by a signal"); });
  abort->abort();
  auto broken = make<stream::PassThrough>();
  auto rl2 = readline::createInterface({.input = broken});
  rl2->on(event::error, [](Error error) { console::log("error", error->message); });
  broken->destroy(Error("broken"));
  // A line feed that comes late is a line of its own, unless the delay says otherwise.
  for (double crlfDelay : {100.0, Infinity}) {
    auto late = make<stream::PassThrough>();
    Array<String> lines;
    auto rl3 = readline::createInterface({.input = late, .crlfDelay = crlfDelay});
    rl3->on(event::line, [=](String line) { lines.push(line); });
    late->write("a\r");
    co_await Promise<>([](auto resolve) { setTimeout([=] { resolve(); }, 150); });
    late->end("\nb");
    co_await Promise<>([=](auto resolve) { rl3->on(event::close, [=] { resolve(); }); });
    console::log(crlfDelay, JSON::stringify(lines));
  }
  // Escape sequences.
  auto shown = make<stream::PassThrough>();
  shown->on(event::data, [](stream::Chunk bytes) { console::log(JSON::stringify(bytes.toString())); });
  console::log(readline::clearLine(shown, -1), readline::clearLine(shown, 0), readline::clearLine(shown, 1));
  readline::clearScreenDown(shown, [] { console::log("cleared"); });
  readline::cursorTo(shown, 4);
  readline::cursorTo(shown, 4, 2);
  readline::moveCursor(shown, -3, 2);
  readline::moveCursor(shown, 0, -1);
  readline::moveCursor(shown, 0, 0, [] { console::log("not moved"); });
  readline::clearLine(nullptr, 0, [] { console::log("no stream"); });
}
