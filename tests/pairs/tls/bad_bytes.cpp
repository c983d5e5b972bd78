#include "scenes.h"
static perThread<String> pem;
static Buffer hex(String text) { return Buffer::from(text, "hex"); }
struct Sent {
  bool ends = false, resets = false;
  double handshakeTimeout = 0;
};
// A server gets these bytes from a client that then waits, and that ends its side when `ends` says so.
static void sent(String name, Buffer bytes, Sent how = {}) {
  scene("to a server: " + name, [=] {
    let<tls::Server> made;
    made = server(
        {.key = pem, .cert = pem, .handshakeTimeout = how.handshakeTimeout}, [](auto socket) { socket->end(); },
        [=](int port) {
          hold();
          let<net::Socket> plain;
          plain = net::connect(port, "127.0.0.1", [=] {
            plain->write(bytes);
            if (how.ends) plain->end();
            if (how.resets) plain->resetAndDestroy();
          });
          plain->on(event::error, [] {});
          plain->on(event::close, [=] {
            say("plain client", "close");
            auto next = client(tls::connect({.port = port, .host = "127.0.0.1", .servername = "localhost", .ca = pem}), "next client");
            next->on(event::close, [=] { made->close(); release(); });
            next->resume();
          });
          plain->resume();
        });
    // As in Node, the program ends the connection whose handshake takes too long.
    made->on(event::tlsClientError, [](Error, auto socket) { socket->destroy(); });
  });
}
// A client gets these bytes from a server that waits, or that ends the connection when `ends` says so.
static void answered(String name, Buffer bytes, Sent how = {}) {
  scene("to a client: " + name, [=] {
    hold();
    let<net::Server> made;
    made = net::createServer([=](auto plain) {
      made->close();
      plain->on(event::error, [] {});
      plain->once(event::data, [=] {
        plain->write(bytes);
        if (how.ends) plain->end();
        if (how.resets) plain->resetAndDestroy();
      });
      plain->on(event::close, [] { say("plain server", "close"); release(); });
    });
    made->listen(0, "127.0.0.1", [=] { client(tls::connect({.port = made->address().port, .host = "127.0.0.1", .ca = pem}))->resume(); });
  });
}
// Makes what lies between a server and a client, and returns a function that ends both its connections. The codes of
// errors are OpenSSL's own, and differ between its versions.
using PassOn = Function<void(Buffer chunk, net::Socket to, bool toServer)>;
static void watchTls(tls::TLSSocket socket, String side) {
  hold();
  socket->on(event::data, [=](Buffer chunk) { say(side, chunk.toString()); });
  socket->on(event::end, [=] { say(side, "end"); });
  // In Node an error behind the handshake does not close the connection.
  socket->on(event::error, [=](Error error) { say(side, "error", error->code.startsWith("ERR_SSL_")); socket->destroy(); });
  socket->on(event::close, [=] { say(side, "close"); release(); });
}
static void between(String name, String maxVersion, PassOn passOn, Function<void(tls::TLSSocket, Function<void()>)> f) {
  scene("between both: " + name + " " + maxVersion, [=] {
    let<Function<void()>> end;
    let<tls::Server> made;
    made = tls::createServer({.key = pem, .cert = pem}, [](auto socket) {
      watchTls(socket, "server");
      socket->write("hello");
    });
    made->listen(0, "127.0.0.1", [=] {
      let<net::Server> middle;
      middle = net::createServer({.noDelay = true}, [=](net::Socket one) mutable {
        middle->close();
        auto other = net::connect({.port = made->address().port, .host = "127.0.0.1", .noDelay = true});
        for (auto [from, to] : {std::pair{one, other}, std::pair{other, one}}) {
          from->on(event::data, [=](Buffer chunk) { passOn(chunk, to, from == one); });
          from->on(event::error, [] {});
          from->on(event::close, [=] { to->destroy(); });
        }
        end = [=] { one->end(); other->end(); };
      });
      middle->listen(0, "127.0.0.1", [=] {
        auto socket = tls::connect({.port = middle->address().port, .host = "127.0.0.1", .servername = "localhost", .ca = pem, .maxVersion = maxVersion});
        watchTls(socket, "client");
        socket->on(event::secureConnect, [=] { say("client", "secureConnect", socket->getProtocol()); });
        socket->once(event::data, [=] { f(socket, end); });
        socket->on(event::close, [=] { made->close(); });
      });
    });
  });
}
static void same(Buffer chunk, net::Socket to, bool) { to->write(chunk); }
int main(int argc, char** argv) { return run(argc, argv, [] {
pem = certificate("localhost", "DNS:localhost");
auto hello = hex("16030100050100010003");
sent("HTTP", Buffer::from("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
sent("a request to a proxy", Buffer::from("CONNECT a:1 HTTP/1.1\r\n\r\n"));
sent("a text", Buffer::from("EHLO example.org\r\n"));
sent("zeros", Buffer::alloc(100));
sent("a record of another version", hex("16090100050100000100"));
sent("a record that is too long", hex("160301ffff01"));
sent("an alert", hex("15030100020228"));
sent("a warning", hex("15030100020164"), {.ends = true});
sent("data", Buffer::from(hex("1703030005").toString("latin1") + "hello", "latin1"));
sent("a change of the cipher", hex("140303000101"));
sent("a message that is none", hex("1603010004ff000000"));
sent("a ServerHello", hex("160301000402000000"));
sent("a hello that is short", hex("160301000401000000"));
sent("a hello that is wrong", Buffer::from(hex("160301000c01000008").toString("latin1") + "nonsense", "latin1"));
sent("a hello that is too long", Buffer::concat({hex("1603014000017fffff"), Buffer::alloc(16380)}));
sent("nothing, and the end", Buffer::from(""), {.ends = true});
sent("a part of a record, and the end", hex("1603"), {.ends = true});
sent("a part of a hello, and the end", hello, {.ends = true});
sent("nothing, and a reset", Buffer::from(""), {.resets = true});
sent("nothing for a long time", Buffer::from(""), {.handshakeTimeout = 100});
sent("a part of a hello for a long time", hello, {.handshakeTimeout = 100});
answered("HTTP", Buffer::from("HTTP/1.1 400 Bad Request\r\n\r\n"));
answered("a text", Buffer::from("220 example.org ESMTP\r\n"));
answered("zeros", Buffer::alloc(100));
answered("a record that is too long", hex("160303ffff02"));
answered("an alert", hex("15030300020246"));
answered("data", Buffer::from(hex("1703030005").toString("latin1") + "hello", "latin1"));
answered("a ClientHello", hex("160303000401000000"));
answered("a hello that is wrong", Buffer::from(hex("160303000c02000008").toString("latin1") + "nonsense", "latin1"));
answered("nothing, and the end", Buffer::from(""), {.ends = true});
answered("a part of a hello, and the end", hex("16030300050200010003"), {.ends = true});
answered("nothing, and a reset", Buffer::from(""), {.resets = true});
for (String version : {"TLSv1.2", "TLSv1.3"}) {
  between("a byte at a time", version, [](Buffer chunk, net::Socket to, bool) { for (int byte : chunk) to->write(Buffer::from({byte})); }, [](auto socket, auto) { socket->end("good"); });
  between("an end without close_notify", version, same, [](auto, auto end) { end(); });
  // A chunk that begins with a record of data (23) has nothing of the handshake.
  between("data that is changed", version, [](Buffer chunk, net::Socket to, bool toServer) {
    if (toServer && chunk[0] == 23) chunk[chunk.length() - 1] ^= 1;
    to->write(chunk);
  }, [](auto socket, auto) { socket->write("changed"); });
  between("data that comes twice", version, [](Buffer chunk, net::Socket to, bool toServer) {
    to->write(chunk);
    if (toServer && chunk[0] == 23) to->write(chunk);
  }, [](auto socket, auto) { socket->write("twice"); });
  between("a record that is too long", version, [](Buffer chunk, net::Socket to, bool toServer) {
    if (toServer && chunk[0] == 23) chunk[3] = 255;
    to->write(chunk);
  }, [](auto socket, auto) { socket->write("long"); });
  between("a text", version, [](Buffer chunk, net::Socket to, bool toServer) { to->write(toServer && chunk[0] == 23 ? Buffer::from("GET / HTTP/1.1\r\n\r\n") : chunk); }, [](auto socket, auto) { socket->write("text"); });
}
play();
}); }
