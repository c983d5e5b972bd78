#include <nodecpp/abort_controller.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/readline/promises.h>
using namespace nodecpp;
namespace promises = readline::promises;

Promise<> begin() {
  auto input = make<stream::PassThrough>();
  auto output = make<stream::PassThrough>();
  output->on(event::data, [](stream::Chunk bytes) { console::log("output", bytes.toString()); });
  auto rl = promises::createInterface({.input = input, .output = output});
  setTimeout([=] { input->write("Ann\n"); }, 5);
  console::log(co_await rl->question("name? "));
  setTimeout([=] { input->write("5\n"); }, 5);
  console::log(co_await rl->question("number? "));
  auto abort = make<AbortController>();
  setTimeout([=] { abort->abort(); }, 5);
  try {
    co_await rl->question("in time? ", {.signal = abort->signal()});
  } catch (const Error& error) {
    console::log(error->name, error->code, error->message);
  }
  try {
    co_await rl->question("before? ", {.signal = abort->signal()});
  } catch (const Error& error) {
    console::log(error->name, error->code, error->message);
  }
  rl->close();
  try {
    co_await rl->question("closed? ");
  } catch (const Error& error) {
    console::log(error->name, error->code, error->message);
  }
}
int main(int argc, char** argv) { return run(argc, argv, [] {
  (void)begin();
}); }
