// Tests of the parts of simulated clients: scripts, and the reader of answers.
#include "world/clients.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "world/http_reader.h"
#include "world/world.h"

using namespace nodecpp::sim;

TEST_CASE("a script is read line by line, and what is wrong is told with its line") {
  ClientScript script;
  CHECK(readScript("", "x", script) == "");
  CHECK(script.clients == 8);
  CHECK(script.requests == 1000);
  CHECK(script.mix.size() == 6);

  script = {};
  std::string text =
      "# all of it\r\n"
      "  port 8080\n"
      "clients 3\n"
      "header X-A: b c\n"
      "2.5 PUT /a?b={random} {\"c\":\"{number}\"}\n"
      "GET /\n"
      "server 9000 503 busy\n"
      "server 9001\n"
      "name there 10.0.0.1\n"
      "memory 16M\n"
      "faults none\n"
      "fault latency 5";
  CHECK(readScript(text, "x", script) == "");
  CHECK(script.port == 8080);
  CHECK(script.clients == 3);
  CHECK(script.headers == std::vector<std::pair<std::string, std::string>>{{"X-A", "b c"}});
  REQUIRE(script.mix.size() == 2);
  CHECK(script.mix[0].weight == 2.5);
  CHECK(script.mix[0].method == "PUT");
  CHECK(script.mix[0].body == "{\"c\":\"{number}\"}");
  CHECK(script.mix[1].path == "/");
  CHECK(script.servers[0].status == 503);
  CHECK(script.servers[0].body == "busy");
  CHECK(script.servers[1].body == "hello");
  CHECK(script.names[0].address == "10.0.0.1");
  CHECK(script.bounds.memory == 16 << 20);
  CHECK(script.faultsOf(7).text() == "latency 5");

  auto wrong = [](const char* line) {
    ClientScript other;
    return readScript(std::string("\n\n") + line, "x", other);
  };
  CHECK(wrong("clients none") == "x:3: clients takes a whole number from 1 to 100000");
  CHECK(wrong("clients 1.5") == "x:3: clients takes a whole number from 1 to 100000");
  CHECK(wrong("patience -1") == "x:3: patience takes a number of seconds");
  CHECK(wrong("header X") == "x:3: header takes a name, a colon and a value");
  CHECK(wrong("name a") == "x:3: name takes a name and its address");
  CHECK(wrong("server 1 99") == "x:3: a server's status takes a whole number from 200 to 599");
  CHECK(wrong("3 FETCH /") == "x:3: \"FETCH\" is no method");
  CHECK(wrong("fault latency") == "x:3: fault takes a name and a number, or none");
}

TEST_CASE("what stands in braces is filled in; other braces are themselves") {
  nodecpp::os::SeededRandom random(1);
  CHECK(fillIn("{\"a\":{}, b{", random) == "{\"a\":{}, b{");
  CHECK(fillIn("{bytes 100}", random).size() == 100);
  std::string filled = fillIn("{\"n\":{number},\"t\":\"{random}\"}", random);
  CHECK(filled.starts_with("{\"n\":"));
  CHECK(filled.find("{n") == filled.npos);
  CHECK(filled.find("{r") == filled.npos);
}

TEST_CASE("a simulated client finds where a response ends") {
  struct Case {
    const char* bytes;
    bool bodiless;
    std::size_t whole;  // The length of the first message; 0 if it is incomplete.
    int status;
    bool keepsAlive;
  };
  for (const Case& one : {
           Case{"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcHTTP", false, 41, 200, true},
           Case{"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab", false, 0, 200, true},
           Case{"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc", true, 38, 200, true},
           Case{"HTTP/1.1 204 No\r\nConnection: close\r\n\r\nx", false, 38, 204, false},
           Case{"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200", false, 25, 100, true},
           Case{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nA: b\r\n\r\nmore", false, 66,
                200, true},
           Case{"HTTP/1.1 200 OK\r\n\r\nto the end", false, 0, 200, true},
           Case{"HTTP/1.0 200 OK\r\n\r\nto the end", false, 0, 200, false},
       }) {
    CAPTURE(std::string(one.bytes));
    // The bytes are given to the reader at once, and one by one.
    for (bool whole : {true, false}) {
      HttpReader reader(true);
      reader.bodiless = one.bodiless;
      std::string_view bytes = one.bytes;
      std::size_t taken = 0;
      if (whole) {
        taken = reader.take(bytes);
      } else {
        while (taken < bytes.size() && !reader.whole()) taken += reader.take(bytes.substr(taken, 1));
      }
      CHECK(reader.whole() == (one.whole > 0));
      if (one.whole) CHECK(taken == one.whole);
      CHECK(reader.status() == one.status);
      CHECK(reader.keepsAlive() == one.keepsAlive);
      CHECK_FALSE(reader.malformed());
    }
  }
  HttpReader reader(true);
  reader.take("HTTP/1.1 200 OK\r\n\r\nto the end");
  CHECK(reader.end());
  CHECK(reader.whole());
  HttpReader other(true);
  other.take("SSH-2.0\r\n\r\n");
  CHECK(other.malformed());
}

TEST_CASE("a script's server answers in order, and sends no body where there is none") {
  World world;
  ClientScript script;
  REQUIRE(readScript("server 9000 200 hello\nserver 9001 204 never\nserver 9002 304 never", "x", script) == "");
  auto servers = startServers(world.network(), script.servers);
  const std::string head = "HTTP/1.1 200 Answer\r\nContent-Length: 5\r\n\r\n";
  auto ask = [&](int port, const std::string& requests) {
    auto client = world.connect(port);
    client.send(requests);
    world.settle(1000);
    return client.received();
  };
  CHECK(ask(9000, "HEAD / HTTP/1.1\r\n\r\n") == head);
  CHECK(ask(9000, "GET /HEAD HTTP/1.1\r\n\r\n") == head + "hello");
  CHECK(ask(9000, "HEAD / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\nHEAD / HTTP/1.1\r\n\r\n") ==
        head + head + "hello" + head);
  CHECK(ask(9001, "GET / HTTP/1.1\r\n\r\n") == "HTTP/1.1 204 Answer\r\n\r\n");
  CHECK(ask(9002, "GET / HTTP/1.1\r\n\r\n") == "HTTP/1.1 304 Answer\r\nContent-Length: 5\r\n\r\n");
}
