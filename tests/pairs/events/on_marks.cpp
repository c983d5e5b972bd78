#include <nodecpp/console.h>
#include <nodecpp/events/once.h>
#include <nodecpp/process.h>
using namespace nodecpp;

class SourceObject : public EventEmitterObject {
 public:
  void pause() {
    console::log("pause");
  }
  void resume() {
    console::log("resume");
  }
};
using Source = Handle<SourceObject>;

void failing(Function<void()> f) {
  try {
    f();
  } catch (const Error& error) {
    console::log(error->name, error->code, error->message);
  }
}

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  auto source = make<Source>();
  process::nextTick([=] {
    for (int i = 0; i < 6; i++) {
      console::log("emit", i);
      source->emit("tick", i);
    }
    source->emit("end");
  });
  auto ticks = events::on<int>(source, "tick", {.close = {"end"}, .highWaterMark = 2, .lowWaterMark = 2});
  while (auto args = co_await ticks.next()) {
    console::log("tick", std::get<0>(*args));
    co_await nullptr;
  }
  process::nextTick([=] {
    for (int i = 0; i < 6; i++) source->emit("tick", i);
  });
  {
    auto more = events::on<int>(source, "tick", {.highWaterMark = 3});
    while (auto args = co_await more.next()) {
      console::log("tick", std::get<0>(*args));
      if (std::get<0>(*args) == 5) break;
    }
  }
  console::log(source->eventNames().size());
  failing([=] { static_cast<void>(events::on<int>(source, "tick", {.highWaterMark = 0})); });
  failing([=] { static_cast<void>(events::on<int>(source, "tick", {.lowWaterMark = -1})); });
  console::log(source->eventNames().size());
}); }
