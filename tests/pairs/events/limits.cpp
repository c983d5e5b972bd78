#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
#include <cmath>
using namespace nodecpp;

class OwnObject : public EventEmitterObject {
  const char* className() const override { return "Own"; }
};
using Own = Handle<OwnObject>;
static String property(const Error& error, StringArg name) {
  for (auto& [key, value] : error->properties)
    if (name == key) return str(value);
  return "undefined";
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto message = [](const Error& error) { return error->name + " " + error->code + " " + error->message; };
  auto emitter = make<EventEmitter>();
  console::log(emitter->getMaxListeners(), events::defaultMaxListeners);
  for (int i = 0; i < 13; i++) emitter->on("data", [] {});
  for (int i = 0; i < 11; i++) emitter->on("other", [] {});
  console::log(emitter->setMaxListeners(1) == emitter, emitter->getMaxListeners());
  auto tight = make<EventEmitter>();
  tight->setMaxListeners(1);
  tight->on("x", [] {});
  tight->once("x", [] {});
  tight->on("x", [] {});
  tight->removeAllListeners("x");
  tight->on("x", [] {});
  tight->on("x", [] {});
  auto none = make<EventEmitter>();
  none->setMaxListeners(0);
  for (int i = 0; i < 50; i++) none->on("x", [] {});
  for (double n : {-1.0, double(NAN), -0.5}) {
    try {
      emitter->setMaxListeners(n);
    } catch (const Error& error) {
      console::log(message(error));
    }
    try {
      events::defaultMaxListeners = n;
    } catch (const Error& error) {
      console::log(message(error));
    }
    try {
      events::setMaxListeners(n);
    } catch (const Error& error) {
      console::log(message(error));
    }
  }
  events::defaultMaxListeners = 2;
  auto late = make<EventEmitter>();
  console::log(late->getMaxListeners(), emitter->getMaxListeners());
  late->on("y", [] {})->on("y", [] {})->on("y", [] {});
  events::setMaxListeners(5, {late, none});
  console::log(events::getMaxListeners(late), none->getMaxListeners(), events::defaultMaxListeners);
  events::setMaxListeners(7);
  console::log(events::defaultMaxListeners, late->getMaxListeners());
  late->setMaxListeners(2.5);
  console::log(late->getMaxListeners());
  process::on(event::warning, [](Error warning) {
    console::log(warning->name, property(warning, "type"), property(warning, "count"), warning->message);
  });
  auto own = make<Own>();
  own->setMaxListeners(1);
  own->on("mine", [] {})->on("mine", [] {});
}); }
