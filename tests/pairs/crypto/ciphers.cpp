#include <nodecpp/typed_arrays.h>

#include "ask.h"
int main(int argc, char** argv) { return run(argc, argv, [] {
auto key = Buffer::from("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "hex");
auto iv = Buffer::from("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff", "hex");
Array<String> texts = {"", "a", "sixteen bytes ok", "häß€ and more than one block of it", str("x").repeat(500)};
for (String name : Array<String>{"aes-128-cbc", "aes-192-cbc", "aes-256-cbc", "aes-128-ctr", "aes-256-ctr", "aes-128-ecb", "aes-256-ecb", "aes-128-cfb",
  "aes-128-cfb8", "aes-128-ofb", "des-ede3-cbc", "camellia-128-cbc", "aria-256-ctr", "chacha20", "AES128", "aes-128-xts"}) {
  auto info = crypto::getCipherInfo(name);
  auto vector = iv.subarray(0, std::ptrdiff_t(info.ivLength));
  for (String text : name == "aes-128-xts" ? texts.slice(2) : texts) {
    ask(name, [=] {
      auto secret = key.subarray(0, std::ptrdiff_t(info.keyLength));
      auto cipher = info.ivLength ? crypto::createCipheriv(name, secret, vector) : crypto::createCipheriv(name, secret, nullptr);
      auto encrypted = cipher->update(text, "utf8", "hex") + cipher->final("hex");
      auto decipher = info.ivLength ? crypto::createDecipheriv(name, secret, vector) : crypto::createDecipheriv(name, secret, nullptr);
      return encrypted + " " + decipher->update(encrypted, "hex", "utf8") + decipher->final("utf8");
    });
  }
}
for (String name : Array<String>{"aes-128-gcm", "aes-256-gcm", "aes-128-ccm", "aes-256-ccm", "aes-128-ocb", "chacha20-poly1305", "aria-128-gcm"}) {
  auto info = crypto::getCipherInfo(name);
  for (int authTagLength : Array<int>{16, 12, 8}) {
    for (String text : texts.slice(1)) {
      ask(name + " " + str(authTagLength), [=] {
        auto secret = key.subarray(0, std::ptrdiff_t(info.keyLength));
        auto vector = iv.subarray(0, 12);
        auto cipher = crypto::createCipheriv(name, secret, vector, {.authTagLength = authTagLength});
        cipher->setAAD(Buffer::from("more"), {.plaintextLength = Buffer::byteLength(text)});
        auto encrypted = Buffer::concat({cipher->update(text), cipher->final()});
        auto tag = cipher->getAuthTag();
        auto decipher = crypto::createDecipheriv(name, secret, vector, {.authTagLength = authTagLength});
        decipher->setAuthTag(tag);
        decipher->setAAD("more", {.plaintextLength = encrypted.length()});
        auto decrypted = decipher->update(encrypted, undefined, "utf8") + decipher->final("utf8");
        return encrypted.toString("base64") + " " + tag.toString("hex") + " " + str(decrypted == text);
      });
    }
  }
}
ask("base64 in parts", [=] {
  auto cipher = crypto::createCipheriv("aes-128-ctr", key.subarray(0, 16), iv);
  auto one = cipher->update("a", "utf8", "base64"), two = cipher->update("bc", "utf8", "base64"), three = cipher->update("d", "utf8", "base64");
  return one + "|" + two + "|" + three + "|" + cipher->final("base64");
});
ask("utf8 in parts", [=] {
  auto encrypted = crypto::createCipheriv("aes-128-ctr", key.subarray(0, 16), iv)->update("€uro");
  auto decipher = crypto::createDecipheriv("aes-128-ctr", key.subarray(0, 16), iv);
  auto one = decipher->update(encrypted.subarray(0, 1), nullptr, "utf8"), two = decipher->update(encrypted.subarray(1), nullptr, "utf8");
  return one + "|" + two + "|" + decipher->final("utf8");
});
ask("no padding", [=] {
  auto cipher = crypto::createCipheriv("aes-128-cbc", key.subarray(0, 16), iv)->setAutoPadding(false);
  auto one = cipher->update("sixteen bytes ok", "utf8", "hex");
  return one + "|" + cipher->final("hex");
});
ask("padding kept", [=] {
  auto encrypted = crypto::createCipheriv("aes-128-ecb", key.subarray(0, 16), nullptr)->final();
  auto decipher = crypto::createDecipheriv("aes-128-ecb", key.subarray(0, 16), nullptr)->setAutoPadding(false);
  auto one = decipher->update(encrypted, nullptr, "hex");
  return one + decipher->final("hex");
});
ask("wrapping", [=] {
  auto cipher = crypto::createCipheriv("id-aes128-wrap", key.subarray(0, 16), Buffer::alloc(8, 0xa6));
  auto one = cipher->update(Buffer::alloc(16), nullptr, "hex");
  return one + cipher->final("hex");
});
ask("a KeyObject", [=] { return crypto::createCipheriv("aes-128-cbc", crypto::createSecretKey(key.subarray(0, 16)), iv)->final("hex"); });
ask("texts", [] { return crypto::createCipheriv("aes-128-cbc", "0123456789abcdef", "0123456789abcdef")->final("hex"); });
ask("array buffers", [] { return crypto::createCipheriv("aes-128-cbc", ArrayBuffer(16), ArrayBuffer(16))->final("hex"); });
ask("GCM with a long vector", [=] { return crypto::createCipheriv("aes-128-gcm", key.subarray(0, 16), Buffer::alloc(40, 1))->update("abc", "utf8", "hex"); });
for (String name : Array<String>{"aes-128-ccm", "aes-128-gcm", "aes-128-ocb"}) {
  auto make = [=] { return crypto::createCipheriv(name, key.subarray(0, 16), iv.subarray(0, 12), {.authTagLength = 16}); };
  ask(name + " of nothing", [=] { auto cipher = make(); cipher->final(); return cipher->getAuthTag(); });
  ask(name + " of an empty text", [=] { auto cipher = make(); cipher->update(""); cipher->final(); return cipher->getAuthTag(); });
  ask(name + " of AAD", [=] { auto cipher = make(); cipher->setAAD("x", {.plaintextLength = 0}); cipher->final(); return cipher->getAuthTag(); });
}
for (String name : Array<String>{"aes-128-cbc", "AES-128-gcm", "aes-128-ecb", "chacha20-poly1305", "chacha20", "aes-256-ocb", "aes128-wrap", "aes-128-xts", "nope", ""})
  ask("info " + name, [=] { return crypto::getCipherInfo(name); });
for (int nid : Array<int>{418, 419}) ask("info " + str(nid), [=] { return crypto::getCipherInfo(nid); });
for (int ivLength : Array<int>{1, 7, 12, 13, 14, 16}) {
  for (String name : Array<String>{"aes-128-ccm", "aes-128-gcm", "aes-128-cbc", "aes-128-ecb"}) {
    ask("info " + name + " " + str(ivLength), [=] { return crypto::getCipherInfo(name, {.ivLength = ivLength}); });
  }
}
ask("info with a key", [] { return crypto::getCipherInfo("aes-128-cbc", {.keyLength = 16}); });

auto cipher = crypto::createCipheriv("aes-128-cbc", key.subarray(0, 16), iv);
auto decipher = crypto::createDecipheriv("aes-128-cbc", key.subarray(0, 16), iv);
decipher->setEncoding("utf8");
decipher->on(event::data, [](String text) { console::log("data", text); });
decipher->on(event::end, [] { console::log("end"); });
cipher->pipe(decipher);
cipher->write("some text, ");
cipher->end("and some more of it");
auto wrong = crypto::createDecipheriv("aes-128-gcm", key.subarray(0, 16), iv)->setAuthTag(Buffer::alloc(16));
wrong->on(event::data, [](Buffer data) { console::log("wrong", data); });
wrong->on(event::error, [](Error error) { console::log("error", error->message); });
wrong->on(event::close, [] { console::log("close"); });
wrong->end("abc");
}); }
