// A server for other people's clients and suites: it answers GET /?bytes=N with N bytes, and sends any body back. With
// KEY and CERT it speaks TLS, without them plain HTTP. Fields of the response say how the request has come.
#include <nodecpp/fs.h>
#include <nodecpp/https.h>
#include <nodecpp/regexp.h>
using namespace nodecpp;

static void answer(http::IncomingMessage request, http::ServerResponse response) {
  Array<Buffer> chunks;
  request->on(event::data, [=](Buffer chunk) { chunks.push(chunk); });
  request->on(event::end, [=] {
    auto found = RegExp("[?&]bytes=(\\d+)").exec(request->url);
    Buffer body = found ? Buffer::alloc(std::min(toNumber(String(found[1])), 10e6), "x") : Buffer::concat(chunks);
    auto socket = request->socket.as<tls::TLSSocket>();
    response->setHeader("X-Protocol", socket ? socket->getProtocol() : String("none"));
    response->setHeader("X-Session", socket && socket->isSessionReused() ? "resumed" : "new");
    response->setHeader("X-Port", str(request->socket->remotePort()));
    response->writeHead(200, {{"Content-Type", "text/plain"}, {"Content-Length", body.length()}});
    response->end(body);
  });
}

int main(int argc, char** argv) {
  return run(argc, argv, [] {
    if (process::env["KEY"])
      https::createServer({.key = fs::readFileSync(process::env["KEY"]), .cert = fs::readFileSync(process::env["CERT"])}, answer)
          ->listen(process::env["PORT"], "127.0.0.1");
    else
      http::createServer(answer)->listen(process::env["PORT"], "127.0.0.1");
  });
}
