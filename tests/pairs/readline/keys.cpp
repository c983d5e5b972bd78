#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/process.h>
#include <nodecpp/readline.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

namespace {

// An interface whose output has so many columns.
struct Narrow final : readline::InterfaceObject {
  Narrow(readline::InterfaceOptions options, double width) : InterfaceObject(options), width(width) {}
  double columns() const override { return width > 0 ? width : InterfaceObject::columns(); }
  double width;
};

struct Session {
  String name;
  readline::InterfaceOptions options;
  Array<String> keys;
  double columns;
};
perThread<Array<Session>> sessions;
// Each text of `keys` comes in a chunk of its own.
void session(String name, readline::InterfaceOptions options, Array<String> keys, double columns = 0) { sessions->push({name, options, keys, columns}); }

void next();
void more(Session one, stream::PassThrough input, Handle<Narrow> rl, let<String> written, int at) {
  console::log(JSON::stringify(written.value()), JSON::stringify(rl->line), rl->terminal ? str(rl->cursor) : "undefined");
  written = "";
  if (at < one.keys.length() && !rl->closed) {
    input->write(one.keys[at]);
    setImmediate([=] { setImmediate([=] { more(one, input, rl, written, at + 1); }); });
  } else {
    auto [rows, cols] = rl->getCursorPos();
    console::log(cols, rows);
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
  one.options.input = input;
  one.options.output = output;
  if (!one.options.terminal.given) one.options.terminal = true;
  auto rl = make<Narrow>(one.options, one.columns);
  rl->on(event::line, [](String line) { console::log("line", JSON::stringify(line)); });
  rl->on(event::history, [](Array<String> history) { console::log("history", JSON::stringify(history)); });
  rl->on(event::pause, [] { console::log("pause"); });
  rl->on(event::resume, [] { console::log("resume"); });
  rl->on(event::close, [] { console::log("close"); });
  rl->prompt();
  setImmediate([=] { more(one, input, rl, written, 0); });
}

const char *const up = "\x1b[A", *const down = "\x1b[B", *const right = "\x1b[C", *const left = "\x1b[D", *const home = "\x1b[H", *const end = "\x1b[F", *const del = "\x1b[3~", *const back = "\x7f";
String ctrl(String letter) { return String::fromCharCode(letter.charCodeAt(0) - 96); }
String alt(String letter) { return "\x1b" + letter; }

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, [] {
  session("text", {}, {"a", "b", "cde", "\r"});
  session("line ends", {}, {"one\r", "\n", "two\n", "three\r\nfour\r\r", "five\n\nsix", "\u2028x\u2029"});
  session("moving", {}, {"hello", left, left, "X", right, right, right, "Y", home, "Z", end, "!", ctrl("a"), ctrl("f"), ctrl("b"), ctrl("e")});
  session("deleting", {}, {"hello world", back, left, left, del, back, ctrl("h"), home, back, del, ctrl("d"), end, del, ctrl("d")});
  session("words", {}, {"one two-three  four", alt("b"), alt("b"), alt("b"), alt("b"), alt("f"), alt("f"), alt("f"), alt("f"), alt("f")});
  session("words deleted", {}, {"one two-three  four, five", ctrl("w"), ctrl("w"), alt("\x7f"), home, alt("d"), alt("d"), "\x1b[3;5~", ctrl("w")});
  session("words by ctrl", {}, {"one  _two three", "\x1b[1;5D", "\x1b[1;5D", "\x1b[1;5C", "\x1b[1;5D", "\x1b[1;5D", "\x1b[1;5D", "\x1b[1;5C"});
  session("kill and yank", {}, {"one two three", ctrl("u"), ctrl("y"), left, left, ctrl("k"), ctrl("y"), alt("y"), alt("y"), "x", alt("y"), ctrl("y")});
  session("kill by ctrl and shift", {}, {"one two", left, left, "\x1b[3;6~", "x", ctrl("y")});
  session("undo and redo", {}, {"abc", "\x1f", "\x1f", "\x1e", "d", "\x1f", "\x1f", "\x1f", "\x1f", "\x1e", "\x1e", "\x1e", "\x1e", "\x1e"});
  session("undo of other edits", {}, {"one two", ctrl("w"), "x", left, "y", back, ctrl("u"), ctrl("y"), "\x1f", "\x1f", "\x1f", "\x1f", "\x1f", "\x1f", "\x1f", "\x1f", "\x1f", "\x1e", "\x1e"});
  session("history", {}, {"one\r", "two\r", "three\r", up, up, up, up, up, down, down, down, down, down, "x", up, "\r", up});
  session("history by prefix", {.history = {"abc", "xyz", "abd", "b", "abc"}}, {"ab", up, up, up, up, down, down, down, down, "c", up, ctrl("p"), ctrl("p"), ctrl("n"), ctrl("n"), ctrl("n")});
  session("history of one size", {.historySize = 2}, {"1\r", "2\r", "2\r", "  \r", "\r", "3\r", up, up, up});
  session("no history", {.historySize = 0}, {"1\r", "2\r", up, up});
  session("no duplicates", {.removeHistoryDuplicates = true}, {"1\r", "2\r", "1\r", "1\r", up, up, up});
  session("a history of several lines", {.history = {"b\ra", "x"}}, {up, up, up, down, down, left, up, "!", down, "\r", up});
  session("lines of different lengths", {.history = {"x\rlonger line\rab"}}, {up, up, end, down, down, up, up, home, left, left, up, down});
  session("ctrl-c", {}, {"abc", ctrl("c"), "d"});
  session("ctrl-d", {}, {"a", ctrl("d"), back, ctrl("d")});
  session("ctrl-l", {}, {"abc", left, ctrl("l")});
  session("tab without a completer", {}, {"a\tb", "\t", "\t\t"});
  session("control characters", {}, {"a\x01""b", std::string_view("\x00", 1), "\x1c\x1d", ctrl("t"), ctrl("g"), ctrl("q"), "\u0080", "\u009f"});
  session("keys without an effect", {}, {"x", "\x1bOP", "\x1b[15~", "\x1b[5~", "\x1b[Z", "\x1b[99~", "\x1b[2~", "\x1bx", "\x1b.", "\x1b\x1b[A", "\x1b[200~paste\x1b[201~"});
  session("characters of two units", {}, {"a\U0001f600b", left, left, left, right, "X", back, del, "\U0001f600", back});
  session("wide characters", {}, {"日本語", left, "x", left, left, back, "\U0001f468\u200d\U0001f469", "e\u0301", left, left, "ｱ", "한글"});
  session("wrapped", {}, {"0123456789", "abcdefghij", "k", left, left, home, right, "X", end, up, down, ctrl("u")}, 10);
  session("wrapped wide", {.prompt = ">>> "}, {"日本語日本語", home, "x", end, back, back, "y", ctrl("w")}, 9);
  session("wrapped tabs", {.tabSize = 4}, {"\t1\t22", "333\t4", home, end, left, left, "x"}, 12);
  session("a prompt with colours and lines", {.prompt = "\x1b[32mone\x1b[0m\n> "}, {"abc", left, "x", "\r", "y"});
  session("a list of keys at once", {}, {str("one two") + left + left + "x" + home + "y" + end + back + ctrl("a") + ctrl("k") + ctrl("y") + ctrl("y")});
  session("keys cut in pieces", {}, {"ab", "\x1b", "[", "D", "c", "\x1b[", "1;5", "D", "d", str("é").slice(0, 1)});
  session("no terminal", {.terminal = false}, {str("ab") + back + "c", "\r\n"});
  next();
}); }
