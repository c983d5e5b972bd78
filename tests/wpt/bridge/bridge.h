// The C++ side of make wpt. The web platform's tests are JavaScript and run in Node; the objects that they test are
// those of this program, which the JavaScript side (tests/wpt/bridge.js) asks by one line of JSON for each call, and
// waits.
//
// A call is {"c": name, "a": arguments}, and a reply {"r": result} or {"e": error}. Inside of a call the program may
// call functions of the test in the same way: {"f": number, "a": arguments}. Each message to the JavaScript side has in
// "m" how many microtasks were queued here since the last one. It queues as many of its own, and each of them runs one
// of these, so that both sides have one queue of microtasks in the order of their queueing. "t" does so with ticks. "l"
// says whether the program's loop has something to do, and "b" what has changed in shared memory (memory.js).
#pragma once

#include <nodecpp/fs.h>
#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/stream/web.h>

namespace wpt {

using namespace nodecpp;
using Command = Function<var(Array<var>)>;

// Adds a command. Each of the functions beside main() adds those of its part.
void define(String name, Command command);
void defineBlobs();
void defineByteStreams();
void defineChannels();
void defineEvents();
void defineForms();
void defineMemory();
void definePerformance();
void defineTexts();
void defineUrlPatterns();
void defineUrls();
void defineStreams();

// What has changed in shared memory since the last message to the JavaScript side, and what has changed there.
var memoryChanges();
void changeMemory(const var& list);

// Returns the elements of a list.
Array<var> listOf(const var& list);

// Calls a function of the JavaScript side, and returns what its reply has in "r". Throws what it threw.
var call(double function, Array<var> arguments);

// A value of the JavaScript side is a number here, under which that side keeps it. As a reason it is an Error, since
// some functions take no other. Null is the reason undefined.
stream::web::Reason reasonOf(const var& number);
Error errorOf(const var& number);
// What the JavaScript side must know of an exception: {"k": number} of a value of its own, {"u": true} for undefined,
// or
// {"error": {name, message, code}}.
var told(const std::exception_ptr& exception);
var told(const stream::web::Reason& reason);

// A promise for the JavaScript side: {"p": number}, with the outcome when it is settled. Otherwise the side is told by
// {"s": number, …} as soon as it is. `value` makes the JSON of a fulfilled promise's value.
var told(const Promise<>& promise, Function<var()> value = nullptr);
// A promise that the JavaScript side settles.
Promise<> waitedFor(const var& number);

// Objects by number.
template <class T>
class Kept {
 public:
  // Returns the number of a handle, the same one each time.
  double number(const T& handle) {
    for (double i = all_.length(); i-- > 0;)
      if (all_[i].value() == handle) return i;
    return all_.push(let<T>(handle)) - 1;
  }
  double add(const T& handle) { return all_.push(let<T>(handle)) - 1; }
  T operator[](const var& number) const { return all_[number.toNumber()].value(); }

 private:
  Array<let<T>> all_;
};

}  // namespace wpt
