// Helpers of the pairs about streams: scenes that run one after the other, and listeners that print the events.
#pragma once

#include <nodecpp/console.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/process.h>
#include <nodecpp/stream.h>

#include <deque>

using namespace nodecpp;

struct Scene {
  String name;
  Function<void()> play;
};
inline perThread<Array<Scene>> list;
inline void scene(String name, Function<void()> f) { list->push({name, f}); }
inline void play() {
  if (list->length() == 0) return;
  Scene next = list->shift();
  console::log("--", next.name);
  next.play();
  setTimeout(play, 15);
}
inline String message(const Error& error) {
  return error ? error->name + " " + (error->code.empty() ? String("undefined") : error->code) + " " + error->message
               : String("undefined");
}
template <class S>
S watchEnds(S s, String name) {
  s->on(event::error, [=](Error error) { console::log(name, "error", message(error)); });
  s->on(event::close, [=] { console::log(name, "close"); });
  return s;
}
template <class S>
S watchReading(S s, String name) {
  s->on(event::pause, [=] { console::log(name, "pause"); });
  s->on(event::resume, [=] { console::log(name, "resume"); });
  s->on(event::end, [=] { console::log(name, "end"); });
  return s;
}
template <class S>
S watchWriting(S s, String name) {
  s->on(event::drain, [=] { console::log(name, "drain"); });
  s->on(event::prefinish, [=] { console::log(name, "prefinish"); });
  s->on(event::finish, [=] { console::log(name, "finish"); });
  s->on(event::pipe, [=] { console::log(name, "pipe"); });
  s->on(event::unpipe, [=] { console::log(name, "unpipe"); });
  return s;
}
template <class S>
S watchData(S s, String name) {
  return s->on(event::data, [=](auto chunk) { console::log(name, "data", "" + chunk); });
}
inline void ticks(int count, int n = 1) {
  if (n > count) return;
  process::nextTick([=] {
    console::log("tick", n);
    ticks(count, n + 1);
  });
}
