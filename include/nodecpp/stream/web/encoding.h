// TextEncoderStream and TextDecoderStream. Programs include nodecpp/stream/web.h.
// https://nodejs.org/docs/latest-v24.x/api/webstreams.html#class-textencoderstream
#pragma once

#include <nodecpp/stream/web/transform.h>
#include <nodecpp/text_encoding.h>

namespace nodecpp::stream::web {

// Text to UTF-8, for pipeThrough(): each chunk is a text, or a value whose text is taken. A surrogate pair that two
// chunks share is one character.
class TextEncoderStreamObject : public Object {
 public:
  TextEncoderStreamObject();
  String encoding() const { return "utf-8"; }
  ReadableStream readable() const { return transform_->readable(); }
  WritableStream writable() const { return transform_->writable(); }

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    detail::inspectAs(out, "TextEncoderStream", [&](auto& data) {
      data.property("encoding", encoding()).property("readable", readable()).property("writable", writable());
    });
  }

 private:
  TransformStream transform_;
  NODECPP_TRACE(transform_)
};

// Bytes to text, in the encodings and with the errors of TextDecoder. Characters may be cut at any byte.
class TextDecoderStreamObject : public Object {
 public:
  explicit TextDecoderStreamObject(StringArg encoding = "utf-8", const TextDecoderOptions& options = {});
  String encoding() const noexcept { return decoder_->encoding(); }
  bool fatal() const noexcept { return decoder_->fatal(); }
  bool ignoreBOM() const noexcept { return decoder_->ignoreBOM(); }
  ReadableStream readable() const { return transform_->readable(); }
  WritableStream writable() const { return transform_->writable(); }

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    detail::inspectAs(out, "TextDecoderStream", [&](auto& data) {
      data.property("encoding", encoding()).property("fatal", fatal()).property("ignoreBOM", ignoreBOM());
      data.property("readable", readable()).property("writable", writable());
    });
  }

 private:
  TextDecoder decoder_;
  TransformStream transform_;
  NODECPP_TRACE(decoder_, transform_)
};

using TextEncoderStream = Handle<TextEncoderStreamObject>;
using TextDecoderStream = Handle<TextDecoderStreamObject>;

}  // namespace nodecpp::stream::web

namespace nodecpp {
using stream::web::TextDecoderStream;
using stream::web::TextEncoderStream;

// JavaScript's `new TextDecoderStream(encoding, options)`, with braces for the options.
template <std::same_as<TextDecoderStream> D>
D make(StringArg encoding, const TextDecoderOptions& options) {
  detail::Making making;
  return D(new (making) stream::web::TextDecoderStreamObject(encoding, options));
}
}  // namespace nodecpp
