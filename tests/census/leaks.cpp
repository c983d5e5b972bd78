// Programs that leak, each in another way. The census must name the class, the line and the holder of each leak
// (docs/safety.md, "The census").
//
//   leaks                            prints the names of all leaks
//   leaks NAME --nodecpp-census      makes this leak, and prints the census as JSON
//   leaks --wait                     makes the first leak, and waits for signals
//
// The line that makes the leaked objects ends with "leaks: NAME".
#include <nodecpp/abort_controller.h>
#include <nodecpp/array.h>
#include <nodecpp/concurrency.h>
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/json.h>
#include <nodecpp/let.h>
#include <nodecpp/map.h>
#include <nodecpp/net.h>
#include <nodecpp/owning_ptr.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/stream.h>
#include <nodecpp/timers.h>

#include <memory>
#include <vector>

using namespace nodecpp;

namespace {

constexpr int many = 200;
constexpr Event<int> price{"price"};

class FeedObject : public EventEmitterObject {};

class Session : public Object {
 public:
  explicit Session(int id) : id(id) {}
  int id;
};

// This class has no NODECPP_TRACE, so the cycle collector cannot find its cycles.
class Neighbour : public Object {
 public:
  Handle<Neighbour> other;
};

struct Ticket {
  int number;
};

struct Registry {
  std::vector<std::unique_ptr<Ticket>> tickets;
};

}  // namespace

// Global variables that hold the leaked objects.
Handle<FeedObject> feed;
let<Array<Handle<Session>>> sessions;
Array<Function<void(int)>> toResolve;
AbortController forAll = nullptr;
var settings;
Queue<String> messages;
stream::Writable slowWriter = nullptr;
perThread<Array<Handle<Session>>> recent;
owning_ptr<Registry> registry;
std::vector<Function<void()>> hooks;

namespace {

Promise<int> answer() {
  auto [promise, resolve, reject] = Promise<int>::withResolvers();
  toResolve.push(resolve);
  return promise;
}

Promise<> askFor(int id) {
  const int number = co_await answer();  // leaks: promise_never_settled
  console::log(id, number);
}

struct Leak {
  const char* name;
  void (*make)();
};

const Leak leaks[] = {
    {"listener_never_removed", [] {
       feed = make<FeedObject>();
       for (int i = 0; i < many; i++) {
         auto session = make<Session>(i);
         feed->on(price, [=](int) { console::log(session->id); });  // leaks: listener_never_removed
       }
     }},
    {"map_that_grows", [] {
       Map<String, Handle<Session>> cache;
       auto ask = [=](int i) { cache.set(str("user ") + i, make<Session>(i)); };  // leaks: map_that_grows
       for (int i = 0; i < many; i++) ask(i);
       setInterval([=] { console::log(cache.size()); }, 60000);
     }},
    {"array_in_a_let", [] {
       for (int i = 0; i < many; i++) sessions->push(make<Session>(i));  // leaks: array_in_a_let
     }},
    {"timer_never_cleared", [] {
       for (int i = 0; i < many; i++) {
         auto session = make<Session>(i);
         setInterval([=] { console::log(session->id); }, 60000);  // leaks: timer_never_cleared
       }
     }},
    {"promise_never_settled", [] {
       for (int i = 0; i < many; i++) askFor(i);
     }},
    {"closure_that_cannot_be_copied", [] {
       for (int i = 0; i < many; i++) {
         auto own = make<FeedObject>();
         own->on(price, [own, ticket = std::make_unique<Ticket>(i)](int) { console::log(ticket->number); });  // leaks: closure_that_cannot_be_copied
       }
     }},
    {"class_without_trace", [] {
       for (int i = 0; i < many; i++) {
         auto left = make<Neighbour>(), right = make<Neighbour>();  // leaks: class_without_trace
         left->other = right;
         right->other = left;
       }
     }},
    {"tree_in_a_global", [] {
       settings = var::object({{"users", var::array({})}});
       for (int i = 0; i < many; i++) settings["users"].push(var::object({{"id", i}}));  // leaks: tree_in_a_global
     }},
    {"signal_for_all", [] {
       forAll = make<AbortController>();
       for (int i = 0; i < many; i++) {
         auto session = make<Session>(i);
         forAll->signal()->addEventListener("abort", [=] { console::log(session->id); });  // leaks: signal_for_all
       }
     }},
    {"queue_nobody_reads", [] {
       for (int i = 0; i < many; i++) messages.tryPut(str("a message that is longer than a short text is: ") + i);  // leaks: queue_nobody_reads
     }},
    {"writes_nobody_finishes", [] {
       slowWriter = make<stream::Writable>({.write = [](auto, auto, auto, auto) {}});
       for (int i = 0; i < many; i++) {
         auto session = make<Session>(i);
         slowWriter->write("a chunk of text", [=] { console::log(session->id); });  // leaks: writes_nobody_finishes
       }
     }},
    {"thread_local_list", [] {
       for (int i = 0; i < many; i++) recent->push(make<Session>(i));  // leaks: thread_local_list
     }},
    {"owned_by_a_global", [] {
       registry = make_owning<Registry>();
       for (int i = 0; i < many; i++) registry->tickets.push_back(std::make_unique<Ticket>(i));  // leaks: owned_by_a_global
     }},
    {"functions_in_a_vector", [] {
       for (int i = 0; i < many; i++) {
         auto session = make<Session>(i);
         hooks.push_back([=] { console::log(session->id); });  // leaks: functions_in_a_vector
       }
     }},
};

// Leaks closed sockets in a list that the server's listener holds.
void keepSockets() {
  Array<net::Socket> clients;
  let<int> left = 20;
  auto server = net::createServer();
  server->on(event::connection, [=](net::Socket socket) {
    clients.push(socket);
    socket->on(event::close, [=] {
      if (--left == 0) setTimeout([=] { console::log(process::heapCensus()->json()); process::exit(); }, 10);
    });
    socket->end("bye");
  });
  server->listen(0, "127.0.0.1", [=] {
    for (int i = 0; i < 20; i++) net::connect(server->address().port, "127.0.0.1")->resume();
  });
}

}  // namespace

int main(int argc, char** argv) {
  return run(argc, argv, [] {
    const String name = process::argv[2] || "";
    for (const Leak& leak : leaks) {
      if (name.empty()) console::log(leak.name);
      if (name != leak.name) continue;
      leak.make();
      setTimeout([] {
        console::log(process::heapCensus()->json());
        process::exit();
      }, 1);
    }
    if (name.empty()) console::log("sockets_in_a_list");
    if (name == "sockets_in_a_list") keepSockets();
    if (name == "--wait") {
      leaks[0].make();
      setInterval([] {}, 1000);
      console::log("ready");
    }
  });
}
