#include <nodecpp/console.h>
#include <nodecpp/crypto.h>
#include <nodecpp/fs.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/zlib.h>
using namespace nodecpp;

// Decompresses the streams that a file names, each at once, and those without a sign after their name byte by byte too.
// A line of the file is NAME|MODE|WINDOW|BYTES, where BYTES are hexadecimal. Prints what became of each.

namespace {

String sizeAndHash(Buffer bytes) { return str(bytes.length()) + " " + crypto::createHash("sha1")->update(bytes)->digest("hex"); }
String failure(Error error) { return error->code + " " + error->errno_ + " " + error->message; }

String whole(String mode, int bits, Buffer bytes) {
  try {
    if (mode == "brotli") return sizeAndHash(zlib::brotliDecompressSync(bytes));
    if (mode == "inflate") return sizeAndHash(zlib::inflateSync(bytes, {.windowBits = bits}));
    if (mode == "inflateRaw") return sizeAndHash(zlib::inflateRawSync(bytes, {.windowBits = bits}));
    if (mode == "gunzip") return sizeAndHash(zlib::gunzipSync(bytes, {.windowBits = bits}));
    return sizeAndHash(zlib::unzipSync(bytes, {.windowBits = bits}));
  } catch (Error& error) {
    return failure(error);
  }
}

Promise<String> told(auto stream, Buffer bytes) {
  return Promise<String>([=](auto resolve) {
    Array<Buffer> pieces;
    stream->on(event::data, [=](Buffer piece) { pieces.push(piece); });
    stream->on(event::error, [=](Error error) { resolve(sizeAndHash(Buffer::concat(pieces)) + " " + failure(error)); });
    stream->on(event::end, [=] { resolve(sizeAndHash(Buffer::concat(pieces))); });
    for (int i = 0; i < bytes.length(); ++i) stream->write(bytes.subarray(i, i + 1));
    stream->end();
  });
}

Promise<String> inPieces(String mode, int bits, Buffer bytes) {
  try {
    if (mode == "brotli") return told(zlib::createBrotliDecompress(), bytes);
    if (mode == "inflate") return told(zlib::createInflate({.windowBits = bits}), bytes);
    if (mode == "inflateRaw") return told(zlib::createInflateRaw({.windowBits = bits}), bytes);
    if (mode == "gunzip") return told(zlib::createGunzip({.windowBits = bits}), bytes);
    return told(zlib::createUnzip({.windowBits = bits}), bytes);
  } catch (Error& error) {
    return Promise<String>::resolve(failure(error));
  }
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  for (String line : fs::readFileSync(process::argv[2], "latin1").split("\n")) {
    if (line == "") continue;
    auto fields = line.split("|");
    String name = fields[0], mode = fields[1];
    int window = int(Number(fields[2]));
    auto bytes = Buffer::from(fields[3], "hex");
    console::log(name + " | " + whole(mode, window, bytes));
    if (name.includes("#")) continue;
    console::log(name + " | in pieces: " + co_await inPieces(mode, window, bytes));
  }
}); }
