#include "ask.h"
#include "key_texts.h"

String encode(var value) { return Buffer::from(JSON::stringify(value)).toString("base64url"); }
String signToken(var payload, String key, String alg) {
  String text = encode(var::object({{"alg", alg}, {"typ", "JWT"}})) + "." + encode(payload);
  String signature;
  if (alg == "HS256") signature = crypto::createHmac("sha256", key)->update(text)->digest("base64url");
  else if (alg == "ES256") signature = crypto::sign("sha256", Buffer::from(text), {.key = key, .dsaEncoding = "ieee-p1363"}).toString("base64url");
  else if (alg == "EdDSA") signature = crypto::sign(nullptr, Buffer::from(text), key).toString("base64url");
  else signature = crypto::createSign("RSA-SHA256")->update(text)->sign(key, "base64url");
  return text + "." + signature;
}
var verifyToken(String token, String key, String alg, double now) {
  auto parts = token.split(".");
  String head = parts[0], payload = parts[1], signature = parts[2];
  String text = head + "." + payload;
  if (JSON::parse(Buffer::from(head, "base64url").toString())["alg"] != alg) throw Error("invalid algorithm");
  auto bytes = Buffer::from(signature, "base64url");
  bool good = false;
  if (alg == "HS256") {
    auto wanted = crypto::createHmac("sha256", key)->update(text)->digest();
    good = wanted.length() == bytes.length() && crypto::timingSafeEqual(wanted, bytes);
  } else if (alg == "ES256") {
    good = crypto::verify("sha256", Buffer::from(text), {.key = key, .dsaEncoding = "ieee-p1363"}, bytes);
  } else if (alg == "EdDSA") {
    good = crypto::verify(nullptr, Buffer::from(text), key, bytes);
  } else {
    good = crypto::createVerify("RSA-SHA256")->update(text)->verify(key, signature, "base64url");
  }
  if (!good) throw Error("invalid signature");
  var claims = JSON::parse(Buffer::from(payload, "base64url").toString());
  if (claims["exp"] < now) throw Error("jwt expired");
  return claims;
}

bool webhook(String body, String header, String secret) {
  auto wanted = "sha256=" + crypto::createHmac("sha256", secret)->update(body)->digest("hex");
  auto a = Buffer::from(wanted);
  auto b = Buffer::from(header);
  return a.length() == b.length() && crypto::timingSafeEqual(a, b);
}

String seal(var value, String password, Buffer iv) {
  auto key = crypto::scryptSync(password, "cookies", 32);
  auto cipher = crypto::createCipheriv("aes-256-gcm", key, iv);
  auto text = cipher->update(JSON::stringify(value), "utf8", "base64") + cipher->final("base64");
  return Array<String>{iv.toString("base64"), text, cipher->getAuthTag().toString("base64")}.join(".");
}
var open(String cookie, String password) {
  auto parts = cookie.split(".");
  String iv = parts[0], text = parts[1], tag = parts[2];
  auto decipher = crypto::createDecipheriv("aes-256-gcm", crypto::scryptSync(password, "cookies", 32), Buffer::from(iv, "base64"));
  decipher->setAuthTag(Buffer::from(tag, "base64"));
  return JSON::parse(decipher->update(text, "base64", "utf8") + decipher->final("utf8"));
}

String totp(String secret, double time, double digits) {
  auto counter = Buffer::alloc(8);
  counter.writeBigUInt64BE(std::uint64_t(Math::floor(time / 30)));
  auto mac = crypto::createHmac("sha1", secret)->update(counter)->digest();
  auto at = mac[mac.length() - 1] & 15;
  return str(num(std::uint32_t(mac.readUInt32BE(at)) & 0x7fffffff) % Math::pow(10, digits)).padStart(digits, "0");
}

String hashPassword(String password, Buffer salt) {
  return format("scrypt$16384${}${}", salt.toString("base64"), crypto::scryptSync(password.normalize("NFKC"), salt, 64, {.N = 16384}).toString("base64"));
}
bool checkPassword(String password, String stored) {
  auto parts = stored.split("$");
  String cost = parts[1], salt = parts[2], hash = parts[3];
  return crypto::timingSafeEqual(crypto::scryptSync(password.normalize("NFKC"), Buffer::from(salt, "base64"), 64, {.N = Number(cost)}), Buffer::from(hash, "base64"));
}

int main(int argc, char** argv) { return run(argc, argv, [] {
var claims = var::object({{"sub", "somebody"}, {"name", "J\u00fcrgen \u2713"}, {"exp", 2000}});
struct Keys { String alg, secret, open; };
for (const Keys& each : {Keys{"HS256", "a secret", "a secret"}, Keys{"RS256", keys::rsa, keys::rsaPublic}, Keys{"ES256", keys::ec, keys::ecPublic}, Keys{"EdDSA", keys::ed25519, keys::ed25519Public}}) {
  String alg = each.alg, open = each.open;
  auto token = signToken(claims, each.secret, alg);
  if (alg != "ES256") console::log(token);
  ask(alg, [=] { return JSON::stringify(verifyToken(token, open, alg, 1000)); });
  ask(alg + " later", [=] { verifyToken(token, open, alg, 3000); });
  ask(alg + " changed", [=] { verifyToken(token.slice(0, -6) + "AAAAAA", open, alg, 1000); });
  ask(alg + " as another", [=] { verifyToken(token, open, "none", 1000); });
}
// The mistake of verifying by an HMAC with a public key.
ask("a public key as a secret", [=] { return JSON::stringify(verifyToken(signToken(claims, keys::rsaPublic, "HS256"), keys::rsaPublic, "HS256", 1000)); });

auto signature = "sha256=" + crypto::createHmac("sha256", "hook")->update("{\"event\":\"push\"}")->digest("hex");
ask("a webhook", [=] { return Array<bool>{webhook("{\"event\":\"push\"}", signature, "hook"), webhook("{\"event\":\"pull\"}", signature, "hook"), webhook("{\"event\":\"push\"}", "sha256=", "hook")}; });

auto cookie = seal(var::object({{"user", 7}, {"name", "\u20ac"}}), "password", Buffer::alloc(12, 5));
console::log(cookie);
ask("a cookie", [=] { return JSON::stringify(open(cookie, "password")); });
ask("a changed cookie", [=] { open(cookie.replace(".", ".AAAA"), "password"); });
ask("another password", [=] { open(cookie, "Password"); });

ask("codes", [=] { return Array<double>{59, 1111111109, 1111111111, 1234567890, 2000000000}.map([](double time) { return totp("12345678901234567890", time, 8); }); });

auto stored = hashPassword("p\u00e4ssword", Buffer::from("0123456789abcdef"));
console::log(stored);
ask("passwords", [=] { return Array<bool>{checkPassword("p\u00e4ssword", stored), checkPassword("pa\u0308ssword", stored), checkPassword("password", stored)}; });
}); }
