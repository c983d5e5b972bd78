#include "scenes.h"
static perThread<String> pem;
static perThread<Buffer> keys;
static perThread<Map<String, Buffer>> stored;
// Connects twice. The second connection offers the TLS session that the first one got, so that the server can resume
// it.
static void told(
    String name, tls::ServerOptions options, String again = "localhost",
    Function<void(tls::Server)> prepare = [](tls::Server) {}) {
  scene(name, [=]() mutable {
    options.key = pem;
    options.cert = pem;
    options.ticketKeys = keys;
    let<tls::Server> made;
    made = server(
        options,
        [](auto socket) {
          say("server", "resumed", socket->isSessionReused());
          socket->end("x");
        },
        [=](int port) {
          let<Buffer> session = Buffer();
          auto connect = [=](String name, String servername, Buffer offered, Function<void()> then) mutable {
            auto socket = client(
                tls::connect(
                    {.port = port, .host = "127.0.0.1", .servername = servername, .session = offered, .ca = pem}),
                name);
            socket->on(event::session, [=](Buffer got) { session = got; });
            socket->on(event::secureConnect,
                       [=] { say(name, "resumed", socket->isSessionReused(), socket->authorized); });
            socket->on(event::close, [=] { then(); });
            socket->resume();
          };
          connect("first", "localhost", Buffer(), [=]() mutable {
            connect("second", again, session, [=] {
              say("second", session->length() > 0 ? var(session->length() > 100) : var("none"));
              made->close();
            });
          });
        });
    prepare(made);
  });
}
int main(int argc, char** argv) { return run(argc, argv, [] {
pem = certificate("localhost", "DNS:localhost,DNS:other");
keys = Buffer::alloc(48, 7);
for (String maxVersion : {"TLSv1.2", "TLSv1.3"}) {
  told("a ticket, " + maxVersion, {.maxVersion = maxVersion});
  told("another name, " + maxVersion, {.maxVersion = maxVersion}, "other");
  told("other keys, " + maxVersion, {.maxVersion = maxVersion}, "localhost", [](auto made) { made->once(event::secureConnection, [=](auto socket) { socket->on(event::close, [=] { made->setTicketKeys(Buffer::alloc(48, 8)); }); }); });
}
scene("keys", [] {
  auto made = tls::createServer({.ticketKeys = keys});
  say("server", made->getTicketKeys().equals(keys));
  made->setTicketKeys(Buffer::alloc(48, 9));
  say("server", made->getTicketKeys()[0], made->getTicketKeys().length());
});
// A server that stores the sessions itself: SSL_OP_NO_TICKET is 0x4000.
told("sessions that the server stores", {.maxVersion = "TLSv1.2", .secureOptions = 0x4000}, "localhost", [](auto made) {
  made->on(event::newSession, [](Buffer id, Buffer data, auto done) { say("server", "newSession", id.length()); stored->set(id.toString("hex"), data); setTimeout(done, 10); });
  made->on(event::resumeSession, [](Buffer id, auto answer) { say("server", "resumeSession", stored->has(id.toString("hex"))); setTimeout([=] { answer(nullptr, stored->has(id.toString("hex")) ? tls::Bytes(stored->get(id.toString("hex"))) : tls::Bytes()); }, 10); });
});
told("a server that finds nothing", {.maxVersion = "TLSv1.2", .secureOptions = 0x4000}, "localhost", [](auto made) {
  made->on(event::resumeSession, [](Buffer, auto answer) { answer(nullptr, nullptr); });
});
told("a server that fails to store", {.maxVersion = "TLSv1.2", .secureOptions = 0x4000}, "localhost", [](auto made) {
  made->on(event::resumeSession, [](Buffer, auto answer) { Error error("no"); error->code = "MINE"; answer(error); });
});
play();
}); }
