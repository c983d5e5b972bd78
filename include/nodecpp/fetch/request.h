// Request: what fetch() is to ask for. Part of fetch. https://developer.mozilla.org/docs/Web/API/Request
#pragma once

#include <nodecpp/abort_controller.h>
#include <nodecpp/fetch/body.h>
#include <nodecpp/fetch/headers.h>
#include <nodecpp/traits.h>

#include <optional>

namespace nodecpp {

class Request;
class RequestObject;
struct RequestInit;

namespace detail {
struct RequestAccess;
// Returns what a Request's getters give, as the options of another request.
RequestInit optionsOf(const Handle<RequestObject>& request);
}  // namespace detail

// The options of a Request and of fetch(), in the order of the fetch standard. An option that is not given, or an empty
// string, stands for undefined.
struct RequestInit {
  String method{};  // "GET" by default
  HeadersInit headers{};
  BodyInit body{};
  Lookup referrer{};  // a URL that is sent as Referer, or "" for none
  String referrerPolicy{};
  String mode{};  // "cors", "same-origin" or "no-cors"
  String credentials{};
  String cache{};
  String redirect{};  // "follow", "manual" or "error"
  String integrity{};
  std::optional<bool> keepalive{};
  AbortSignal signal{};
  String duplex{};  // must be "half" when the body is a stream
  String priority{};
  std::nullptr_t window = nullptr;  // must be null, as in Node
};

// The first argument of fetch() and of a Request: a URL as a string or a URL object, or a Request.
class RequestInfo {
 public:
  template <class T>
    requires std::constructible_from<url::Text, const T&> && (!detail::DerivedFrom<T, Handle<RequestObject>>)
  RequestInfo(const T& url) : url_(url::Text(url).text()) {}
  RequestInfo(const Request& request);

  const String& url() const noexcept [[clang::lifetimebound]] { return url_; }
  const Handle<RequestObject>& request() const noexcept [[clang::lifetimebound]] { return request_; }

 private:
  String url_;
  Handle<RequestObject> request_;
};

class RequestObject final : public BodyMixin {
 public:
  // Throws a TypeError for a URL that is not valid or has a user name, and for options that are not valid. A Request
  // that is made of another one takes over its body.
  explicit RequestObject(const RequestInfo& input, RequestInit init = {});
  // Takes the options from another Request and takes over its body, as `new Request(url, request)` does in JavaScript,
  // where the getters of a Request are read as options.
  RequestObject(const RequestInfo& input, const Handle<RequestObject>& init);
  ~RequestObject() override;

  String method() const { return method_; }
  String url() const { return url_->href(); }
  Headers headers() const { return headers_; }
  String destination() const { return ""; }
  String referrer() const;
  String referrerPolicy() const { return referrerPolicy_; }
  String mode() const { return mode_; }
  String credentials() const { return credentials_; }
  String cache() const { return cache_; }
  String redirect() const { return redirect_; }
  String integrity() const { return integrity_; }
  bool keepalive() const noexcept { return keepalive_; }
  bool isReloadNavigation() const noexcept { return false; }
  bool isHistoryNavigation() const noexcept { return false; }
  // Returns a signal that aborts when the signal of the options does.
  AbortSignal signal();
  String duplex() const { return "half"; }

  // Returns a copy with a body of its own. Throws a TypeError when the body was read.
  Request clone();

  const char* className() const { return "Request"; }
  template <class Inspector>
  void inspectTo(Inspector& out) {
    out.name("Request").property("method", method()).property("url", url()).property("headers", headers());
    out.property("destination", destination()).property("referrer", referrer());
    out.property("referrerPolicy", referrerPolicy()).property("mode", mode()).property("credentials", credentials());
    out.property("cache", cache()).property("redirect", redirect()).property("integrity", integrity());
    out.property("keepalive", keepalive()).property("isReloadNavigation", isReloadNavigation());
    out.property("isHistoryNavigation", isHistoryNavigation()).property("signal", signal());
  }

 private:
  Headers bodyHeaders() const override { return headers(); }
  friend struct detail::RequestAccess;
  void takeFrom(const RequestObject& other);
  void takeOptions(const RequestInit& init);
  void takeMethod(const String& method);
  void takeBody(const RequestInit& init, RequestObject* input);

  String method_ = "GET";
  URL url_;
  Headers headers_;
  Lookup referrer_;  // undefined for the client, null for no referrer, else a URL
  String referrerPolicy_;
  String mode_ = "cors";
  String credentials_ = "same-origin";
  String cache_ = "default";
  String redirect_ = "follow";
  String integrity_;
  bool keepalive_ = false;
  AbortSignal given_;   // the signal of the options
  AbortSignal signal_;  // made when a program asks for it
};

// A handle to a request: make<Request>(url, {.method = "POST"}) stands for JavaScript's new Request(url, {…}).
class Request : public Handle<RequestObject> {
 public:
  using Handle<RequestObject>::Handle;
  Request() noexcept = default;
  Request(const Handle<RequestObject>& other) noexcept : Handle(other) {}
};

inline RequestInfo::RequestInfo(const Request& request) : request_(request) {}

template <class T>
  requires std::same_as<T, Request>
T make(const RequestInfo& input, RequestInit init) {
  detail::Making making;
  return T(new (making) RequestObject(input, std::move(init)));
}

}  // namespace nodecpp
