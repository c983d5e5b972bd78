// Decodes any bytes in each encoding as a whole, and cut at places that the bytes choose: the texts must be the same
// and well-formed, and a fatal decoder must accept what another decodes without U+FFFD.
#include <nodecpp/error.h>
#include <nodecpp/text_encoding.h>

#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string_view>

using namespace nodecpp;

namespace {

constexpr const char* encodings[] = {"utf-8",  "utf-16le",    "utf-16be",  "gb18030", "gbk",          "big5",
                                     "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr",  "windows-1255", "x-user-defined"};

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const char* encoding = encodings[data[0] % std::size(encodings)];
  unsigned seed = data[1];
  const Buffer bytes = Buffer::copyOf(reinterpret_cast<const char*>(data) + 2, size - 2);
  const String whole = make<TextDecoder>(encoding, {.ignoreBOM = true})->decode(bytes);
  require(whole.isWellFormed());
  auto decoder = make<TextDecoder>(encoding, {.ignoreBOM = true});
  String pieces = "";
  for (std::ptrdiff_t from = 0; from < bytes.length();) {
    seed = seed * 1103515245u + 12345u;
    const std::ptrdiff_t to = from + std::ptrdiff_t((seed >> 16) % 7);
    pieces += decoder->decode(bytes.subarray(from, to), {.stream = true});
    from = to;
  }
  pieces += decoder->decode();
  require(pieces == whole);
  try {
    require(make<TextDecoder>(encoding, {.fatal = true, .ignoreBOM = true})->decode(bytes) == whole);
  } catch (const TypeError&) {
    require(whole.includes("\ufffd"));
  }
  return 0;
}
