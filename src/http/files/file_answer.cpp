#include "http/files/file_answer.h"

#include <nodecpp/path.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/assertion.h"
#include "base/text/string_units.h"
#include "fs/file_work.h"
#include "http/files/encodings.h"
#include "http/files/file_body.h"
#include "http/files/media_types.h"
#include "http/files/ranges.h"
#include "http/head_builder.h"
#include "http/received_fields.h"

namespace nodecpp::http::detail {

using units::view;

namespace {

std::string plain(const String& text) { return std::string(view(text)); }

// Returns the text of a header field that JavaScript's `headers[name]` has; empty for none.
String fieldOf(const IncomingMessage& request, StringArg name) {
  const Lookup value = request->headers[name];
  return value ? value.toString() : String();
}

String setFieldOf(const ServerResponse& response, StringArg name) {
  const Lookup value = response->getHeader(name);
  return value ? value.toString() : String();
}

// Whether the request has a field that may make the answer another one than the whole file: Range or one of the
// preconditions, whose names all begin with "If-".
bool isConditional(const IncomingMessage& request) {
  const ReceivedFields* received = request->headers.get();
  if (!received) return false;
  return std::ranges::any_of(received->fields(), [&](const Field& field) {
    const std::string_view name = received->view(field.name);
    return equalsIgnoringCase(name.substr(0, 3), "if-") || (name.size() == 5 && equalsIgnoringCase(name, "range"));
  });
}

// Looks at paths on the disk only. Used on the threads of the pool.
class DiskLooker final : public FileLooker {
 public:
  DiskLooker(os::Files& files, const FileSearch& search) : files_(files), search_(search) {}
  void look(const std::string& path, FileState& state) override {
    state = lookAt(files_, path, search_.links, search_.root);
  }

 private:
  os::Files& files_;
  const FileSearch& search_;
};

// Looks into the cache of open files, and then at what the system has in memory, without waiting.
class ReadyLooker final : public FileLooker {
 public:
  ReadyLooker(OpenFileCache& cache, os::Files& files, LinkRule links, double now)
      : cache_(cache), files_(files), links_(links), now_(now) {}
  void look(const std::string& path, FileState& state) override {
    if (cache_.keeps()) {
      if (Handle<RememberedFile> known = cache_.find(path, now_)) {
        opened.add() = known->open;
        state = known->state;
        return;
      }
    }
    // To look for links takes several calls, which may wait.
    if (links_ == LinkRule::follow) lookAtReady(files_, path, state);
    if (state.outcome == FileOutcome::unknown) return;
    own(files_, state, opened);
    if (cache_.keeps()) cache_.remember(path, state, opened.last(), now_);
  }
  // Makes the descriptor of a state an OpenFile.
  static void own(os::Files& files, FileState& state, FewList<Handle<OpenFile>>& opened) {
    const int fd = std::exchange(state.fd, -1);
    Handle<OpenFile>& open = opened.add();
    if (fd >= 0) open = make<OpenFile>(files, fd);
  }
  // The open files, in the order of the looks.
  FewList<Handle<OpenFile>> opened;

 private:
  OpenFileCache& cache_;
  os::Files& files_;
  const LinkRule links_;
  const double now_;
};

String contentRange(double size) { return "bytes */" + str(size); }
String contentRange(double size, const ByteRange& range) {
  return "bytes " + str(range.first) + "-" + str(range.last) + "/" + str(size);
}

}  // namespace

FileAnswer::FileAnswer(Handle<FilesObject> files, IncomingMessage request, ServerResponse response, Manner manner,
                       Function<void(Error)> next)
    : files_(std::move(files)),
      request_(std::move(request)),
      response_(std::move(response)),
      next_(std::move(next)),
      manner_(manner),
      forwardsErrors_(!settings().fallthrough) {}

void FileAnswer::answer(const String& path) {
  path_ = path;
  const bool rooted = !settings().root.empty();
  if (rooted && isPlainPath(view(path))) {
    std::string full = settings().root == "/" ? std::string() : settings().root;
    return search(std::move(full.append(view(path))));
  }
  DecodedPath decoded = decodePath(view(path), rooted);
  if (decoded.status) return fail(decoded.status);
  if (decoded.hasDotPart && settings().dotfiles != Dotfiles::allow)
    return fail(settings().dotfiles == Dotfiles::deny ? 403 : 404);
  const String full = rooted ? path::posix::join(settings().root, decoded.path) : path::posix::resolve(decoded.path);
  search(plain(full));
}

// As with the packages, the answer comes after the handler has returned.
void FileAnswer::search(std::string path) {
  NODECPP_DEBUG_ASSERT(search_.path.empty());
  search_.path = std::move(path);
  search_.links = settings().links;
  if (search_.links != LinkRule::follow) search_.root = settings().root;
  search_.isFolder = !settings().index.empty() && view(path_).ends_with('/');
  if (search_.isFolder) {
    for (const std::string& name : settings().index)
      search_.others.push_back(plain(path::posix::join(search_.path, name)));
  } else if (!settings().extensions.empty() && !search_.path.ends_with('/') && !hasExtension(search_.path)) {
    for (const std::string& extension : settings().extensions) search_.others.push_back(search_.path + "." + extension);
  }
  if (!settings().encodings.empty()) {
    const String accepted = fieldOf(request_, "accept-encoding");
    for (std::size_t place : acceptedEncodings(view(accepted), settings().encodingNames))
      search_.variants.emplace_back(settings().encodings[place].suffix);
  }
  Loop::current().nextTick<&FileAnswer::searchReady>(*this);
}

void FileAnswer::searchReady() {
  Loop& loop = Loop::current();
  ReadyLooker looker(files_->cache, loop.port().files, search_.links, loop.now());
  const FileSearchResult result = searchFile(search_, looker);
  if (result.waits) return searchOnPool();
  found(result, looker.opened);
}

void FileAnswer::searchOnPool() {
  auto looking = fs::detail::work<FileSearchResult>(
      [search = search_](os::Files& files, FileSearchResult& result) {
        DiskLooker looker(files, search);
        result = searchFile(search, looker);
        return fs::detail::Failure();
      },
      [](FileSearchResult& result) { return std::move(result); });
  fs::detail::submit(std::move(looking), [self = Handle<FileAnswer>(this)](const Error&, FileSearchResult result) {
    os::Files& files = Loop::current().port().files;
    OpenFiles opened;
    for (std::size_t i = 0; i < result.looks.size(); ++i) {
      FileSearch::Look& look = result.looks[i];
      ReadyLooker::own(files, look.state, opened);
      if (self->files_->cache.keeps())
        self->files_->cache.remember(self->search_.pathOf(look), look.state, opened.last(), Loop::current().now());
    }
    // The request has been given up meanwhile.
    if (self->response_->destroyed()) return;
    self->found(std::move(result), opened);
  });
}

void FileAnswer::found(const FileSearchResult& result, const OpenFiles& opened) {
  if (result.missing) return fail(404);
  const FileSearch::Look& look = result.looks[result.chosen];
  const std::string& path = search_.candidateOf(look);
  switch (look.state.outcome) {
    case FileOutcome::refused: return fail(403);
    case FileOutcome::directory:
      if (events_ && events_->emit(event::directory, response_, String(path))) return;
      return redirect();
    case FileOutcome::failed: return failBySystem({look.state.error, look.state.call, path});
    default: break;
  }
  // From here on the request belongs to this file, so that its errors are not taken for a missing file.
  forwardsErrors_ = true;
  if (events_) events_->emit(event::file, String(path), fs::detail::toStats<fs::Stats>(look.state.stat));
  if (response_->headersSent()) return fail(500);
  if (result.compressed < 0) return send(path, look.state, look.state, opened[result.chosen], "");
  const auto place = std::size_t(result.compressed);
  const FileSearch::Look& compressed = result.looks[place];
  const std::string& suffix = search_.variants[std::size_t(compressed.variant)];
  std::string_view encoding;
  for (const FileEncoding& each : settings().encodings)
    if (each.suffix == suffix) encoding = each.name;
  send(path, look.state, compressed.state, opened[place], encoding);
}

void FileAnswer::redirect() {
  const bool slash = view(path_).ends_with('/');
  if (manner_ == Manner::serves && (slash || !settings().redirect)) return fail(404);
  if (slash) return fail(403);
  const String location = manner_ == Manner::serves ? locationOfFolder(originalUrl()) : locationOfPath(view(path_));
  const String page = htmlDocument("Redirecting", "Redirecting to " + escapeHtml(view(location)));
  response_->statusCode = 301;
  response_->setHeader("Content-Type", "text/html; charset=UTF-8");
  response_->setHeader("Content-Length", page.byteLength());
  response_->setHeader("Content-Security-Policy", "default-src 'none'");
  response_->setHeader("X-Content-Type-Options", "nosniff");
  response_->setHeader("Location", location);
  response_->end(page);
}

// Sets the header fields that the program has not set. Returns the validators of the response.
FileAnswer::OwnValidators FileAnswer::setHeaders(const std::string& path, const FileState& main, const FileState& sent,
                                                 std::string_view encoding) {
  if (settings().setHeaders) settings().setHeaders(response_, String(path), fs::detail::toStats<fs::Stats>(main.stat));
  if (events_) events_->emit(event::headers, response_, String(path), fs::detail::toStats<fs::Stats>(main.stat));
  // Most programs have set nothing, so that nothing needs to be looked for or looked at again.
  const bool alone = !response_->headersSent() && HeadBuilder::isBare(*response_);
  // Sets a field unless the program has. Returns its value.
  auto set = [&](const auto& lower, const auto& name, auto make) -> String {
    if (!alone)
      if (String known = setFieldOf(response_, lower); !known.empty()) return known;
    const String value = make();
    if (value.empty()) return value;
    if (alone)
      HeadBuilder::store(*response_, lower, name, value);
    else
      response_->setHeader(name, value);
    return value;
  };
  OwnValidators validators{.alone = alone};
  set("accept-ranges", "Accept-Ranges", [&] { return settings().acceptRanges ? String("bytes") : String(); });
  set("cache-control", "Cache-Control", [&] { return settings().cacheControl; });
  validators.lastModified = set("last-modified", "Last-Modified", [&] {
    return settings().lastModified ? Date(modifiedAt(sent.stat)).toUTCString() : String();
  });
  validators.etag = set("etag", "ETag", [&]() -> String {
    if (settings().etag == FileEtag::Kind::none) return "";
    return entityTag(sent.stat, settings().etag == FileEtag::Kind::strong);
  });
  set("content-type", "Content-Type", [&] {
    const std::string_view type = mediaTypeOfPath(path);
    return type.empty() ? String("application/octet-stream") : String::fromStatic(type.data(), type.size());
  });
  if (settings().encodings.empty()) return validators;
  if (!encoding.empty()) response_->setHeader("Content-Encoding", encoding);
  const String vary = setFieldOf(response_, "Vary");
  if (vary != "*" && !vary.toLowerCase().includes("accept-encoding"))
    response_->setHeader("Vary", vary.empty() ? String("Accept-Encoding") : vary + ", Accept-Encoding");
  return validators;
}

// Answers a conditional request for which the file is not sent. Returns whether it did.
bool FileAnswer::answerConditions(Validators validators) {
  const String ifMatch = fieldOf(request_, "if-match"), ifUnmodifiedSince = fieldOf(request_, "if-unmodified-since"),
               ifNoneMatch = fieldOf(request_, "if-none-match"),
               ifModifiedSince = fieldOf(request_, "if-modified-since"),
               cacheControl = fieldOf(request_, "cache-control");
  const Conditions conditions{view(ifMatch), view(ifUnmodifiedSince), view(ifNoneMatch), view(ifModifiedSince),
                              view(cacheControl)};
  if (!conditions.any()) return false;
  if (preconditionFails(conditions, validators)) {
    fail(412);
    return true;
  }
  const int status = response_->statusCode;
  if (!((status >= 200 && status < 300) || status == 304) || !isFresh(conditions, validators)) return false;
  for (const char* name : {"Content-Encoding", "Content-Language", "Content-Length", "Content-Range", "Content-Type"})
    response_->removeHeader(name);
  response_->statusCode = 304;
  response_->end();
  return true;
}

void FileAnswer::send(const std::string& path, const FileState& main, const FileState& sent,
                      const Handle<OpenFile>& open, std::string_view encoding) {
  const OwnValidators own = setHeaders(path, main, sent, encoding);
  // The function of the program may have answered the request itself.
  if (response_->headersSent() || response_->writableEnded()) return;
  const Validators validators{view(own.etag), view(own.lastModified)};
  const bool conditional = isConditional(request_);
  if (conditional && answerConditions(validators)) return;

  double offset = settings().start;
  double length = std::max(0.0, double(sent.stat.size) - offset);
  if (settings().end >= 0) length = std::min(length, std::max(0.0, settings().end - offset + 1));
  const String range = conditional ? fieldOf(request_, "range") : String();
  if (settings().acceptRanges && isByteRange(view(range))) {
    std::vector<ByteRange> ranges;
    RangeResult result = parseRanges(view(range), length, ranges);
    const String ifRange = fieldOf(request_, "if-range");
    if (!isRangeFresh(view(ifRange), validators)) result = RangeResult::malformed;
    if (result == RangeResult::unsatisfiable) {
      response_->setHeader("Content-Range", contentRange(length));
      return fail(416, contentRange(length));
    }
    // Several ranges are answered with the whole file, as a field that is malformed.
    if (result == RangeResult::satisfiable && ranges.size() == 1) {
      response_->statusCode = 206;
      response_->setHeader("Content-Range", contentRange(length, ranges[0]));
      offset += ranges[0].first;
      length = ranges[0].last - ranges[0].first + 1;
    }
  }
  if (own.alone)
    HeadBuilder::store(*response_, "content-length", "Content-Length", length);
  else
    response_->setHeader("Content-Length", length);
  if (isHead()) return void(response_->end());
  sendBody(path, sent, open, offset, length);
}

void FileAnswer::sendBody(const std::string& path, const FileState& sent, const Handle<OpenFile>& open, double offset,
                          double length) {
  if (!open) return failBySystem({sent.error, sent.call, path});
  if (events_) response_->once(event::finish, [events = events_] { events->emit(event::end); });
  if (endWithFile(response_, *open, offset, length)) return;
  sendFileBody(response_, open, offset, length,
               [self = Handle<FileAnswer>(this)](int error) { self->failBySystem({error, "read", ""}); });
}

}  // namespace nodecpp::http::detail
