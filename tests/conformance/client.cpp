// A client for other people's servers.
//   client https://localhost:8443 CA.pem GET:/path POST:/path:BYTES …
// It sends the requests one after the other by an agent that keeps connections, and says what each response was. The
// environment variable MAX_VERSION has the effect of the option maxVersion.
#include <nodecpp/fs.h>
#include <nodecpp/https.h>
using namespace nodecpp;

static void next(https::Agent agent, int at) {
  if (at == process::argv.length()) return agent->destroy();
  Array<String> step = String(process::argv[at]).split(":");
  String method = step[0], path = step[1];
  let<http::ClientRequest> request;
  request = https::request(process::argv[2] + path, {.agent = agent, .method = method}, [=](auto response) {
    auto socket = response->socket.template as<tls::TLSSocket>();
    String version = socket->getProtocol();
    bool authorized = socket->authorized, resumed = socket->isSessionReused(), reused = request->reusedSocket;
    let<double> length = 0, others = 0;
    response->on(event::data, [=](Buffer chunk) {
      length = length + chunk.length();
      for (int i = 0; i < chunk.length(); ++i) others = others + (chunk[i] != 120);
    });
    response->on(event::end, [=] {
      console::log(method, path, response->statusCode, length.value(), others.value(), version, authorized, resumed, reused);
      next(agent, at + 1);
    });
  });
  request->on(event::error, [=](Error error) {
    console::log(method, path, error->code);
    next(agent, at + 1);
  });
  if (step.length() > 2) request->write(Buffer::alloc(toNumber(step[2]), "x"));
  request->end();
}

int main(int argc, char** argv) {
  return run(argc, argv, [] {
    https::AgentOptions options{.keepAlive = true};
    options.ca = fs::readFileSync(process::argv[3], "utf8").toString();
    options.maxVersion = process::env["MAX_VERSION"];
    next(make<https::Agent>(options), 4);
  });
}
