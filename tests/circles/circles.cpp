// Cycles of objects that ordinary programs make. The cycle collector must free them (docs/safety.md).
//
//   circles             prints the names of all kinds
//   circles NAME COUNT  makes COUNT of them, a hundred in each turn of the loop, and prints how many bytes the process
//                       has grown since the first tenth
//   circles --slices    makes cycles among 100,000 live objects, and prints how many blocks the largest slice of the
//                       collector visited, and how much CPU time a slice takes
#include <nodecpp/abort_controller.h>
#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/json.h>
#include <nodecpp/let.h>
#include <nodecpp/map.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/stream.h>
#include <nodecpp/timers.h>

#include <algorithm>
#include <ctime>
#include <vector>

#include "base/objects/cycle_collector.h"

using namespace nodecpp;

namespace {

struct Node : Object {
  Handle<Node> parent;
  Array<Handle<Node>> children;
  NODECPP_TRACE(parent, children)
};

struct Member : EventEmitterObject {
  Map<String, Handle<Member>> friends;
  NODECPP_TRACE(friends)
};

struct Task {
  String name;
  Function<void()> done = nullptr;
  Array<Function<void()>> later;
};

AbortController forAll = nullptr;

struct Idiom {
  const char* name;
  void (*make)();
};

const Idiom idioms[] = {
    {"emitter_and_listener", [] {
       auto emitter = make<EventEmitter>();
       emitter->on("data", [=] { emitter->emit("end"); });
       emitter->emit("data");
     }},
    {"two_emitters", [] {
       auto client = make<EventEmitter>(), server = make<EventEmitter>();
       client->on("data", [=](String text) { server->emit("write", text); });
       server->once("close", [=] { client->emit("close"); });
       client->emit("data", "text");
     }},
    {"parents_and_children", [] {
       auto parent = make<Node>();
       for (int i = 0; i < 3; i++) {
         auto child = make<Node>();
         child->parent = parent;
         parent->children.push(child);
       }
     }},
    {"function_that_calls_itself", [] {
       let<Function<int(int)>> factorial;
       factorial = [=](int n) { return n < 2 ? 1 : n * factorial(n - 1); };
       factorial(5);
     }},
    {"two_functions", [] {
       let<Function<bool(int)>> isOdd, isEven;
       isEven = [=](int n) { return n == 0 || isOdd(n - 1); };
       isOdd = [=](int n) { return n != 0 && isEven(n - 1); };
       isEven(10);
     }},
    {"timer_that_holds_itself", [] {
       let<Timeout> timer;
       timer = setTimeout([=] { clearTimeout(timer); }, 1);
     }},
    {"interval_that_ends_itself", [] {
       let<Timeout> timer;
       let<int> turns = 0;
       timer = setInterval([=] {
         if (++turns == 2) clearInterval(timer);
       }, 1);
     }},
    {"any_of_a_signal_for_all", [] {
       auto own = make<AbortController>();
       auto signal = AbortSignal::any({forAll->signal(), own->signal()});
       let<int> aborted = 0;
       Function<void()> count = [=] { ++aborted; };
       signal->addEventListener("abort", count);
       signal->removeEventListener("abort", count);
     }},
    {"any_of_two_signals", [] {
       auto first = make<AbortController>(), second = make<AbortController>();
       auto signal = AbortSignal::any({first->signal(), second->signal()});
       signal->addEventListener("abort", [=] { first->abort(); second->abort(); });
     }},
    {"tree_of_vars", [] {
       var parent = var::object({{"name", "a name that is longer than what a String has room for"}});
       parent["children"] = var::array({});
       for (int i = 0; i < 3; i++) parent["children"].push(var::object({{"parent", parent}}));
     }},
    {"function_of_a_var", [] {
       var counter = var::object({{"n", 0}});
       counter["next"] = [=] { return counter["n"]; };
       counter["next"]();
     }},
    {"map_of_friends", [] {
       auto ann = make<Member>(), bob = make<Member>();
       ann->friends.set("bob", bob);
       bob->friends.set("ann", ann);
       bob->on("message", [=](String text) { ann->emit("message", text); });
     }},
    {"list_of_listeners", [] {
       Array<EventEmitter> all;
       for (int i = 0; i < 3; i++) {
         auto each = make<EventEmitter>();
         all.push(each);
         each->on("message", [=](String) { all[0]->emit("seen"); });
       }
       all[1]->emit("message", "text");
     }},
    {"struct_in_a_let", [] {
       let<Task> task;
       task->name = "a name that is longer than what a String has room for";
       task->done = [=] { task->later.push(task->done); };
       task->done();
     }},
    {"stream_that_knows_itself", [] {
       auto stream = make<stream::PassThrough>();
       stream->on(event::data, [=](Buffer) { stream->pause(); });
       stream->on(event::error, [=](Error) { stream->destroy(); });
       stream->write("text");
     }},
    {"streams_that_know_each_other", [] {
       auto from = make<stream::PassThrough>(), to = make<stream::PassThrough>();
       from->on(event::data, [=](Buffer chunk) { to->write(chunk); });
       to->on(event::close, [=] { from->destroy(); });
       from->write("text");
     }},
    {"piped_streams", [] {
       auto from = make<stream::PassThrough>(), to = make<stream::PassThrough>();
       from->pipe(to);
       to->on(event::close, [=] { from->destroy(); });
       from->write("text");
     }},
    {"pair_of_duplexes", [] {
       auto [one, other] = stream::duplexPair();
       one->write("text");
     }},
};

double processorTime() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) * 1e6 + double(now.tv_nsec) / 1e3;
}

void slices() {
  Array<Handle<Node>> alive;
  for (int i = 0; i < 1000; i++) {
    auto root = make<Node>();
    for (int k = 1; k < 100; k++) {
      auto child = make<Node>();
      child->parent = root;
      root->children.push(child);
    }
    alive.push(root);
  }
  std::vector<double> times;
  std::size_t freed = 0;
  // These cycles live for a while, so the collector finds them only when it examines all objects.
  Array<Handle<Node>> forAWhile;
  for (int i = 0; i < 300000; i++) {
    auto one = make<Node>(), other = make<Node>();
    one->parent = other;
    other->parent = one;
    forAWhile.push(one);
    if (forAWhile.length() == 20000) forAWhile.setLength(0);
    while (detail::CycleCollector::isDue()) {
      const double before = processorTime();
      freed += detail::CycleCollector::slice();
      times.push_back(processorTime() - before);
    }
  }
  std::ranges::sort(times);
  console::log("slices", double(times.size()), "freed", double(freed), "visited",
               double(detail::CycleCollector::largestSlice()), "median", times[times.size() / 2], "us, p99",
               times[times.size() * 99 / 100], "us, most", times.back(), "us");
}

}  // namespace

int main(int argc, char** argv) {
  return run(argc, argv, [] {
    forAll = make<AbortController>();
    const String wanted = process::argv[2];
    if (!wanted) {
      for (const Idiom& idiom : idioms) console::log(idiom.name);
      forAll = nullptr;
      return;
    }
    if (wanted == "--slices") {
      forAll = nullptr;
      return slices();
    }
    const Idiom* idiom = nullptr;
    for (const Idiom& each : idioms)
      if (wanted == each.name) idiom = &each;
    if (!idiom) throw Error("there is no circle of that name: " + wanted);
    const int count = int(parseInt(process::argv[3]));
    let<int> made = 0;
    let<double> first = 0;
    let<Function<void()>> more;
    more = [=] {
      for (int i = 0; i < 100; i++) idiom->make();
      made += 100;
      if (made == count / 10) first = double(process::memoryUsage().rss);
      if (made < count) return static_cast<void>(setTimeout(more, 1));
      console::log(double(process::memoryUsage().rss) - first);
      forAll = nullptr;
    };
    more();
  });
}
