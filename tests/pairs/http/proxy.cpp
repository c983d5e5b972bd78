#include <nodecpp/http.h>
#include <nodecpp/json.h>

#include "../net/scenes.h"

using Ready = Function<void(String, Function<void()>)>;
// Starts a proxy that prints what it gets and gives the answer.
static void proxy(String answer, Ready ready) {
  hold();
  auto server = net::createServer([=](net::Socket socket) {
    socket->on(event::error, [] {});
    let<String> text = "";
    socket->on(event::data, [=](Buffer data) {
      text += data.toString();
      if (!text->includes("\r\n\r\n")) return;
      say("proxy", JSON::stringify(text.value()));
      text = "";
      socket->write(answer);
    });
  });
  server->on(event::close, release);
  server->listen(0, "127.0.0.1", [=] { ready(str("http://127.0.0.1:") + server->address().port, [=] { server->close(); }); });
}
static const char* const hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
static http::ClientRequest tell(http::ClientRequest request, Function<void()> done) {
  hold();
  request->on(event::response, [=](http::IncomingMessage response) {
    say("client", response->statusCode, request->path, request->reusedSocket);
    response->setEncoding("utf8")->on(event::data, [](String text) { say("client", text); });
  });
  request->on(event::timeout, [] { say("client", "timeout"); });
  request->on(event::error, [](Error error) { say("client", error->code.empty() ? str("undefined") : error->code, error->message); });
  request->on(event::close, [=] { say("client", "close"); setTimeout([=] { done(); release(); }, 5); });
  return request;
}
// Makes the requests one after the other through one agent.
static void asked(String name, Function<http::ProxyEnv(String)> env, http::AgentOptions agentOptions, Array<http::RequestOptions> requests) {
  scene(name, [=] { proxy(hello, [=](String url, Function<void()> close) {
    http::AgentOptions own = agentOptions;
    own.proxyEnv = env(url);
    auto agent = make<http::Agent>(own);
    let<Function<void()>> next;
    next = [=] {
      if (requests.length() > 0) {
        http::RequestOptions options = requests.shift();
        if (options.host.empty()) options.host = "name.example";
        options.agent = agent;
        try {
          tell(http::request(options), next)->end(options.method == "POST" ? "body" : "");
        } catch (const Error& error) {
          say("client", error->name, error->code, error->message);
          next();
        }
        return;
      }
      agent->destroy();
      close();
    };
    next();
  }); });
}
// Which hosts are reached without the proxy, whose answer tells that it was asked.
static void bypassed(String list, Array<String> hosts) {
  scene("NO_PROXY " + list, [=] { proxy(hello, [=](String url, Function<void()> close) {
    auto agent = make<http::Agent>({.proxyEnv = {{"http_proxy", url}, {"NO_PROXY", list}},
      .lookup = [](String name, net::LookupOptions, net::LookupCallback callback) { callback(Error("not by the proxy: " + name)); }});
    let<Function<void()>> next;
    next = [=] {
      if (hosts.length() == 0) return close();
      auto parts = String(hosts.shift()).split(" ");
      tell(http::get({.agent = agent, .host = parts[0], .port = parts.length() > 1 ? Lookup(parts[1]) : Lookup()}), next);
    };
    next();
  }); });
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto plain = [](String url) { return http::ProxyEnv{{"HTTP_PROXY", url}, {"HTTPS_PROXY", "http://unused.example"}}; };
  asked("absolute targets", plain, {}, {http::RequestOptions(), {.path = "/a?b=c"}, {.path = "/x", .port = 8080}, {.method = "POST", .path = "/p"}, {.headers = {{"X-Name", "value"}}}});
  asked("kept connections", plain, {.keepAlive = true}, {{.path = "/1"}, {.path = "/2"}, {.path = "/3", .port = 81}, {.path = "/4"}});
  asked("credentials", [](String url) { return http::ProxyEnv{{"http_proxy", url.replace("//", "//us%40er:p%3aw@")}, {"HTTP_PROXY", "http://unused.example"}}; }, {}, {http::RequestOptions(), {.auth = "me:secret"}});
  asked("only a user", [](String url) { return http::ProxyEnv{{"http_proxy", url.replace("//", "//user@")}}; }, {}, {http::RequestOptions()});
  asked("other targets", plain, {}, {{.method = "OPTIONS", .path = "*"}, {.path = "http://name.example/full?x#y"}, {.path = "http://name.example:80/"}, {.path = "/#hash"},
    {.path = "//other.example/"}, {.path = "/a/../b"}});
  asked("wrong targets", plain, {}, {{.path = "name"}, {.path = "http://other.example/"}, {.path = "https://name.example/"}, {.path = "http://a:b@name.example/"}, {.path = "*"},
    {.port = 70000}});
  asked("Host fields", plain, {}, {{.headers = {{"Host", "name.example"}}}, {.headers = {{"host", "NAME.example:80"}}}, {.headers = {{"host", "other.example"}}}, {.headers = {{"host", "name.example/x"}}},
    {.headers = {{"host", "name.example:81"}}, .port = 81}, {.headers = {{"host", "u@name.example"}}}, {.setHost = false}});
  asked("flat headers", plain, {}, {{.headers = Array<String>{"Host", "name.example", "X", "1"}}, {.headers = Array<String>{"host", "NAME.example"}}, {.headers = Array<String>{"Host", "name.example", "host", "b"}},
    {.headers = Array<String>{"X", "1"}}});
  asked("IPv6", plain, {}, {{.host = "::1", .path = "/six"}, {.host = "::1", .port = 81}});
  asked("an empty value", [](String url) { return http::ProxyEnv{{"http_proxy", ""}, {"HTTP_PROXY", url}, {"no_proxy", ""}}; }, {}, {{.path = "/empty"}});
  asked("expected", plain, {}, {{.headers = {{"Expect", "100-continue"}}, .path = "/e"}});

  bypassed("*", {"a.example"});
  bypassed("a.example, B.example ,c.example:8080", {"a.example", "A.EXAMPLE", "x.a.example", "b.example", "c.example", "c.example 8080", "example"});
  bypassed(".a.example,*.b.example", {"a.example", "x.a.example", "xa.example", "b.example", "x.b.example", "y.x.b.example"});

  scene("addresses without the proxy", [] { proxy(hello, [](String url, Function<void()> close) {
    auto server = http::createServer([](auto request, auto response) { response->end("from the server " + request->url); });
    hold();
    server->on(event::close, release);
    server->listen(0, "127.0.0.1", [=] {
      int port = server->address().port;
      Array<String> lists{"127.0.0.1", str("127.0.0.1:") + port, "127.0.0.0-127.0.0.9", "127.0.0.0 - 127.0.0.1", "127.0.0.2-127.0.0.9", "127.0.0.1:1", "127.0.0.0-x", "127.0.0.0/8", ""};
      let<Function<void()>> next;
      next = [=] {
        if (lists.length() == 0) {
          server->close();
          return close();
        }
        auto agent = make<http::Agent>({.proxyEnv = {{"HTTP_PROXY", url}, {"NO_PROXY", lists.shift()}}});
        tell(http::get({.agent = agent, .host = "127.0.0.1", .path = "/x", .port = port}), next);
      };
      next();
    });
  }); });

  scene("wrong proxies", [] {
    for (auto text : {"http://", "http://a b", "socks5://127.0.0.1:1", "name:1", "http://a\r\nb", "http://a:99999"}) {
      try {
        make<http::Agent>({.proxyEnv = {{"HTTP_PROXY", text}}});
        say("client", "taken");
      } catch (const Error& error) {
        say("client", error->name, error->code, error->message);
      }
      try {
        http::setGlobalProxyFromEnv({{"HTTP_PROXY", text}})();
        say("client", "set");
      } catch (const Error& error) {
        say("client", error->name, error->code, error->message);
      }
    }
  });

  scene("a proxy that does not listen", [] {
    auto server = net::createServer();
    server->listen(0, "127.0.0.1", [=] {
      int port = server->address().port;
      server->close([=] { tell(http::get({.agent = make<http::Agent>({.proxyEnv = {{"HTTP_PROXY", str("http://127.0.0.1:") + port}}}), .host = "name.example"}), [] {}); });
    });
    hold();
    server->on(event::close, release);
  });
  scene("a proxy that says nothing", [] { proxy("", [](String url, Function<void()> close) {
    auto request = tell(http::get({.agent = make<http::Agent>({.proxyEnv = {{"HTTP_PROXY", url}}}), .host = "name.example", .timeout = 30}), close);
    request->on(event::timeout, [=] { request->destroy(); });
  }); });
  scene("a proxy that hangs up", [] { proxy("HTTP/1.1 200", [](String url, Function<void()> close) {
    auto request = tell(http::get({.agent = make<http::Agent>({.proxyEnv = {{"HTTP_PROXY", url}}}), .host = "name.example"}), close);
    request->on(event::socket, [](net::Socket socket) { setTimeout([=] { socket->end(); }, 20); });
  }); });
  scene("for the whole program", [] { proxy(hello, [](String url, Function<void()> close) {
    http::Agent before = http::globalAgent;
    auto restore = http::setGlobalProxyFromEnv({{"HTTP_PROXY", url}, {"NO_PROXY", "x.example"}});
    say("client", http::Agent(http::globalAgent) == before, http::globalAgent->keepAlive, http::globalAgent->options.timeout.value, http::globalAgent->scheduling);
    tell(http::get("http://name.example/a"), [=] { tell(http::get("http://name.example/b?c#d"), [=] {
      http::globalAgent->destroy();
      restore();
      say("client", http::Agent(http::globalAgent) == before);
      auto undo = http::setGlobalProxyFromEnv(http::ProxyEnv({}));
      say("client", undo ? "function" : "none", http::Agent(http::globalAgent) == before);
      close();
    }); });
  }); });
  play();
}); }
