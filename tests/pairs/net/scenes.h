// Helpers of the pairs about net: scenes that run one after the other. Both ends of a connection are in one program,
// and the system decides which end gets its events first. So the messages of each side are printed together when the
// scene is over, which is when all watched objects have closed.
#pragma once

#include <nodecpp/console.h>
#include <nodecpp/map.h>
#include <nodecpp/net.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>

#include <cctype>
#include <cmath>
#include <string>
#include <vector>

using namespace nodecpp;

namespace scenes {
struct Scene {
  String name;
  Function<void()> play;
};
inline perThread<Array<Scene>> list;
inline perThread<Map<String, Array<String>>> sides;
inline perThread<int> open = 0;
}  // namespace scenes

inline void scene(String name, Function<void()> f) { scenes::list->push({name, f}); }
inline void release();
inline void hold() { ++*scenes::open; }
inline void play() {
  if (scenes::list->length() == 0) process::exit();
  auto next = scenes::list->shift();
  console::log("--", next.name);
  scenes::sides->clear();
  scenes::open = 0;
  hold();
  next.play();
  release();
}
inline void finishScene() {
  for (auto [side, lines] : scenes::sides.value()) {
    console::log(side);
    for (auto line : lines) console::log("  " + line);
  }
  play();
}
inline void release() {
  if (--*scenes::open == 0) setTimeout([] { if (scenes::open == 0) { scenes::open = -1; finishScene(); } }, 5);
}
// Hides port numbers, because they differ from run to run.
inline String hide(const String& text) {
  std::string out, in(text.data(), text.size());
  for (std::size_t i = 0; i < in.size();) {
    std::size_t end = i + 1;
    if (in[i] == ':')
      while (end < in.size() && in[end] >= '0' && in[end] <= '9') ++end;
    bool word = end < in.size() && (std::isalnum(static_cast<unsigned char>(in[end])) || in[end] == '_');
    if (in[i] == ':' && (end - i == 5 || end - i == 6) && !word)
      out += ":PORT";
    else
      out += in.substr(i, end - i);
    i = end;
  }
  return String(out);
}
template <class... A>
void say(String side, const A&... args) {
  if (!scenes::sides->has(side)) scenes::sides->set(side, {});
  scenes::sides->get(side).push(hide(util::format(args...)));
}
inline String message(const Error& error) {
  return error ? hide(error->name + " " + (error->code.empty() ? String("undefined") : error->code) + " " + error->message)
               : String("undefined");
}
inline net::Server watchServer(net::Server server, String side) {
  hold();
  say(side, "begins");
  server->on(event::listening, [=] { say(side, "listening"); });
  server->on(event::error, [=](Error error) { say(side, "error", message(error)); });
  server->on(event::close, [=] { say(side, "close"); release(); });
  return server;
}
inline net::Socket watch(net::Socket socket, String side) {
  hold();
  say(side, "begins");
  socket->on(event::lookup, [=](Error error, String address, int family, String host) { say(side, "lookup", error ? (error->code.empty() ? "undefined" : error->code) : "ok", address.empty() ? "none" : address, family, host); });
  socket->on(event::connect, [=] { say(side, "connect", socket->readyState()); });
  socket->on(event::ready, [=] { say(side, "ready"); });
  socket->on(event::end, [=] { say(side, "end", socket->readyState()); });
  socket->on(event::finish, [=] { say(side, "finish"); });
  socket->on(event::timeout, [=] { say(side, "timeout"); });
  socket->on(event::error, [=](Error error) { say(side, "error", message(error)); });
  socket->on(event::close, [=](bool hadError) { say(side, "close", hadError, socket->destroyed()); release(); });
  return socket;
}
// Collects the data and prints it at its end.
inline net::Socket collect(net::Socket socket, String side) {
  let<String> all = "";
  socket->on(event::data, [=](auto chunk) { all = all.value() + ("" + chunk); });
  socket->on(event::end, [=] {
    if (all.value().length() > 60) say(side, "got", all.value().length());
    else say(side, "got", all.value());
  });
  return socket;
}
