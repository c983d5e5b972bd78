#include <nodecpp/crypto.h>
#include <nodecpp/http.h>
#include <nodecpp/process.h>
#include <nodecpp/regexp.h>
using namespace nodecpp;

// Takes uploads, and answers each with a receipt: its name, its size, its SHA-256, and a signature by which the receipt can be
// checked later, by this service or by whoever has its public key.
//   PUT /uploads/NAME   the receipt
//   POST /check         whether the body is a receipt of this service
//   GET /key            the public key

void answer(http::ServerResponse response, int status, String text) {
  response->writeHead(status, {{"Content-Type", "text/plain"}});
  response->end(text);
}

void upload(http::IncomingMessage request, http::ServerResponse response, String name, crypto::KeyObject privateKey) {
  auto hash = crypto::createHash("sha256");
  let<double> size = 0;
  request->on(event::data, [=](Buffer chunk) {
    hash->update(chunk);
    size += chunk.length();
  });
  request->on(event::end, [=] {
    auto receipt = format("{} {} {}", name, size, hash->digest("hex"));
    auto signature = crypto::sign(nullptr, Buffer::from(receipt), privateKey);
    answer(response, 201, format("{} {}\n", receipt, signature.toString("base64url")));
  });
}

void check(http::IncomingMessage request, http::ServerResponse response, crypto::KeyObject publicKey) {
  let<String> body = "";
  request->setEncoding("utf8");
  request->on(event::data, [=](String chunk) {
    body += chunk;
    if (body->length() > 1000) request->destroy();
  });
  request->on(event::end, [=] {
    auto parts = body->trim().split(" ");
    auto signature = Buffer::from(parts.length() > 3 ? parts[3] : "", "base64url");
    auto receipt = Buffer::from(parts.slice(0, 3).join(" "));
    auto isValid = parts.length() == 4 && crypto::verify(nullptr, receipt, publicKey, signature);
    answer(response, isValid ? 200 : 422, isValid ? "valid\n" : "not valid\n");
  });
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto secret = process::env["SECRET"] || "not a secret";
  auto beginning = Buffer::from("302e020100300506032b657004220420", "hex");
  auto seed = crypto::scryptSync(secret, "uploads", 32);
  auto privateKey = crypto::createPrivateKey({.key = Buffer::concat({beginning, seed}), .format = "der", .type = "pkcs8"});
  auto publicKey = crypto::createPublicKey(privateKey);

  auto server = http::createServer([=](auto request, auto response) {
    auto name = RegExp(R"(^\/uploads\/([\w.-]{1,100})$)").exec(request->url);
    if (request->method == "PUT" && name) {
      upload(request, response, name[1], privateKey);
    } else if (request->method == "POST" && request->url == "/check") {
      check(request, response, publicKey);
    } else if (request->method == "GET" && request->url == "/key") {
      answer(response, 200, publicKey->export_({.type = "spki", .format = "pem"}));
    } else {
      answer(response, 404, "There is no such page.\n");
    }
  });
  server->listen(process::env["PORT"] || 2000, "127.0.0.1");
}); }
