#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;
static Lookup property(const Error& error, StringArg name) {
  for (auto& [key, value] : error->properties)
    if (name == key) return value;
  return {};
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  process::on(event::warning, [](Error warning) { console::log(warning->name, warning->code.empty() ? Lookup() : Lookup(warning->code), warning->message, property(warning, "detail")); });
  process::emitWarning("plain");
  process::emitWarning("typed", "OwnWarning");
  process::emitWarning("coded", "OwnWarning", "OWN001");
  process::emitWarning("with options", {.type = "TypedWarning", .code = "T001", .detail = "some details\non two lines"});
  process::emitWarning("only details", {.detail = "the details"});
  auto warning = Error("an error of its own");
  warning->name = "SpecialWarning";
  warning->code = "S001";
  process::emitWarning(warning);
  process::nextTick([] { console::log("tick"); });
  setTimeout([] {
    process::removeAllListeners(event::warning);
    process::emitWarning("nobody prints this");
    process::noDeprecation = true;
    process::on(event::warning, [](Error warning) { console::log("deprecated?", warning->message); });
    process::emitWarning("dropped", "DeprecationWarning");
  }, 5);
}); }
