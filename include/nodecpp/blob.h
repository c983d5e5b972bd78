// Blob and File: bytes that do not change, with a type. Blobs share the bytes of the Blobs that they are made of, and a
// slice shares those of the whole.
// https://nodejs.org/docs/latest-v24.x/api/buffer.html#class-blob
//
//   auto blob = make<Blob>({"name,age\n", rows}, {.type = "text/csv"});
//   String text = co_await blob->text();
//   auto file = make<File>({blob}, "people.csv", {.type = blob->type()});
#pragma once

#include <nodecpp/array_buffer.h>
#include <nodecpp/buffer.h>
#include <nodecpp/list.h>
#include <nodecpp/object.h>
#include <nodecpp/promise.h>
#include <nodecpp/stream/stream_base.h>
#include <nodecpp/traits.h>

namespace nodecpp {

namespace stream::web {
class ReadableStreamObject;
}

class BlobObject;
class FileObject;
using Blob = Handle<BlobObject>;
using File = Handle<FileObject>;

namespace detail {

// The bytes of a part that are not in memory, such as those of a file.
class BlobSource : public Object {
 public:
  // Reads `size` bytes from `offset` on, which lie inside of the source. Rejects with notReadable() when the bytes
  // cannot be read, or are others than they were when the source was made.
  virtual Promise<Buffer> read(double offset, std::size_t size) = 0;
};

class BlobData;
class BlobReader;
// Makes the DOMException NotReadableError, "The blob could not be read".
Error notReadable();

}  // namespace detail

// One of the values that a Blob is made of: a text, bytes (a Buffer, a typed array, an ArrayBuffer) or another Blob. A
// value of another type becomes its text, as in JavaScript. The bytes are copied when the Blob is made; those of
// another Blob are shared.
class BlobPart {
 public:
  BlobPart(const Buffer& bytes) : bytes_(bytes) {}
  BlobPart(const ArrayBuffer& bytes) : bytes_(Buffer::from(bytes)) {}
  template <nodecpp::detail::DerivedFrom<detail::ViewBase> T>
  BlobPart(const T& view) : bytes_(detail::bytesOf(view)) {}
  template <class T>
    requires nodecpp::detail::DerivedFrom<T, BlobObject>
  BlobPart(const Handle<T>& blob) : blob_(blob) {
    if (!blob) setText("undefined");
  }
  template <class T>
    requires detail::StringLike<const T&>
  BlobPart(const T& text) {
    setText(text);
  }
  template <class T>
    requires(!detail::StringLike<const T&>) && (!requires { typename T::ObjectType; }) &&
            (!nodecpp::detail::DerivedFrom<T, detail::ViewBase>) && requires(const T& value) { str(value); }
  BlobPart(const T& value) {
    setText(str(value));
  }

 private:
  friend class BlobObject;
  void setText(StringArg text);

  Buffer bytes_;
  Blob blob_;
  bool isText_ = false;
};

// The list of a Blob's parts: braces, or any list of values that can be a part.
class BlobParts {
 public:
  BlobParts() = default;
  BlobParts(std::initializer_list<BlobPart> parts) : parts_(parts) {}
  template <class L>
    requires(!detail::StringLike<const L&>) && (!nodecpp::detail::DerivedFrom<L, detail::ViewBase>) &&
            (!std::same_as<L, Buffer>) && requires(const L& list) {
              list.begin() != list.end();
              BlobPart(*list.begin());
            }
  BlobParts(const L& list) {
    for (const auto& each : list) parts_.push_back(each);
  }

 private:
  friend class BlobObject;
  detail::List<BlobPart> parts_;
};

struct BlobOptions {
  String endings = "transparent";  // "native" writes each line end of the texts as "\n"
  String type{};
};

class BlobObject : public Object {
 public:
  // Throws ERR_INVALID_ARG_VALUE for unknown `endings`, and ERR_BUFFER_TOO_LARGE above buffer::kMaxLength.
  explicit BlobObject(const BlobParts& parts = {}, const BlobOptions& options = {});
  // For the runtime: a Blob over a Buffer's own bytes, which nothing may change afterwards, and over a source. `type`
  // is taken as it is.
  BlobObject(Buffer bytes, String type);
  BlobObject(Handle<detail::BlobSource> source, double size, String type);
  // For the runtime: a Blob over `size` bytes of another from `start` on.
  BlobObject(const Blob& of, double start, double size, String type);
  ~BlobObject() override;

  // Returns the number of bytes.
  double size() const noexcept { return size_; }
  // Returns the type in lower case, or "" when none was given or when it had characters outside of printable ASCII.
  String type() const noexcept { return type_; }
  // Returns a Blob of the bytes from `start` up to `end`, which share the memory of this Blob. Negative positions count
  // from the end.
  Blob slice(double start = 0, double end = __builtin_inf(), StringArg contentType = "") const;
  // Return all bytes: as an ArrayBuffer, as a text (bytes that are no UTF-8 become U+FFFD, and a byte order mark is
  // left out), or as a Uint8Array, for which a program includes <nodecpp/typed_arrays.h>. They reject with a
  // NotReadableError when the bytes are those of a file that has changed.
  Promise<ArrayBuffer> arrayBuffer() const;
  Promise<String> text() const;
  Promise<TypedArray<std::uint8_t>> bytes() const;
  // Returns a byte stream of the bytes, and a stream of the text, which is UTF-8. A program that uses them includes
  // <nodecpp/stream/web.h>. The stream fails with a NotReadableError where arrayBuffer() would reject.
  Handle<stream::web::ReadableStreamObject> stream() const;
  Handle<stream::web::ReadableStreamObject> textStream() const;

  virtual String toString() const { return "[object Blob]"; }
  // For structuredClone of a var that contains this Blob: returns another Blob or File, which shares the bytes.
  Blob structuredCloned() const;
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.text(printed());
  }

 private:
  friend class detail::BlobReader;
  String printed() const;
  Handle<detail::BlobData> data_;
  double size_ = 0;
  String type_;
};

struct FileOptions {
  String endings = "transparent";
  String type{};
  // Milliseconds since 1970; by default the time at which the File is made. NaN becomes 0.
  stream::OptionalNumber lastModified{};
};

class FileObject : public BlobObject {
 public:
  // Throws the errors of BlobObject.
  FileObject(const BlobParts& parts, StringArg name, const FileOptions& options = {});
  // For the runtime: a File of the bytes of a Blob.
  FileObject(const Blob& of, StringArg name, double lastModified, String type);

  String name() const noexcept { return name_; }
  // Returns milliseconds since 1970.
  double lastModified() const noexcept { return lastModified_; }
  String toString() const override { return "[object File]"; }

 private:
  String name_;
  double lastModified_;
};

// Return another Blob or File with the same bytes, which both share. Unlike in Node, the Blob may be that of a file.
Blob structuredClone(const Blob& value);
File structuredClone(const File& value);

inline String str(const Blob& blob) { return blob ? blob->toString() : String("undefined"); }
inline String str(const File& file) { return str(Blob(file)); }

// JavaScript's `new Blob(parts, options)` and `new File(parts, name, options)`, with braces for the parts and options:
// make<Blob>({"a", buffer}, {.type = "text/plain"}).
template <std::same_as<Blob> B>
B make(std::initializer_list<BlobPart> parts, const BlobOptions& options = {}) {
  return make<B>(BlobParts(parts), options);
}
template <std::same_as<Blob> B>
B make(const BlobParts& parts, const BlobOptions& options) {
  detail::Making making;
  return B(new (making) BlobObject(parts, options));
}
template <std::same_as<File> F>
F make(const BlobParts& parts, StringArg name, const FileOptions& options = {}) {
  detail::Making making;
  return F(new (making) FileObject(parts, name, options));
}

namespace detail {

// Reads a Blob piece by piece. For the runtime.
class BlobReader {
 public:
  explicit BlobReader(const Blob& blob);
  BlobReader(const BlobReader&) = delete;
  ~BlobReader();

  // Returns the next bytes: those of one part when they are in memory, else at most `most`. An empty Buffer is the end.
  // Rejects with a NotReadableError. The program must not change the bytes, which may be those of the Blob.
  Promise<Buffer> next(std::size_t most = 65536);

 private:
  struct Level;
  List<Level> levels_;  // the Blobs inside of each other whose parts are being read; the innermost is the last
};

}  // namespace detail

namespace buffer {

using nodecpp::Blob;
using nodecpp::File;
// Returns the Blob that URL::createObjectURL has registered under this URL; undefined when there is none.
Blob resolveObjectURL(StringArg id);

}  // namespace buffer

}  // namespace nodecpp
