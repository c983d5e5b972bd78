// Prints what happens in the client program: each event of its requests, responses, sockets and agents, with the
// relevant properties, in order.
#pragma once

#include <nodecpp/console.h>
#include <nodecpp/http.h>

#include <algorithm>
#include <map>
#include <vector>

using namespace nodecpp;

// Returns a text with unprintable characters as \xNN. Each character is one byte.
inline String show(String text) {
  String shown = "";
  for (int code : Buffer::from(text, "latin1")) {
    if (code == '"' || code == '\\') shown += "\\" + String::fromCharCode(code);
    else if (code >= 32 && code < 127) shown += String::fromCharCode(code);
    else shown += format("\\x{:02x}", code);
  }
  return "\"" + shown + "\"";
}
inline String showBody(String text) {
  Buffer bytes = Buffer::from(text, "latin1");
  if (bytes.length() <= 300) return show(text);
  return show(bytes.toString("latin1", 0, 300)) + "… " + str(bytes.length());
}
inline String list(Array<String> texts) {
  String all = "";
  for (auto text : texts) all += (all.empty() ? "" : ", ") + show(text);
  return "[" + all + "]";
}
inline String list(http::RawHeaders texts) { return list(texts.values()); }
inline String showValue(Lookup value) { return value.isArray() ? list(value.values()) : show(value.toString()); }
inline String showHeaders(http::IncomingHeaders headers) {
  String all = "";
  for (auto [name, value] : headers.entries()) all += (all.empty() ? "" : ", ") + show(name) + ": " + showValue(value);
  return "{" + all + "}";
}

inline String describe(Error error) {
  String text = error->name + " " + (error->code.empty() ? "undefined" : error->code) + " " + show(error->message);
  if (!error->syscall.empty()) text += " syscall " + error->syscall;
  for (auto& [name, value] : error->properties) {
    if (name == "bytesParsed") text += " bytesParsed " + value.toString();
    if (name == "reason") text += " reason " + show(value.toString());
    if (name == "rawPacket") text += " rawPacket " + showBody(value.toString());
  }
  if (!error->cause.empty()) text += " cause " + error->cause[0]->name + " " + show(error->cause[0]->message);
  return text;
}

// One run of a recipe: the address of its server, and the objects that it has made.
class JobObject : public Object {
 public:
  JobObject(String id, int port, String directory, String argument)
      : port(port), directory(directory), argument(argument), id_(id) {
    use(make<http::Agent>({.keepAlive = true}));
  }
  ~JobObject() override { agent->removeAllListeners(); }
  void say(String text) {
    console::log(id_ + " " + text);
  }
  void use(http::Agent its) {
    agent = its;
    agent->on(event::free, [this](auto socket) { say("agent free " + nameOf(socket) + " " + lists()); });
  }
  http::RequestOptions options() {
    return {.agent = agent, .host = "127.0.0.1", .port = port};
  }
  String nameOf(net::Socket socket) {
    auto at = std::ranges::find(sockets, socket);
    return "s" + str(at == sockets.end() ? 0 : at - sockets.begin() + 1);
  }
  String lists() {
    auto show = [](auto& lists) { String all = ""; for (auto name : lists.keys()) all += " " + name + "=" + str(lists[name].size()); return all; };
    return "sockets" + show(agent->sockets) + " free" + show(agent->freeSockets) + " requests" + show(agent->requests) +
      " total " + str(agent->totalSocketCount);
  }
  void end() {
    say("the end: " + lists());
    agent->destroy();
    for (auto& request : requests) request->destroy();
    requests = {};
  }

  int port;
  String directory;
  String argument;
  http::Agent agent;
  std::vector<net::Socket> sockets;
  std::vector<http::ClientRequest> requests;

 private:
  String id_;
};
using Job = Handle<JobObject>;

inline void watchSocket(Job job, net::Socket socket) {
  if (std::ranges::find(job->sockets, socket) != job->sockets.end()) return;
  job->sockets.push_back(socket);
  String name = job->nameOf(socket);
  socket->on(event::connect, [=] { job->say(name + " connect"); });
  socket->on(event::end, [=] { job->say(name + " end"); });
  socket->on(event::timeout, [=] { job->say(name + " timeout"); });
  socket->on("free", [=] { job->say(name + " free"); });
  socket->on("agentRemove", [=] { job->say(name + " agentRemove"); });
  socket->on(event::close, [=](bool hadError) { job->say(name + " close " + str(hadError)); });
}

// Prints all events of a request except its response.
inline http::ClientRequest watchRequest(Job job, String name, http::ClientRequest request) {
  job->requests.push_back(request);
  request->on(event::socket, [=](auto socket) {
    watchSocket(job, socket);
    job->say(name + " socket " + job->nameOf(socket) + " reused " + str(request->reusedSocket));
  });
  request->on(event::continue_, [=] { job->say(name + " continue"); });
  request->on(event::information, [=](auto info) { job->say(name + " information " + str(info.statusCode) + " " +
    show(info.statusMessage) + " " + info.httpVersion + " " + showHeaders(info.headers) + " " + list(info.rawHeaders)); });
  request->on(event::drain, [=] { job->say(name + " drain"); });
  request->on(event::prefinish, [=] { job->say(name + " prefinish"); });
  request->on(event::finish, [=] { job->say(name + " finish " + str(request->writableFinished())); });
  request->on(event::timeout, [=] { job->say(name + " timeout"); });
  request->on(event::abort, [=] { job->say(name + " abort"); });
  request->on(event::error, [=](Error error) { job->say(name + " error " + describe(error)); });
  request->on(event::close, [=] { job->say(name + " close destroyed " + str(request->destroyed()) + " aborted " +
    str(request->aborted) + " ended " + str(request->writableEnded()) + " finished " + str(request->writableFinished()) +
    " keep " + str(request->shouldKeepAlive)); });
  return request;
}

// Prints all events of a response except its body.
inline void watchResponse(Job job, String name, http::IncomingMessage response) {
  job->say(name + " response " + str(response->statusCode) + " " + show(response->statusMessage) + " " +
    response->httpVersion + " complete " + str(response->complete) + " upgrade " + str(response->upgrade));
  job->say(name + " response " + list(response->rawHeaders) + " " + showHeaders(response->headers));
  response->on(event::aborted, [=] { job->say(name + " response aborted"); });
  response->on(event::timeout, [=] { job->say(name + " response timeout"); });
  response->on(event::pause, [=] { job->say(name + " response pause"); });
  response->on(event::error, [=](Error error) { job->say(name + " response error " + describe(error)); });
  response->on(event::end, [=] { job->say(name + " response end complete " + str(response->complete) + " " +
    list(response->rawTrailers) + " " + showHeaders(response->trailers)); });
  response->on(event::close, [=] { job->say(name + " response close complete " + str(response->complete) + " aborted " +
    str(response->aborted) + " destroyed " + str(response->destroyed()) + " ended " + str(response->readableEnded())); });
}

// Prints the body when it is complete.
inline void collect(Job job, String name, http::IncomingMessage response) {
  let<String> body = "";
  response->on(event::data, [=](Buffer chunk) { body += chunk.toString("latin1"); });
  response->on(event::end, [=] { job->say(name + " body " + showBody(body)); });
  response->on(event::aborted, [=] { job->say(name + " until then " + showBody(body)); });
}

// Prints all events of a request and of its response.
inline http::ClientRequest watch(Job job, String name, http::ClientRequest request) {
  watchRequest(job, name, request);
  request->on(event::response, [=](auto response) {
    watchResponse(job, name, response);
    collect(job, name, response);
  });
  return request;
}
