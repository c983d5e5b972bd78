// Helpers of the pairs about http's server: scenes that run one after the other. Each has a server and a client that
// sends bytes. The system decides which of the two sides gets its events first, so the server's messages and the
// client's bytes are printed only when the scene is over.
#pragma once

#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/timers.h>

#include <deque>
#include <string>
#include <vector>

using namespace nodecpp;

enum class Action { text, wait, end, reset, stop, go };
// Steps of a client: it ends its side, resets the connection, stops reading, reads again.
inline constexpr Action end = Action::end, reset = Action::reset, stop = Action::stop, go = Action::go;

struct Act {
  Act(const char* text) : text(text) {}
  Act(const String& text) : text(text) {}
  Act(int milliseconds) : action(Action::wait), milliseconds(milliseconds) {}
  Act(Action action) : action(action) {}
  Action action = Action::text;
  String text;
  int milliseconds = 0;
};

struct Scene {
  String name;
  Function<http::Server()> make;
  std::vector<Act> steps;
};

inline perThread<Array<Scene>> list;
inline perThread<Array<String>> lines;
template <class... A>
void say(const A&... args) {
  lines->push(util::format(args...));
}

// `make` returns the server. The client's steps are texts to send, milliseconds to wait, and the steps above.
inline void scene(String name, Function<http::Server()> make, std::vector<Act> steps) {
  list->push({name, make, steps});
}

inline String replaceAll(String text, const String& from, const String& to) {
  Array<String> parts = text.split(from);
  String all = parts[0];
  for (std::size_t i = 1; i < parts.size(); ++i) all += to + parts[i];
  return all;
}
// Removes the date, and replaces many equal characters by their number.
inline String plain(String text) {
  for (int at = 0; (at = int(text.indexOf("Date: ", at))) >= 0; ++at) {
    int until = int(text.indexOf(" GMT", at));
    if (until < 0) break;
    text = text.slice(0, at) + "Date: …" + text.slice(until + 4);
  }
  text = replaceAll(text, "\r\n", "\n");
  String out;
  for (int i = 0, end = 0; i < text.length(); i = end) {
    for (end = i + 1; end < text.length() && text[end] == text[i];) ++end;
    if (end - i > 40 && text[i] != "\n")
      out += text[i] + "*" + (end - i);
    else
      out += text.slice(i, end);
  }
  return out;
}

inline void play() {
  if (list->length() == 0) return;
  Scene next = list->shift();
  lines = Array<String>();
  http::Server server = next.make();
  let<String> answer = "";
  let<std::deque<Act>> steps = std::deque<Act>(next.steps.begin(), next.steps.end());
  server->listen(0, "127.0.0.1", [=] {
    auto client = net::connect({.port = server->address().port, .host = "127.0.0.1", .allowHalfOpen = true, .noDelay = true});
    client->setEncoding("latin1");
    let<bool> left = false;
    let<Function<void()>> step;
    step = [=] {
      if (left) return;
      if (steps->empty()) {
        setTimeout([=] {
          if (!left) client->destroy();
        }, 120);
        return;
      }
      Act now = steps->front();
      steps->pop_front();
      if (now.action == Action::wait) {
        setTimeout([=] { if (!left) step.value()(); }, now.milliseconds);
        return;
      }
      if (now.action == end) client->end();
      else if (now.action == reset) client->resetAndDestroy();
      else if (now.action == stop) client->pause();
      else if (now.action == go) client->resume();
      else client->write(now.text, "latin1");
      step.value()();
    };
    client->on(event::connect, [=] { step.value()(); });
    client->on(event::data, [=](auto chunk) { answer += chunk.toString(); });
    client->on(event::end, [=] {
      answer += "[end]";
      client->end();
    });
    client->on(event::error, [=](Error error) { answer += "[" + error->code + "]"; });
    client->on(event::close, [=] {
      left = true;
      setTimeout([=] {
        step = nullptr;
        console::log("-- " + next.name);
        for (const String& line : lines.value()) console::log("  " + line);
        console::log(plain(answer));
        server->closeAllConnections();
        if (server->listening()) server->close([=] { play(); });
        else play();
      }, 20);
    });
  });
}

inline Lookup codeOf(const Error& error) { return error->code.empty() ? Lookup() : Lookup(error->code); }

inline void attempt(String name, Function<void()> f) {
  try {
    f();
    say(name, "fine");
  } catch (Error& error) {
    say(name, error->name, codeOf(error), error->message);
  }
}

// Prints all events of a request and its response.
inline void watch(http::IncomingMessage request, http::ServerResponse response) {
  String name = request->url;
  request->on(event::aborted, [=] { say(name, "request aborted", request->complete); });
  request->on(event::error, [=](Error error) {
    say(name, "request error", codeOf(error), error->message, request->destroyed());
  });
  request->on(event::close, [=] {
    say(name, "request close", request->complete, request->aborted, request->readableEnded());
  });
  request->on(event::pause, [=] { say(name, "request pause"); });
  request->on(event::resume, [=] { say(name, "request resume"); });
  response->on(event::socket, [=] { say(name, "response socket"); });
  response->on(event::prefinish, [=] { say(name, "response prefinish", response->writableFinished()); });
  response->on(event::finish, [=] { say(name, "response finish", response->writableFinished()); });
  response->on(event::close, [=] {
    say(name, "response close", response->writableEnded(), response->writableFinished());
  });
  response->on(event::error, [=](Error error) { say(name, "response error", codeOf(error), error->message); });
  response->on(event::drain, [=] { say(name, "response drain", response->writableLength()); });
}

inline const char* const get = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
