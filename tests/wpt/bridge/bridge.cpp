#include "bridge.h"

#include <nodecpp/process.h>

#include "loop/loop.h"

namespace wpt {
namespace {

using nodecpp::detail::Loop;
using nodecpp::detail::Microtask;
using nodecpp::detail::PromiseState;
using nodecpp::detail::Ring;
using nodecpp::detail::Tick;

// The queues are private in the loop. The explicit instantiation of a template may name them all the same, and no
// program of another kind than this one has a reason to.
Ring<Microtask>& microtasksOf(Loop& loop);
Ring<Tick>& ticksOf(Loop& loop);
std::uint32_t& depthOf(Loop& loop);
template <auto microtasks, auto ticks, auto depth>
struct Reached {
  friend Ring<Microtask>& microtasksOf(Loop& loop) { return loop.*microtasks; }
  friend Ring<Tick>& ticksOf(Loop& loop) { return loop.*ticks; }
  friend std::uint32_t& depthOf(Loop& loop) { return loop.*depth; }
};
template struct Reached<&Loop::microtasks_, &Loop::ticks_, &Loop::depth_>;

constexpr const char* valueCode = "A_VALUE_OF_A_TEST";

perThread<Map<String, Command>> commands;
perThread<double> toThem;
perThread<double> fromThem;
perThread<Buffer> input;     // what was read and is no whole line
perThread<double> mirrored;  // how many microtasks the other side has queued for those of this one
perThread<double> mirroredTicks;
perThread<bool> turns;  // whether the loop turns, and runs its microtasks itself
perThread<Map<double, Rejector>> rejectors;
perThread<Map<double, Resolver<void>>> resolvers;
perThread<Kept<Promise<>>> promises;
perThread<Kept<Error>> errors;

// Tells how many microtasks and ticks the JavaScript side must queue.
void mirrorQueues(var& message) {
  if (turns.value()) return;
  const double queued = double(microtasksOf(Loop::current()).size());
  if (queued > mirrored.value()) message["m"] = queued - mirrored.value();
  mirrored = queued;
  const double ticks = double(ticksOf(Loop::current()).size());
  if (ticks > mirroredTicks.value()) message["t"] = ticks - mirroredTicks.value();
  mirroredTicks = ticks;
}

void send(var message) {
  Loop& loop = Loop::current();
  mirrorQueues(message);
  if (loop.alive())
    message["l"] = "alive";
  else if (loop.nextDeadline() < 1e300)
    message["l"] = "waits";
  if (var changes = memoryChanges(); changes.length() > 0) message["b"] = changes;
  auto bytes = Buffer::from(JSON::stringify(message) + "\n");
  for (double at = 0; at < bytes.length();) at += double(fs::writeSync(toThem.value(), bytes, at));
}

var receive() {
  Array<Buffer> parts{input.value()};
  for (;;) {
    auto last = parts[parts.length() - 1];
    auto end = last.indexOf("\n");
    if (end >= 0) {
      input = last.subarray(end + 1);
      parts[parts.length() - 1] = last.subarray(0, end);
      return JSON::parse(Buffer::concat(parts).toString());
    }
    auto more = Buffer::alloc(1 << 16);
    auto length = fs::readSync(fromThem.value(), more);
    if (length == 0) process::exit();
    parts.push(more.subarray(0, double(length)));
  }
}

// The microtasks that the JavaScript side knows of are one fewer while one runs.
void runMicrotask() {
  auto& queue = microtasksOf(Loop::current());
  if (queue.empty()) throw Error("there is no microtask");
  mirrored = mirrored.value() - 1;
  const Microtask task = queue.takeFront();
  task.run(task.data);
}

void runTick() {
  auto& queue = ticksOf(Loop::current());
  if (queue.empty()) throw Error("there is no tick");
  mirroredTicks = mirroredTicks.value() - 1;
  const Tick tick = queue.takeFront();
  tick.run(tick.data);
}

// One round of the loop, in the middle of the callback that serves. The JavaScript side asks for it when no microtask
// waits on either side.
void turn() {
  Loop& loop = Loop::current();
  turns = true;
  const auto depth = std::exchange(depthOf(loop), 0u);
  loop.turn(false);
  depthOf(loop) = depth;
  turns = false;
  mirrored = double(microtasksOf(loop).size());
  mirroredTicks = double(ticksOf(loop).size());
}

void settle(Array<var> arguments) {
  const double number = arguments[0].toNumber();
  if (arguments.length() == 1) {
    Resolver<void> resolve = resolvers->get(number);
    resolve();
  } else {
    Rejector reject = rejectors->get(number);
    reject(reasonOf(arguments[1]).exception());
  }
  resolvers->delete_(number);
  rejectors->delete_(number);
}

void answer(const var& message) {
  String name = message["c"].toString();
  Loop::current().updateNow();  // as if each call came in a turn of its own
  try {
    var result;
    if (name == "microtask") {
      runMicrotask();
    } else if (name == "tick") {
      runTick();
    } else if (name == "turn") {
      turn();
    } else if (!commands->has(name)) {
      throw Error("there is no command " + name);
    } else {
      Command command = commands->get(name);
      result = command(listOf(message["a"]));
    }
    send(var::object({{"r", result.isUndefined() ? var(nullptr) : result}}));
  } catch (const nodecpp::detail::ProgramExit&) {
    throw;
  } catch (...) {
    send(var::object({{"e", told(std::current_exception())}}));
  }
}

// Answers calls until a reply comes, and returns that.
var serve() {
  for (;;) {
    var message = receive();
    if (message.hasOwn("b")) changeMemory(message["b"]);
    if (!message.hasOwn("c")) return message;
    answer(message);
  }
}

// Tells the JavaScript side of a promise as soon as it is settled.
struct Teller : nodecpp::detail::Watcher {
  double number = 0;
  Function<var()> value;
  Promise<> promise;
  Teller()
      : Watcher([](Watcher* self) { static_cast<Teller*>(self)->tell(); },
                [](void* self) noexcept { delete static_cast<Teller*>(static_cast<Reaction*>(self)); }) {}
  void tell();
};

var outcomeOf(const Promise<>& promise, const Function<var()>& value) {
  const PromiseState* state = promise.stateOrNull();
  if (state->outcome == nodecpp::detail::Outcome::rejected) return var::object({{"x", told(state->error)}});
  return var::object({{"f", value ? value() : var()}});
}

void Teller::tell() {
  var outcome = outcomeOf(promise, value);
  outcome["s"] = number;
  send(outcome);
  serve();
  delete this;
}

}  // namespace

Array<var> listOf(const var& list) {
  Array<var> made;
  for (const var& each : list) made.push(each);
  return made;
}

void define(String name, Command command) { commands->set(name, command); }

var call(double function, Array<var> arguments) {
  send(var::object({{"f", function}, {"a", arguments}}));
  var reply = serve();
  if (reply.hasOwn("e")) std::rethrow_exception(reasonOf(reply["e"]).exception());
  return reply["r"];
}

Error errorOf(const var& number) {
  Error made(number.toString());
  made->code = valueCode;
  return made;
}
stream::web::Reason reasonOf(const var& number) {
  return number.isNullish() ? stream::web::Reason() : stream::web::Reason(errorOf(number));
}

var told(const stream::web::Reason& reason) {
  if (!reason) return var::object({{"u", true}});
  // The reason with which a stream is cancelled when both of its branches are.
  if (auto value = reason.value(); value.is<Array<stream::web::Reason>>()) {
    Array<var> list;
    for (const auto& each : value.as<Array<stream::web::Reason>>()) list.push(told(each));
    return var::object({{"list", list}});
  }
  Error error = reason.error();
  if (!error) return var::object({{"u", true}});
  if (error->code == valueCode) return var::object({{"k", toNumber(error->message)}});
  return var::object({{"error", var::object({{"name", error->name},
                                             {"message", error->message},
                                             {"code", error->code},
                                             {"number", errors->number(error)}})}});
}
var told(const std::exception_ptr& exception) { return told(stream::web::Reason(exception)); }

var told(const Promise<>& promise, Function<var()> value) {
  const double number = promises->number(promise);
  PromiseState* state = promise.stateOrNull();
  var made = var::object({{"p", number}});
  state->handled = true;
  if (state->outcome != nodecpp::detail::Outcome::pending) {
    made["s"] = outcomeOf(promise, value);
    return made;
  }
  auto* teller = new Teller();
  teller->number = number;
  teller->value = value;
  teller->promise = promise;
  teller->on = state;
  nodecpp::detail::attach(teller);
  return made;
}

Promise<> waitedFor(const var& number) {
  auto [promise, resolve, reject] = Promise<>::withResolvers();
  resolvers->set(number.toNumber(), resolve);
  rejectors->set(number.toNumber(), reject);
  return promise;
}

}  // namespace wpt

// The program gets the names of two pipes.
int main(int argc, char** argv) {
  return nodecpp::run(argc, argv, [] {
    using namespace nodecpp;
    wpt::fromThem = fs::openSync(String(process::argv[2]), "r");
    wpt::toThem = fs::openSync(String(process::argv[3]), "w");
    wpt::define("settle", [](Array<var> arguments) -> var {
      wpt::settle(arguments);
      return undefined;
    });
    wpt::defineBlobs();
    wpt::defineByteStreams();
    wpt::defineChannels();
    wpt::defineEvents();
    wpt::defineForms();
    wpt::defineMemory();
    wpt::definePerformance();
    wpt::defineTexts();
    wpt::defineUrlPatterns();
    wpt::defineUrls();
    wpt::defineStreams();
    wpt::serve();
  });
}
