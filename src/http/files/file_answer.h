// The answer to one request by a file: npm's SendStream, with what serve-static adds to it.
#pragma once

#include <string>
#include <string_view>

#include "http/files/conditions.h"
#include "http/files/files_settings.h"
#include "http/files/texts.h"

namespace nodecpp::http::detail {

class FileAnswer final : public Object {
 public:
  // Whether the answer is that of serve-static, whose errors go to the next handler, or of send, which answers itself.
  enum class Manner : unsigned char { serves, sends };
  FileAnswer(Handle<FilesObject> files, IncomingMessage request, ServerResponse response, Manner manner,
             Function<void(Error)> next);

  // Answers with the file at `path`, which is encoded as in a URL.
  void answer(const String& path);
  // Returns the URL as the client sent it, also where a router has cut its beginning off.
  String originalUrl() const { return settings().originalUrl ? settings().originalUrl(request_) : request_->url; }
  // The events of the answer go to `events`, which must have been made by http::send.
  void tell(SendStream events) { events_ = std::move(events); }
  // Passes on a request that no file can fit.
  void pass();
  // Passes on an error, or answers with it. `contentRange` is the header field that the answer gets.
  void fail(int status, StringArg contentRange = "");

 private:
  // An error of the system on the way to the file.
  struct SystemError {
    int error;
    const char* call;
    std::string path;
  };
  void failBySystem(const SystemError& error);
  void fail(int status, StringArg contentRange, const SystemError* system);
  Error makeError(int status, StringArg contentRange, const SystemError* system) const;
  void answerWithPage(int status, StringArg contentRange);
  void finalAnswer(int status, StringArg contentRange, const String& message);
  void writeFinal(int status, StringArg contentRange, const String& message);

  // The validators that the response has, the program's own or those of the file.
  struct OwnValidators {
    String etag{}, lastModified{};
    bool alone = false;  // The program has set no field of the response.
  };
  void search(std::string path);
  void searchReady();
  void searchOnPool();
  using OpenFiles = FewList<Handle<OpenFile>>;
  void found(const FileSearchResult& result, const OpenFiles& opened);
  void redirect();
  void send(const std::string& path, const FileState& main, const FileState& sent, const Handle<OpenFile>& open,
            std::string_view encoding);
  OwnValidators setHeaders(const std::string& path, const FileState& main, const FileState& sent,
                           std::string_view encoding);
  bool answerConditions(Validators validators);
  void sendBody(const std::string& path, const FileState& sent, const Handle<OpenFile>& open, double offset,
                double length);
  bool isHead() const { return request_->method == "HEAD"; }
  const FilesSettings& settings() const { return files_->settings; }

  Handle<FilesObject> files_;
  IncomingMessage request_;
  ServerResponse response_;
  Function<void(Error)> next_;
  SendStream events_;
  String path_;
  FileSearch search_{};
  Manner manner_;
  bool forwardsErrors_;

  NODECPP_TRACE(request_, response_, next_, events_)
};

}  // namespace nodecpp::http::detail
