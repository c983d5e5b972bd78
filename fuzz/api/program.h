// A random program of API calls, made from the bytes of an input. An instruction is a byte that chooses a group of
// functions, a byte that chooses the operation, and bytes for the operands. The program has a few variables of each
// kind, which all instructions share. The body of a callback is a few instructions somewhere else in the same bytes, so
// that any operation can happen inside of any other. Each thread's loop has a program of its own. The bytes alone
// determine what it does.
#pragma once

#include <nodecpp/abort_controller.h>
#include <nodecpp/buffer.h>
#include <nodecpp/concurrency.h>
#include <nodecpp/events.h>
#include <nodecpp/fs.h>
#include <nodecpp/http.h>
#include <nodecpp/map.h>
#include <nodecpp/net.h>
#include <nodecpp/owning_ptr.h>
#include <nodecpp/promise.h>
#include <nodecpp/set.h>
#include <nodecpp/stream.h>
#include <nodecpp/timers.h>
#include <nodecpp/typed_arrays.h>
#include <nodecpp/var.h>
#include <nodecpp/weak.h>
#include <nodecpp/worker_threads.h>

#include <cstdint>
#include <memory>
#include <optional>

namespace api {

using namespace nodecpp;

class Program;
struct Ending;

// The instructions that a callback runs. A body may also keep an object, like a closure that captured one, or keep
// something that runs instructions when the last copy of the closure is destroyed.
class Body {
 public:
  Body() = default;
  // Reads from the program's next bytes where the body begins, how long it is and what it keeps.
  explicit Body(Program& program);
  // Runs the instructions. Does nothing when the program has ended, when calls are nested too deeply, or when all
  // instructions are used up.
  void operator()() const;
  // Runs one instruction, for a coroutine that runs the next one later. Returns false after the last instruction.
  bool step();

 private:
  std::uint32_t at_ = 0;
  std::uint32_t count_ = 0;
  Handle<Object> kept_;
  Function<void()> keptFunction_;
  std::shared_ptr<Ending> ending_;
};

// Runs instructions in its destructor, wherever the object is destroyed.
struct Ending {
  Body body;
  bool owns = true;
  explicit Ending(Body body) : body(std::move(body)) {}
  Ending(Ending&& other) noexcept : body(other.body), owns(std::exchange(other.owns, false)) {}
  Ending& operator=(Ending&& other) noexcept {
    std::swap(body, other.body);
    std::swap(owns, other.owns);
    return *this;
  }
  ~Ending();
};

// A class as programs have it, with objects that form a graph.
struct Node {
  double value = 0;
  owning_ptr<Node> child;
  soft_ptr<Node> parent;
  Handle<Object> object;
  std::optional<Ending> ending;
  // Runs `body`, which may end this object, and then uses the object's members.
  double use(const Body& body);
};
class CounterObject : public EventEmitterObject {
 public:
  explicit CounterObject(Body body);
  ~CounterObject() override;
  double count = 0;
  void raise(const Body& body);

 private:
  Body body_;
};
using Counter = Handle<CounterObject>;

inline unsigned nextByte(Program& program);

// The program's variables of one kind.
template <class T, unsigned n = 4>
class Slots {
 public:
  explicit Slots(Program& program) : program_(program) {}
  T& any() { return each_[nextByte(program_) % n]; }
  void keep(T value) { any() = std::move(value); }
  T& first() { return each_[0]; }
  void clear() {
    for (T& each : each_) each = T();
  }

 private:
  Program& program_;
  T each_[n];
};

class Program {
 public:
  explicit Program() = default;
  Program(const Program&) = delete;
  ~Program() { alive = false; }

  // Returns the program of the current loop, or null when the loop has none or its program has ended.
  static Program* current();
  // Begins a program in the current loop, with `size` bytes and a number of instructions.
  static void begin(const std::uint8_t* bytes, std::size_t size, int instructions, bool keeps);

  // Returns the next byte of the input, or 0 after the end.
  unsigned byte() { return at < size ? bytes[at++] : 0; }
  unsigned below(unsigned n) { return byte() % n; }
  bool chance(unsigned n) { return byte() % n == 0; }
  double number();
  // Returns a time in milliseconds, usually a short one.
  double time();
  String text();
  const char* eventName();
  Error error();
  Handle<Object> object();
  EventEmitter emitter();
  AbortSignal signal();  // usually undefined
  var value();
  stream::Chunk chunk();
  Body body() { return Body(*this); }
  Function<void()> callback();

  // Runs one instruction.
  void step();
  // Runs a few more instructions of the top level.
  void goOn();
  // Returns whether a function that calls itself may do so once more.
  bool spend() { return alive && --left > 0; }

  const std::uint8_t* bytes = nullptr;
  std::uint32_t size = 0;
  std::uint32_t at = 0;
  int left = 0;   // the number of instructions that may still run
  int depth = 0;  // the number of nested callbacks that run
  bool alive = true;
  bool keeps = false;  // callbacks keep objects, so that cycles may form
  int workers = 0;
  std::uint32_t topLevel = 0;

  Slots<EventEmitter> emitters{*this};
  Slots<Counter> counters{*this};
  Slots<Listener> listeners{*this};
  Slots<Timeout> timeouts{*this};
  Slots<Immediate> immediates{*this};
  Slots<Function<void()>> functions{*this};
  Slots<let<Function<void()>>> sharedFunctions{*this};
  Slots<let<double>> numbers{*this};
  Slots<let<Node>> sharedNodes{*this};
  Slots<let<EventEmitter>> sharedEmitters{*this};
  Slots<owning_ptr<Node>> owners{*this};
  Slots<soft_ptr<Node>> soft{*this};
  Slots<WeakRef<EventEmitter>> weak{*this};
  Slots<WeakMap<EventEmitter, double>> weakMaps{*this};
  Slots<AbortController> controllers{*this};
  Slots<AbortSignal> signals{*this};

  Slots<Array<double>> arrays{*this};
  Slots<Array<String>> texts{*this};
  Slots<Array<EventEmitter>> lists{*this};
  Slots<Map<String, double>> maps{*this};
  Slots<Map<EventEmitter, Array<String>>> objectMaps{*this};
  Slots<Set<String>> sets{*this};
  Slots<String> strings{*this};
  Slots<Buffer> buffers{*this};
  Slots<ArrayBuffer> arrayBuffers{*this};
  Slots<Uint8Array> bytesViews{*this};
  Slots<Float64Array> doubleViews{*this};
  Slots<var> vars{*this};

  Slots<stream::Readable> readables{*this};
  Slots<stream::Writable> writables{*this};
  Slots<stream::Callback> callbacks{*this};  // callbacks of writes that are not finished
  Slots<net::Server> servers{*this};
  Slots<net::Socket> sockets{*this};
  Slots<http::Server> httpServers{*this};
  Slots<http::Agent> agents{*this};
  Slots<http::ClientRequest> requests{*this};
  Slots<http::ServerResponse> responses{*this};
  Slots<http::IncomingMessage> messages{*this};
  Slots<fs::FileHandle> files{*this};
  Slots<fs::FSWatcher> watchers{*this};
  Slots<worker_threads::MessagePort> ports{*this};
  Slots<worker_threads::BroadcastChannel> broadcasts{*this};
  Slots<worker_threads::Worker, 2> workerSlots{*this};

  Slots<Promise<double>> promises{*this};
  Slots<Promise<>> plainPromises{*this};
  Slots<std::optional<Resolver<double>>> resolvers{*this};
  Slots<std::optional<Rejector>> rejectors{*this};
  Slots<std::optional<Queue<double>>> queues{*this};
  Slots<std::optional<Channel<String>>> channels{*this};
  Slots<std::optional<Broadcast<double>>> casts{*this};
  Slots<std::optional<Semaphore>> semaphores{*this};
  Slots<Permit> permits{*this};
  Slots<std::optional<Condition>> conditions{*this};
  Slots<std::optional<Nursery>> nurseries{*this};
  Slots<let<Sequence<double>>> sequences{*this};

 private:
  friend class Body;
};

inline unsigned nextByte(Program& program) { return program.byte(); }

// Returns the number of instructions that all programs have run so far.
std::uint64_t callsMade();

// The groups of instructions.
void events(Program& p);
void timers(Program& p);
void handles(Program& p);
void aborts(Program& p);
void lists(Program& p);
void maps(Program& p);
void bytesAndTexts(Program& p);
void vars(Program& p);
void streams(Program& p);
void pipes(Program& p);
void sockets(Program& p);
void http(Program& p);
void files(Program& p);
void promises(Program& p);
void waits(Program& p);
void messages(Program& p);

}  // namespace api
