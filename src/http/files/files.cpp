// The functions of nodecpp/http/files.h, and the options.
#include <nodecpp/http/files.h>

#include <nodecpp/path.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/errors/uv_errors.h"
#include "base/errors/validate.h"
#include "base/text/string_units.h"
#include "http/files/file_answer.h"
#include "http/files/files_settings.h"
#include "http/message.h"

namespace nodecpp::http {

using detail::Dotfiles;
using detail::FileAnswer;
using detail::FileEncoding;
using detail::FilesObject;
using detail::LinkRule;
using nodecpp::detail::codedError;
using units::view;

namespace {

constexpr FileEncoding knownEncodings[] = {{"br", ".br"}, {"gzip", ".gz"}, {"zstd", ".zst"}, {"deflate", ".zz"}};

std::vector<std::string> namesOf(const FileNames& option, const char* name) {
  if (!option.valid()) throw TypeError(str(name) + " option must be array of strings or false");
  std::vector<std::string> names;
  for (const String& each : option.names()) names.emplace_back(view(each));
  return names;
}

Dotfiles dotfilesOf(const String& option) {
  if (option == "allow") return Dotfiles::allow;
  if (option == "deny") return Dotfiles::deny;
  if (option == "ignore") return Dotfiles::ignore;
  throw TypeError("dotfiles option must be \"allow\", \"deny\", or \"ignore\"");
}

LinkRule linksOf(const String& option) {
  if (option == "follow") return LinkRule::follow;
  if (option == "inside") return LinkRule::inside;
  if (option == "refuse") return LinkRule::refuse;
  throw TypeError("links option must be \"follow\", \"inside\", or \"refuse\"");
}

std::vector<FileEncoding> encodingsOf(const FileNames& option) {
  std::vector<FileEncoding> encodings;
  for (const std::string& name : namesOf(option, "precompressed")) {
    const FileEncoding* known = std::ranges::find(knownEncodings, name, &FileEncoding::name);
    if (known == std::end(knownEncodings)) throw TypeError("precompressed option has an unknown encoding: " + name);
    encodings.push_back(*known);
  }
  return encodings;
}

double byteOffset(const stream::OptionalNumber& option, const char* name, double missing) {
  if (!option.given) return missing;
  nodecpp::detail::validateInteger(option.value, name, 0);
  return option.value;
}

struct TimeUnit {
  std::string_view names;  // separated by spaces
  double milliseconds;
};
constexpr double dayMs = 86400e3, yearMs = 365.25 * dayMs;
constexpr TimeUnit timeUnits[] = {
    {" years year yrs yr y ", yearMs},
    {" weeks week w ", 7 * dayMs},
    {" days day d ", dayMs},
    {" hours hour hrs hr h ", 3600e3},
    {" minutes minute mins min m ", 60e3},
    {" seconds second secs sec s ", 1e3},
    {" milliseconds millisecond msecs msec ms ", 1},
};

}  // namespace

// As npm's ms: a number, spaces, and a unit, which may be missing. NaN for anything else.
double MaxAge::parsed(StringArg given) {
  const double none = std::nan("");
  const std::string_view text = view(given);
  if (text.empty() || text.size() > 100) return none;
  std::size_t end = text.starts_with('-') ? 1 : 0;
  const std::size_t digits = end;
  auto isDigit = [&](std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
  while (isDigit(end)) ++end;
  if (end < text.size() && text[end] == '.' && isDigit(end + 1))
    for (++end; isDigit(end);) ++end;
  if (end == digits) return none;
  const double number = toNumber(text.substr(0, end));
  std::string_view rest = text.substr(end);
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  if (rest.empty()) return number;
  std::string unit = " ";
  for (char c : rest) unit += c >= 'A' && c <= 'Z' ? char(c | 32) : c;
  if (rest.find(' ') != rest.npos) return none;
  unit += ' ';
  for (const TimeUnit& each : timeUnits)
    if (each.names.find(unit) != each.names.npos) return number * each.milliseconds;
  return none;
}

double MaxAge::milliseconds() const noexcept {
  return std::isnan(milliseconds_) ? 0 : std::clamp(milliseconds_, 0.0, 365 * dayMs);
}

namespace detail {

FilesSettings::FilesSettings(const FilesOptions& options, StringArg root)
    : root(root.empty() ? std::string() : std::string(view(path::posix::resolve(root)))),
      index(namesOf(options.index, "index")),
      extensions(namesOf(options.extensions, "extensions")),
      encodings(encodingsOf(options.precompressed)),
      setHeaders(options.setHeaders),
      originalUrl(options.originalUrl),
      start(byteOffset(options.start, "start", 0)),
      end(byteOffset(options.end, "end", -1)),
      dotfiles(dotfilesOf(options.dotfiles)),
      links(linksOf(options.links)),
      etag(options.etag.kind()),
      acceptRanges(options.acceptRanges),
      fallthrough(options.fallthrough),
      lastModified(options.lastModified),
      redirect(options.redirect),
      mostOpen(options.openFiles.files),
      recheckAfter(options.openFiles.recheck) {
  if (etag == FileEtag::Kind::invalid) throw TypeError("etag option must be true, false, or \"strong\"");
  nodecpp::detail::validateInteger(mostOpen, "openFiles.files", 0);
  if (!(recheckAfter >= 0)) throw nodecpp::detail::outOfRange("openFiles.recheck", ">= 0", str(recheckAfter));
  if (links != LinkRule::follow && this->root.empty()) throw TypeError("links option needs a root");
  if (options.cacheControl) {
    cacheControl = "public, max-age=" + str(std::floor(options.maxAge.milliseconds() / 1000));
    if (options.immutable) cacheControl += ", immutable";
  }
  for (const FileEncoding& each : encodings) encodingNames.push_back(each.name);
}

Handle<RememberedFile> OpenFileCache::find(const std::string& path, double now) const {
  Handle<RememberedFile> known = files_.get(String(path));
  return known && now < known->until ? known : nullptr;
}

void OpenFileCache::remember(const std::string& path, const FileState& state, Handle<OpenFile> open, double now) {
  const String key(path);
  files_.delete_(key);
  // A look that failed for want of something (descriptors, memory, permissions) may succeed the next time.
  const bool known = state.outcome == FileOutcome::file
                         ? open != nullptr
                         : state.outcome != FileOutcome::failed || state.error == UV_ENOENT;
  if (!known) return;
  while (double(files_.size()) >= most_) files_.delete_(files_.keys().next().value);
  auto remembered = make<RememberedFile>();
  remembered->state = state;
  remembered->open = std::move(open);
  remembered->until = now + recheckAfter_;
  files_.set(key, remembered);
}

}  // namespace detail

FilesHandler::FilesHandler(Handle<FilesObject> files) noexcept : files_(std::move(files)) {}
FilesHandler::FilesHandler(const FilesHandler&) noexcept = default;
FilesHandler::FilesHandler(FilesHandler&&) noexcept = default;
FilesHandler& FilesHandler::operator=(const FilesHandler&) noexcept = default;
FilesHandler& FilesHandler::operator=(FilesHandler&&) noexcept = default;
FilesHandler::~FilesHandler() = default;

void FilesHandler::operator()(const IncomingMessage& request, const ServerResponse& response) const {
  (*this)(request, response, nullptr);
}

void FilesHandler::operator()(const IncomingMessage& request, const ServerResponse& response,
                              Function<void(Error)> next) const {
  auto answer = make<FileAnswer>(files_, request, response, FileAnswer::Manner::serves, std::move(next));
  if (request->method != "GET" && request->method != "HEAD") {
    if (files_->settings.fallthrough) return answer->pass();
    response->statusCode = 405;
    response->setHeader("Allow", "GET, HEAD");
    response->setHeader("Content-Length", "0");
    response->end();
    return;
  }
  String path = detail::pathnameOf(request->url);
  if (path.isUndefined()) return answer->fail(400);
  // The folder that the handler is mounted at is redirected, too.
  if (path == "/" && files_->settings.originalUrl && !detail::pathnameOf(answer->originalUrl()).endsWith("/"))
    path = "";
  answer->answer(path);
}

FilesHandler files(StringArg root, FilesOptions options) {
  if (root.empty()) throw TypeError("root path required");
  return FilesHandler(make<FilesObject>(options, root));
}

void sendFile(const IncomingMessage& request, const ServerResponse& response, StringArg path, FilesOptions options,
              Function<void(Error)> callback) {
  options.openFiles.files = 0;
  auto files = make<FilesObject>(options, options.root);
  // A listener of newListener may assign to the variables that were passed.
  const IncomingMessage asked = request;
  const ServerResponse answered = response;
  const String file = path.toString();
  if (callback) {
    let<bool> called = false;
    callback = [callback, called](Error error) {
      if (called) return;
      called = true;
      callback(error);
    };
    answered->once(event::finish, [callback] { callback(nullptr); });
    answered->once(event::close, [callback] { callback(codedError<Error>("ECONNABORTED", "Request aborted")); });
  }
  make<FileAnswer>(files, asked, answered, FileAnswer::Manner::sends, std::move(callback))->answer(file);
}

SendStream send(const IncomingMessage& request, StringArg path, FilesOptions options) {
  options.openFiles.files = 0;
  return make<SendStream>(request, path.toString(), make<FilesObject>(options, options.root));
}

SendStreamObject::SendStreamObject(IncomingMessage request, String path, Handle<FilesObject> files)
    : request_(std::move(request)), path_(std::move(path)), files_(std::move(files)) {}
SendStreamObject::~SendStreamObject() = default;

ServerResponse SendStreamObject::pipe(const ServerResponse& response) {
  // A listener of the error of a path that is refused may assign to the variable that was passed.
  const ServerResponse answered = response;
  auto answer = make<FileAnswer>(files_, request_, answered, FileAnswer::Manner::sends, nullptr);
  answer->tell(SendStream(this));
  answer->answer(path_);
  return answered;
}

}  // namespace nodecpp::http
