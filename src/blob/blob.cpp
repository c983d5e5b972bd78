#include <nodecpp/blob.h>
#include <nodecpp/date.h>
#include <nodecpp/error.h>
#include <nodecpp/typed_arrays.h>
#include <nodecpp/util.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "base/assertion.h"
#include "blob/blob_data.h"

namespace nodecpp {

using detail::BlobData;
using detail::BlobPiece;

namespace {

// Returns the type in lower case, or "" when it has characters outside of printable ASCII.
String normalizedType(StringArg type) {
  const std::string_view bytes(type.data(), type.size());
  if (!std::ranges::all_of(bytes, [](char c) { return c >= 0x20 && c <= 0x7e; })) return {};
  return type.toString().toLowerCase();
}

Buffer withNativeLineEnds(const Buffer& text) {
  std::string out;
  const std::string_view from(text.bytes(), text.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i] == '\r' && i + 1 < from.size() && from[i + 1] == '\n') continue;
    out += from[i] == '\r' ? '\n' : from[i];
  }
  return Buffer::from(out);
}

// WebIDL's conversion to a `long long` with [Clamp], and then to a position in `size` bytes, where a negative number
// counts from the end.
double position(double number, double size) {
  if (number != number) return 0;
  const double whole = std::nearbyint(std::clamp(number, -9007199254740991.0, 9007199254740991.0));
  return whole < 0 ? std::max(size + whole, 0.0) : std::min(whole, size);
}

}  // namespace

void BlobPart::setText(StringArg text) {
  bytes_ = Buffer::from(text);
  isText_ = true;
}

BlobObject::BlobObject(const BlobParts& parts, const BlobOptions& options)
    : data_(make<BlobData>()), type_(normalizedType(options.type)) {
  const bool native = options.endings == "native";
  if (!native && options.endings != "transparent")
    throw detail::codedError<TypeError>(
        "ERR_INVALID_ARG_VALUE",
        "The property 'options.endings' is invalid. Received " + detail::inspectString(options.endings));
  for (const BlobPart& part : parts.parts_) {
    if (part.blob_)
      data_->add(part.blob_->data_, 0, part.blob_->size_);
    else if (part.isText_)
      data_->add({.bytes = native ? withNativeLineEnds(part.bytes_) : part.bytes_});
    else
      data_->add({.bytes = Buffer::from(part.bytes_)});
  }
  size_ = data_->size();
}

BlobObject::BlobObject(Buffer bytes, String type)
    : data_(make<BlobData>()), size_(double(bytes.size())), type_(std::move(type)) {
  data_->add({.bytes = std::move(bytes)});
}

BlobObject::BlobObject(Handle<detail::BlobSource> source, double size, String type)
    : data_(make<BlobData>()), size_(size), type_(std::move(type)) {
  data_->add({.source = std::move(source), .size = size});
}

BlobObject::BlobObject(const Blob& of, double start, double size, String type)
    : data_(make<BlobData>()), size_(size), type_(std::move(type)) {
  data_->add(of->data_, start, size);
}

BlobObject::~BlobObject() = default;

Blob BlobObject::slice(double start, double end, StringArg contentType) const {
  const double from = position(start, size_);
  const double to = std::max(position(end, size_), from);
  return make<Blob>(Blob(const_cast<BlobObject*>(this)), from, to - from, normalizedType(contentType));
}

// Node.js prints the members as an object of their own, so that the name in front does not count when it breaks lines.
String BlobObject::printed() const {
  struct Members {
    const BlobObject& blob;
    const FileObject* file;
    void inspectTo(util::Inspector& out) const {
      out.name("").property("size", blob.size()).property("type", blob.type());
      if (file) out.property("name", file->name()).property("lastModified", file->lastModified());
    }
  };
  const auto* file = dynamic_cast<const FileObject*>(this);
  return (file ? "File " : "Blob ") + util::inspect(Members{*this, file});
}

// Reads with one microtask for each piece and one between two pieces, as Node does.
Promise<ArrayBuffer> BlobObject::arrayBuffer() const {
  return [](Blob blob) -> Promise<ArrayBuffer> {
    ArrayBuffer out(blob->size());
    detail::BlobReader reader(blob);
    std::size_t at = 0;
    while (at < std::size_t(blob->size())) {
      const Buffer piece = co_await reader.next(std::size_t(1) << 20);
      NODECPP_ASSERT(!piece.empty() && at + piece.size() <= std::size_t(blob->size()), at, piece.size());
      std::memcpy(out.store()->data + at, piece.bytes(), piece.size());
      at += piece.size();
      if (at < std::size_t(blob->size())) co_await Promise<>::resolve();
    }
    co_return out;
  }(Blob(const_cast<BlobObject*>(this)));
}

Promise<String> BlobObject::text() const {
  return arrayBuffer().then([](const ArrayBuffer& bytes) {
    const Buffer all = Buffer::from(bytes);
    const bool marked = std::string_view(all.bytes(), std::min<std::size_t>(all.size(), 3)) == "\xef\xbb\xbf";
    return all.toString(Encoding::utf8, marked ? 3 : 0);
  });
}

Promise<Uint8Array> BlobObject::bytes() const {
  return arrayBuffer().then([](const ArrayBuffer& bytes) { return Uint8Array(bytes); });
}

FileObject::FileObject(const BlobParts& parts, StringArg name, const FileOptions& options)
    : BlobObject(parts, {.endings = options.endings, .type = options.type}),
      name_(name.toString().toWellFormed()),
      lastModified_(options.lastModified.given ? options.lastModified.value : Date::now()) {
  if (lastModified_ != lastModified_) lastModified_ = 0;
}

FileObject::FileObject(const Blob& of, StringArg name, double lastModified, String type)
    : BlobObject(of, 0, of->size(), std::move(type)),
      name_(name.toString().toWellFormed()),
      lastModified_(lastModified) {}

File structuredClone(const File& value) {
  if (!value) return {};
  return make<FileObject>(value, value->name(), value->lastModified(), value->type());
}

Blob BlobObject::structuredCloned() const { return structuredClone(Blob(const_cast<BlobObject*>(this))); }

Blob structuredClone(const Blob& value) {
  if (!value) return {};
  if (const File file = value.as<File>()) return structuredClone(file);
  return make<Blob>(value, 0.0, value->size(), value->type());
}

}  // namespace nodecpp
