// A client for other people's servers; client.js is the same in Node.
//   client ws|web|events|fetch http://localhost:8000 [CA.pem]
// Each line that it prints begins with what it has done, and goes on with what came of it.
#include <nodecpp/concurrency.h>
#include <nodecpp/console.h>
#include <nodecpp/event_source.h>
#include <nodecpp/fetch.h>
#include <nodecpp/fs.h>
#include <nodecpp/json.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/websocket.h>
#include <nodecpp/ws.h>
using namespace nodecpp;

static perThread<String> base;
static perThread<String> ca;
static String root() { return base->replace("http", "ws"); }
template <class... Values>
static void show(Values... all) {
  console::log(Array<String>{str(all)...}.join(" | "));
}
static double sum(Buffer data) {
  double total = 7;
  for (int i = 0; i < data.length(); i++) total = double(int64_t(total * 31 + data[i]) % 1000003);
  return total;
}
static String bool_(bool value) { return value ? "true" : "false"; }

struct Connecting {
  Array<String> protocols{};
  http::Headers headers{};
  String origin{};
  ws::PerMessageDeflateOption deflate = true;
  double maxPayload = 1 << 24;
};
using OnMessage = Function<void(ws::WebSocket, Lookup)>;

// Connects with ws and says all that happens. `on` is called with each message, and at first with undefined.
static Promise<> connect(String name, String path, Connecting options, OnMessage on) {
  return Promise<>([=](auto resolve) {
    ws::ClientOptions settings{
        .maxPayload = options.maxPayload, .origin = options.origin, .perMessageDeflate = options.deflate};
    settings.headers = options.headers;
    if (ca->length() > 0) settings.ca = ca.value();
    auto socket = make<ws::WebSocket>(root() + path, options.protocols, settings);
    socket->on(event::open, [=] {
      show(name, "open", socket->protocol(), socket->extensions());
      on(socket, undefined);
    });
    socket->on(event::message, [=](auto data, auto isBinary) {
      show(name, "message", bool_(isBinary), data.length(), sum(data));
      on(socket, data.toString());
    });
    socket->on(event::ping, [=](auto data) { show(name, "ping", data); });
    socket->on(event::pong, [=](auto data) { show(name, "pong", data); });
    socket->on(event::error, [=](Error error) { show(name, "error", error->message); });
    socket->on(event::close, [=](int code, auto reason) {
      show(name, "close", code, reason);
      resolve();
    });
  });
}

// Sends each thing when the one before has come back, then closes.
template <class Sent>
static Promise<> echo(String name, String path, Connecting options, Array<Sent> list) {
  let<int> at = 0;
  return connect(name, path, options, [=](auto socket, auto) {
    if (at < list.length())
      socket->send(list[at++]);
    else
      socket->close(3000, "enough");
  });
}

static Promise<> closings() {
  for (int code : {1000, 1001, 1011, 3000, 4999}) {
    co_await connect(format("closed with {}", code), format("/socket/close?code={}&reason=because", code), {},
                     [](auto, auto) {});
    co_await connect(format("closes with {}", code), "/socket/closed", {},
                     [=](auto socket, auto) { socket->close(code, "why"); });
  }
  co_await connect("closes", "/socket/closed", {}, [](auto socket, auto) { socket->close(); });
  co_await connect("terminates", "/socket/closed", {}, [](auto socket, auto) { socket->terminate(); });
  co_await connect("terminated", "/socket/terminate", {}, [](auto socket, auto) { socket->send("now"); });
}

static Promise<> ws_() {
  Array<String> texts{"",
                      "a",
                      "ü€\U0001f600",
                      str("x").repeat(125),
                      str("x").repeat(126),
                      str("x").repeat(65535),
                      str("x").repeat(65536),
                      str("x").repeat(1 << 20)};
  Array<Buffer> bytes;
  for (int length : {0, 1, 125, 126, 65535, 65536, 1 << 20}) bytes.push(Buffer::alloc(length, "bytes"));
  Array<std::pair<String, ws::PerMessageDeflateOption>> deflates{
      {"no deflate", false},
      {"deflate", true},
      {"no contexts",
       ws::PerMessageDeflateOptions{.serverNoContextTakeover = true, .clientNoContextTakeover = true, .threshold = 0}},
      {"windows", ws::PerMessageDeflateOptions{.serverMaxWindowBits = 11, .clientMaxWindowBits = 12, .threshold = 0}}};
  for (String how : Array<String>{"deflate", "none", "contexts", "windows"}) {
    for (auto [name, deflate] : deflates) {
      co_await echo("texts " + how + " " + name, "/socket/echo?how=" + how, {.deflate = deflate}, texts);
      co_await echo("bytes " + how + " " + name, "/socket/echo?how=" + how, {.deflate = deflate}, bytes);
    }
  }
  co_await connect("pings", "/socket/ping", {}, [](auto socket, auto data) {
    if (data) socket->close();
  });
  co_await connect("fragments", "/socket/fragments", {}, [](auto socket, auto data) {
    if (data && data.toString().length() == 3) socket->close(1000);
  });
  co_await connect("fragments up", "/socket/echo", {}, [](auto socket, auto data) {
    if (data) return socket->close(1000, "done");
    for (int i = 0; i < 50; i++) socket->send(str("part ") + i, {.fin = false});
    socket->send(" end");
  });
  co_await closings();
  co_await connect("many", "/socket/many?count=500&bytes=3000", {}, [](auto, auto) {});
  co_await connect("paused", "/socket/paused", {.deflate = false}, [](auto socket, auto data) {
    if (data) return socket->close();
    for (int i = 0; i < 64; i++) socket->send(Buffer::alloc(1 << 16));
  });
  co_await connect("request", "/socket/request",
                   {.protocols = {"first", "second"}, .headers = {{"X-Own", "mine"}}, .origin = "http://here"},
                   [](auto socket, auto data) {
                     if (data) {
                       var told = JSON::parse(data.toString());
                       show("told", told["own"], told["origin"], told["protocol"]);
                       socket->close();
                     }
                   });
  co_await connect("no protocol", "/socket/echo", {.protocols = {"first"}}, [](auto, auto) {});
  co_await connect("refused", "/socket/refused", {}, [](auto, auto) {});
  co_await connect("too large", "/socket/many?count=1&bytes=5000", {.maxPayload = 4000}, [](auto, auto) {});
}

// The global WebSocket.
struct WebCase {
  String path;
  Array<String> protocols;
  Array<String> list;
};
static Promise<> web() {
  for (WebCase one : Array<WebCase>{{"/socket/echo", {}, {"", "ü€", str("x").repeat(70000)}},
                                    {"/socket/echo?how=contexts", {}, {"a", "a"}},
                                    {"/socket/echo?how=none", {"second"}, {"b"}},
                                    {"/socket/fragments", {}, {}},
                                    {"/socket/close?code=4000&reason=r", {}, {}},
                                    {"/socket/refused", {}, {}},
                                    {"/socket/terminate", {}, {"x"}}}) {
    co_await Promise<>([=](auto resolve) {
      String path = one.path;
      auto list = one.list;
      auto socket = make<WebSocket>(root() + path, one.protocols);
      let<int> at = 0;
      auto next = [=] {
        if (at < list.length())
          socket->send(list[at++]);
        else if (list.length())
          socket->close(3000, "enough");
      };
      socket->binaryType = "arraybuffer";
      socket->onopen = [=] {
        show("web " + path, "open", socket->protocol());
        next();
      };
      socket->onmessage = [=](MessageEvent event) {
        show("web " + path, "message",
             event->data.isString() ? str(event->data).length() : event->data.as<ArrayBuffer>().byteLength());
        if (path == "/socket/fragments" && !event->data.isString()) socket->close(1000);
        next();
      };
      socket->onerror = [=](auto event) { show("web " + path, event->type); };
      socket->onclose = [=](auto event) {
        show("web " + path, "close", event->code, event->reason, bool_(event->wasClean));
        resolve();
      };
    });
  }
}

static Promise<> eventSources() {
  for (String path : Array<String>{"/events?more=200", "/events/again", "/status?code=404", "/text?bytes=3",
                                   "/redirect?code=302&to=/events?more=200"}) {
    co_await Promise<>([=](auto resolve) {
      auto source = make<EventSource>(base.value() + path);
      let<int> seen = 0;
      auto told = [=](MessageEvent event) {
        show("events " + path, event->type, JSON::stringify(str(event->data)), event->lastEventId);
        if (++seen == 204) {
          source->close();
          resolve();
        }
      };
      source->onopen = [=] { show("events " + path, "open"); };
      for (String type : Array<String>{"message", "named", "more"}) source->addEventListener(type, told);
      source->onerror = [=] {
        show("events " + path, "error", source->readyState());
        if (source->readyState() == 2) resolve();
      };
    });
  }
}

static Promise<> ask(String path, RequestInit init = {}, String method = "GET") {
  String name = "fetch " + method + " " + path;
  if (method != "GET") init.method = method;
  try {
    auto response = co_await fetch(base.value() + path, init);
    auto headers = response->headers();
    show(name, response->status(), response->statusText(), bool_(response->redirected()),
         headers->get("x-length") || "", headers->get("set-cookie") || "");
    auto bytes = Buffer::from(co_await response->arrayBuffer());
    show(name, "body", bytes.length(), sum(bytes));
  } catch (const Error& error) {
    if (error->cause.empty())
      show(name, error->name, error->message, "", "");
    else
      show(name, error->name, error->message, error->cause[0]->message, error->cause[0]->code);
  }
}

static Promise<> fetches() {
  for (int bytes : {0, 1, 16384, 65537, 1 << 20, 5000000}) co_await ask(format("/text?bytes={}", bytes));
  for (int code : {200, 204, 205, 304, 404, 500, 599}) co_await ask(format("/status?code={}", code));
  for (String how : Array<String>{"gzip", "br", "deflate"}) co_await ask("/compressed?how=" + how);
  for (int code : {301, 302, 303, 307, 308}) {
    co_await ask(format("/redirect?code={}&to=/headers", code));
    co_await ask(format("/redirect?code={}&to=/headers", code), {.body = "body"}, "POST");
    co_await ask(format("/redirect?code={}&to=/headers", code), {.redirect = "manual"});
  }
  for (String path : Array<String>{"/circle", "/chunks?count=1000", "/early", "/trailers", "/slow?ms=50", "/cut",
                                   "/last", "/last", "/nothing"})
    co_await ask(path);
  for (String method : Array<String>{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
    co_await ask("/headers", {.headers = {{"X-Own", "mine"}, {"X-List", "a"}}}, method);
  co_await ask("/echo", {.body = "a text ü"}, "POST");
  co_await ask("/echo", {.body = Buffer::alloc(1 << 20, "b")}, "PUT");
  co_await ask("/echo", {.body = make<URLSearchParams>({{"a", "1 2"}, {"b", "ü"}})}, "POST");
  co_await ask("/never", {.signal = AbortSignal::timeout(100)});
  Array<Promise<String>> all;
  for (int i = 0; i < 100; i++)
    all.push(fetch(base.value() + format("/text?bytes={}", i)).then([](auto response) { return response->text(); }));
  bool right = true;
  for (int i = 0; i < 100; i++) {
    String text = co_await all[i];
    right = right && text.length() == i;
  }
  show("fetch 100", bool_(right));
}

int main(int argc, char** argv) {
  return run(argc, argv, [] {
    String what = process::argv[2];
    base = String(process::argv[3]);
    if (process::argv.length() > 4) ca = fs::readFileSync(process::argv[4], "utf8").toString();
    // An EventSource that waits before it connects again does not keep the program running.
    setInterval([] {}, 1000);
    auto begin = what == "ws" ? ws_ : what == "web" ? web : what == "events" ? eventSources : fetches;
    begin().then([] { process::exit(); });
  });
}
