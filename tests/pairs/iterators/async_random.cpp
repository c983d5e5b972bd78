#include <nodecpp/async_generator.h>
#include <nodecpp/console.h>
#include <nodecpp/loop_local.h>
#include <nodecpp/process.h>
using namespace nodecpp;

struct State {
  Array<String> lines;
  int tick = 0, left = 0;
  bool running = true;
};
static constinit LoopLocal<State> state;
template <class... A>
void log(const A&... what) {
  Array<String> parts = {str(what)...};
  state->lines.push(str(state->tick) + " " + parts.join(" "));
}
struct Draw {
  int state;
  int below(int n) {
    state = (state * 1103 + 12345) % 65521;
    return state / 7 % n;
  }
};
void count() {
  state->tick++;
  if (state->running) Promise<>::resolve().then([] { count(); });
}
void told(String name, Promise<IteratorResult<double>> promise) {
  promise.then([=](auto r) { log(name, r.done ? "done" : "gives", r.value == r.value ? str(r.value) : str("")); },
               [=](Error error) { log(name, "fails", error->message); });
}

AsyncGenerator<double, double> body(int seed, int depth) {
  Draw draw{seed};
  String name = str("g") + seed;
  for (int i = 0; i < 5 && state->left > 0; i++) {
    state->left--;
    const int value = draw.below(1000);
    const int how = draw.below(12);
    String message = "";
    if (how < 3) {
      co_yield value;
    } else if (how < 5) {
      co_await nullptr;
    } else if (how == 5) {
      if (depth > 0) log(name, "had", double(co_yield elementsOf(body(value, depth - 1))));
    } else if (how == 6) {
      try {
        co_yield value;
      } catch (const Error& error) {
        message = error->message;
      }
      log(name, "went on", message);
    } else if (how == 7) {
      try {
        if (depth > 0) co_yield elementsOf(body(value + 1, depth - 1));
      } catch (const Error& error) {
        message = error->message;
      }
      log(name, "delegated", message);
    } else if (how == 8) {
      co_yield elementsOf(Array<int>{value, value + 1});
    } else if (how == 9) {
      co_yield Promise<double>::resolve(value);
    } else if (how == 10) {
      if (draw.below(3) == 0) throw Error("of " + name);
    } else if (draw.below(3) == 0) {
      co_return value;
    }
  }
  log(name, "ends");
  co_return -1;
}

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  int sum = 0;
  count();
  for (int seed = 1; seed <= 1500; seed++) {
    Draw draw{seed};
    state->lines = Array<String>();
    state->left = 40;
    state->tick = 0;
    const int first = draw.below(9000), second = draw.below(9000);
    Array<AsyncGenerator<double, double>> all = {body(first, 2), body(second, 2)};
    for (int i = 0; i < 10; i++) {
      const int which = draw.below(2);
      String name = str("call ") + i + " of " + which;
      const int how = draw.below(12);
      if (how < 8) told(name, all.at(which).next());
      else if (how == 8) told(name, all.at(which).return_(-5));
      else if (how == 9) told(name, all.at(which).throw_(Error("thrown")));
      else for (int k = 0; k < how; k++) co_await nullptr;
    }
    for (int k = 0; k < 60; k++) co_await nullptr;
    for (auto line : state->lines) for (int i = 0; i < line.length(); i++) sum = (sum * 31 + line.charCodeAt(i)) % 1000003;
    if (seed <= 20) console::log(state->lines.join("\n"));
    console::log(seed, state->lines.length(), sum);
  }
  state->running = false;
}); }
