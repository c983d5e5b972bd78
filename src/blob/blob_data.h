// The bytes of a Blob, as a list of pieces. For the module blob.
#pragma once

#include <nodecpp/blob.h>

#include <vector>

namespace nodecpp::detail {

// A run of bytes: in memory, in a source, or a part of the pieces of another Blob.
struct BlobPiece {
  Buffer bytes{};
  Handle<BlobSource> source{};
  Handle<BlobData> nested{};
  double start = 0;  // the position in `source` or `nested`
  double size = 0;
  double end = 0;  // the position in the Blob at which the piece ends
};

// The pieces of a Blob, which never change. Blobs that are made of a Blob refer to its pieces and do not copy the list,
// so that a Blob to which a program appends again and again costs what was appended.
class BlobData : public Object {
 public:
  // Adds a piece, unless it is empty.
  void add(BlobPiece piece);
  // Adds `size` bytes of another Blob's data from `start` on.
  void add(const Handle<BlobData>& other, double start, double size);
  double size() const noexcept { return pieces_.empty() ? 0 : pieces_.back().end; }
  // Returns the index of the piece that contains the byte at `position`.
  std::size_t find(double position) const noexcept;
  const std::vector<BlobPiece>& pieces() const noexcept { return pieces_; }

 private:
  std::vector<BlobPiece> pieces_;
};

}  // namespace nodecpp::detail
