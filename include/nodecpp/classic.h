// The names of the original Node.cpp, as in the article's Listing 1: net::createHttpServer,
// IncomingHttpMessageAtServer, HttpServerResponse, Url::parseUrlQueryString. Programs written for it run unchanged. New
// programs use <nodecpp/http.h>.
#pragma once

#include <nodecpp/http.h>
#include <nodecpp/url.h>

#include <forward_list>

namespace nodecpp {

namespace net {

// The request, which is passed by reference and valid until the handler returns.
class IncomingHttpMessageAtServer {
 public:
  explicit IncomingHttpMessageAtServer(http::IncomingMessage message) : message_(std::move(message)) {}
  const String& getMethod() const [[clang::lifetimebound]] { return message_->method; }
  const String& getUrl() const [[clang::lifetimebound]] { return message_->url; }
  String getHttpVersion() const { return message_->httpVersion; }
  // Returns a header's value; undefined when the request has no such header.
  Lookup getHeader(StringArg name) const { return message_->headers[name]; }
  // Returns the message of <nodecpp/http.h>, a handle that the program may copy and keep.
  const http::IncomingMessage& message() const [[clang::lifetimebound]] { return message_; }

 private:
  http::IncomingMessage message_;
};

// The response, which is passed by reference and valid until the handler returns. Its errors are those of
// http::ServerResponse.
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
  // Returns the response of <nodecpp/http.h>, a handle that the program may copy and keep.
  const http::ServerResponse& response() const [[clang::lifetimebound]] { return response_; }

 private:
  http::ServerResponse response_;
};

// The result of createHttpServer. The server lives while it listens or while a handle to it exists.
template <class ServerType>
class HttpServerPtr {
 public:
  explicit HttpServerPtr(http::Server server) : server_(std::move(server)) {}
  HttpServerPtr* operator->() { return this; }
  // Listens on a port of an address with a backlog of waiting connections. Errors are emitted as the server's `error`
  // event.
  void listen(const ListenTarget& port, StringArg address, int backlog = 511) {
    server_->listen(ListenOptions{.backlog = double(backlog), .host = address.toString(), .port = port.value()});
  }
  void close() { server_->close(); }
  const http::Server& server() const [[clang::lifetimebound]] { return server_; }

 private:
  http::Server server_;
};

// Creates an HTTP server. `ServerType` only names the server for the reader, as in the original Node.cpp, and need not
// be defined.
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
  // A value of a query string, as Url::parseUrlQueryString returns it.
  class Value : public Lookup {
   public:
    using Lookup::Lookup;
    Value(Lookup value) : Lookup(std::move(value)) {}
    // Returns the value as a text; "undefined" for a missing value, as JavaScript prints it.
    String toStr() const { return toString(); }
  };

  class QueryValues {
   public:
    explicit QueryValues(querystring::ParsedUrlQuery query) : query_(std::move(query)) {}
    // Returns the value of `key`. The reference dangles once this QueryValues is destroyed.
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

  // Parses the query of a request's URL.
  static QueryValues parseUrlQueryString(StringArg url) {
    auto parsed = url::parse(url, true);
    return QueryValues(parsed.query.parsed());
  }
};

}  // namespace nodecpp
