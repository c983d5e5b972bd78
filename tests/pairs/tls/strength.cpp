// Which cipher suites and groups a server accepts from openssl's client, and which a client offers.
#include <nodecpp/regexp.h>

#include "scenes.h"
static void ask(tls::Server server, Array<String> args, Function<void()> then) {
  auto child = child_process::execFile("openssl", Array<String>{"s_client", "-connect", format("127.0.0.1:{}", server->address().port)}.concat(args), [=](Error, String stdout_, String) {
    auto found = RegExp("Cipher is (\\S+)").exec(stdout_);
    console::log(args.join(" "), found ? found[1] : String("no cipher"));
    then();
  });
  child->stdin->end();
}
static void all(tls::Server server, Array<Array<String>> lists, int at, Function<void()> then) {
  if (at == lists.length()) server->close([=](Error) { then(); });
  else ask(server, lists[at], [=] { all(server, lists, at + 1, then); });
}
static void serve(String pem, tls::ServerOptions options, Array<Array<String>> lists, Function<void()> then) {
  options.key = pem; options.cert = pem;
  auto server = tls::createServer(options, [](tls::TLSSocket socket) { socket->on(event::error, [](Error) {}); socket->resume(); });
  server->listen(0, "127.0.0.1", [=] { all(server, lists, 0, then); });
}
static Array<String> suite(String name) { return {"-tls1_2", "-cipher", name + ":@SECLEVEL=0"}; }
static Array<String> group(String name) { return {"-tls1_3", "-groups", name}; }
static void offer(String pem, String ciphers, Function<void()> then) {
  auto server = tls::createServer({.key = pem, .cert = pem, .ciphers = "ECDHE-ECDSA-AES128-CCM8:@SECLEVEL=0"}, [](tls::TLSSocket socket) { socket->on(event::error, [](Error) {}); socket->end(); });
  server->on(event::tlsClientError, [](Error, tls::TLSSocket) {});
  server->listen(0, "127.0.0.1", [=] {
    tls::ConnectOptions options{.port = server->address().port, .host = "127.0.0.1", .rejectUnauthorized = false};
    options.maxVersion = "TLSv1.2"; options.ciphers = ciphers;
    auto client = tls::connect(options);
    client->on(event::secureConnect, [=] { console::log("client", ciphers, client->getCipher().name); });
    client->on(event::error, [=](Error error) { console::log("client", ciphers, error->code); });
    client->on(event::close, [=](bool) { server->close([=](Error) { then(); }); });
    client->resume();
  });
}
int main(int argc, char** argv) { return run(argc, argv, [] {
auto pem = certificate("localhost", "DNS:localhost");
serve(pem, {}, {suite("ECDHE-ECDSA-AES128-GCM-SHA256"), suite("ECDHE-ECDSA-AES128-CCM"), suite("ECDHE-ECDSA-AES128-CCM8"),
  suite("ECDHE-ECDSA-AES256-CCM8"), group("X25519"), group("P-256"), group("X448"), group("P-384"), group("P-521"), group("ffdhe2048"),
  group("ffdhe3072"), group("ffdhe4096"), group("ffdhe6144"), group("ffdhe8192")}, [=] {
  serve(pem, {.ciphers = "ECDHE-ECDSA-AES128-CCM8:@SECLEVEL=0"}, {suite("ECDHE-ECDSA-AES128-CCM8")}, [=] {
    serve(pem, {.ciphers = "TLS_AES_128_CCM_8_SHA256:TLS_AES_128_CCM_SHA256"}, {{"-tls1_3", "-ciphersuites", "TLS_AES_128_CCM_SHA256"},
      {"-tls1_3", "-ciphersuites", "TLS_AES_128_CCM_8_SHA256"}}, [=] {
      serve(pem, {.ecdhCurve = "ffdhe4096"}, {group("ffdhe4096"), group("X25519")}, [=] {
        serve(pem, {.ciphers = "ECDHE-ECDSA-AES256-GCM-SHA384"}, {{"-tls1_3"}, {"-tls1_2"}}, [=] {
          serve(pem, {.ciphers = "TLS_AES_128_GCM_SHA256"}, {{"-tls1_3"}, {"-tls1_2"}}, [=] {
            offer(pem, "ECDHE-ECDSA-AES128-CCM8", [=] { offer(pem, "ECDHE-ECDSA-AES128-CCM8:@SECLEVEL=0", [] {}); });
          });
        });
      });
    });
  });
});
}); }
