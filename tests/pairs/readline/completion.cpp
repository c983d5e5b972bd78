#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/number.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/process.h>
#include <nodecpp/readline.h>
#include <nodecpp/readline/promises.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

namespace {

// Interfaces whose output has so many columns.
template <class Base>
struct Narrow final : Base {
  Narrow(readline::InterfaceOptions options, double width) : Base(options), width(width) {}
  double columns() const override { return width > 0 ? width : Base::columns(); }
  double width;
};
using Make = Function<readline::Interface(readline::InterfaceOptions, double)>;
readline::Interface plain(readline::InterfaceOptions options, double columns) { return make<Narrow<readline::InterfaceObject>>(options, columns); }
readline::Interface promised(readline::InterfaceOptions options, double columns) { return make<Narrow<readline::promises::InterfaceObject>>(options, columns); }

struct Session {
  String name;
  Make module;
  readline::Completer completer;
  Array<String> keys;
  double columns;
};
perThread<Array<Session>> sessions;
void session(String name, Make module, readline::Completer completer, Array<String> keys, double columns = 0) { sessions->push({name, module, completer, keys, columns}); }

void next();
void more(Session one, stream::PassThrough input, readline::Interface rl, let<String> written, int at) {
  console::log(JSON::stringify(written.value()), JSON::stringify(rl->line), rl->cursor);
  written = "";
  if (at < one.keys.length()) {
    input->write(one.keys[at]);
    setTimeout([=] { more(one, input, rl, written, at + 1); }, 5);
  } else {
    rl->close();
    next();
  }
}
void next() {
  if (sessions->length() == 0) return;
  Session one = sessions->shift();
  console::log("== " + one.name);
  auto input = make<stream::PassThrough>();
  auto output = make<stream::PassThrough>();
  let<String> written = "";
  output->on(event::data, [=](auto chunk) { written += chunk; });
  auto rl = one.module({.input = input, .output = output, .completer = one.completer, .terminal = true}, one.columns);
  rl->on(event::line, [] { console::log("line"); });
  rl->on(event::pause, [] { console::log("pause"); });
  rl->on(event::resume, [] { console::log("resume"); });
  rl->on(event::close, [] { console::log("close"); });
  setImmediate([=] { more(one, input, rl, written, 0); });
}

readline::Completions matching(String line) {
  Array<String> words{"help", "hello", "history", "exit", "日本", "日本語", "", "last"};
  return {words.filter([=](const String& word) { return word.startsWith(line); }), line};
}
Promise<readline::Completions> later(String line) { co_return matching(line); }

// Keys that end a question.
Promise<> questions() {
  for (String key : {"\x03", "\x04", "yes\r"}) {
    auto input = make<stream::PassThrough>();
    auto asking = readline::promises::createInterface({.input = input, .output = make<stream::PassThrough>(), .terminal = true});
    setImmediate([=] { input->write(key); });
    try {
      console::log(co_await asking->question("well? "));
    } catch (const Error& error) {
      console::log(error->name, error->code, error->message);
    }
    asking->close();
  }
  for (readline::InterfaceOptions options : {readline::InterfaceOptions{.tabSize = 0}, readline::InterfaceOptions{.tabSize = 1.5}, readline::InterfaceOptions{.historySize = -1}, readline::InterfaceOptions{.escapeCodeTimeout = Infinity}}) {
    options.input = make<stream::PassThrough>();
    try {
      readline::createInterface(options);
    } catch (const Error& error) {
      console::log(error->name, error->code, error->message);
    }
  }
  next();
}
Promise<> readlines() {
  auto commands = make<stream::PassThrough>();
  commands->on(event::data, [](auto chunk) { console::log(JSON::stringify(chunk.toString())); });
  auto rl = make<readline::promises::Readline>(commands);
  console::log(rl->cursorTo(1)->cursorTo(2, 3)->moveCursor(1, -2)->moveCursor(-3, 4)->moveCursor(0, 0)->clearLine(-1)->clearLine(0)->clearLine(1)->clearScreenDown() == rl);
  co_await rl->commit();
  rl->cursorTo(1)->rollback();
  co_await rl->commit();
  for (Function<void()> f : {Function<void()>([=] { rl->clearLine(2); }), Function<void()>([] { make<readline::promises::Readline>(stream::Writable()); })}) {
    try { f(); } catch (const Error& error) { console::log(error->code); }
  }
  auto automatic = make<readline::promises::Readline>(commands, readline::promises::ReadlineOptions{.autoCommit = true});
  automatic->cursorTo(5)->clearScreenDown()->clearLine(0)->moveCursor(1, 1);
  console::log("later");
  setImmediate([] { (void)questions(); });
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<String> keys{"h", "\t", "\t", "el", "\t", "\t", "\t", "p", "\t", "\t", "\x15", "日", "\t", "\t", "\x15", "x", "\t", "\t", "\x15", "\t", "\t", "la\t", "\t"};
  session("at once", plain, [](String line) { return matching(line); }, keys, 30);
  session("by a callback", plain, [](String line, readline::Completer::Done callback) { setTimeout([=] { callback(nullptr, matching(line)); }, 1); }, keys, 20);
  session("by a callback, no width", plain, [](String line, readline::Completer::Done callback) { callback(nullptr, matching(line)); }, keys);
  session("promises, at once", promised, [](String line) { return matching(line); }, keys, 30);
  session("promises", promised, later, keys, 9);
  session("a replaced part", plain, [](String) { return readline::Completions{{"One", "Only"}, "on"}; }, {"say on", "\t", "\t", "\x1b[D", "\t"}, 30);
  session("an empty part", plain, [](String) { return readline::Completions{{"a", "b", ""}, ""}; }, {"say ", "\t", "\t", "\t"}, 30);
  session("nothing", plain, [](String line) { return readline::Completions{{}, line}; }, {"a", "\t", "\t"}, 30);
  session("pasted", plain, [](String line) { return matching(line); }, {"h\te\tl", "\t"}, 30);
  session("in the middle", plain, [](String line) { return matching(line); }, {"hi there", "\x1b[H\x1b[C\x1b[C", "\t", "\t"}, 30);
  (void)readlines();
}); }
