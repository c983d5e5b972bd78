// The operations that bench/crypto.js times, in Node.cpp; operations.js has the same statements. Prints a line for each: its name
// and the nanoseconds that it took.
#include <nodecpp/console.h>
#include <nodecpp/crypto.h>
#include <nodecpp/json.h>
#include <nodecpp/math.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
#include <nodecpp/zlib.h>
using namespace nodecpp;

using Operation = std::pair<String, Function<void()>>;

// Repeats an operation in callbacks of their own, each of some milliseconds, until its time is over.
static void time(Array<Operation> operations, double milliseconds, int i) {
  if (i == operations.length()) return;
  const Operation one = operations[i];
  let<int> done = 0;
  let<double> spent = 0;
  let<int> batch = 1;
  let<Function<void()>> go;
  go = [=] {
    const auto begun = process::hrtime.bigint();
    for (int j = 0; j < batch; j++) one.second();
    const double took = double(process::hrtime.bigint() - begun) / 1e6;
    spent += took;
    done += batch;
    if (took < 2) batch *= 2;
    if (spent < milliseconds) {
      setImmediate(go);
      return;
    }
    console::log(one.first + "\t" + str(Math::round(spent * 1e6 / done)));
    time(operations, milliseconds, i + 1);
  };
  go();
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  const double milliseconds = process::argv.length() > 2 ? double(Number(process::argv[2])) : 300;
  auto small = Buffer::alloc(64, "a");
  auto large = Buffer::alloc(1 << 20, "b");
  auto block = Buffer::alloc(16384, "c");
  auto key = Buffer::alloc(32, "k");
  auto iv = Buffer::alloc(12, "i");
  auto pair = crypto::generateKeyPairSync("ed25519");
  auto signature = crypto::sign(nullptr, small, pair.privateKey);
  var rows = var::array();
  for (int i = 0; i < 600; i++) rows.push(var::object({{"id", i * 7919}, {"name", "customer " + str((i * 31) % 97)}, {"balance", double((i * 104729LL) % 100000) / 100}, {"tags", var::array({"a" + str(i % 5), "b" + str(i % 11)})}}));
  auto json = Buffer::from(JSON::stringify(rows)).subarray(0, 49152);
  auto compressed = zlib::gzipSync(json);

  time({
    {"sha256 of 64 B, hash()", [=] { crypto::hash("sha256", small); }},
    {"sha256 of 64 B, createHash()", [=] { crypto::createHash("sha256")->update(small)->digest("hex"); }},
    {"sha256 of 1 MiB", [=] { crypto::createHash("sha256")->update(large)->digest("hex"); }},
    {"HMAC-SHA256 of 64 B", [=] { crypto::createHmac("sha256", key)->update(small)->digest("hex"); }},
    {"randomUUID", [=] { crypto::randomUUID(); }},
    {"AES-256-GCM of 16 KiB", [=] {
      auto cipher = crypto::createCipheriv("aes-256-gcm", key, iv);
      cipher->update(block);
      cipher->final();
      cipher->getAuthTag();
    }},
    {"Ed25519, sign", [=] { crypto::sign(nullptr, small, pair.privateKey); }},
    {"Ed25519, verify", [=] { crypto::verify(nullptr, small, pair.publicKey, signature); }},
    {"gzip level 6 of 48 KiB of JSON", [=] { zlib::gzipSync(json, {.level = 6}); }},
    {"gunzip of it", [=] { zlib::gunzipSync(compressed); }},
    {"Brotli quality 4 of it", [=] { zlib::brotliCompressSync(json, {.params = {{zlib::constants::BROTLI_PARAM_QUALITY, 4}}}); }},
    {"zstd level 3 of it", [=] { zlib::zstdCompressSync(json, {.params = {{zlib::constants::ZSTD_c_compressionLevel, 3}}}); }},
  }, milliseconds, 0);
}); }
