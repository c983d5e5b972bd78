#include <nodecpp/busboy.h>
#include <nodecpp/error.h>
#include <nodecpp/process.h>

#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "multipart_parser.h"
#include "parameters.h"
#include "urlencoded_parser.h"

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

// A form of either kind.
class BusboyForm {
 public:
  virtual ~BusboyForm() = default;
  // Reads the next bytes. Returns the error of a form that is malformed there.
  virtual Error push(const Buffer& chunk) = 0;
  // Called at the end of the form. Returns the error when it has ended too early.
  virtual Error finish() = 0;
  // Returns what is wrong with the form when its Busboy ends, and ends an open file.
  virtual Error endError() { return {}; }
  virtual void stop() {}
};

// The parts of a form: makes the events of a Busboy out of what the parser finds.
class MultipartForm final : public BusboyForm, public MultipartSink {
 public:
  MultipartForm(BusboyObject& owner, const BusboyConfig& config, const String& boundary)
      : parser_(viewOf(boundary), *this),
        owner_(owner),
        config_(config),
        fieldSize_(limitOf(config.limits.fieldSize, 1 << 20)),
        fileSize_(limitOf(config.limits.fileSize)),
        fields_(limitOf(config.limits.fields)),
        files_(limitOf(config.limits.files)),
        parts_(limitOf(config.limits.parts)) {
    config_.headers = {};
  }

  Error push(const Buffer& chunk) override {
    parser_.push(chunk);
    return {};
  }
  Error finish() override { return parser_.isComplete() ? Error() : Error("Unexpected end of form"); }
  Error endError() override {
    if (parser_.isInHeader()) return Error("Malformed part header");
    if (const BusboyFile file = std::exchange(owner_.file_, {})) file->destroy(Error("Unexpected end of file"));
    return finish();
  }
  void stop() override { parser_.stop(); }

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

  MultipartParser parser_;
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

// The fields of an urlencoded form.
class UrlencodedForm final : public BusboyForm {
 public:
  UrlencodedForm(BusboyObject& owner, const BusboyConfig& config, const String& charset)
      : parser_(limitOf(config.limits.fieldNameSize, 100), limitOf(config.limits.fieldSize, 1 << 20)),
        owner_(owner),
        charset_(charset),
        fields_(limitOf(config.limits.fields)) {}

  Error push(const Buffer& chunk) override {
    for (std::size_t at = 0; at < chunk.size() && count_ < fields_ && !isStopped_;) {
      switch (parser_.push({chunk.bytes(), chunk.size()}, at)) {
        case UrlencodedParser::Found::malformed: return malformed();
        case UrlencodedParser::Found::more: break;
        case UrlencodedParser::Found::field:
          tell(false);
          if (++count_ >= fields_) owner_.emit(event::fieldsLimit);
          break;
      }
    }
    return {};
  }
  Error finish() override {
    if (parser_.isInEscape()) return malformed();
    tell(true);
    return {};
  }
  void stop() override { isStopped_ = true; }

 private:
  static Error malformed() { return Error("Malformed urlencoded form"); }

  void tell(bool isLast) {
    const UrlencodedField field = parser_.take(isLast);
    if (!field.isGiven) return;
    owner_.emit(event::field, decode(field.name), decode(field.value),
                BusboyFieldInfo{field.name.isCut, field.value.isCut, charset_, "text/plain"});
  }
  // As busboy: UTF-8 is decoded only where a byte beyond ASCII was escaped.
  String decode(const UrlencodedText& text) const {
    const String charset = charset_.toLowerCase();
    const bool isUtf8 = charset == "utf-8" || charset == "utf8";
    const auto decoded = decodeCharset(text.bytes, isUtf8 && !text.hasHighEscape ? "latin1" : charset);
    return decoded ? *decoded : String(undefined);
  }

  UrlencodedParser parser_;
  BusboyObject& owner_;
  String charset_;
  double fields_, count_ = 0;
  bool isStopped_ = false;
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

BusboyObject::BusboyObject(const BusboyConfig& config, const String* boundary, const String& charset)
    : WritableObject({.highWaterMark = config.highWaterMark}), isUrlencoded_(!boundary) {
  if (boundary)
    form_ = new detail::MultipartForm(*this, config, *boundary);
  else
    form_ = new detail::UrlencodedForm(*this, config, charset);
}

BusboyObject::~BusboyObject() { delete form_; }

void BusboyObject::traceMembers(detail::Tracer& tracer) {
  WritableObject::traceMembers(tracer);
  tracer(file_, written_, finished_);
}

void BusboyObject::_write(stream::Chunk chunk, String, Callback callback) {
  const Busboy alive = self();
  written_ = std::move(callback);
  const Error error = form_->push(chunk.toBuffer());
  if (const Callback written = std::exchange(written_, {})) written(error);
}

void BusboyObject::_final(Callback callback) {
  const Busboy alive = self();
  if (const Error error = form_->finish()) return callback(error);
  if (openFiles_ > 0)
    finished_ = std::move(callback);
  else
    callback(form_->endError());
}

void BusboyObject::_destroy(Error error, Callback callback) {
  form_->stop();
  written_ = {};
  finished_ = {};
  if (!error) error = form_->endError();
  if (const BusboyFile file = std::exchange(file_, {})) file->destroy(error);
  callback(error);
}

// Other listeners of the file's end run before the form finishes.
void BusboyObject::fileEnded() {
  if (--openFiles_ > 0 || !finished_) return;
  process::nextTick([alive = self(), callback = std::exchange(finished_, {})] { callback(alive->form_->endError()); });
}

Busboy busboy(const BusboyConfig& config) {
  const Lookup type = config.headers["content-type"];
  if (!type.isString()) throw Error("Missing Content-Type");
  const Buffer bytes = Buffer::from(type.toString(), "latin1");
  const auto parsed = detail::parseContentType({bytes.bytes(), bytes.size()});
  if (!parsed) throw Error("Malformed content type");
  if (parsed->value == "application/x-www-form-urlencoded") {
    const String* charset = parsed->find("charset");
    return make<Busboy>(config, nullptr, charset ? *charset : config.defCharset);
  }
  if (parsed->value != "multipart/form-data") throw Error("Unsupported content type: " + type.toString());
  const String* boundary = parsed->find("boundary");
  if (!boundary) throw Error("Multipart: Boundary not found");
  return make<Busboy>(config, boundary, "");
}

}  // namespace nodecpp
