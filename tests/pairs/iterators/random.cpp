#include <nodecpp/console.h>
#include <nodecpp/generator.h>
#include <nodecpp/loop_local.h>
#include <nodecpp/process.h>
using namespace nodecpp;

struct State {
  Array<String> lines;
  int left = 0;
  Array<Generator<int>> shared = Array<Generator<int>>(4);
  Array<bool> taken = {false, false, false, false};
};
static constinit LoopLocal<State> state;
template <class... A>
void log(const A&... what) {
  Array<String> parts = {str(what)...};
  state->lines.push(parts.join(" "));
}
struct Draw {
  int state;
  int below(int n) {
    state = (state * 1103 + 12345) % 65521;
    return state / 7 % n;
  }
};
void attempt(String name, auto f) {
  try {
    auto r = f();
    log(name, r.done ? str("done") : str(*r));
  } catch (const Error& error) {
    log(name, "throws", error->message);
  }
}
struct Ends {
  String name;
  ~Ends() { log(name, "ends"); }
};
Generator<int> body(int seed, int depth) {
  Draw draw{seed};
  String name = str("g") + seed;
  Ends ends{name};
  for (int i = 0; i < 6 && state->left > 0; i++) {
    state->left--;
    const int value = draw.below(1000);
    const int other = draw.below(4);
    const int how = draw.below(10);
    String message = "";
    if (how < 3) {
      co_yield value;
    } else if (how == 3 || how == 4) {
      if (depth > 0) co_yield elementsOf(body(value, depth - 1));
    } else if (how == 5) {
      try {
        if (state->shared[other] && !state->taken[other]) {
          state->taken[other] = true;
          co_yield elementsOf(state->shared.at(other));
        }
      } catch (const Error& error) {
        message = error->message;
      }
      log(name, "delegated", message);
    } else if (how == 6) {
      try {
        co_yield value;
      } catch (const Error& error) {
        message = error->message;
      }
      log(name, "went on", message);
    } else if (how == 7) {
      if (state->shared[other]) attempt(name + " asks", [=] { return state->shared.at(other).next(); });
    } else if (how == 8) {
      if (state->shared[other]) attempt(name + " returns", [=] { return state->shared.at(other).return_(value); });
    } else if (draw.below(3) == 0) {
      throw Error("of " + name);
    } else {
      if (state->shared[other]) attempt(name + " throws", [=] { return state->shared.at(other).throw_(Error("by " + name)); });
    }
  }
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  int sum = 0;
  for (int seed = 1; seed <= 3000; seed++) {
    Draw draw{seed};
    state->lines = Array<String>();
    state->left = 60;
    for (int i = 0; i < 4; i++) {
      state->shared[i] = body(draw.below(9000), 3);
      state->taken[i] = false;
    }
    for (int i = 0; i < 14; i++) {
      Generator<int> which = state->shared[draw.below(4)];
      const int how = draw.below(12);
      if (how < 9) attempt("next", [=] { return which.next(); });
      else if (how == 9) attempt("return", [=] { return which.return_(5); });
      else attempt("throw", [=] { return which.throw_(Error("from outside")); });
    }
    state->left = 0;
    for (auto each : state->shared) attempt("last", [=] { return each.return_(1); });
    for (auto line : state->lines) for (int i = 0; i < line.length(); i++) sum = (sum * 31 + line.charCodeAt(i)) % 1000003;
    if (seed <= 40) console::log(state->lines.join("\n"));
    console::log(seed, state->lines.length(), sum);
  }
  for (int i = 0; i < 4; i++) state->shared[i] = Generator<int>();
}); }
