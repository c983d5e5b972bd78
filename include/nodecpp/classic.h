// The names of the original Node.cpp, as the article's Listing 1 has them: net::createHttpServer, IncomingHttpMessageAtServer,
// HttpServerResponse, Url::parseUrlQueryString. Programs written then run unchanged; new ones use <nodecpp/http.h>.
#pragma once

#include <nodecpp/http.h>
#include <nodecpp/url.h>

#include <forward_list>

namespace nodecpp {

namespace net {

// The request, by reference for the time of the handler.
class IncomingHttpMessageAtServer {
 public:
  explicit IncomingHttpMessageAtServer(http::IncomingMessage message) : message_(std::move(message)) {}
  const String& getMethod() const [[clang::lifetimebound]] { return message_->method; }
  const String& getUrl() const [[clang::lifetimebound]] { return message_->url; }
  String getHttpVersion() const { return message_->httpVersion; }
  // Undefined when the request has no such header.
  Lookup getHeader(StringArg name) const { return message_->headers[name]; }
  // The message of <nodecpp/http.h>, which may be kept.
  const http::IncomingMessage& message() const [[clang::lifetimebound]] { return message_; }

 private:
  http::IncomingMessage message_;
};

// The response, by reference for the time of the handler. Errors are those of http::ServerResponse.
class HttpServerResponse {
 public:
  explicit HttpServerResponse(http::ServerResponse response) : response_(std::move(response)) {}
  void writeHead(int statusCode, const http::HeadersArg& headers = {}) { response_->writeHead(statusCode, headers); }
  void writeHead(int statusCode, StringArg statusMessage, const http::HeadersArg& headers = {}) {
    response_->writeHead(statusCode, statusMessage, headers);
  }
  void setHeader(StringArg name, const http::HeaderValue& value) { response_->setHeader(name, value); }
  bool write(const stream::ChunkArg& chunk) { return response_->write(chunk); }
  void end() { response_->end(); }
  void end(const stream::ChunkArg& chunk) { response_->end(chunk); }
  // The response of <nodecpp/http.h>, which may be kept.
  const http::ServerResponse& response() const [[clang::lifetimebound]] { return response_; }

 private:
  http::ServerResponse response_;
};

// What createHttpServer returns; the server lives while it listens or somebody holds it.
template <class ServerType>
class HttpServerPtr {
 public:
  explicit HttpServerPtr(http::Server server) : server_(std::move(server)) {}
  HttpServerPtr* operator->() { return this; }
  // Port, address, backlog. Errors are the server's `error` event.
  void listen(const ListenTarget& port, StringArg address, int backlog = 511) {
    server_->listen(ListenOptions{.backlog = double(backlog), .host = address.toString(), .port = port.value()});
  }
  void close() { server_->close(); }
  const http::Server& server() const [[clang::lifetimebound]] { return server_; }

 private:
  http::Server server_;
};

// `ServerType` names the server to the reader, as it did to the original; it need not be defined.
template <class ServerType, class Handler>
HttpServerPtr<ServerType> createHttpServer(Handler handler) {
  return HttpServerPtr<ServerType>(
      http::createServer([handler](http::IncomingMessage message, http::ServerResponse answer) mutable {
        IncomingHttpMessageAtServer request(std::move(message));
        HttpServerResponse response(std::move(answer));
        return handler(request, response);
      }));
}

}  // namespace net

class Url {
 public:
  // A value of a query string.
  class Value : public Lookup {
   public:
    using Lookup::Lookup;
    Value(Lookup value) : Lookup(std::move(value)) {}
    // "undefined" for a missing one, as JavaScript prints it.
    String toStr() const { return toString(); }
  };

  class QueryValues {
   public:
    explicit QueryValues(querystring::ParsedUrlQuery query) : query_(std::move(query)) {}
    // The value of `key`; the reference is valid as long as this object.
    Value& operator[](StringArg key) [[clang::lifetimebound]] {
      for (auto& [known, value] : found_)
        if (known == key) return value;
      found_.emplace_front(key.toString(), Value(query_[key]));
      return found_.front().second;
    }

   private:
    querystring::ParsedUrlQuery query_;
    std::forward_list<std::pair<String, Value>> found_;
  };

  // The query of a request's url.
  static QueryValues parseUrlQueryString(StringArg url) {
    auto parsed = url::parse(url, true);
    return QueryValues(parsed.query.parsed());
  }
};

}  // namespace nodecpp
