#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  process::stdin->setEncoding("utf8");
  let<String> all;
  console::log(process::stdin->fd, process::stdin->isTTY, process::stdin->readableFlowing());
  process::stdin->on(event::data, [=](String chunk) { all += chunk; });
  process::stdin->on(event::end, [=] { console::log("end", "\"" + all.value() + "\""); });
  process::stdin->on(event::close, [] { console::log("close"); });
  process::on(event::exit, [](int code) { console::log("exit", code); });
}); }
