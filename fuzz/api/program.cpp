#include "api/program.h"

#include <nodecpp/generator.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>

#include <atomic>
#include <cmath>
#include <iterator>

namespace api {

namespace {

constinit LoopLocal<Program> programs;
std::atomic<std::uint64_t> calls{0};

constexpr int deepest = 5;

struct Subject {
  void (*run)(Program&);
  unsigned weight;
};
constexpr Subject subjects[] = {{events, 4}, {timers, 3}, {handles, 3}, {aborts, 2},  {lists, 3},    {maps, 3},
                                {bytesAndTexts, 3}, {vars, 2}, {streams, 5}, {pipes, 3}, {sockets, 4}, {http, 5},
                                {files, 2},  {promises, 4}, {waits, 4},   {messages, 2}};
constexpr unsigned allWeights = [] {
  unsigned sum = 0;
  for (const Subject& each : subjects) sum += each.weight;
  return sum;
}();

}  // namespace

std::uint64_t callsMade() { return calls; }

Program* Program::current() {
  Program* found = programs.find();
  return found && found->alive ? found : nullptr;
}

void Program::begin(const std::uint8_t* bytes, std::size_t size, int instructions, bool keeps) {
  Program& p = *programs;
  p.bytes = bytes;
  p.size = std::uint32_t(size);
  p.left = instructions;
  p.keeps = keeps;
  p.goOn();
}

// Runs a part of the top level, and schedules the next part for a little later, in one of the ways that programs use.
void Program::goOn() {
  at = topLevel;
  const unsigned some = 1 + below(24);
  const std::uint32_t before = at;
  for (unsigned i = 0; i < some && at < size && left > 0; ++i) {
    step();
    topLevel = at;
  }
  if (at == before || at >= size || left <= 0) return;
  const unsigned how = below(6);
  topLevel = at;
  const auto next = [] {
    if (Program* p = current()) p->goOn();
  };
  switch (how) {
    case 0: setImmediate(next); break;
    case 1: process::nextTick(next); break;
    case 2: queueMicrotask(next); break;
    case 3: setTimeout(next, 1); break;
    default: setTimeout(next, time()); break;
  }
}

void Program::step() {
  if (!alive || --left <= 0) return;
  calls.fetch_add(1, std::memory_order_relaxed);
  unsigned which = byte() % allWeights;
  const Subject* subject = subjects;
  for (; which >= subject->weight; ++subject) which -= subject->weight;
  try {
    subject->run(*this);
  } catch (const Error&) {
    // Programs catch most of their errors. Some errors pass, so that the library has to handle them.
    if (depth > 0 && chance(8)) throw;
  }
}

Body::Body(Program& program) {
  const unsigned where = program.byte();
  const unsigned how = program.byte();
  at_ = std::uint32_t(std::uint64_t(program.size) * where / 256);
  count_ = how & 7;
  if ((how & 0xe0) == 0xe0) {
    ending_ = std::make_shared<Ending>(Body());
    ending_->body.at_ = at_;
    ending_->body.count_ = 2;
  }
  if (!program.keeps || (how & 0x18) != 0) return;
  if (how & 0x20)
    keptFunction_ = program.functions.any();
  else
    kept_ = program.object();
}

void Body::operator()() const {
  Program* p = Program::current();
  if (!p || p->depth >= deepest || p->left <= 0) return;
  struct Within {
    Program& p;
    std::uint32_t at;
    Within(Program& p, std::uint32_t to) : p(p), at(std::exchange(p.at, to)) { ++p.depth; }
    ~Within() {
      --p.depth;
      p.at = at;
    }
  } within(*p, at_);
  // this copy is needed, because the closure that contains this body may be assigned to while it runs
  const Body kept(*this);
  for (std::uint32_t i = 0; i < kept.count_ && p->alive && p->left > 0; ++i) p->step();
  if (kept.keptFunction_ && p->chance(4)) kept.keptFunction_();
}

bool Body::step() {
  Program* p = Program::current();
  if (!p || count_ == 0 || p->depth >= deepest || p->left <= 0) return false;
  --count_;
  struct Within {
    Program& p;
    Body& body;
    std::uint32_t at;
    Within(Program& p, Body& body) : p(p), body(body), at(std::exchange(p.at, body.at_)) { ++p.depth; }
    ~Within() {
      --p.depth;
      body.at_ = std::exchange(p.at, at);
    }
  } within(*p, *this);
  p->step();
  return true;
}

Ending::~Ending() {
  if (!owns) return;
  try {
    body();
  } catch (const Error&) {
    // A destructor must not throw.
  }
}

double Node::use(const Body& body) {
  body();
  value += 1;
  if (child) value += child->value;
  if (parent) value += parent->value;
  return value;
}

CounterObject::CounterObject(Body body) : body_(std::move(body)) {
  on("tick", [body = body_](double) { body(); });
  Counter self(this);
  if (Program* p = Program::current(); p && p->chance(8)) throw Error("in a constructor");
}
CounterObject::~CounterObject() {
  Ending ending(body_);
}
void CounterObject::raise(const Body& body) {
  body();
  count += 1;
  emit("tick", count);
  count += 1;
}

double Program::number() {
  static constexpr double odd[] = {0, -1, 0.5, -0.0, 1e21, 4294967296.0, 65535, 16, 3, INFINITY, -INFINITY, NAN};
  const unsigned n = byte();
  return n < std::size(odd) ? odd[n] : double(n) - 100;
}

double Program::time() {
  const unsigned n = byte();
  if (n < 200) return n % 8;
  return n < 240 ? double(n - 200) * 5 : n < 250 ? 1000.0 * (n - 240) : number();
}

String Program::text() {
  static const char* const all[] = {"", "a", "b", "tick", "data", "__proto__", "a longer text, that no String keeps in itself",
                                    "\xc5\x81\xf0\x9f\x98\x80\xed\xa0\x80", "12", "-1", "\n", "toString"};
  const unsigned n = byte();
  if (n < std::size(all)) return all[n];
  if (n < 24) return strings.any();
  if (n < 28) return String("0123456789").repeat(n * 40);
  return str(n);
}

const char* Program::eventName() {
  static const char* const all[] = {"tick", "tick", "tick", "error",   "newListener", "removeListener", "data", "end",
                                    "close", "readable", "drain", "finish", "connection", "pipe", "message", "abort"};
  return all[below(std::size(all))];
}

Error Program::error() {
  switch (below(5)) {
    case 0: return Error("thrown");
    case 1: return TypeError("of a type");
    case 2: return AbortError();
    case 3: return AggregateError({Error("one"), RangeError("two")}, "some");
    default: return Error();
  }
}

Handle<Object> Program::object() {
  switch (below(14)) {
    case 0: return emitters.any();
    case 1: return counters.any();
    case 2: return timeouts.any();
    case 3: return immediates.any();
    case 4: return controllers.any();
    case 5: return signals.any();
    case 6: return readables.any();
    case 7: return writables.any();
    case 8: return sockets.any();
    case 9: return requests.any();
    case 10: return responses.any();
    case 11: return messages.any();
    case 12: return ports.any();
    default: return agents.any();
  }
}

EventEmitter Program::emitter() {
  switch (below(12)) {
    case 0: return counters.any();
    case 1: return readables.any();
    case 2: return writables.any();
    case 3: return sockets.any();
    case 4: return requests.any();
    case 5: return messages.any();
    case 6: return process::emitter();
    default: {
      EventEmitter& slot = emitters.any();
      if (!slot) slot = make<EventEmitter>();
      return slot;
    }
  }
}

AbortSignal Program::signal() { return chance(4) ? signals.any() : AbortSignal(); }

Function<void()> Program::callback() {
  switch (below(4)) {
    case 0:
      if (Function<void()> known = functions.any()) return known;
      break;
    case 1: {
      // Another closure that shares this variable may clear it while it runs.
      if (!keeps) break;
      let<Function<void()>> shared = sharedFunctions.any();
      return [shared] {
        if (shared) shared();
      };
    }
    default: break;
  }
  return [own = body()] { own(); };
}

stream::Chunk Program::chunk() {
  switch (below(6)) {
    case 0: return text();
    case 1: return buffers.any();
    case 2: return Buffer::alloc(below(64) * 1000.0, 7);
    case 3: return number();
    default: return Buffer::from("some bytes");
  }
}

}  // namespace api
