#include <nodecpp/busboy.h>
#include <nodecpp/error.h>
#include <nodecpp/process.h>

#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "multipart_parser.h"
#include "parameters.h"

namespace nodecpp {

using stream::Callback;

namespace detail {

namespace {

std::string_view viewOf(const String& text) { return {text.data(), text.size()}; }

double limitOf(const stream::OptionalNumber& limit, double otherwise = std::numeric_limits<double>::infinity()) {
  return limit.given ? limit.value : otherwise;
}

// Returns what stands behind the last slash or backslash.
String baseName(const String& path) {
  const std::string_view all = viewOf(path);
  const std::size_t slash = all.find_last_of("/\\");
  const std::string_view name = slash == all.npos ? all : all.substr(slash + 1);
  return name == "." || name == ".." ? String("") : String(name);
}

}  // namespace

// The parts of a form: makes the events of a Busboy out of what the parser finds.
class MultipartForm final : public MultipartSink {
 public:
  MultipartForm(BusboyObject& owner, const BusboyConfig& config, const String& boundary)
      : parser(viewOf(boundary), *this),
        owner_(owner),
        config_(config),
        fieldSize_(limitOf(config.limits.fieldSize, 1 << 20)),
        fileSize_(limitOf(config.limits.fileSize)),
        fields_(limitOf(config.limits.fields)),
        files_(limitOf(config.limits.files)),
        parts_(limitOf(config.limits.parts)) {
    config_.headers = {};
  }

  MultipartParser parser;

  void onBoundary() override {
    if (owner_.file_) {
      const BusboyFile file = std::exchange(owner_.file_, {});
      file->push(nullptr);
    } else if (part_ == Part::field) {
      emitField();
    }
    part_ = Part::skipped;
    if (++partCount_ == parts_) owner_.emit(event::partsLimit);
  }

  bool wantsPart() override { return partCount_ < parts_; }

  void onMalformedHeader() override { owner_.emit(event::error, Error("Malformed part header")); }

  void onHeader(const PartHeader& header) override {
    part_ = Part::skipped;
    info_ = {.encoding = "7bit", .mimeType = "text/plain"};
    charset_ = config_.defCharset;
    name_ = String(undefined);
    String filename = undefined;
    const auto disposition = header.find("content-disposition");
    if (disposition == header.end()) return;
    const auto parsed = parseDisposition(disposition->second, config_.defParamCharset);
    if (!parsed || parsed->value != "form-data") return;
    if (const String* name = parsed->find("name"); name && !name->empty()) name_ = *name;
    if (const String* extended = parsed->find("filename*"); extended && !extended->empty())
      filename = *extended;
    else if (const String* plain = parsed->find("filename"); plain && !plain->empty())
      filename = *plain;
    const bool hasFilename = !(filename == nullptr);
    if (hasFilename && !config_.preservePath) filename = baseName(filename);
    readTypes(header);
    if (info_.mimeType == "application/octet-stream" || hasFilename)
      beginFile(filename);
    else
      beginField();
  }

  void onData(const Buffer& data) override {
    if (part_ == Part::file && owner_.file_)
      addToFile(data);
    else if (part_ == Part::field)
      addToField(data);
  }

 private:
  enum class Part : unsigned char { skipped, field, file };

  void readTypes(const PartHeader& header) {
    if (const auto type = header.find("content-type"); type != header.end()) {
      if (const auto parsed = parseContentType(type->second)) {
        info_.mimeType = String(parsed->value);
        if (const String* charset = parsed->find("charset")) charset_ = charset->toLowerCase();
      }
    }
    if (const auto encoding = header.find("content-transfer-encoding"); encoding != header.end())
      info_.encoding =
          Buffer::copyOf(encoding->second.data(), encoding->second.size()).toString("latin1").toLowerCase();
  }

  void beginFile(const String& filename) {
    if (fileCount_ == files_) {
      if (!std::exchange(hasHitFiles_, true)) owner_.emit(event::filesLimit);
      return;
    }
    ++fileCount_;
    if (owner_.listenerCount(event::file) == 0) return;
    part_ = Part::file;
    size_ = 0;
    const BusboyFile file =
        make<BusboyFile>(stream::ReadableOptions{.highWaterMark = config_.fileHwm}, Busboy(&owner_));
    owner_.file_ = file;
    ++owner_.openFiles_;
    owner_.emit(event::file, name_, file, BusboyFileInfo{filename, info_.encoding, info_.mimeType});
  }

  void beginField() {
    if (fieldCount_ == fields_) {
      if (!std::exchange(hasHitFields_, true)) owner_.emit(event::fieldsLimit);
      return;
    }
    ++fieldCount_;
    if (owner_.listenerCount(event::field) == 0) return;
    part_ = Part::field;
    size_ = 0;
    value_.clear();
  }

  void addToFile(const Buffer& data) {
    const BusboyFile file = owner_.file_;
    const double room = fileSize_ - size_;
    const Buffer chunk = double(data.size()) > room ? data.subarray(0, std::ptrdiff_t(room)) : data;
    size_ += double(chunk.size());
    if (size_ == fileSize_) {
      part_ = Part::skipped;
      if (!chunk.empty()) file->push(chunk);
      file->emit(event::limit);
      file->truncated = true;
    } else if (!file->push(chunk)) {
      if (owner_.written_) file->written_ = std::exchange(owner_.written_, {});
    }
  }

  void addToField(const Buffer& data) {
    const double room = fieldSize_ - size_;
    const std::size_t count = double(data.size()) > room ? std::size_t(room) : data.size();
    value_.append(data.bytes(), count);
    size_ += double(count);
  }

  void emitField() {
    const std::optional<String> value = decodeCharset(value_, charset_);
    value_ = {};
    owner_.emit(event::field, name_, value ? *value : String(undefined),
                BusboyFieldInfo{false, size_ == fieldSize_, info_.encoding, info_.mimeType});
  }

  BusboyObject& owner_;
  BusboyConfig config_;
  double fieldSize_, fileSize_, fields_, files_, parts_;
  double partCount_ = -1;  // the first boundary begins the first part
  double fieldCount_ = 0, fileCount_ = 0;
  bool hasHitFields_ = false, hasHitFiles_ = false;
  Part part_ = Part::skipped;
  double size_ = 0;  // the bytes of the part so far
  String name_, charset_;
  BusboyFieldInfo info_;
  std::string value_;
};

}  // namespace detail

BusboyFileObject::BusboyFileObject(stream::ReadableOptions options, Busboy owner)
    : ReadableObject(std::move(options)), owner_(std::move(owner)) {
  // The form may wait for this stream although its last bytes have been read.
  once(event::end, [this] {
    resumeForm();
    if (const Busboy form = std::exchange(owner_, {})) form->fileEnded();
  });
  once(event::close, [this] { owner_ = {}; });
}

void BusboyFileObject::_read(double) { resumeForm(); }

void BusboyFileObject::traceMembers(detail::Tracer& tracer) {
  ReadableObject::traceMembers(tracer);
  tracer(owner_, written_);
}

void BusboyFileObject::resumeForm() {
  if (const Callback callback = std::exchange(written_, {})) callback();
}

BusboyObject::BusboyObject(const BusboyConfig& config, String boundary)
    : WritableObject({.highWaterMark = config.highWaterMark}),
      form_(new detail::MultipartForm(*this, config, boundary)) {}

BusboyObject::~BusboyObject() { delete form_; }

void BusboyObject::traceMembers(detail::Tracer& tracer) {
  WritableObject::traceMembers(tracer);
  tracer(file_, written_, finished_);
}

void BusboyObject::_write(stream::Chunk chunk, String, Callback callback) {
  const Busboy alive = self();
  written_ = std::move(callback);
  form_->parser.push(chunk.toBuffer());
  if (const Callback written = std::exchange(written_, {})) written();
}

void BusboyObject::_final(Callback callback) {
  if (!form_->parser.isComplete()) return callback(Error("Unexpected end of form"));
  if (openFiles_ > 0)
    finished_ = std::move(callback);
  else
    callback(checkEnd());
}

void BusboyObject::_destroy(Error error, Callback callback) {
  form_->parser.stop();
  written_ = {};
  finished_ = {};
  if (!error) error = checkEnd();
  if (const BusboyFile file = std::exchange(file_, {})) file->destroy(error);
  callback(error);
}

Error BusboyObject::checkEnd() {
  if (form_->parser.isInHeader()) return Error("Malformed part header");
  if (const BusboyFile file = std::exchange(file_, {})) file->destroy(Error("Unexpected end of file"));
  return form_->parser.isComplete() ? Error() : Error("Unexpected end of form");
}

// Other listeners of the file's end run before the form finishes.
void BusboyObject::fileEnded() {
  if (--openFiles_ > 0 || !finished_) return;
  process::nextTick([alive = self(), callback = std::exchange(finished_, {})] { callback(alive->checkEnd()); });
}

Busboy busboy(const BusboyConfig& config) {
  const Lookup type = config.headers["content-type"];
  if (!type.isString()) throw Error("Missing Content-Type");
  const Buffer bytes = Buffer::from(type.toString(), "latin1");
  const auto parsed = detail::parseContentType({bytes.bytes(), bytes.size()});
  if (!parsed) throw Error("Malformed content type");
  if (parsed->value != "multipart/form-data") throw Error("Unsupported content type: " + type.toString());
  const String* boundary = parsed->find("boundary");
  if (!boundary) throw Error("Multipart: Boundary not found");
  return make<Busboy>(config, *boundary);
}

}  // namespace nodecpp
