#include "http/files/file_answer.h"

#include <nodecpp/path.h>

#include <utility>
#include <vector>

#include "base/text/string_units.h"
#include "fs/file_work.h"
#include "http/files/encodings.h"
#include "http/files/file_body.h"
#include "http/files/media_types.h"
#include "http/files/ranges.h"
#include "http/message.h"

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

// Looks at paths on the disk only. Used on the threads of the pool.
class DiskLooker final : public FileLooker {
 public:
  DiskLooker(os::Files& files, const FileSearch& search) : files_(files), search_(search) {}
  FileState look(const std::string& path) override { return lookAt(files_, path, search_.links, search_.root); }

 private:
  os::Files& files_;
  const FileSearch& search_;
};

// Looks into the cache of open files, and then at what the system has in memory, without waiting.
class ReadyLooker final : public FileLooker {
 public:
  ReadyLooker(OpenFileCache& cache, os::Files& files, LinkRule links, double now)
      : cache_(cache), files_(files), links_(links), now_(now) {}
  FileState look(const std::string& path) override {
    if (cache_.keeps()) {
      if (Handle<RememberedFile> known = cache_.find(path, now_)) {
        opened.push_back(known->open);
        return known->state;
      }
    }
    // To look for links takes several calls, which may wait.
    FileState state = links_ == LinkRule::follow ? lookAtReady(files_, path) : FileState();
    if (state.outcome != FileOutcome::unknown) {
      own(files_, state, opened);
      if (cache_.keeps()) cache_.remember(path, state, opened.back(), now_);
    }
    return state;
  }
  // Makes the descriptor of a state an OpenFile.
  static void own(os::Files& files, FileState& state, std::vector<std::shared_ptr<OpenFile>>& opened) {
    const int fd = std::exchange(state.fd, -1);
    opened.push_back(fd < 0 ? nullptr : std::make_shared<OpenFile>(files, fd));
  }
  // The open files, in the order of the looks.
  std::vector<std::shared_ptr<OpenFile>> opened;

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
  if (rooted && isPlainPath(view(path)))
    return search(settings().root == "/" ? plain(path) : settings().root + plain(path));
  DecodedPath decoded = decodePath(view(path), rooted);
  if (decoded.status) return fail(decoded.status);
  if (decoded.hasDotPart && settings().dotfiles != Dotfiles::allow)
    return fail(settings().dotfiles == Dotfiles::deny ? 403 : 404);
  const String full = rooted ? path::posix::join(settings().root, decoded.path) : path::posix::resolve(decoded.path);
  search(plain(full));
}

FileSearch FileAnswer::searchFor(std::string path) const {
  FileSearch search{.path = std::move(path), .links = settings().links};
  if (search.links != LinkRule::follow) search.root = settings().root;
  search.isFolder = !settings().index.empty() && view(path_).ends_with('/');
  if (search.isFolder) {
    for (const std::string& name : settings().index)
      search.others.push_back(plain(path::posix::join(search.path, name)));
  } else if (!settings().extensions.empty() && !search.path.ends_with('/') &&
             path::posix::extname(search.path).empty()) {
    for (const std::string& extension : settings().extensions) search.others.push_back(search.path + "." + extension);
  }
  if (!settings().encodings.empty()) {
    const String accepted = fieldOf(request_, "accept-encoding");
    for (std::size_t place : acceptedEncodings(view(accepted), settings().encodingNames))
      search.variants.emplace_back(settings().encodings[place].suffix);
  }
  return search;
}

// As with the packages, the answer comes after the handler has returned.
void FileAnswer::search(std::string path) {
  search_ = searchFor(std::move(path));
  Loop::current().nextTick([self = Handle<FileAnswer>(this)] {
    Loop& loop = Loop::current();
    ReadyLooker looker(self->files_->cache, loop.port().files, self->search_.links, loop.now());
    FileSearchResult result = searchFile(self->search_, looker);
    if (result.waits) return self->searchOnPool();
    self->found(std::move(result), looker.opened);
  });
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
    std::vector<std::shared_ptr<OpenFile>> opened;
    for (FileSearchResult::Look& look : result.looks) {
      ReadyLooker::own(files, look.state, opened);
      if (self->files_->cache.keeps())
        self->files_->cache.remember(look.path, look.state, opened.back(), Loop::current().now());
    }
    // The request has been given up meanwhile.
    if (self->response_->destroyed()) return;
    self->found(std::move(result), opened);
  });
}

void FileAnswer::found(FileSearchResult result, const OpenFiles& opened) {
  if (result.missing) return fail(404);
  const FileSearchResult::Look& look = result.looks[result.chosen];
  switch (look.state.outcome) {
    case FileOutcome::refused: return fail(403);
    case FileOutcome::directory:
      if (events_ && events_->emit(event::directory, response_, String(look.path))) return;
      return redirect();
    case FileOutcome::failed: return failBySystem({look.state.error, look.state.call, look.path});
    default: break;
  }
  // From here on the request belongs to this file, so that its errors are not taken for a missing file.
  forwardsErrors_ = true;
  if (events_) events_->emit(event::file, String(look.path), fs::detail::toStats<fs::Stats>(look.state.stat));
  if (response_->headersSent()) return fail(500);
  if (result.compressed < 0) return send(look.path, look.state, look.state, opened[result.chosen], "");
  const std::string& suffix = search_.variants[std::size_t(result.variant)];
  std::string_view encoding;
  for (const FileEncoding& each : settings().encodings)
    if (each.suffix == suffix) encoding = each.name;
  const auto place = std::size_t(result.compressed);
  send(look.path, look.state, result.looks[place].state, opened[place], encoding);
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
  // Most programs have set nothing, so that nothing needs to be looked for.
  const bool bare = !settings().setHeaders && !events_ && response_->getHeaderNames().empty();
  // Sets a field unless the program has. Returns its value.
  auto set = [&](const char* name, auto make) -> String {
    if (!bare)
      if (String known = setFieldOf(response_, name); !known.empty()) return known;
    const String value = make();
    if (!value.empty()) response_->setHeader(name, value);
    return value;
  };
  OwnValidators validators;
  set("Accept-Ranges", [&] { return settings().acceptRanges ? String("bytes") : String(); });
  set("Cache-Control", [&] { return settings().cacheControl; });
  validators.lastModified = set(
      "Last-Modified", [&] { return settings().lastModified ? Date(modifiedAt(sent.stat)).toUTCString() : String(); });
  validators.etag = set("ETag", [&]() -> String {
    if (settings().etag == FileEtag::Kind::none) return "";
    return entityTag(sent.stat, settings().etag == FileEtag::Kind::strong);
  });
  set("Content-Type", [&] {
    const String extension = path::posix::extname(path).slice(1).toLowerCase();
    const std::string_view type = mediaTypeOf(view(extension));
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
                      std::shared_ptr<OpenFile> open, std::string_view encoding) {
  const OwnValidators own = setHeaders(path, main, sent, encoding);
  // The function of the program may have answered the request itself.
  if (response_->headersSent() || response_->writableEnded()) return;
  const Validators validators{view(own.etag), view(own.lastModified)};
  if (answerConditions(validators)) return;

  double offset = settings().start;
  double length = std::max(0.0, double(sent.stat.size) - offset);
  if (settings().end >= 0) length = std::min(length, std::max(0.0, settings().end - offset + 1));
  const String range = fieldOf(request_, "range");
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
  response_->setHeader("Content-Length", length);
  if (isHead()) return void(response_->end());
  sendBody(path, sent, std::move(open), offset, length);
}

void FileAnswer::sendBody(const std::string& path, const FileState& sent, std::shared_ptr<OpenFile> open, double offset,
                          double length) {
  if (!open) return failBySystem({sent.error, sent.call, path});
  if (events_) response_->once(event::finish, [events = events_] { events->emit(event::end); });
  sendFileBody(response_, std::move(open), offset, length,
               [self = Handle<FileAnswer>(this)](int error) { self->failBySystem({error, "read", ""}); });
}

}  // namespace nodecpp::http::detail
