#include <nodecpp/dom_exception.h>

#include <algorithm>

#include "base/assertion.h"
#include "blob/blob_data.h"

namespace nodecpp::detail {

void BlobData::add(BlobPiece piece) {
  if (!piece.source && !piece.nested) piece.size = double(piece.bytes.size());
  if (piece.size == 0) return;
  piece.end = size() + piece.size;
  if (piece.end > double(buffer::kMaxLength))
    throw codedError<RangeError>("ERR_BUFFER_TOO_LARGE",
                                 "Cannot create a Buffer larger than " + str(buffer::kMaxLength) + " bytes");
  pieces_.push_back(std::move(piece));
}

// A part of a single piece becomes a piece of its own, so that slices of slices do not refer to each other.
void BlobData::add(const Handle<BlobData>& other, double start, double size) {
  if (size == 0) return;
  NODECPP_ASSERT(start >= 0 && start + size <= other->size(), start, size);
  const BlobPiece& piece = other->pieces_[other->find(start)];
  if (start + size > piece.end) return add({.nested = other, .start = start, .size = size});
  const double within = start - (piece.end - piece.size);
  if (!piece.source && !piece.nested)
    return add({.bytes = piece.bytes.subarray(std::ptrdiff_t(within), std::ptrdiff_t(within + size))});
  add({.source = piece.source, .nested = piece.nested, .start = piece.start + within, .size = size});
}

std::size_t BlobData::find(double position) const noexcept {
  const auto found = std::ranges::upper_bound(pieces_, position, {}, &BlobPiece::end);
  return std::size_t(found - pieces_.begin());
}

Error notReadable() { return DOMException("The blob could not be read", "NotReadableError"); }

struct BlobReader::Level {
  Handle<BlobData> data;
  double at;  // the next byte to read
  double end;
};

BlobReader::BlobReader(const Blob& blob) { levels_.push_back({blob->data_, 0, blob->size_}); }
BlobReader::~BlobReader() = default;

Promise<Buffer> BlobReader::next(std::size_t most) {
  NODECPP_ASSERT(most > 0);
  while (!levels_.empty()) {
    Level& level = levels_.back();
    if (level.at >= level.end) {
      levels_.pop_back();
      continue;
    }
    const BlobPiece& piece = level.data->pieces()[level.data->find(level.at)];
    const double within = level.at - (piece.end - piece.size);
    double size = std::min(piece.end, level.end) - level.at;
    if (piece.source) size = std::min(size, double(most));
    level.at += size;
    if (piece.source) return piece.source->read(piece.start + within, std::size_t(size));
    if (!piece.nested)
      return Promise<Buffer>::resolve(piece.bytes.subarray(std::ptrdiff_t(within), std::ptrdiff_t(within + size)));
    // Made first, because the list's growth would move the piece.
    Level inner{piece.nested, piece.start + within, piece.start + within + size};
    levels_.push_back(std::move(inner));
  }
  return Promise<Buffer>::resolve(Buffer());
}

}  // namespace nodecpp::detail
