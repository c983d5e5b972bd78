// Gives any bytes to the parser of event streams, as a whole and in pieces: what it tells must be the same, and no
// event may be larger than allowed.
#include <nodecpp/buffer.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "event_source/event_stream.h"

using namespace nodecpp;
using nodecpp::detail::EventStream;

namespace {

constexpr double mostBytes = 500;

void require(bool holds) {
  if (!holds) std::abort();
}

class Told final : public EventStream::Sink {
 public:
  void onEvent(const String& type, const String& data) override {
    // Invalid UTF-8 becomes three bytes for one.
    require(double(type.size() + data.size()) <= 3 * mostBytes);
    require(buffer::isUtf8(Buffer::from(data)) && type.size() > 0);
    text += type + "\n" + data + "\n" + stream.lastEventId() + "\n";
  }
  EventStream stream{mostBytes};
  String text = "";
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const std::size_t step = data[0] % 16 + 1;
  const auto* bytes = reinterpret_cast<const char*>(data + 1);
  --size;
  Told whole, pieces;
  const bool wholeFits = whole.stream.take(whole, bytes, size);
  bool piecesFit = true;
  for (std::size_t at = 0; at < size && piecesFit; at += step)
    piecesFit = pieces.stream.take(pieces, bytes + at, size - at < step ? size - at : step);
  require(wholeFits == piecesFit);
  require(whole.text == pieces.text);
  if (wholeFits) require(whole.stream.retry() == pieces.stream.retry());
  return 0;
}
