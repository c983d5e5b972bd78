// Reads files of Wycheproof and prints what crypto makes of each of their tests. The arguments are a step, by which tests are
// left out, and files. verdicts.js is the same program.
#include <nodecpp/console.h>
#include <nodecpp/crypto.h>
#include <nodecpp/fs.h>
#include <nodecpp/json.h>
#include <nodecpp/path.h>
#include <nodecpp/process.h>
using namespace nodecpp;

Buffer hex(var digits) { return Buffer::from(digits ? String(digits) : "", "hex"); }
String digestName(String name) { return name.replace("SHA-", "SHA").replace("/", "-").toLowerCase(); }
String text(Buffer bytes) { return bytes.toString("hex"); }

String cipherName(String file, String keySize) {
  if (file.startsWith("aes_gcm")) return format("aes-{}-gcm", keySize);
  if (file.startsWith("aes_ccm")) return format("aes-{}-ccm", keySize);
  if (file.startsWith("aes_cbc")) return format("aes-{}-cbc", keySize);
  if (file.startsWith("aes_wrap")) return format("aes{}-wrap", keySize);
  return "chacha20-poly1305";
}

String aead(String name, var group, var test) {
  double authTagLength = double(group["tagSize"]) / 8;
  auto message = hex(test["msg"]);
  auto cipher = crypto::createCipheriv(name, hex(test["key"]), hex(test["iv"]), {.authTagLength = authTagLength});
  cipher->setAAD(hex(test["aad"]), {.plaintextLength = message.length()});
  auto sealed = Buffer::concat({cipher->update(message), cipher->final()});
  auto made = text(sealed) + " " + text(cipher->getAuthTag());
  auto decipher = crypto::createDecipheriv(name, hex(test["key"]), hex(test["iv"]), {.authTagLength = authTagLength});
  decipher->setAuthTag(hex(test["tag"]));
  decipher->setAAD(hex(test["aad"]), {.plaintextLength = hex(test["ct"]).length()});
  try {
    return made + " " + text(Buffer::concat({decipher->update(hex(test["ct"])), decipher->final()}));
  } catch (const Error&) {
    return made + " refused";
  }
}

String decrypted(String name, Buffer iv, var test) {
  auto decipher = crypto::createDecipheriv(name, hex(test["key"]), iv);
  return text(Buffer::concat({decipher->update(hex(test["ct"])), decipher->final()}));
}

String verified(var group, var test, crypto::KeyOptions options) {
  String digest = group["sha"] ? digestName(String(group["sha"])) : String(undefined);
  options.key = hex(group["publicKeyDer"]), options.format = "der", options.type = "spki";
  return crypto::verify(digest, hex(test["msg"]), options, hex(test["sig"])) ? "valid" : "refused";
}

String agreed(String kind, var test) {
  String secret = kind == "x25519" ? "302e020100300506032b656e04220420" : "3046020100300506032b656f043a0438";
  String open = kind == "x25519" ? "302a300506032b656e032100" : "3042300506032b656f033900";
  auto privateKey = crypto::createPrivateKey({.key = hex(secret + String(test["private"])), .format = "der", .type = "pkcs8"});
  auto publicKey = crypto::createPublicKey({.key = hex(open + String(test["public"])), .format = "der", .type = "spki"});
  return text(crypto::diffieHellman({.privateKey = privateKey, .publicKey = publicKey}));
}

String decryptedByRsa(var group, var test) {
  if (group["mgfSha"] != group["sha"]) return "skipped";
  return text(crypto::privateDecrypt(
      {.key = hex(group["privateKeyPkcs8"]), .format = "der", .type = "pkcs8", .oaepHash = digestName(String(group["sha"])),
       .oaepLabel = hex(test["label"])},
      hex(test["ct"])));
}

String agreedOnCurve(var group, var test) {
  String curve = String(group["curve"]);
  auto own = crypto::createECDH(curve == "secp256r1" ? String("prime256v1") : curve);
  own->setPrivateKey(hex(test["private"]));
  return text(own->computeSecret(hex(test["public"])));
}

String verdict(String file, var all, var group, var test) {
  String type = String(group["type"]), algorithm = String(all["algorithm"]), keySize = String(group["keySize"]);
  if (type == "AeadTest") return aead(cipherName(file, keySize), group, test);
  if (type == "IndCpaTest") return decrypted(cipherName(file, keySize), hex(test["iv"]), test);
  if (type == "KeywrapTest") return decrypted(cipherName(file, keySize), hex("a6a6a6a6a6a6a6a6"), test);
  if (type == "MacTest")
    return text(crypto::createHmac(digestName(algorithm.slice(4)), hex(test["key"]))->update(hex(test["msg"]))->digest().subarray(0, std::ptrdiff_t(double(group["tagSize"]) / 8)));
  if (type == "HkdfTest")
    return text(Buffer::from(crypto::hkdfSync(digestName(algorithm.slice(5)), hex(test["ikm"]), hex(test["salt"]), hex(test["info"]), double(test["size"]))));
  if (type == "PbkdfTest")
    return text(crypto::pbkdf2Sync(hex(test["password"]), hex(test["salt"]), double(test["iterationCount"]), double(test["dkLen"]), digestName(algorithm.slice(11))));
  if (type == "EcdsaVerify" || type == "DsaVerify" || type == "EddsaVerify" || type == "RsassaPkcs1Verify") return verified(group, test, {});
  if (type == "EcdsaP1363Verify" || type == "DsaP1363Verify") return verified(group, test, {.dsaEncoding = "ieee-p1363"});
  if (type == "RsassaPssVerify") {
    if (group["mgfSha"] != group["sha"]) return "skipped";
    return verified(group, test, {.padding = crypto::constants::RSA_PKCS1_PSS_PADDING, .saltLength = double(group["sLen"])});
  }
  if (type == "RsaesOaepDecrypt") return decryptedByRsa(group, test);
  if (type == "EcdhEcpointTest") return agreedOnCurve(group, test);
  if (type == "XdhComp") return agreed(file.startsWith("x25519") ? "x25519" : "x448", test);
  if (type == "PrimalityTest") return crypto::checkPrimeSync(hex(test["value"])) ? "valid" : "refused";
  return "skipped";
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  double step = Number(process::argv[2]);
  for (String name : process::argv.slice(3)) {
    var all = JSON::parse(fs::readFileSync(name, "utf8"));
    auto file = path::basename(name);
    for (var group : all["testGroups"]) {
      for (var test : group["tests"]) {
        if (num(double(test["tcId"])) % step != 0) continue;
        String answer = "refused";
        try {
          answer = verdict(file, all, group, test);
        } catch (const Error&) {
        }
        console::log(file, test["tcId"], test["result"], answer);
      }
    }
  }
}); }
