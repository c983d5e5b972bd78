#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/readline.h>
#include <nodecpp/stream.h>
#include <nodecpp/timers.h>
using namespace nodecpp;
using stream::PassThrough;

Promise<> program() {
  auto input = make<PassThrough>();
  input->write("a\nb\nc");
  setTimeout([=] { input->destroy(Error("broken")); }, 20);
  try {
    auto lines = readline::createInterface({.input = input})->lines();
    while (auto line = co_await lines.next()) console::log(*line);
  } catch (const Error& error) {
    console::log("caught", error->message);
  }
  try {
    auto lines = readline::createInterface({.input = fs::createReadStream("/nowhere/at/all")})->lines();
    while (auto line = co_await lines.next()) console::log(*line);
  } catch (const Error& error) {
    console::log("caught", error->code);
  }
}
int main(int argc, char** argv) { return run(argc, argv, [] { (void)program(); }); }
