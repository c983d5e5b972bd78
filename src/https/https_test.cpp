// Tests https in a simulated world: its servers and clients together, what its agents share, and that nothing stays
// allocated when a program ends.
#include <doctest/doctest.h>
#include <nodecpp/https.h>
#include <nodecpp/timers.h>
#include <nodecpp/url.h>

#include <string>

#include "support/tls_world.h"
#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using namespace nodecpp::simulation;
using namespace tests;
using PeerState = RawConnection::PeerState;

namespace {

struct Setting : tests::TlsWorld<https::ServerOptions, https::RequestOptions> {
  // Starts a server that answers with the URL, and whose connections the client can count by their ports.
  Program& serve(https::ServerOptions (*change)(https::ServerOptions) = [](https::ServerOptions options) { return options; }) {
    Program& program = world.spawn("server", [this, change] {
      https::createServer(change(server()), [](auto request, auto response) {
        auto socket = request->socket.template as<tls::TLSSocket>();
        print(request->url + " " + socket->servername + " " + socket->alpnProtocol + " " + str(socket->encrypted));
        response->end("you asked for " + request->url);
      })->listen(443, "127.0.0.1");
    });
    world.settle();
    return program;
  }
};

using Done = Function<void()>;

// Prints the result of a request: the status, the body and whether the connection is new, or the error's code.
void tell(const http::ClientRequest& request, Done done = nullptr) {
  request->on(event::response, [=](http::IncomingMessage response) {
    auto socket = response->socket.as<tls::TLSSocket>();
    String how = request->reusedSocket ? "on the same connection" : socket->isSessionReused() ? "resumed" : "anew";
    let<String> body = "";
    response->on(event::data, [=](Buffer chunk) { body += chunk.toString(); });
    response->on(event::end, [=] {
      print(str(response->statusCode) + " " + body.value() + " " + how);
      if (done) nodecpp::setTimeout(done, 1);
    });
  });
  request->on(event::error, [=](Error error) {
    print("error " + error->code);
    if (done) nodecpp::setTimeout(done, 1);
  });
}

void fetch(https::RequestOptions options, StringArg path, Done done = nullptr) {
  options.path = path.toString();
  tell(https::get(options), std::move(done));
}

}  // namespace

TEST_CASE("requests over TLS, one after the other on one connection") {
  NothingLeft nothing;
  Setting setting;
  Program& server = setting.serve();
  Program& client = setting.world.spawn("client", [&] {
    auto options = setting.client();
    fetch(options, "/a", [=] {
      fetch(options, "/b", [=] {
        auto named = options;
        // The Host header says which name is asked for, and a connection for another name is another connection.
        named.headers = {{"Host", "localhost:443"}};
        fetch(named, "/c");
      });
    });
  });
  setting.world.settle(1000);
  CHECK(client.standardOutput() ==
        "200 you asked for /a anew\n200 you asked for /b on the same connection\n200 you asked for /c anew\n");
  CHECK(server.standardOutput() == "/a   true\n/b   true\n/c localhost  true\n");
}

TEST_CASE("request takes a URL, its parts, or both; the port is 443") {
  NothingLeft nothing;
  Setting setting;
  Program& server = setting.serve();
  Program& client = setting.world.spawn("client", [&] {
    https::RequestOptions options;
    options.ca = String(setting.certificates().root.pem());
    auto put = https::request("https://127.0.0.1/text", options, [](auto response) {
      print(str(response->statusCode));
      response->resume();
    });
    put->end();
    https::get(make<url::URL>("https://127.0.0.1:443/url?q=1"), options, [](auto response) { response->resume(); });
    auto full = options;
    full.hostname = "127.0.0.1";
    full.path = "/options";
    full.ALPNProtocols = {"http/1.1"};
    full.agent = false;
    https::get(full, [](auto response) {
      auto socket = response->socket.template as<tls::TLSSocket>();
      print(socket->alpnProtocol + " " + str(socket->authorized) + " " + String(socket->getPeerCertificate()["subject"]["CN"]));
      response->resume();
    });
    // A createConnection of the program also gets the TLS options. No agent sets the default port then.
    auto own = options;
    own.createConnection = [](const http::RequestOptions& asked, http::SocketCallback) -> net::Socket {
      return tls::connect(https::connectOptions(asked));
    };
    own.host = "127.0.0.1";
    own.port = 443;
    own.path = "/own";
    https::get(own, [](auto response) { print("own " + str(response->statusCode)); response->resume(); });
  });
  setting.world.settle(1000);
  const std::string said = client.standardOutput(), heard = server.standardOutput();
  for (const char* line : {"200\n", "http/1.1 true localhost\n", "own 200\n"}) CHECK(said.find(line) != said.npos);
  for (const char* line : {"/text   true\n", "/url?q=1   true\n", "/options  http/1.1 true\n", "/own   true\n"})
    CHECK(heard.find(line) != heard.npos);
}

TEST_CASE("protocols that do not fit the agent") {
  Setting setting;
  Program& program = setting.world.spawn("client", [&] {
    auto wrong = [](auto ask) {
      try {
        ask();
        print("no error");
      } catch (const Error& error) {
        print(error->code + " " + error->message);
      }
    };
    wrong([] { https::request("http://localhost/"); });
    wrong([] { https::request({.protocol = "http:"}); });
    wrong([] { https::request({.agent = make<http::Agent>()}); });
    wrong([] { http::request({.agent = make<https::Agent>()}); });
    wrong([] { http::request({.agent = https::globalAgent}); });
    wrong([] { https::request("not a url"); });
  });
  setting.world.settle();
  const std::string needsSecure = "ERR_INVALID_PROTOCOL Protocol \"http:\" not supported. Expected \"https:\"\n";
  const std::string needsPlain = "ERR_INVALID_PROTOCOL Protocol \"https:\" not supported. Expected \"http:\"\n";
  CHECK(program.standardOutput() ==
        needsSecure + needsSecure + needsPlain + needsSecure + needsSecure + "ERR_INVALID_URL Invalid URL\n");
}

TEST_CASE("a server that the client does not trust gets no request") {
  NothingLeft nothing;
  Setting setting;
  Program& server = setting.serve();
  Program& client = setting.world.spawn("client", [&] {
    fetch({.host = "127.0.0.1"}, "/a", [&] {
      auto named = setting.client();
      named.servername = "other.example";
      fetch(named, "/b", [&] {
        auto careless = setting.client();
        careless.servername = "other.example";
        careless.rejectUnauthorized = false;
        fetch(careless, "/c");
      });
    });
  });
  setting.world.settle(1000);
  CHECK(client.standardOutput() ==
        "error UNABLE_TO_VERIFY_LEAF_SIGNATURE\nerror ERR_TLS_CERT_ALTNAME_INVALID\n200 you asked for /c anew\n");
  CHECK(server.standardOutput() == "/c other.example  true\n");
}

TEST_CASE("an agent resumes the sessions that it keeps") {
  for (double kept : {100, 1, 0}) {
    NothingLeft nothing;
    Setting setting;
    setting.serve();
    Program& client = setting.world.spawn("client", [&, kept] {
      auto options = setting.client();
      // Without keepAlive each request has a connection of its own.
      options.agent = make<https::Agent>({.maxCachedSessions = kept});
      auto named = options;
      named.servername = "localhost";
      fetch(options, "/a", [=] {
        fetch(options, "/b", [=] {
          fetch(named, "/c", [=] { fetch(options, "/d"); });
        });
      });
    });
    setting.world.settle(1000);
    CHECK(client.standardOutput() == std::string("200 you asked for /a anew\n200 you asked for /b ") +
                                         (kept ? "resumed" : "anew") + "\n200 you asked for /c anew\n200 you asked for /d " +
                                         // An agent that keeps only one session has replaced this one by the session of
                                         // the other name.
                                         (kept > 1 ? "resumed" : "anew") + "\n");
  }
}

TEST_CASE("a request with its own check of the server's name shares no connection and no session") {
  NothingLeft nothing;
  Setting setting;
  setting.serve();
  Program& client = setting.world.spawn("client", [&] {
    auto options = setting.client();
    auto agent = make<https::Agent>({.keepAlive = true});
    options.agent = agent;
    options.servername = "other.example";
    auto lenient = options;
    lenient.checkServerIdentity = [](String host, var) {
      print("check " + host);
      return Error();
    };
    fetch(lenient, "/a", [=] {
      print(str(agent->freeSockets.keys().length()));
      // The agent's own check counts for all of its requests, so these share their connection.
      fetch(lenient, "/b", [=] {
        fetch(options, "/c", [=] {
          auto checking = make<https::Agent>({.keepAlive = true, .checkServerIdentity = [](String, var) { return Error(); }});
          auto shared = options;
          shared.agent = checking;
          fetch(shared, "/d", [=] { fetch(shared, "/e"); });
        });
      });
    });
  });
  setting.world.settle(1000);
  CHECK(client.standardOutput() ==
        "check other.example\n200 you asked for /a anew\n0\ncheck other.example\n200 you asked for /b anew\n"
        "error ERR_TLS_CERT_ALTNAME_INVALID\n200 you asked for /d anew\n200 you asked for /e on the same connection\n");
}

TEST_CASE("getName has all options of TLS, as Node's") {
  Setting setting;
  Program& program = setting.world.spawn("client", [] {
    auto agent = make<https::Agent>();
    print(agent->getName());
    print(agent->getName({.host = "h", .servername = "h"}));
    print(agent->getName({.host = "h", .port = 1, .rejectUnauthorized = false, .servername = "s", .key = "k", .cert = "c",
                          .ca = Array<String>{"a", "b"}, .pfx = "q", .ciphers = "y", .crl = "l", .dhparam = "d",
                          .ecdhCurve = "e", .honorCipherOrder = true, .maxVersion = "TLSv1.3", .minVersion = "TLSv1.2",
                          .secureOptions = 4, .secureProtocol = "p", .sessionIdContext = "i", .sigalgs = "x"}));
  });
  setting.world.settle();
  CHECK(program.standardOutput() == "localhost::::::::::::::::::::::\nh::::::::::::::::::::::\n"
                                    "h:1::a,b:c::y:k:q:false:s:TLSv1.2:TLSv1.3:p:l:true:e:d:4:i:\"x\"::\n");
}

TEST_CASE("the agent's options take precedence, and globalAgent can be replaced") {
  NothingLeft nothing;
  Setting setting;
  Program& server = setting.serve();
  Program& client = setting.world.spawn("client", [&] {
    https::globalAgent = make<https::Agent>({.keepAlive = true, .servername = "localhost", .ca = String(setting.certificates().root.pem())});
    let<bool> logged = false;
    https::globalAgent->on(event::keylog, [=](Buffer line, tls::TLSSocket socket) {
      if (!logged) print("keylog " + str(line.length() > 0) + " " + str(socket->encrypted));
      logged = true;
    });
    fetch({.host = "127.0.0.1", .servername = "other.example"}, "/a", [] {
      print(str(https::globalAgent->freeSockets.keys().length()) + " " + str(https::globalAgent->totalSocketCount));
      https::globalAgent->destroy();
    });
  });
  setting.world.settle(1000);
  CHECK(client.standardOutput() == "keylog true true\n200 you asked for /a anew\n1 1\n");
  CHECK(server.standardOutput() == "/a localhost  true\n");
}

TEST_CASE("what is not TLS is a tlsClientError, and a clientError") {
  for (bool listens : {true, false}) {
    NothingLeft nothing;
    Setting setting;
    Program& server = setting.world.spawn("server", [&, listens] {
      auto made = https::createServer(setting.server(), [](auto, auto response) { response->end(); });
      made->on(event::connection, [](net::Socket socket) { print("connection " + str(bool(socket.as<tls::TLSSocket>()))); });
      made->on(event::secureConnection, [] { print("secureConnection"); });
      made->on(event::tlsClientError, [](Error error, tls::TLSSocket) { print("tlsClientError " + error->code); });
      if (listens)
        made->on(event::clientError, [](Error error, net::Socket socket) {
          print("clientError " + error->code);
          socket->destroy();
        });
      made->listen(443, "127.0.0.1");
    });
    setting.world.settle();
    auto plain = setting.world.connect(443);
    plain.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    setting.world.settle();
    // The listener that the server itself has for tlsClientError is called first, and emits clientError.
    CHECK(server.standardOutput() == std::string("connection false\n") + (listens ? "clientError ERR_SSL_HTTP_REQUEST\n" : "") +
                                         "tlsClientError ERR_SSL_HTTP_REQUEST\n");
    CHECK(plain.peerState() != PeerState::open);
  }
}

TEST_CASE("a bad request in a good connection is answered 400") {
  NothingLeft nothing;
  Setting setting;
  setting.serve();
  Program& client = setting.world.spawn("client", [&] {
    tls::ConnectOptions options{.port = 443, .host = "127.0.0.1"};
    options.ca = String(setting.certificates().root.pem());
    auto socket = tls::connect(options);
    socket->write("NONSENSE\r\n\r\n");
    let<String> all = "";
    socket->on(event::data, [=](Buffer chunk) { all += chunk.toString(); });
    socket->on(event::end, [=] { print(all.value()); });
  });
  setting.world.settle(1000);
  CHECK(client.standardOutput() == "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n\n");
}

TEST_CASE("time-outs, and closing, are those of http") {
  NothingLeft nothing;
  Setting setting;
  Program& server = setting.world.spawn("server", [&] {
    auto options = setting.server();
    options.keepAliveTimeout = 2000;
    options.keepAliveTimeoutBuffer = 0;
    auto made = https::createServer(options, [](auto request, auto response) {
      if (request->url != "/never") response->end("now");
    });
    made->on(event::secureConnection, [](tls::TLSSocket socket) { socket->on(event::close, [] { print("closed"); }); });
    made->listen(443, "127.0.0.1");
    setTimeout([=] {
      made->close([] { print("the server is closed"); });
      made->closeAllConnections();
    }, 4000);
  });
  setting.world.settle();
  Program& client = setting.world.spawn("client", [&] {
    auto options = setting.client();
    options.agent = make<https::Agent>({.keepAlive = true});
    fetch(options, "/idle");
    auto other = setting.client();
    fetch(other, "/never");
  });
  setting.world.runFor(1900);
  CHECK(server.standardOutput() == "");
  setting.world.runFor(200);
  CHECK(server.standardOutput() == "closed\n");
  setting.world.runFor(2500);
  CHECK(server.standardOutput().find("the server is closed\n") != std::string::npos);
  CHECK(server.standardOutput().size() == std::string("closed\nclosed\nthe server is closed\n").size());
  CHECK(client.standardOutput() == "200 now anew\nerror ECONNRESET\n");
  CHECK_FALSE(server.running());
}

TEST_CASE("the server's protocols, and its certificates by name") {
  NothingLeft nothing;
  Setting setting;
  setting.world.spawn("server", [&] {
    auto options = setting.server();
    options.ALPNCallback = [](tls::ALPNCallbackArgument offered) { return Lookup(offered.protocols[0]); };
    auto made = https::createServer(options, [](auto request, auto response) {
      response->end(request->socket.template as<tls::TLSSocket>()->alpnProtocol);
    });
    tests::Certificate named({.name = "named", .alternativeNames = "DNS:named.example"}, &setting.certificates().root,
                             setting.certificates().now);
    made->addContext("named.example", {.key = String(named.key()), .cert = String(named.pem())});
    made->listen(443, "127.0.0.1");
  });
  setting.world.settle();
  Program& client = setting.world.spawn("client", [&] {
    auto options = setting.client();
    options.servername = "named.example";
    options.ALPNProtocols = {"x/1", "http/1.1"};
    fetch(options, "/");
  });
  setting.world.settle(1000);
  CHECK(client.standardOutput() == "200 x/1 anew\n");
}

TEST_CASE("a program that ends with requests under way leaves nothing") {
  NothingLeft nothing;
  Setting setting;
  setting.world.spawn("server", [&] {
    https::createServer(setting.server(), [](auto, auto) {})->listen(443, "127.0.0.1");
  });
  setting.world.settle();
  Program& client = setting.world.spawn("client", [&] {
    auto options = setting.client();
    auto agent = make<https::Agent>({.maxSockets = 1});
    options.agent = agent;
    fetch(options, "/waits-for-its-response");
    fetch(options, "/waits-for-a-socket");
    print(str(agent->requests.keys().length()));
    setTimeout([] { process::exit(); }, 100);
  });
  setting.world.settle(1000);
  CHECK(client.standardError() == "");
  CHECK(client.standardOutput() == "1\n");
  CHECK_FALSE(client.running());
}
