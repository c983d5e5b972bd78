#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
using namespace nodecpp;

class EngineObject : public EventEmitterObject {
  const char* className() const override { return "Engine"; }
};
using Engine = Handle<EngineObject>;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto engine = make<Engine>();
  auto error = TypeError("the engine stopped");
  error->code = "E_STOPPED";
  engine->on(events::errorMonitor, [](Error error) { console::log("monitor", error->message); });
  setTimeout([=] { engine->emit(event::error, error); }, 1);
}); }
