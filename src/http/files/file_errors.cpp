// Requests that no file answers: the errors of npm's http-errors, the pages of send, and those of finalhandler.
#include <utility>

#include "base/errors/uv_errors.h"
#include "base/text/string_units.h"
#include "fs/file_work.h"
#include "http/files/file_answer.h"
#include "http/message.h"

namespace nodecpp::http::detail {

using units::view;

namespace {

// The class of http-errors for a status: its reason phrase without spaces, and "Error" unless that is its end.
String errorName(int status) {
  std::string name;
  for (char c : statusText(status))
    if (c != ' ') name += c;
  return name.ends_with("Error") ? String(name) : String(name + "Error");
}

bool isMissing(int error) noexcept { return error == UV_ENAMETOOLONG || error == UV_ENOENT || error == UV_ENOTDIR; }

}  // namespace

void FileAnswer::pass() {
  if (next_) return next_(nullptr);
  if (response_->headersSent()) return;
  const String path = pathnameOf(originalUrl());
  finalAnswer(404, "", "Cannot " + request_->method + " " + encodeUrl(path.isUndefined() ? "null" : view(path)));
}

void FileAnswer::failBySystem(const SystemError& error) { fail(isMissing(error.error) ? 404 : 500, "", &error); }

void FileAnswer::fail(int status, StringArg contentRange) { fail(status, contentRange, nullptr); }

void FileAnswer::fail(int status, StringArg contentRange, const SystemError* system) {
  if (manner_ == Manner::serves && !forwardsErrors_ && status < 500) return pass();
  if (next_) return next_(makeError(status, contentRange, system));
  if (events_ && events_->listenerCount(event::error) > 0)
    return void(events_->emit(event::error, makeError(status, contentRange, system)));
  if (manner_ == Manner::sends) return answerWithPage(status, contentRange);
  // The head has gone, so that only the end of the connection can tell the client.
  if (response_->headersSent()) {
    if (request_->socket) request_->socket->destroy();
    return;
  }
  finalAnswer(status, contentRange, statusText(status));
}

Error FileAnswer::makeError(int status, StringArg contentRange, const SystemError* system) const {
  Error error;
  if (system) {
    error =
        fs::detail::toLaterError(system->path.empty() ? fs::detail::failure(system->error, system->call)
                                                      : fs::detail::failure(system->error, system->call, system->path));
  } else {
    error = Error(statusText(status));
    nodecpp::detail::setClassName(error, errorName(status));
  }
  error->set("expose", str(status < 500 && !system));
  error->set("status", status);
  error->set("statusCode", status);
  if (!contentRange.empty()) error->set("contentRange", contentRange.toString());
  return error;
}

// Answers as send does where nothing listens to its errors.
void FileAnswer::answerWithPage(int status, StringArg contentRange) {
  if (response_->headersSent()) {
    if (request_->socket) request_->socket->destroy();
    return;
  }
  const String page = htmlDocument("Error", escapeHtml(statusText(status)));
  for (const String& name : response_->getHeaderNames()) response_->removeHeader(name);
  if (!contentRange.empty()) response_->setHeader("Content-Range", contentRange);
  response_->statusCode = status;
  response_->setHeader("Content-Type", "text/html; charset=UTF-8");
  response_->setHeader("Content-Length", page.byteLength());
  response_->setHeader("Content-Security-Policy", "default-src 'none'");
  response_->setHeader("X-Content-Type-Options", "nosniff");
  response_->end(page);
}

// Answers as finalhandler does: when the whole request has been received.
void FileAnswer::finalAnswer(int status, StringArg contentRange, const String& message) {
  if (request_->complete && !request_->readable()) return writeFinal(status, contentRange, message);
  auto write = [self = Handle<FileAnswer>(this), status, range = contentRange.toString(), message,
                done = let<bool>(false)] {
    if (done) return;
    done = true;
    self->writeFinal(status, range, message);
  };
  request_->unpipe();
  request_->once(event::end, write);
  request_->once(event::close, write);
  request_->resume();
}

void FileAnswer::writeFinal(int status, StringArg contentRange, const String& message) {
  if (response_->headersSent()) return;
  const String page = htmlDocument("Error", escapeHtml(view(message)));
  response_->statusCode = status;
  response_->statusMessage = statusText(status);
  for (const char* name : {"Content-Encoding", "Content-Language", "Content-Range"}) response_->removeHeader(name);
  if (!contentRange.empty()) response_->setHeader("Content-Range", contentRange);
  response_->setHeader("Content-Security-Policy", "default-src 'none'");
  response_->setHeader("X-Content-Type-Options", "nosniff");
  response_->setHeader("Content-Type", "text/html; charset=utf-8");
  response_->setHeader("Content-Length", page.byteLength());
  if (isHead()) return void(response_->end());
  response_->end(page);
}

}  // namespace nodecpp::http::detail
