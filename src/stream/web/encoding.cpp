#include <nodecpp/stream/web/encoding.h>

#include <nodecpp/let.h>

namespace nodecpp::stream::web {

TextEncoderStreamObject::TextEncoderStreamObject() {
  let<String> pending{String()};
  transform_ = make<TransformStream>({
      .transform =
          [pending](Chunk chunk, TransformStreamDefaultController controller) {
            String text = pending.value() + str(chunk);
            pending = String();
            if (text.empty()) return;
            // A first half of a surrogate pair waits for the second, which may be the next chunk's first.
            const double last = double(text.charCodeAt(text.length() - 1));
            if (last >= 0xd800 && last <= 0xdbff) {
              pending = text.slice(-1);
              text = text.slice(0, -1);
              if (text.empty()) return;
            }
            controller->enqueue(Buffer::from(text));
          },
      .flush =
          [pending](TransformStreamDefaultController controller) {
            if (!pending.value().empty()) controller->enqueue(Buffer::from({0xef, 0xbf, 0xbd}));
          },
  });
}

TextDecoderStreamObject::TextDecoderStreamObject(StringArg encoding, const TextDecoderOptions& options)
    : decoder_(make<TextDecoder>(encoding, options)) {
  TextDecoder decoder = decoder_;
  transform_ = make<TransformStream>({
      .transform =
          [decoder](Chunk chunk, TransformStreamDefaultController controller) {
            if (!chunk.isBuffer())
              throw nodecpp::detail::invalidArgType(
                  chunk ? "list" : "chunk",
                  chunk ? "an instance of SharedArrayBuffer, ArrayBuffer or ArrayBufferView" : "of type string",
                  chunk.isString() ? "type string (" + nodecpp::detail::inspectString(chunk.string()) + ")"
                  : chunk          ? String("an instance of Object")
                                   : String("undefined"));
            String text = decoder->decode(chunk.buffer(), {.stream = true});
            if (!text.empty()) controller->enqueue(text);
          },
      .flush =
          [decoder](TransformStreamDefaultController controller) {
            String text = decoder->decode();
            if (!text.empty()) controller->enqueue(text);
            controller->terminate();
          },
  });
}

}  // namespace nodecpp::stream::web
