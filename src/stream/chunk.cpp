#include <nodecpp/chunk.h>
#include <nodecpp/events/listener.h>
#include <nodecpp/util.h>

namespace nodecpp::stream {

void ChunkObject::describeUnknown(util::Value& out) const {
  out = isNumber ? util::Value(number()) : util::Value::of(util::Value::Kind::raw, "[Object]");
}

String Chunk::toText(const EncodingArg& encoding, std::ptrdiff_t from, std::ptrdiff_t to) const {
  if (kind_ == Kind::buffer) return buffer_.toString(encoding, from, to);
  if (kind_ == Kind::string) return string_;
  if (kind_ == Kind::object) {
    util::Value value;
    object_->describe(value);
    return value.isPrimitive() ? util::format("%s", value) : String("[object Object]");
  }
  return "null";
}

Buffer Chunk::toBytes(const EncodingArg& encoding) const {
  if (kind_ == Kind::object) detail::throwWrongChunk();
  return kind_ == Kind::string ? Buffer::from(string_, encoding) : Buffer();
}

Chunk Chunk::slice(std::ptrdiff_t from, std::ptrdiff_t to) const {
  if (kind_ == Kind::buffer) return buffer_.subarray(from, to);
  if (kind_ == Kind::string) return string_.slice(from, to);
  return {};
}

bool Chunk::becomeArgument(const void* type, void* room) const {
  if (kind_ == Kind::object) return object_->type == type && (object_->copyTo(room), true);
  if (kind_ == Kind::none) return false;
  if (type == &nodecpp::detail::typeIdOf<Buffer>)
    ::new (room) Buffer(toBuffer());
  else if (type == &nodecpp::detail::typeIdOf<String>)
    ::new (room) String(toString());
  else
    return false;
  return true;
}

void detail::throwWrongChunk() {
  throw nodecpp::detail::codedError<TypeError>("ERR_INVALID_ARG_TYPE", "The chunk is of another type");
}

bool operator==(const Chunk& a, const Chunk& b) noexcept {
  if (a.kind_ != b.kind_) return false;
  if (a.kind_ == Chunk::Kind::object)
    return a.object_ == b.object_ ||
           (a.object_->isNumber && b.object_->isNumber && a.object_->number() == b.object_->number());
  if (a.kind_ == Chunk::Kind::buffer) return a.buffer_ == b.buffer_;
  return a.kind_ != Chunk::Kind::string || a.string_ == b.string_;
}

bool Chunk::equals(StringArg text) const noexcept {
  if (kind_ == Kind::string) return StringArg(string_) == text;
  return kind_ == Kind::buffer && buffer_.size() == text.size() &&
         std::memcmp(buffer_.bytes(), text.data(), text.size()) == 0;
}

String& Chunk::appendTo(String& text) const { return text += kind_ == Kind::string ? string_ : toString(); }

Chunk ChunkArg::toChunk(Encoding encoding) const {
  if (isText_) return Buffer::from(text_, encoding);
  return chunk_.isString() ? Chunk(chunk_.toBuffer(encoding)) : chunk_;
}

}  // namespace nodecpp::stream
