#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/text_encoding.h>
#include <nodecpp/typed_arrays.h>
#include <nodecpp/util.h>
using namespace nodecpp;

String codes(String text) {
  Array<String> out;
  for (auto c : text) out.push(Number(c.codePointAt(0)).toString(16));
  return out.join(" ");
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  for (auto label : Array<String>{"utf-8", " UTF8\n", "latin1", "ISO-8859-8-I", "x-user-defined", "gb2312", "sjis", "csunicode", "replacement", "iso-2022-kr", "utf-7", "", str("x").repeat(100)})
    try {
      console::log(make<TextDecoder>(label)->encoding());
    } catch (Error& error) {
      console::log(error->name, error->code, error->message);
    }
  console::log(make<TextDecoder>("utf-8", {.fatal = true}), make<util::TextDecoder>("utf-16", {.ignoreBOM = true}), "" + make<TextDecoder>()->toString());
  console::log(make<TextDecoder>()->fatal(), make<TextDecoder>("utf-8", {.ignoreBOM = true})->ignoreBOM());

  Array<Array<int>> malformed = {{0xff}, {0x41, 0xe2, 0x82}, {0xe2, 0x82, 0x41}, {0xed, 0xa0, 0x80}, {0xf0, 0x9f, 0x98}, {0xc0, 0x80}, {0xf4, 0x90, 0x80, 0x80}};
  for (auto bytes : malformed) {
    console::log(codes(make<TextDecoder>()->decode(Uint8Array(bytes))));
    try {
      make<TextDecoder>("utf-8", {.fatal = true})->decode(Uint8Array(bytes));
    } catch (Error& error) {
      console::log(error->name, error->code, error->message);
    }
  }

  // Marks at the beginning.
  auto marked = Uint8Array({0xef, 0xbb, 0xbf, 0x41, 0xef, 0xbb, 0xbf});
  console::log(codes(make<TextDecoder>()->decode(marked)), codes(make<TextDecoder>("utf-8", {.ignoreBOM = true})->decode(marked)));
  auto decoder = make<TextDecoder>();
  struct Piece { Array<int> bytes; bool stream; };
  for (auto [bytes, stream] : Array<Piece>{{{0xef, 0xbb}, true}, {{0xbf, 0x41}, true}, {{}, true}, {{0xef, 0xbb, 0xbf, 0x41}, false}, {{0xef, 0xbb, 0xbf, 0x41}, false}})
    console::log(codes(decoder->decode(Uint8Array(bytes), {.stream = stream})));
  for (auto encoding : Array<String>{"utf-16le", "utf-16be"}) {
    console::log(codes(make<TextDecoder>(encoding)->decode(Uint8Array({0xff, 0xfe, 0x41, 0, 0xd8, 0, 0xd8, 0, 0x41, 0, 0, 0xdc, 0x41}))));
    console::log(codes(make<TextDecoder>(encoding)->decode(Uint8Array({0xfe, 0xff, 0, 0x41, 0xd8, 0x3d, 0xde, 0, 0xdc}))));
  }

  // Cut at each byte.
  String text = "aé€😀\U0010ffffz";
  auto utf16 = Buffer::from(text, "utf16le");
  struct Encoded { String encoding; Buffer bytes; };
  for (auto [encoding, bytes] : Array<Encoded>{{"utf-8", Buffer::from(text)}, {"utf-16le", utf16}, {"utf-16be", Buffer::from(utf16).swap16()}})
    for (int at = 0; at <= bytes.length(); at++) {
      auto cut = make<TextDecoder>(encoding);
      auto first = cut->decode(bytes.subarray(0, at), {.stream = true});
      console::log(first + "|" + cut->decode(bytes.subarray(at)));
    }

  // A fatal decoder after an error.
  struct Bad { String encoding; Array<int> bytes; };
  for (auto [encoding, bytes] : Array<Bad>{{"utf-8", {0x42, 0xff}}, {"utf-16le", {0x42, 0, 0, 0xdc}}, {"shift_jis", {0x42, 0x81, 0x20}}, {"gb18030", {0x42, 0xff}}}) {
    auto fatal = make<TextDecoder>(encoding, {.fatal = true});
    for (auto each : Array<Array<int>>{bytes.slice(0, 3), bytes, bytes.slice(0, -1), {0x41, 0x42}})
      for (auto stream : Array<bool>{true, false})
        try {
          console::log(encoding, codes(fatal->decode(Uint8Array(each), {.stream = stream})));
        } catch (Error& error) {
          console::log(error->code, error->message);
        }
  }
  console::log(make<TextDecoder>()->decode(), make<TextDecoder>()->decode(Uint16Array({0x4241, 0x4443})), make<TextDecoder>()->decode(Uint8Array({65}).buffer()));

  // TextEncoder.
  auto encoder = make<TextEncoder>();
  console::log(encoder->encoding(), encoder, encoder->encode(), encoder->encode("a\xed\xa0\x80é😀"));
  for (auto size : Array<int>{0, 1, 2, 3, 4, 6, 7, 8, 20}) {
    auto into = Uint8Array(size);
    console::log(encoder->encodeInto("aé😀\xed\xb0\x80z", into), into);
  }
}); }
