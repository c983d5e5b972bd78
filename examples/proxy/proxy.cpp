#include <nodecpp/fs.h>
#include <nodecpp/http.h>
#include <nodecpp/https.h>
using namespace nodecpp;

// A reverse proxy: forwards each request to the server at $BACKEND, and streams the response back. It speaks TLS to its
// clients when KEY and CERT name the files of a private key and of its certificate, and to the backend when BACKEND_CA
// names the file of the certificate that the proxy trusts. The backend's certificate is for localhost, whatever host a
// client asks for.

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto backend = (process::env["BACKEND"] || "127.0.0.1:2001").toString().split(":");
  http::Agent agent = process::env["BACKEND_CA"]
    ? http::Agent(make<https::Agent>({.keepAlive = true, .servername = "localhost", .ca = fs::readFileSync(process::env["BACKEND_CA"])}))
    : make<http::Agent>({.keepAlive = true});

  // Header fields that concern only one connection (RFC 9110 section 7.6.1).
  Array<String> hopByHop = {"connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade", "expect"};

  auto endToEnd = [=](http::IncomingMessage message) {
    auto named = (message->headers["connection"] || "").toString().toLowerCase().split(",").map([](String name) { return name.trim(); });
    http::Headers headers;
    for (auto [name, value] : message->headers.entries()) {
      if (!hopByHop.includes(name) && !named.includes(name)) headers[name] = value;
    }
    return headers;
  };

  http::Server server = process::env["KEY"]
    ? http::Server(https::createServer({.key = fs::readFileSync(process::env["KEY"]), .cert = fs::readFileSync(process::env["CERT"])}))
    : http::createServer();

  server->on(event::request, [=](auto request, auto response) {
    auto headers = endToEnd(request);
    headers["via"] = "1.1 proxy";
    auto forward = http::request({
      .agent = agent,
      .headers = headers,
      .host = backend[0],
      .method = request->method,
      .path = request->url,
      .port = backend[1],
      .protocol = agent->protocol,
    }, [=](auto answer) {
      response->writeHead(answer->statusCode, answer->statusMessage, endToEnd(answer));
      answer->on(event::end, [=] {
        response->addTrailers(answer->trailers);
      });
      answer->pipe(response);
      answer->on(event::aborted, [=] {
        // A response that is destroyed before its turn would leave the connection open, so the connection is destroyed.
        request->socket->destroy();
      });
    });
    // A body without a length must be sent in chunks, whatever the method is.
    if (request->headers["transfer-encoding"]) forward->useChunkedEncodingByDefault = true;
    forward->on(event::error, [=](auto error) {
      if (response->headersSent()) {
        request->socket->destroy();
        return;
      }
      response->writeHead(502, {{"Content-Type", "text/plain"}});
      response->end("the backend failed: " + error->code + "\n");
    });
    response->on(event::close, [=] {
      forward->destroy();
    });
    request->on(event::end, [=] {
      forward->addTrailers(request->trailers);
    });
    request->pipe(forward);
  });

  server->on(event::upgrade, [=](auto request, auto socket, auto head) {
    auto headers = endToEnd(request);
    headers["connection"] = "Upgrade";
    headers["upgrade"] = request->headers["upgrade"];
    auto forward = http::request({
      .agent = agent,
      .headers = headers,
      .host = backend[0],
      .method = request->method,
      .path = request->url,
      .port = backend[1],
      .protocol = agent->protocol,
    });
    forward->on(event::upgrade, [=](auto answer, auto other, auto start) {
      auto lines = "HTTP/1.1 " + str(answer->statusCode) + " " + answer->statusMessage + "\r\n";
      for (int i = 0; i < answer->rawHeaders.length(); i += 2) {
        lines += answer->rawHeaders[i] + ": " + answer->rawHeaders[i + 1] + "\r\n";
      }
      socket->write(lines + "\r\n");
      socket->write(start);
      other->write(head);
      socket->pipe(other);
      other->pipe(socket);
      other->on(event::error, [=] { socket->destroy(); });
      socket->on(event::error, [=] { other->destroy(); });
    });
    forward->on(event::response, [=](auto answer) {
      socket->end("HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n");
      answer->resume();
    });
    forward->on(event::error, [=] {
      socket->end("HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n");
    });
    forward->end();
  });

  server->listen(process::env["PORT"] || 2002, "127.0.0.1");
}); }
