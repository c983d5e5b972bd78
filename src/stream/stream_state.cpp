// High-water marks, and the functions that answer questions about a stream's state.
#include <cmath>

#include <nodecpp/loop_local.h>

#include "stream/stream_access.h"

namespace nodecpp::stream {

namespace {
// The default high-water marks that a program has set for all its streams.
struct Marks {
  double bytes = 65536;
  double objects = 16;
};
constinit nodecpp::detail::LoopLocal<Marks> marks;
}  // namespace

double getDefaultHighWaterMark(bool objectMode) {
  const Marks* set = marks.find();
  if (!set) [[likely]]
    return objectMode ? Marks{}.objects : Marks{}.bytes;
  return objectMode ? set->objects : set->bytes;
}

void setDefaultHighWaterMark(bool objectMode, double value) {
  if (value != std::trunc(value) || std::isinf(value)) throw nodecpp::detail::outOfRange("value", "an integer", str(value));
  if (value < 0 || value > 9007199254740991)
    throw nodecpp::detail::outOfRange("value", ">= 0 && <= 9007199254740991", nodecpp::detail::rangeNumber(value));
  (objectMode ? marks->objects : marks->bytes) = value;
}

namespace detail {

std::size_t checkedMark(const OptionalNumber& mark, const char* name, bool objectMode) {
  if (!mark.given) return std::size_t(getDefaultHighWaterMark(objectMode));
  if (!(mark.value >= 0) || mark.value != std::floor(mark.value) || std::isinf(mark.value))
    throw nodecpp::detail::invalidArgValue(name, str(mark.value));
  return mark.value >= 0x1p63 ? std::size_t(PTRDIFF_MAX) : std::size_t(mark.value);
}

Error wrongChunk(const ChunkArg& chunk) {
  Chunk value = chunk.toChunk();
  String text = value.toString();
  return nodecpp::detail::codedError<TypeError>(
      "ERR_INVALID_ARG_TYPE",
      "The \"chunk\" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received " +
          (value.object()->isNumber ? "type number (" + text + ")" : String("an instance of Object")));
}

bool hasReadable(StreamObject& s) {
  ReadableObject* r = s.readableSide();
  return r && !(s.writableSide() && Access::disabled(*r));
}

bool hasWritable(StreamObject& s) {
  WritableObject* w = s.writableSide();
  return w && !(s.readableSide() && Access::disabled(*w));
}

Answer readableFinished(StreamObject& s, bool strict) {
  if (!hasReadable(s)) return Answer::null;
  if (s.errored()) return Answer::no;
  ReadableObject& r = *s.readableSide();
  return answer(Access::endEmitted(r) || (!strict && Access::ended(r) && r.readableLength() == 0));
}

Answer writableFinished(StreamObject& s, bool strict) {
  if (!hasWritable(s)) return Answer::null;
  WritableObject& w = *s.writableSide();
  if (w.writableFinished()) return Answer::yes;
  if (s.errored()) return Answer::no;
  return answer(!strict && Access::ended(w) && w.writableLength() == 0);
}

Answer writableEnded(StreamObject& s) {
  if (!hasWritable(s)) return Answer::null;
  WritableObject& w = *s.writableSide();
  if (w.writableEnded()) return Answer::yes;
  if (s.errored()) return Answer::no;
  return answer(Access::ended(w));
}

Answer readable(StreamObject& s) {
  ReadableObject* r = s.readableSide();
  if (!r) return Answer::null;
  if (s.destroyed()) return Answer::no;
  return answer(hasReadable(s) && r->readable() && readableFinished(s, true) != Answer::yes);
}

Answer writable(StreamObject& s) {
  WritableObject* w = s.writableSide();
  if (!w) return Answer::null;
  if (s.destroyed()) return Answer::no;
  return answer(hasWritable(s) && w->writable() && writableEnded(s) != Answer::yes);
}

}  // namespace detail

bool isReadable(const Stream& stream) { return stream && detail::readable(*stream) == detail::Answer::yes; }
bool isWritable(const Stream& stream) { return stream && detail::writable(*stream) == detail::Answer::yes; }
bool isDestroyed(const Stream& stream) { return stream && stream->destroyed(); }
bool isErrored(const Stream& stream) { return stream && detail::Access::errorEmitted(*stream); }
bool isDisturbed(const Stream& stream) {
  ReadableObject* r = stream ? stream->readableSide() : nullptr;
  return r && (r->readableDidRead() || r->readableAborted());
}

}  // namespace nodecpp::stream
