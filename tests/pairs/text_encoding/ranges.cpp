// Every byte and every pair of bytes in every encoding, and longer sequences where an encoding has them: whole, and cut
// at places drawn from a seed. What is printed are hashes of the texts.
#include <nodecpp/console.h>
#include <nodecpp/crypto.h>
#include <nodecpp/math.h>
#include <nodecpp/process.h>
#include <nodecpp/text_encoding.h>
#include <nodecpp/typed_arrays.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<String> encodings = {"utf-8", "ibm866", "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8",
    "iso-8859-8-i", "iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16", "koi8-r", "koi8-u", "macintosh",
    "windows-874", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255", "windows-1256",
    "windows-1257", "windows-1258", "x-mac-cyrillic", "gbk", "gb18030", "big5", "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr",
    "utf-16be", "utf-16le", "x-user-defined"};

  auto pairs = Buffer::alloc(65536 * 3);
  for (int i = 0; i < 65536; i++) {
    pairs[3 * i] = i >> 8;
    pairs[3 * i + 1] = i;
    pairs[3 * i + 2] = 0x41;
  }
  auto triples = Buffer::alloc(128 * 128 * 4);
  for (int i = 0; i < 128 * 128; i++) {
    triples[4 * i] = 0x8f;
    triples[4 * i + 1] = 0x80 | i >> 7;
    triples[4 * i + 2] = 0x80 | i;
    triples[4 * i + 3] = 0x41;
  }
  auto quads = Buffer::alloc(126 * 10 * 126 * 10 * 4);
  int at = 0;
  for (int a = 0x81; a <= 0xfe; a++)
    for (int b = 0x30; b <= 0x39; b++)
      for (int c = 0x81; c <= 0xfe; c++)
        for (int d = 0x30; d <= 0x39; d++) {
          quads[at++] = a;
          quads[at++] = b;
          quads[at++] = c;
          quads[at++] = d;
        }
  auto jis = Buffer::alloc(3 + 94 * 94 * 2);
  jis[0] = 0x1b;
  jis[1] = 0x24;
  jis[2] = 0x42;
  for (int i = 0; i < 94 * 94; i++) {
    jis[3 + 2 * i] = 0x21 + int(i / 94);
    jis[4 + 2 * i] = 0x21 + i % 94;
  }
  // Random bytes, with the escape sequences of ISO-2022-JP among them.
  let<std::uint32_t> state = 7;
  auto draw = [=](std::uint32_t most) {
    state = state.value() * 1103515245u + 12345u;
    return (state.value() >> 16) % most;
  };
  Array<String> escapes = {"\x1b(B", "\x1b(J", "\x1b(I", "\x1b$@", "\x1b$B", "\x1b$", "\x1b", "\x1b(", "\x0e", "\x0f"};
  auto random = Buffer::alloc(100000);
  for (int i = 0; i < random.length(); i++) {
    random[i] = draw(256);
    if (draw(5) == 0) i += int(random.write(escapes[draw(10)], i, "latin1")) - 1;
  }
  auto seven = Buffer::from(random);
  for (int i = 0; i < seven.length(); i++) seven[i] = seven[i] & 0x7f;

  auto hash = [](String text) { return crypto::createHash("sha256")->update(Buffer::from(text, "utf16le"))->digest("hex").slice(0, 16); };
  for (auto encoding : encodings) {
    Array<String> hashes;
    for (auto bytes : Array<Buffer>{pairs, triples, jis, random, seven})
      hashes.push(hash(make<TextDecoder>(encoding, {.ignoreBOM = true})->decode(bytes)));
    if (encoding == "gb18030") hashes.push(hash(make<TextDecoder>(encoding)->decode(quads)));
    auto decoder = make<TextDecoder>(encoding);
    String text = "";
    for (int from = 0; from < random.length();) {
      int to = from + 8 + int(draw(60));
      text += decoder->decode(random.subarray(from, to), {.stream = true});
      from = to;
    }
    hashes.push(hash(text + decoder->decode()));
    // How many of the single bytes and of every 31st pair a fatal decoder refuses.
    int refused = 0;
    auto fatal = make<TextDecoder>(encoding, {.fatal = true});
    for (int i = 0; i < 65536 + 256; i += i < 256 ? 1 : 31)
      try {
        fatal->decode(i < 256 ? Buffer::from({i}) : pairs.subarray(3 * (i - 256), 3 * (i - 256) + 2));
      } catch (Error& error) {
        refused++;
      }
    console::log(encoding, hashes.join(" "), refused);
  }
}); }
