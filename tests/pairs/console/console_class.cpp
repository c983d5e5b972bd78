#include <nodecpp/console.h>
#include <nodecpp/console/console_class.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/stream.h>
using namespace nodecpp;
using console::Console;

int main(int argc, char** argv) { return run(argc, argv, [] {
  using stream::Writable, stream::Chunk, stream::Callback;
  using util::array, util::object;
  Array<String> outLines, errLines;
  auto kept = [](String name, Array<String> lines) {
    return make<Writable>({.write = [=](auto, Chunk chunk, String, Callback done) { lines.push(name + " " + JSON::stringify(chunk.toString())); done(); }});
  };
  auto show = [](Array<String> lines) {
    for (auto line : lines.splice(0)) console::log(line);
  };
  auto out = kept("out", outLines);
  auto err = kept("err", errLines);
  auto logger = make<Console>({.stdout = out, .stderr = err});
  logger->log("count: %d", 5, object({{"a", 1}}));
  logger->error("an error", array({1, 2}));
  logger->warn("100%");
  logger->info();
  logger->debug("two\nlines");
  logger->group("outer %s", "x");
  logger->log("in\nside");
  logger->groupCollapsed();
  logger->error("deeper");
  logger->groupEnd();
  logger->groupEnd();
  logger->groupEnd();
  logger->log("outside");
  logger->count();
  logger->count("x");
  logger->count();
  logger->countReset();
  logger->count();
  console::count();
  logger->assert_(true, "not printed");
  logger->assert_(false, "printed %s", "so");
  logger->assert_(false);
  auto deep = object({{"a", object({{"b", object({{"c", object({})}})}})}});
  logger->dir(deep, {.depth = 0});
  logger->dir(deep);
  logger->dirxml("x", array({1}));
  logger->table(array({object({{"a", 1}, {"b", "x"}}), object({{"a", 2}})}));
  logger->table(array({array({1, 2}), array({3, 4})}), {"0"});
  logger->table("text");
  logger->time("t");
  logger->timeEnd("none");
  logger->clear();
  show(outLines);
  show(errLines);
  auto wide = make<Console>({.stdout = out, .colorMode = true, .inspectOptions = util::InspectOptions{.depth = 0}, .groupIndentation = 4});
  wide->group();
  wide->log(object({{"a", object({{"b", 1}})}}), "text", 1);
  wide->error("to the same");
  wide->groupEnd();
  wide->table(array({object({{"a", 1}})}));
  show(outLines);
  auto simple = make<Console>(out, err);
  simple->log(1);
  simple->error(2);
  show(outLines);
  show(errLines);
  auto attempt = [](auto f) {
    try {
      f();
      console::log("object");
    } catch (const Error& error) {
      console::log(error->name, error->code, error->message);
    }
  };
  attempt([=] { make<Console>(Writable()); });
  attempt([=] { make<Console>({.stdout = out, .groupIndentation = -1}); });
  attempt([=] { make<Console>({.stdout = out, .groupIndentation = 1001}); });
  attempt([=] { make<Console>({.stdout = out, .colorMode = "always"}); });
  attempt([=] { make<Console>({.stdout = out, .colorMode = true, .inspectOptions = util::InspectOptions{.colors = true}}); });
  auto broken = make<Writable>({.write = [](auto, Chunk, String, Callback done) { done(Error("broken")); }});
  auto quiet = make<Console>(broken);
  quiet->log("lost");
  quiet->log("lost, too");
  auto open = make<Writable>({.write = [](auto, Chunk, String, Callback done) { done(Error("heard")); }});
  open->on(event::error, [](Error error) { console::log("listener", error->message); });
  make<Console>(open)->log("x");
  auto loud = make<Console>({.stdout = make<Writable>({.write = [](auto, Chunk, String, Callback done) { done(Error("loud")); }}), .ignoreErrors = false});
  process::on(event::uncaughtException, [](Error error) { console::log("uncaught", error->message); });
  loud->log("y");
  make<Console>(process::stderr)->log("to standard error");
}); }
