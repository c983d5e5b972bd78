#include <nodecpp/console.h>
#include <nodecpp/crypto.h>
#include <nodecpp/fetch.h>
#include <nodecpp/http.h>
#include <nodecpp/json.h>
#include <nodecpp/uri.h>
using namespace nodecpp;

static String told(Error error) {
  return error->name + ": " + error->message + (error->cause.empty() ? str("") : " (" + error->cause[0]->name + ": " + error->cause[0]->message + ")");
}
using Shown = Function<Promise<String>(Response)>;
static Promise<> ask(http::Server server, String name, String path, RequestInit init, Shown f = [](Response response) { return response->text(); }) {
  try {
    console::log(name, co_await f(co_await fetch(str("http://127.0.0.1:") + server->address().port + "/" + path, init)));
  } catch (const Error& error) {
    console::log(name, told(error));
  }
}
static String hash(String name, String text) { return name + "-" + crypto::createHash(name)->update(text)->digest("base64"); }

static Promise<> scenes(http::Server server) {
  String port = str(server->address().port);
  String own = "http://me:secret@127.0.0.1:" + port + "/page?x=1#part";
  for (String policy : Array<String>{"", "no-referrer", "no-referrer-when-downgrade", "same-origin", "origin", "strict-origin", "origin-when-cross-origin", "strict-origin-when-cross-origin", "unsafe-url"}) {
    co_await ask(server, policy + " own", "a", {.referrer = own, .referrerPolicy = policy});
    co_await ask(server, policy + " other", "a", {.referrer = "http://name.example/page?x#y", .referrerPolicy = policy});
    co_await ask(server, policy + " https", "a", {.referrer = "https://name.example/page", .referrerPolicy = policy});
    co_await ask(server, policy + " localhost", "a", {.referrer = "http://localhost/page", .referrerPolicy = policy});
    co_await ask(server, policy + " redirected", "to-other", {.referrer = own, .referrerPolicy = policy});
    co_await ask(server, policy + " redirected to itself", "to-itself", {.referrer = own, .referrerPolicy = policy});
  }
  co_await ask(server, "without one", "a", {});
  co_await ask(server, "none", "a", {.referrer = ""});
  co_await ask(server, "the client", "a", {.referrer = "about:client"});
  co_await ask(server, "long", "a", {.referrer = "http://127.0.0.1:" + port + "/" + str("x").repeat(5000), .referrerPolicy = "unsafe-url"});
  co_await ask(server, "a header", "a", {.headers = {{"Referer", "http://given.example/"}}});
  co_await ask(server, "both", "a", {.headers = {{"Referer", "http://given.example/"}}, .referrer = own});
  for (String policy : Array<String>{"no-referrer", "origin", "unsafe-url", "wrong", "origin, wrong", "wrong, no-referrer"})
    co_await ask(server, "policy of a redirect: " + policy, "to-other-with-" + policy, {.referrer = own});
  co_await ask(server, "not a URL", "a", {.referrer = "http://"});

  String body = "\"none\"";
  for (String integrity : Array<String>{hash("sha256", body), hash("sha384", body), hash("sha512", body), hash("sha256", "x"), hash("sha512", "x") + " " + hash("sha256", body),
    hash("sha512", body) + " " + hash("sha256", "x"), hash("sha256", "x") + " " + hash("sha256", body), hash("sha256", body).replaceAll("=", ""), hash("sha256", body) + "?option",
    hash("sha512", body).replaceAll("+", "-").replaceAll("/", "_"), "md5-xyz", "sha256", "sha256-", "SHA256-abc", "  ", hash("sha1", "x"), "sha384-x sha256-y"})
    co_await ask(server, "integrity", "a", {.integrity = integrity});
  Shown status = [](Response response) { return Promise<>::resolve(str(response->status())); };
  co_await ask(server, "no body", "a", {.method = "HEAD", .integrity = hash("sha256", "x")}, status);
  co_await ask(server, "no body, right", "a", {.method = "HEAD", .integrity = hash("sha256", "")}, status);
  co_await ask(server, "opaque", "to-other", {.mode = "no-cors", .integrity = hash("sha256", body)}, [](Response response) { return Promise<>::resolve(response->type()); });
  co_await ask(server, "window", "a", {.priority = "low", .window = nullptr});
  server->close();
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<http::Server> server;
  server = http::createServer([=](auto request, auto response) {
    String path = request->url.slice(1), port = str(server->address().port);
    if (path.startsWith("to-")) {
      auto parts = path.slice(3).split("-with-");
      http::Headers headers{{"location", parts[0] == "other" ? "http://localhost:" + port + "/end" : str("/end")}};
      if (parts.length() > 1) headers.set("Referrer-Policy", decodeURIComponent(parts[1]));
      response->writeHead(302, headers);
      return void(response->end());
    }
    auto referer = request->headers["referer"];
    response->end(JSON::stringify(referer ? referer.toString() : str("none")).replaceAll(port, "PORT"));
  });
  server->listen(0, "127.0.0.1", [=] { (void)scenes(server); });
}); }
