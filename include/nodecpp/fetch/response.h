// Response: what fetch() gives. Part of fetch. https://developer.mozilla.org/docs/Web/API/Response
#pragma once

#include <nodecpp/fetch/body.h>
#include <nodecpp/fetch/headers.h>
#include <nodecpp/http/headers.h>

namespace nodecpp {

class Response;
class ResponseObject;

namespace detail {
struct ResponseAccess;
}

// The options of a Response that a program makes.
struct ResponseInit {
  stream::OptionalNumber status{};  // 200 by default
  String statusText{};
  HeadersInit headers{};
};

// A response. When fetch() gave it, and nothing refers to it any more before its body was read, its connection returns
// to the pool or is closed.
class ResponseObject final : public BodyMixin {
 public:
  // Throws a RangeError for a status that is not between 200 and 599, and a TypeError for a status text or headers that
  // HTTP does not allow, and for a body where the status has none.
  explicit ResponseObject(const BodyInit& body = nullptr, ResponseInit init = {});
  // Takes the status, the status text and the headers of another response, as `new Response(body, response)` does in
  // JavaScript, where the getters of a Response are read as options.
  ResponseObject(const BodyInit& body, const Handle<ResponseObject>& init);
  ~ResponseObject() override;

  // "basic" for a response of fetch(), "default" for one that a program made, "error" for Response::error(), "opaque".
  String type() const { return type_; }
  // Returns the URL of the response, after redirects and without its fragment; "" when a program made the response.
  String url() const;
  bool redirected() const noexcept { return redirected_; }
  int status() const noexcept { return status_; }
  // Whether the status is between 200 and 299.
  bool ok() const noexcept { return status_ >= 200 && status_ <= 299; }
  String statusText() const { return statusText_; }
  Headers headers() const;

  // Returns a copy with a body of its own. Throws a TypeError when the body was read.
  Response clone();

  const char* className() const { return "Response"; }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.name("Response").property("status", status()).property("statusText", statusText());
    out.property("headers", headers()).property("bodyUsed", bodyUsed()).property("ok", ok());
    out.property("redirected", redirected()).property("type", type()).property("url", url());
  }

 private:
  Headers bodyHeaders() const override { return headers(); }
  friend struct detail::ResponseAccess;
  friend class Response;
  void begin(const BodyInit& body, const ResponseInit& init, const String& type);

  String type_ = "default";
  URL url_;
  String statusText_;
  http::RawHeaders received_;
  mutable Headers headers_;  // those of a received response are made when a program asks for them
  int status_ = 200;
  bool redirected_ = false;
};

// A handle to a response: make<Response>("text", {.status = 201}) stands for JavaScript's new Response('text', {…}).
class Response : public Handle<ResponseObject> {
 public:
  using Handle<ResponseObject>::Handle;
  Response() noexcept = default;
  Response(const Handle<ResponseObject>& other) noexcept : Handle(other) {}

  // Returns a response whose body is the JSON text of `data`, with the media type application/json. Throws the errors
  // of JSON::stringify and of make<Response>, and a TypeError for undefined.
  template <class T>
  static Response json(const T& data, ResponseInit init = {}) {
    return jsonText(JSON::stringify(data), std::move(init));
  }
  // Returns a response that redirects to `url`. Throws a TypeError for a URL that is not valid, and a RangeError for
  // another status than 301, 302, 303, 307 and 308.
  static Response redirect(const url::Text& url, double status = 302);
  // Returns a network error: a response of the type "error" with the status 0.
  static Response error();

 private:
  static Response jsonText(const String& text, ResponseInit init);
};

template <class T>
  requires std::same_as<T, Response>
T make(const BodyInit& body, ResponseInit init) {
  detail::Making making;
  return T(new (making) ResponseObject(body, std::move(init)));
}

}  // namespace nodecpp
