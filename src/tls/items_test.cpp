// Tests the smaller functions and events of a TLS connection and its server: OCSP answers, the key log, keying
// material, sizes of records, names and sessions that are set late, and the options that a client passes on to its
// socket.
#include <doctest/doctest.h>
#include <nodecpp/abort_controller.h>
#include <nodecpp/timers.h>
#include <nodecpp/tls.h>

#include <algorithm>
#include <string>

#include "support/tls_world.h"
#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using namespace nodecpp::simulation;
using namespace tests;

namespace {

struct Setting : tests::TlsWorld<tls::ServerOptions, tls::ConnectOptions> {
  tls::ConnectOptions client() {
    auto options = TlsWorld::client();
    options.port = 2000;
    return options;
  }
  // Starts a server that sends a text to each client, and ends the connection.
  Program& say(const char* text) {
    Program& program = world.spawn("server", [this, text] {
      tls::createServer(server(), [text](tls::TLSSocket socket) {
        print("asked for " + socket->servername);
        socket->on(event::error, [](Error) {});
        socket->resume();
        socket->end(text);
      })->listen(2000, "127.0.0.1");
    });
    world.settle();
    return program;
  }
};

// Returns the text between the lines of a certificate in PEM, without its line ends.
std::string base64Of(const std::string& pem) {
  std::size_t from = pem.find('\n'), to = pem.rfind("-----END");
  std::string text = pem.substr(from, to - from);
  std::erase(text, '\n');
  return text;
}

// Returns the line of an output that begins with these words, or an empty text.
std::string lineOf(const std::string& output, const std::string& words) {
  std::size_t from = output.find(words);
  return from == output.npos ? std::string() : output.substr(from, output.find('\n', from) - from);
}

}  // namespace

TEST_CASE("a client that asks for the status of the server's certificate gets what the server answers") {
  for (bool knows : {true, false}) {
    NothingLeft nothing;
    Setting setting;
    Program& server = setting.world.spawn("server", [&, knows] {
      auto options = setting.server();
      options.ca = String(setting.certificates().root.pem());
      auto made = tls::createServer(options, [](tls::TLSSocket socket) { socket->end(); });
      made->on(event::OCSPRequest, [knows](Buffer certificate, Buffer issuer, tls::BufferAnswer answer) {
        print(certificate.toString("base64"));
        print(issuer.toString("base64"));
        // The answer may come later.
        setTimeout([=] { knows ? answer(nullptr, Buffer::from("good")) : answer(nullptr); }, 10);
      });
      made->listen(2000, "127.0.0.1");
    });
    setting.world.settle();
    for (bool asks : {true, false}) {
      Program& client = setting.world.spawn("client", [&, asks] {
        auto options = setting.client();
        options.requestOCSP = asks;
        auto socket = tls::connect(options);
        socket->on(event::OCSPResponse, [](Buffer response) { print("status '" + response.toString() + "'"); });
        socket->on(event::secureConnect, [] { print("secureConnect"); });
        socket->resume();
      });
      setting.world.settle(1000);
      // The OCSP status is reported before secureConnect, so that a client can refuse the connection.
      CHECK(client.standardOutput() ==
            std::string(!asks ? "" : knows ? "status 'good'\n" : "status ''\n") + "secureConnect\n");
    }
    // The server emits OCSPRequest only for clients that ask for the status, so the client that does not ask prints
    // nothing here.
    const Certificates& all = setting.certificates();
    CHECK(server.standardOutput() == base64Of(all.leaf.pem()) + "\n" + base64Of(all.root.pem()) + "\n");
  }
}

TEST_CASE("the lines of the key log are the same on both sides") {
  NothingLeft nothing;
  Setting setting;
  Program& server = setting.world.spawn("server", [&] {
    auto made = tls::createServer(setting.server(), [](tls::TLSSocket socket) { socket->end(); });
    made->on(event::keylog, [](Buffer line, tls::TLSSocket) { print(line.toString()); });
    made->listen(2000, "127.0.0.1");
  });
  setting.world.settle();
  Program& client = setting.world.spawn("client", [&] {
    auto socket = tls::connect(setting.client());
    socket->on(event::keylog, [](Buffer line) { print(line.toString()); });
    socket->resume();
  });
  setting.world.settle(1000);
  for (const char* label : {"CLIENT_TRAFFIC_SECRET_0 ", "SERVER_TRAFFIC_SECRET_0 "}) {
    std::string line = lineOf(client.standardOutput(), label);
    // The label, the client's 32 random bytes, and the secret, in hexadecimal digits.
    CHECK(std::count(line.begin(), line.end(), ' ') == 2);
    CHECK(line.size() > std::string(label).size() + 64);
    CHECK(line == lineOf(server.standardOutput(), label));
  }
  // Each line has a line end of its own.
  CHECK(client.standardOutput().ends_with("\n\n"));
}

TEST_CASE("both sides export the same keying material, after the handshake") {
  NothingLeft nothing;
  Setting setting;
  auto tell = [](tls::TLSSocket socket) {
    auto material = socket->exportKeyingMaterial(32, "EXPERIMENTAL-test");
    auto withContext = socket->exportKeyingMaterial(32, "EXPERIMENTAL-test", "context");
    print(material.toString("hex") + " " + withContext.toString("hex"));
    print(str(material.length()) + " " + str(material.equals(withContext)));
    print(codeThrown([=] { socket->exportKeyingMaterial(0, "EXPERIMENTAL-test"); }));
  };
  Program& server = setting.world.spawn("server", [&, tell] {
    tls::createServer(setting.server(), [tell](tls::TLSSocket socket) {
      tell(socket);
      socket->end();
    })->listen(2000, "127.0.0.1");
  });
  setting.world.settle();
  Program& client = setting.world.spawn("client", [&, tell] {
    auto socket = tls::connect(setting.client());
    String early = codeThrown([=] { socket->exportKeyingMaterial(32, "EXPERIMENTAL-test"); });
    socket->on(event::secureConnect, [=] {
      tell(socket);
      print(early);
    });
    socket->resume();
  });
  setting.world.settle(1000);
  CHECK(client.standardOutput() == server.standardOutput() + "ERR_TLS_INVALID_STATE\n");
  CHECK(client.standardOutput().ends_with("\n32 false\nERR_OUT_OF_RANGE\nERR_TLS_INVALID_STATE\n"));
}

TEST_CASE("the server knows which signature algorithms both sides have") {
  NothingLeft nothing;
  Setting setting;
  Program& server = setting.world.spawn("server", [&] {
    tls::createServer(setting.server(), [](tls::TLSSocket socket) {
      print("shared: " + socket->getSharedSigalgs().join(","));
      socket->end();
    })->listen(2000, "127.0.0.1");
  });
  setting.world.settle();
  Program& client = setting.world.spawn("client", [&] {
    auto options = setting.client();
    options.sigalgs = "ECDSA+SHA256";
    auto socket = tls::connect(options);
    print("before: " + socket->getSharedSigalgs().join(","));
    socket->on(event::secureConnect, [=] { print("client: " + socket->getSharedSigalgs().join(",")); });
    socket->resume();
  });
  setting.world.settle(1000);
  CHECK(server.standardOutput() == "shared: ECDSA+SHA256\n");
  CHECK(client.standardOutput() == "before: \nclient: \n");
}

TEST_CASE("a client that is asked for a certificate knows the signature algorithms, too") {
  NothingLeft nothing;
  Setting setting;
  setting.world.spawn("server", [&] {
    auto options = setting.server();
    options.requestCert = true;
    options.rejectUnauthorized = false;
    options.sigalgs = "ECDSA+SHA256:RSA-PSS+SHA256";
    tls::createServer(options, [](tls::TLSSocket socket) { socket->end(); })->listen(2000, "127.0.0.1");
  });
  setting.world.settle();
  Program& client = setting.world.spawn("client", [&] {
    auto socket = tls::connect(setting.client());
    socket->on(event::secureConnect, [=] { print(socket->getSharedSigalgs().join(",")); });
    CHECK(tls::getCertificateCompressionAlgorithms().length() == 0);
    socket->resume();
  });
  setting.world.settle(1000);
  CHECK(client.standardOutput() == "ECDSA+SHA256,RSA-PSS+SHA256\n");
}

TEST_CASE("the size of records can be set to 512 to 16384 bytes, and nothing is lost") {
  NothingLeft nothing;
  Setting setting;
  Program& server = setting.world.spawn("server", [&] {
    tls::createServer(setting.server(), [](tls::TLSSocket socket) {
      let<double> bytes = 0;
      socket->on(event::data, [=](Buffer chunk) { bytes += double(chunk.length()); });
      socket->on(event::end, [=] { print(str(bytes.value())); });
    })->listen(2000, "127.0.0.1");
  });
  setting.world.settle();
  Program& client = setting.world.spawn("client", [&] {
    auto socket = tls::connect(setting.client());
    print(str(socket->setMaxSendFragment(512)));
    socket->on(event::secureConnect, [=] {
      print(str(socket->setMaxSendFragment(511)) + " " + str(socket->setMaxSendFragment(16385)));
      print(str(socket->setMaxSendFragment()) + " " + str(socket->setMaxSendFragment(16384)) + " " +
            str(socket->setMaxSendFragment(512)));
      print(codeThrown([=] { socket->setMaxSendFragment(512.5); }));
      // Nothing is renegotiated here anyway, so this has no effect on the connection.
      socket->disableRenegotiation();
      socket->end(Buffer::alloc(100000));
    });
    socket->resume();
  });
  setting.world.settle(1000);
  CHECK(client.standardOutput() == "false\nfalse false\ntrue true true\nERR_OUT_OF_RANGE\n");
  CHECK(server.standardOutput() == "100000\n");
}

TEST_CASE("the name and the session can be set until the handshake begins") {
  NothingLeft nothing;
  Setting setting;
  Program& server = setting.world.spawn("server", [&] {
    tls::createServer(setting.server(), [](tls::TLSSocket socket) {
      print(socket->servername + " " + codeThrown([=] { socket->setServername("other.example"); }));
      socket->end("x");
    })->listen(2000, "127.0.0.1");
  });
  setting.world.settle();
  Program& client = setting.world.spawn("client", [&] {
    auto options = setting.client();
    let<Buffer> kept = Buffer();
    auto first = tls::connect(options);
    first->setServername("localhost");
    first->on(event::session, [=](Buffer session) mutable { kept = session; });
    first->on(event::secureConnect, [=] { print(str(first->isSessionReused())); });
    first->on(event::close, [=] {
      auto second = tls::connect(options);
      second->setServername("localhost");
      second->setSession(kept.value());
      second->on(event::secureConnect, [=] { print(str(second->isSessionReused())); });
      second->resume();
    });
    first->resume();
  });
  setting.world.settle(1000);
  CHECK(client.standardOutput() == "false\ntrue\n");
  CHECK(server.standardOutput() == "localhost ERR_TLS_SNI_FROM_SERVER\nlocalhost ERR_TLS_SNI_FROM_SERVER\n");
}

TEST_CASE("a client that reads into a buffer of its own") {
  NothingLeft nothing;
  Setting setting;
  setting.say("0123456789");
  Program& client = setting.world.spawn("client", [&] {
    auto options = setting.client();
    options.onread = {.buffer = Buffer::alloc(4), .callback = [](double bytes, Buffer buffer) {
      print(buffer.toString("latin1", 0, bytes));
      return true;
    }};
    tls::connect(options)->on(event::data, [] { print("a data event"); });
  });
  setting.world.settle(1000);
  CHECK(client.standardOutput() == "0123\n4567\n89\n");
}

TEST_CASE("the high-water mark of a client is that of both directions") {
  NothingLeft nothing;
  Setting setting;
  setting.say("good");
  Program& client = setting.world.spawn("client", [&] {
    auto options = setting.client();
    options.highWaterMark = 1000;
    auto socket = tls::connect(options);
    print(str(double(socket->readableHighWaterMark())) + " " + str(double(socket->writableHighWaterMark())));
    print(str(socket->write(Buffer::alloc(999))) + " " + str(socket->write("x")));
    socket->on(event::data, [](Buffer chunk) { print(chunk.toString()); });
  });
  setting.world.settle(1000);
  CHECK(client.standardOutput() == "1000 1000\ntrue false\ngood\n");
}

TEST_CASE("a signal aborts a client during the handshake and after it") {
  for (bool early : {true, false}) {
    NothingLeft nothing;
    Setting setting;
    setting.world.spawn("server", [&] {
      auto options = setting.server();
      options.SNICallback = [](String, tls::SNIAnswer answer) { setTimeout([=] { answer(nullptr); }, 50); };
      tls::createServer(options, [](tls::TLSSocket socket) {
        socket->on(event::error, [](Error) {});
        socket->resume();
      })->listen(2000, "127.0.0.1");
    });
    setting.world.settle();
    Program& client = setting.world.spawn("client", [&, early] {
      auto controller = make<AbortController>();
      auto options = setting.client();
      options.servername = "localhost";
      options.signal = controller->signal();
      auto socket = tls::connect(options);
      socket->on(event::secureConnect, [] { print("secureConnect"); });
      socket->on(event::error, [](Error error) { print(error->name + " " + error->code); });
      socket->on(event::close, [] { print("closed"); });
      socket->resume();
      setTimeout([=] { controller->abort(); }, early ? 20 : 200);
    });
    setting.world.settle(1000);
    CHECK(client.standardOutput() == std::string(early ? "" : "secureConnect\n") + "AbortError ABORT_ERR\nclosed\n");
    CHECK_FALSE(client.running());
  }
}

TEST_CASE("an authority below the root is enough where the client allows that") {
  for (bool allows : {false, true}) {
    NothingLeft nothing;
    Setting setting;
    setting.world.spawn("server", [&] {
      const Certificates& all = setting.certificates();
      tls::ServerOptions options{.key = String(all.below.key()), .cert = String(all.below.pem())};
      tls::createServer(options, [](tls::TLSSocket socket) { socket->end(); })->listen(2000, "127.0.0.1");
    });
    setting.world.settle();
    Program& client = setting.world.spawn("client", [&, allows] {
      auto options = setting.client();
      options.ca = String(setting.certificates().middle.pem());
      options.allowPartialTrustChain = allows;
      auto socket = tls::connect(options);
      socket->on(event::secureConnect, [=] { print(socket->authorized ? "authorized" : "not authorized"); });
      socket->on(event::error, [](Error error) { print(error->code); });
      socket->resume();
    });
    setting.world.settle(1000);
    CHECK(client.standardOutput() == (allows ? "authorized\n" : "UNABLE_TO_GET_ISSUER_CERT\n"));
  }
}

TEST_CASE("a server counts its connections, also those whose handshake is under way") {
  NothingLeft nothing;
  Setting setting;
  Program& server = setting.world.spawn("server", [&] {
    auto made = tls::createServer(setting.server(), [](tls::TLSSocket socket) { socket->resume(); });
    made->on(event::tlsClientError, [](Error, tls::TLSSocket) {});
    made->listen(2000, "127.0.0.1");
    for (double at : {50, 150, 250})
      setTimeout([=] { made->getConnections([](Error error, int count) { print(str(count) + (error ? "?" : "")); }); }, at);
  });
  setting.world.settle();
  Program& client = setting.world.spawn("client", [&] {
    auto socket = tls::connect(setting.client());
    socket->resume();
    setTimeout([=] { socket->end(); }, 200);
  });
  setting.world.runFor(100);
  {
    auto silent = setting.world.connect(2000);
    setting.world.runFor(100);
    silent.end();
  }
  setting.world.runFor(100);
  CHECK(server.standardOutput() == "1\n2\n0\n");
  CHECK_FALSE(client.running());
}

TEST_CASE("a signal that was aborted before: nothing is connected, and the connection below is destroyed") {
  for (bool over : {false, true}) {
    NothingLeft nothing;
    Setting setting;
    Program& server = setting.world.spawn("server", [&] {
      net::createServer([](net::Socket socket) {
        socket->on(event::data, [](Buffer) { print("bytes"); });
        socket->on(event::close, [] { print("closed"); });
      })->listen(2000, "127.0.0.1");
    });
    setting.world.settle();
    Program& client = setting.world.spawn("client", [&, over] {
      auto start = [options = setting.client()](net::Socket below) mutable {
        auto controller = make<AbortController>();
        controller->abort();
        options.signal = controller->signal();
        options.socket = below;
        auto socket = tls::connect(options, [] { print("secureConnect"); });
        print(socket->destroyed() ? "destroyed" : "open");
        socket->on(event::connect, [] { print("connect"); });
        socket->on(event::error, [](Error error) { print(error->name + " " + error->code); });
        socket->on(event::close, [](bool) { print("close"); });
        socket->write("x", [](Error error) { print(error ? "not written" : "written"); });
      };
      if (!over) return start(net::Socket());
      auto plain = net::connect(2000, "127.0.0.1");
      plain->on(event::connect, [=]() mutable { start(plain); });
    });
    setting.world.settle(1000);
    CHECK(client.standardOutput() == "destroyed\nAbortError ABORT_ERR\nclose\nnot written\n");
    CHECK(server.standardOutput() == (over ? "closed\n" : ""));
    CHECK_FALSE(client.running());
  }
}
