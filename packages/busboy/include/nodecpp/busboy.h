// busboy: the fields and files of a form that is sent to a server, while it arrives, with the names and the answers of
// npm's busboy. https://github.com/mscdex/busboy/tree/v1.6.0
//
//   auto bb = busboy({.headers = request->headers, .limits = {.fileSize = 1e8}});
//   bb->on(event::file, [](String name, BusboyFile file, BusboyFileInfo info) {
//     file->pipe(fs::createWriteStream(path::join(folder, crypto::randomUUID())));
//   });
//   bb->on(event::close, [=] { response->end("stored"); });
//   request->pipe(bb);
#pragma once

#include <nodecpp/http/headers.h>
#include <nodecpp/stream.h>

namespace nodecpp::event {
struct field_t {
  static constexpr const char* name = "field";
};
inline constexpr field_t field{};
struct fieldsLimit_t {
  static constexpr const char* name = "fieldsLimit";
};
inline constexpr fieldsLimit_t fieldsLimit{};
struct file_t {
  static constexpr const char* name = "file";
};
inline constexpr file_t file{};
struct filesLimit_t {
  static constexpr const char* name = "filesLimit";
};
inline constexpr filesLimit_t filesLimit{};
struct limit_t {
  static constexpr const char* name = "limit";
};
inline constexpr limit_t limit{};
struct partsLimit_t {
  static constexpr const char* name = "partsLimit";
};
inline constexpr partsLimit_t partsLimit{};
}  // namespace nodecpp::event

namespace nodecpp {

class BusboyObject;
class BusboyFileObject;
namespace detail {
class BusboyForm;
class MultipartForm;
class UrlencodedForm;
}  // namespace detail
using Busboy = Handle<BusboyObject>;
using BusboyFile = Handle<BusboyFileObject>;

// What a form may have, so that a client cannot fill the memory: sizes in bytes, numbers of parts.
struct BusboyLimits {
  stream::OptionalNumber fieldNameSize{};  // of a field's name in an urlencoded form; 100 by default
  stream::OptionalNumber fieldSize{};      // of a field's value; 1 MiB by default
  stream::OptionalNumber fields{};         // no limit by default, as for the three below
  stream::OptionalNumber fileSize{};
  stream::OptionalNumber files{};
  stream::OptionalNumber parts{};  // fields and files together
};

struct BusboyConfig {
  http::Headers headers{};                 // those of the request, of which the Content-Type is used
  stream::OptionalNumber highWaterMark{};  // of the Busboy
  stream::OptionalNumber fileHwm{};        // of each file's stream
  String defCharset = "utf8";              // of fields that name none
  String defParamCharset = "latin1";       // of the names of fields and files
  bool preservePath = false;               // whether the folders in a file's name are kept
  BusboyLimits limits{};
};

struct BusboyFileInfo {
  String filename;  // undefined when there is none; the last part of a path only, unless preservePath is set
  String encoding;  // Content-Transfer-Encoding, in lower case
  String mimeType;
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.name("").property("filename", filename).property("encoding", encoding).property("mimeType", mimeType);
  }
};
struct BusboyFieldInfo {
  bool nameTruncated = false;
  bool valueTruncated = false;
  String encoding;
  String mimeType;
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.name("").property("nameTruncated", nameTruncated).property("valueTruncated", valueTruncated);
    out.property("encoding", encoding).property("mimeType", mimeType);
  }
};

// The stream of a file. The form does not go on before the file has been read, so a program that does not want a file
// calls resume(). The event `limit` says that the file was longer than limits.fileSize, or as long; what follows is
// left out. When the form ends or fails inside of the file, the stream is destroyed with an error.
class BusboyFileObject final : public stream::ReadableObject {
 public:
  BusboyFileObject(stream::ReadableOptions options, Busboy owner);

  using ReadableObject::eventArgs;
  static Args<> eventArgs(event::limit_t);

  bool truncated = false;

  const char* className() const override { return "FileStream"; }

 protected:
  void _read(double size) override;
  void traceMembers(nodecpp::detail::Tracer& tracer) override;

 private:
  friend class detail::MultipartForm;
  void resumeForm();

  Busboy owner_;              // until the stream has ended
  stream::Callback written_;  // called when the stream wants more, and the form may go on
};

// A Writable that takes the body of a request. Its events: `file` (name, stream, info), `field` (name, value, info),
// `filesLimit`, `fieldsLimit`, `partsLimit`, and those of a Writable: `close` comes when all of the form was read, also
// its files. A name is undefined where a part has none. Parts without a listener are skipped.
class BusboyObject final : public stream::WritableObject {
 public:
  // For the runtime: programs call busboy(). A form in multipart has a boundary, and one that is urlencoded a charset.
  BusboyObject(const BusboyConfig& config, const String* boundary, const String& charset);
  ~BusboyObject() override;

  using WritableObject::eventArgs;
  static Args<String, String, BusboyFieldInfo> eventArgs(event::field_t);
  static Args<> eventArgs(event::fieldsLimit_t);
  static Args<String, BusboyFile, BusboyFileInfo> eventArgs(event::file_t);
  static Args<> eventArgs(event::filesLimit_t);
  static Args<> eventArgs(event::partsLimit_t);

  const char* className() const override { return isUrlencoded_ ? "URLEncoded" : "Multipart"; }

 protected:
  void _write(stream::Chunk chunk, String encoding, stream::Callback callback) override;
  void _final(stream::Callback callback) override;
  void _destroy(Error error, stream::Callback callback) override;
  void traceMembers(nodecpp::detail::Tracer& tracer) override;

 private:
  friend class BusboyFileObject;
  friend class detail::MultipartForm;
  friend class detail::UrlencodedForm;
  void fileEnded();

  bool isUrlencoded_;
  detail::BusboyForm* form_;     // owned
  BusboyFile file_;              // the file whose bytes arrive
  std::uint32_t openFiles_ = 0;  // files that have not ended yet
  stream::Callback written_;     // of the chunk that is being parsed
  stream::Callback finished_;    // of _final, while a file is open
};

// Makes a Busboy for the Content-Type in `config.headers`. Throws an Error when it is missing or malformed, or when it
// is neither multipart/form-data with a boundary nor application/x-www-form-urlencoded.
Busboy busboy(const BusboyConfig& config);

}  // namespace nodecpp
