// An EventSource: its requests, events of all forms, connections that end and are lost, a redirect, and the last word.
#include <nodecpp/console.h>
#include <nodecpp/event_source.h>
#include <nodecpp/http.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/regexp.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto hidden = [](String text) { return text.replace(RegExp(":\\d+"), ":PORT"); };
  let<int> count = 0;
  let<http::Server> server;
  server = http::createServer([=](http::IncomingMessage request, http::ServerResponse response) {
    count++;
    console::log("request", count, request->method, request->url, request->headers["last-event-id"], request->headers["accept"],
      request->headers["cache-control"], request->headers["accept-language"], request->headers["sec-fetch-mode"], request->headers["user-agent"]);
    http::Headers ok = {{"Content-Type", "Text/Event-Stream ; charset=utf-8"}};
    if (count == 1) {
      response->writeHead(200, ok);
      response->write("\ufeffretry: 20\nid: 7\ndata: one\n\n: a comment\n\ndata\n\ndata:  two \ndata:three\nignored: x\n\n");
      response->write(String("event: named\nid\ndata: \u20ac\n\nid: a") + String::fromCharCode(0) + "b\ndata: zero\r\rid: 8\r\n\r\nretry: 1x\nevent:\ndata: last\n\ndata: cut");
      setTimeout([=] { response->destroy(); }, 30);
    } else if (count == 2) {
      response->writeHead(200, ok);
      response->write("data: second\n\n");
      setTimeout([=] { response->end(); }, 30);
    } else if (count == 3) {
      response->writeHead(302, {{"Location", "/other"}});
      response->end();
    } else if (count == 4) {
      response->writeHead(200, ok);
      response->write("data: third\nid:9\n\n");
      setTimeout([=] { response->end(); }, 30);
    } else {
      response->writeHead(503);
      response->end();
    }
  })->listen(0, "127.0.0.1", [=] {
    auto source = make<EventSource>("http://127.0.0.1:" + str(server.value()->address().port) + "/a?b#c", {.withCredentials = true});
    console::log(hidden(source->url()), source->readyState(), source->withCredentials(), source->readyState() == EventSource::CONNECTING);
    source->onopen = [=](auto event) { console::log("open", source->readyState(), event->type, event->target == source); };
    source->onmessage = [=](auto event) { console::log("message", JSON::stringify(str(event->data)), event->lastEventId, hidden(event->origin), event->type); };
    source->addEventListener("named", [](MessageEvent event) { console::log("named", event->data, event->type, JSON::stringify(event->lastEventId)); });
    source->onerror = [=](auto event) {
      console::log("error", source->readyState(), event->type);
      if (source->readyState() == EventSource::CLOSED) {
        source->close();
        console::log("closed", source->readyState());
        server.value()->close();
      }
    };
  });
}); }
