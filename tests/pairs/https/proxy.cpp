#include <nodecpp/json.h>

#include "scenes.h"

using Ready = Function<void(String, Function<void()>)>;
using Answer = Function<void(net::Socket, int)>;
// A proxy that prints what it gets. `answer` gets the connection and the port that is asked for.
static void proxy(Answer answer, Ready ready, Function<tls::ServerOptions()> options = nullptr) {
  hold();
  auto listener = [=](net::Socket socket) {
    socket->on(event::error, [] {});
    let<String> text = "";
    let<Function<void(Buffer)>> take;
    take = [=](Buffer data) {
      text += data.toString();
      if (!text->includes("\r\n\r\n")) return;
      socket->removeListener(event::data, take.value());
      say("proxy", JSON::stringify(text.value()));
      answer(socket, int(Lookup(text->split(" ")[1].split(":").pop()).toNumber()));
    };
    socket->on(event::data, take.value());
  };
  net::Server server = options ? net::Server(tls::createServer(options(), listener)) : net::createServer(listener);
  server->on(event::close, release);
  server->listen(0, "127.0.0.1", [=] { ready(str(options ? "https" : "http") + "://127.0.0.1:" + server->address().port, [=] { server->close(); }); });
}
// Makes the tunnel.
static void open(net::Socket socket, int port) {
  let<net::Socket> other;
  other = net::connect(port, "127.0.0.1", [=] {
    socket->write("HTTP/1.1 200 Connection established\r\nX: 1\r\n\r\n");
    socket->pipe(other.value())->pipe(socket);
  });
  other->on(event::error, [] {});
  other->on(event::close, [=] { socket->destroy(); });
  socket->on(event::close, [=] { other->destroy(); });
}
static http::ClientRequest said(http::ClientRequest request, Function<void()> done, String side = "client") {
  hold();
  request->on(event::response, [=](http::IncomingMessage response) {
    auto socket = response->socket.as<tls::TLSSocket>();
    say(side, response->statusCode, request->path, request->reusedSocket, socket->authorized, socket->encrypted);
    response->setEncoding("utf8")->on(event::data, [=](String text) { say(side, text); });
  });
  request->on(event::timeout, [=] { say(side, "timeout"); });
  request->on(event::error, [=](Error error) { say(side, error->code, error->message.split(";")[0], error->get("statusCode"), error->get("proxyTunnelTimeout")); });
  request->on(event::close, [=] { say(side, "close"); setTimeout([=] { done(); release(); }, 5); });
  return request;
}
static void echo(http::IncomingMessage request, http::ServerResponse response) {
  response->end(request->url + " " + request->headers["host"].toString().split(":")[0] + " " + request->headers["proxy-authorization"] + " " +
    orNone(request->socket.as<tls::TLSSocket>()->servername));
}
// Makes the requests one after the other through one agent.
static void asked(String name, Function<http::ProxyEnv(String)> env, https::AgentOptions agentOptions, Array<Function<https::RequestOptions(https::RequestOptions)>> requests) {
  scene(name, [=] { serve({}, echo, [=](https::RequestOptions to, Function<void()> closeServer) { proxy(open, [=](String url, Function<void()> close) {
    https::AgentOptions own = agentOptions;
    own.proxyEnv = env(url);
    auto agent = make<https::Agent>(own);
    let<Function<void()>> next;
    next = [=] {
      if (requests.length() > 0) {
        https::RequestOptions options = to;
        Function<https::RequestOptions(https::RequestOptions)> change = requests.shift();
        options = change(options);
        options.agent = agent;
        said(https::get(options), next);
        return;
      }
      say("client", agent->totalSocketCount, agent->freeSockets.keys().length());
      agent->destroy();
      setTimeout([=] { close(); closeServer(); }, 5);
    };
    next();
  }); }); });
}
static http::ProxyEnv plain(String url) { return {{"HTTPS_PROXY", url}, {"HTTP_PROXY", "http://unused.example"}}; }
static auto path(String path) {
  return [=](https::RequestOptions to) { to.path = path; return to; };
}
// Answers to CONNECT that make no tunnel.
static void refused(String name, Function<void(net::Socket)> answer, https::RequestOptions options = {}, double agentTimeout = 0) {
  scene(name, [=] { proxy([=](net::Socket socket, int) { answer(socket); }, [=](String url, Function<void()> close) {
    https::AgentOptions own{.proxyEnv = {{"HTTPS_PROXY", url}}};
    if (agentTimeout) own.timeout = agentTimeout;
    https::RequestOptions to = options;
    if (to.host.empty()) to.host = "name.example";
    to.path = "/x";
    to.agent = make<https::Agent>(own);
    said(https::get(to), close);
  }); });
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  asked("a tunnel", plain, {}, {path("/a"), path("/b?c")});
  asked("kept tunnels", plain, {.keepAlive = true}, {path("/1"), path("/2"), [](https::RequestOptions to) { to.path = "/3"; to.servername = "localhost"; return to; }});
  asked("one at a time", plain, {.maxSockets = 1}, {path("/1"), path("/2")});
  asked("credentials", [](String url) { return http::ProxyEnv{{"https_proxy", url.replace("//", "//me:p%40w@")}}; }, {}, {path("/c")});
  asked("a name", plain, {}, {[](https::RequestOptions to) { to.host = "localhost"; to.path = "/n"; return to; }, [](https::RequestOptions to) { to.host = "localhost"; to.headers = {{"host", "localhost"}}; return to; }});
  asked("a name that the certificate lacks", plain, {}, {[](https::RequestOptions to) { to.host = "other.example"; return to; }, [](https::RequestOptions to) { to.host = "other.example"; to.rejectUnauthorized = false; return to; }});
  asked("without the proxy", [](String url) { return http::ProxyEnv{{"HTTPS_PROXY", url}, {"NO_PROXY", "127.0.0.1"}}; }, {}, {path("/direct")});
  asked("a time-out that is not reached", plain, {.timeout = 2000}, {[](https::RequestOptions to) { to.path = "/t"; to.timeout = 3000; return to; }});
  scene("a certificate that is not trusted", [] { serve({}, echo, [](https::RequestOptions to, Function<void()> closeServer) { proxy(open, [=](String url, Function<void()> close) {
    auto options = to;
    options.ca = certificate("other", "DNS:other");
    options.agent = make<https::Agent>({.proxyEnv = plain(url)});
    said(https::get(options), [=] { close(); closeServer(); });
  }); }); });
  scene("a queue", [] { serve({}, echo, [](https::RequestOptions to, Function<void()> closeServer) { proxy(open, [=](String url, Function<void()> close) {
    auto agent = make<https::Agent>({.keepAlive = true, .maxSockets = 1, .proxyEnv = plain(url)});
    let<int> left = 3;
    for (auto path : {"/1", "/2", "/3"}) {
      auto options = to;
      options.agent = agent;
      options.path = path;
      said(https::get(options), [=] {
        if (--left > 0) return;
        agent->destroy();
        close();
        closeServer();
      }, str("client ") + path);
    }
  }); }); });
  scene("a proxy behind TLS", [] { serve({}, echo, [](https::RequestOptions to, Function<void()> closeServer) { proxy(open, [=](String url, Function<void()> close) {
    process::env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    process::removeAllListeners("warning");
    auto options = to;
    options.agent = make<https::Agent>({.proxyEnv = {{"HTTPS_PROXY", url}}});
    options.path = "/tls";
    said(https::get(options), [=] { process::env["NODE_TLS_REJECT_UNAUTHORIZED"] = "1"; close(); closeServer(); });
  }, [] { return tls::ServerOptions{.key = pem(), .cert = pem()}; }); }); });
  scene("a proxy whose certificate is not trusted", [] { proxy(open, [](String url, Function<void()> close) {
    said(https::get({.agent = make<https::Agent>({.proxyEnv = {{"HTTPS_PROXY", url}}}), .host = "name.example"}), close);
  }, [] { return tls::ServerOptions{.key = pem(), .cert = pem()}; }); });

  refused("another status", [](net::Socket socket) { socket->end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 4\r\n\r\nbody"); });
  refused("credentials are missing", [](net::Socket socket) { socket->end("HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n"); });
  refused("201", [](net::Socket socket) { socket->end("HTTP/1.1 201 Created\r\n\r\n"); });
  refused("no HTTP", [](net::Socket socket) { socket->end("SSH-2.0-server\r\n\r\n"); });
  refused("old HTTP", [](net::Socket socket) { socket->end("HTTP/1.0 403 No\r\n\r\n"); });
  refused("the end at once", [](net::Socket socket) { socket->end(); });
  refused("the end in a head", [](net::Socket socket) { socket->end("HTTP/1.1 200 OK\r\nX: "); });
  refused("an end after the head", [](net::Socket socket) { socket->end("HTTP/1.1 200 OK\r\n\r\n"); });
  refused("a reset", [](net::Socket socket) { socket->resetAndDestroy(); });
  refused("in pieces", [](net::Socket socket) { socket->write("HTTP/1.1 5"); setTimeout([=] { socket->write("00 No\r"); }, 10); setTimeout([=] { socket->write("\n\r"); }, 20); setTimeout([=] { socket->end("\n"); }, 30); });
  refused("silence, the agent", [](net::Socket) {}, {}, 40);
  refused("silence, the request", [](net::Socket) {}, {.timeout = 40});
  refused("half a head for ever", [](net::Socket socket) { socket->write("HTTP/1.1 200 OK\r\n"); }, {.timeout = 40});
  refused("an IPv6 address", [](net::Socket socket) { socket->end("HTTP/1.1 404 No\r\n\r\n"); }, {.host = "::1", .port = 8443});
  scene("waiting requests after a refusal", [] {
    let<int> count = 0;
    proxy([=](net::Socket socket, int) { socket->end(str("HTTP/1.1 50") + ++count + " No\r\n\r\n"); }, [](String url, Function<void()> close) {
      auto agent = make<https::Agent>({.proxyEnv = {{"HTTPS_PROXY", url}}});
      said(https::get({.agent = agent, .host = "name.example"}), [=] { said(https::get({.agent = agent, .host = "name.example"}), close); });
    });
  });
  scene("for the whole program", [] { serve({}, echo, [](https::RequestOptions to, Function<void()> closeServer) { proxy(open, [=](String url, Function<void()> close) {
    https::Agent before = https::globalAgent;
    auto restore = http::setGlobalProxyFromEnv({{"HTTPS_PROXY", url}});
    say("client", https::Agent(https::globalAgent) == before, https::globalAgent->keepAlive);
    auto options = to;
    options.path = "/global";
    said(https::get(options), [=] {
      https::globalAgent->destroy();
      restore();
      say("client", https::Agent(https::globalAgent) == before);
      close();
      closeServer();
    });
  }); }); });
  play();
}); }
