// Files of a folder as the answers to requests: http::files is npm's serve-static (2.x), and http::sendFile is npm's send
// (1.x). The status, the header fields and their order, and the bodies are those of these packages.
// https://www.npmjs.com/package/serve-static https://www.npmjs.com/package/send
//
//   http::createServer(http::files("public"))->listen(2000);
//
// Programs include this header besides nodecpp/http.h. The page is docs/files.md.
#pragma once

#include <nodecpp/fs/fs_types.h>
#include <nodecpp/http/server.h>

namespace nodecpp::http {

// A list of names as an option: one string, a list of strings, or false for an empty list.
class FileNames {
 public:
  FileNames() = default;
  template <std::same_as<bool> T>
  FileNames(T on) : valid_(!on) {}
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  FileNames(const T& name) {
    if (!StringArg(name).empty()) names_.push_back(StringArg(name).toString());
  }
  FileNames(std::initializer_list<StringArg> names) {
    for (const StringArg& name : names) names_.push_back(name.toString());
  }
  FileNames(const Array<String>& names) : names_(names) {}

  // Returns the names. The reference is valid while this object lives.
  const nodecpp::detail::List<String>& names() const noexcept [[clang::lifetimebound]] { return names_; }
  // False for the value true, which the packages refuse.
  bool valid() const noexcept { return valid_; }

 private:
  nodecpp::detail::List<String> names_;
  bool valid_ = true;
};

// The option etag: true for the weak validator of npm's etag (size and time in milliseconds), false for none. Not in npm:
// "strong" for a validator without W/, made of the size and the time in nanoseconds, which If-Range of other servers and
// of caches accepts. It is right when no file is changed twice within the resolution of the file system's clock.
class FileEtag {
 public:
  enum class Kind : unsigned char { none, weak, strong, invalid };
  template <std::same_as<bool> T>
  FileEtag(T on) : kind_(on ? Kind::weak : Kind::none) {}
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  FileEtag(const T& name) : kind_(StringArg(name) == "strong" ? Kind::strong : Kind::invalid) {}
  Kind kind() const noexcept { return kind_; }

 private:
  Kind kind_;
};

// The option maxAge: milliseconds, or a text that npm's ms understands ("1d", "2 hours"). What is no time counts as 0.
class MaxAge {
 public:
  template <class T>
    requires nodecpp::detail::Arithmetic<T>
  MaxAge(T milliseconds) : milliseconds_(double(milliseconds)) {}
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  MaxAge(const T& text) : milliseconds_(parsed(StringArg(text))) {}
  // Returns the time in milliseconds, from 0 to a year.
  double milliseconds() const noexcept;

 private:
  static double parsed(StringArg text);
  double milliseconds_;
};

// How http::files keeps files open between requests. Not in npm.
struct OpenFilesOptions {
  // The most files that one handler keeps open, or remembers as missing; 0 keeps none.
  double files = 0;
  // How long a file is taken to be unchanged, in milliseconds. Then it is looked at again, and opened again when it has
  // been replaced or changed. Until then a change is not noticed.
  double recheck = 1000;
};

// The options of serve-static and of send, in alphabetical order as on their pages, and then those that npm lacks.
struct FilesOptions {
  bool acceptRanges = true;
  bool cacheControl = true;
  // What becomes of a path with a part that begins with a dot: "allow", "deny" (403) or "ignore" (404).
  String dotfiles = "ignore";
  stream::OptionalNumber end{};  // The offset of the last byte that is sent of each file.
  FileEtag etag = true;
  // Extensions that are tried, in this order, for a path that has none and does not exist.
  FileNames extensions{};
  // False answers a request that no file fits itself (405, or the error of the file), and does not pass it on.
  bool fallthrough = true;
  bool immutable = false;
  FileNames index = "index.html";  // The files that are tried, in this order, for a path that ends with a slash.
  bool lastModified = true;
  MaxAge maxAge = 0;
  bool redirect = true;  // Answers the path of a folder without a slash at its end with a redirect.
  String root{};         // The folder of sendFile. files() has a parameter for it.
  // Called with each response that is about to be given a file, to set header fields of its own.
  Function<void(ServerResponse, String path, fs::Stats stat)> setHeaders{};
  stream::OptionalNumber start{};  // The offset of the first byte that is sent of each file.

  // Not in npm: symbolic links below the root. "follow" follows each, as the packages do. "inside" refuses a path that
  // leads out of the root by a link, "refuse" each path with a link in it, both with status 403.
  String links = "follow";
  // Not in npm: encodings whose compressed file may stand beside a file ("br" for .br, "gzip" for .gz, "zstd" for .zst),
  // in the order of preference. The file is sent in the encoding that the request prefers, with Vary. A compressed file
  // that is older than the file itself is not used.
  FileNames precompressed{};
  OpenFilesOptions openFiles{};
  // For routers that have cut the beginning off request->url: returns the URL as it was received, which npm's packages find in
  // Express's request.originalUrl. Redirects lead to it, and pages name it.
  Function<String(IncomingMessage)> originalUrl{};
};

namespace detail {
class FilesObject;
}  // namespace detail

// The request handler that files() returns. Copies share the options and the files kept open.
class FilesHandler {
 public:
  explicit FilesHandler(Handle<detail::FilesObject> files) noexcept;
  FilesHandler(const FilesHandler&) noexcept;
  FilesHandler(FilesHandler&&) noexcept;
  FilesHandler& operator=(const FilesHandler&) noexcept;
  FilesHandler& operator=(FilesHandler&&) noexcept;
  ~FilesHandler();

  // Answers the request. A request that no file fits is answered as npm's finalhandler does in production: 404, or the
  // status of the error.
  void operator()(const IncomingMessage& request, const ServerResponse& response) const;
  // Answers the request, or calls `next` without an error for a request that no file fits, and with one for an error: see
  // serve-static's option fallthrough. An error has the properties status, statusCode and expose, as those of npm's
  // http-errors, and contentRange where the packages' error has the header field Content-Range.
  void operator()(const IncomingMessage& request, const ServerResponse& response, Function<void(Error)> next) const;

 private:
  Handle<detail::FilesObject> files_;
};

// Returns a handler that answers requests with the files of the folder `root`, as serveStatic(root, options) does. Throws
// a TypeError with the packages' message for an invalid option, and ERR_OUT_OF_RANGE for a `start`, `end`, or count that
// is no integer of at least 0.
FilesHandler files(StringArg root, FilesOptions options = {});

// Answers with the file at `path`, which is decoded and begins with a slash when it is below `options.root`. Does what
// send(request, path, options).pipe(response) does, with send's own error pages. The options fallthrough, redirect and
// openFiles have no effect. With a `callback`, an error goes to it in place of an error page, and it is called without
// one when the response has been handed to the system, as Express's response.sendFile does. Throws as files().
void sendFile(const IncomingMessage& request, const ServerResponse& response, StringArg path, FilesOptions options = {},
              Function<void(Error)> callback = nullptr);

// The result of send(): an emitter whose events tell what becomes of the request.
class SendStreamObject : public EventEmitterObject {
 public:
  using EventEmitterObject::eventArgs;
  // For the runtime: see send().
  SendStreamObject(IncomingMessage request, String path, Handle<detail::FilesObject> files);
  ~SendStreamObject() override;

  // Answers the request. Returns the response.
  ServerResponse pipe(const ServerResponse& response);

  // With a listener, an error does not become an error page: the listener answers.
  static Args<Error> eventArgs(event::error_t);
  // The bytes of the file were given to the system.
  static Args<> eventArgs(event::end_t);
  const char* className() const override { return "SendStream"; }

 private:
  IncomingMessage request_;
  String path_;
  Handle<detail::FilesObject> files_;
};
using SendStream = Handle<SendStreamObject>;

// Answers with the file at `path` when the result is piped to the response, as send(request, path, options) does:
//   http::send(request, request->url, {.root = "public"})->on(event::directory, …)->pipe(response);
// The events `directory` (with a listener there is no redirect), `file` and `headers` are below; `error` and `end` are
// those of SendStreamObject. The options are those of sendFile, which does the same without events. Throws as files().
SendStream send(const IncomingMessage& request, StringArg path, FilesOptions options = {});

}  // namespace nodecpp::http

namespace nodecpp::event {
// The events of http::send. The paths are those on the disk.
inline constexpr Event<http::ServerResponse, String> directory{"directory"};
inline constexpr Event<String, fs::Stats> file{"file"};
// Header fields that are set here are not set by send.
inline constexpr Event<http::ServerResponse, String, fs::Stats> headers{"headers"};
}  // namespace nodecpp::event
