// Encodings and base64.
#include <nodecpp/buffer.h>
#include <nodecpp/text_encoding.h>
#include <nodecpp/typed_arrays.h>

#include "bridge.h"

namespace wpt {

static perThread<Kept<TextDecoder>> decoders;

void defineTexts() {
  define("TextDecoder", [](Array<var> a) -> var {
    auto decoder = make<TextDecoder>(a[0].toString(), TextDecoderOptions{.fatal = bool(a[1]), .ignoreBOM = bool(a[2])});
    return var::array({decoders->add(decoder), decoder->encoding()});
  });
  define("TextDecoder.decode", [](Array<var> a) -> var {
    return TextDecoder(decoders.value()[a[0]])->decode(Buffer::from(a[1].toString(), "base64"), {.stream = bool(a[2])});
  });
  define("TextEncoder.encode", [](Array<var> a) -> var {
    return Buffer::from(make<TextEncoder>()->encode(a[0].toString()).buffer()).toString("base64");
  });
  define("TextEncoder.encodeInto", [](Array<var> a) -> var {
    Uint8Array bytes(a[1].toNumber());
    auto done = make<TextEncoder>()->encodeInto(a[0].toString(), bytes);
    return var::array({double(done.read), double(done.written), Buffer::from(bytes.buffer()).toString("base64")});
  });
  define("atob", [](Array<var> a) -> var { return buffer::atob(a[0].toString()); });
  define("btoa", [](Array<var> a) -> var { return buffer::btoa(a[0].toString()); });
}

}  // namespace wpt
