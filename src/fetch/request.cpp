#include <nodecpp/process.h>

#include <string_view>

#include "fetch/request_access.h"
#include "loop/loop.h"
#include "util/mime_syntax.h"

namespace nodecpp {

using detail::HeadersAccess;
using detail::viewOf;

namespace {

struct PatchWarning {
  bool given = false;
};
constinit detail::LoopLocal<PatchWarning> patchWarning;

TypeError withCause(const String& message, const Error& cause) { return TypeError(message, {.cause = cause}); }

// Returns the parsed URL. Throws a TypeError whose message is made of the error's cause.
URL parsed(const String& text, const String& message) {
  try {
    return make<URL>(text);
  } catch (const Error& error) {
    throw withCause(message, error);
  }
}

// Sets `option` to a value that was given. Throws a TypeError when it is none of the words in `allowed`, which are
// separated by ", ".
void takeWord(String& option, const String& given, std::string_view allowed) {
  if (given.empty()) return;
  for (std::size_t from = 0; from <= allowed.size();) {
    const std::size_t to = std::min(allowed.find(", ", from), allowed.size());
    if (allowed.substr(from, to - from) == viewOf(given)) {
      option = given;
      return;
    }
    from = to + 2;
  }
  throw TypeError(str("undefined: ") + given + " is not an accepted type. Expected one of " + String(allowed) + ".");
}

constexpr std::string_view referrerPolicies =
    ", no-referrer, no-referrer-when-downgrade, same-origin, origin, strict-origin, origin-when-cross-origin, "
    "strict-origin-when-cross-origin, unsafe-url";

}  // namespace

RequestObject::RequestObject(const RequestInfo& input, RequestInit init) {
  Handle<RequestObject> other = input.request();
  if (other) {
    takeFrom(*other);
  } else {
    url_ = parsed(input.url(), "Failed to parse URL from " + input.url());
    if (!url_->username().empty() || !url_->password().empty())
      throw TypeError("Request cannot be constructed from a URL that includes credentials: " + input.url());
  }
  takeOptions(init);
  if (init.signal) given_ = init.signal;
  if (init.headers.given()) {
    headers_ = make<HeadersObject>(init.headers);
  } else {
    headers_ = make<Headers>();
    if (other) detail::fillHeaders(HeadersAccess::listOf(*headers_), HeadersInit(other->headers_));
  }
  takeBody(init, other.get());
}
RequestObject::~RequestObject() = default;

void RequestObject::takeFrom(const RequestObject& other) {
  method_ = other.method_;
  url_ = other.url_;
  referrer_ = other.referrer_;
  referrerPolicy_ = other.referrerPolicy_;
  mode_ = other.mode_;
  credentials_ = other.credentials_;
  cache_ = other.cache_;
  redirect_ = other.redirect_;
  integrity_ = other.integrity_;
  keepalive_ = other.keepalive_;
  given_ = other.given_;
}

void RequestObject::takeOptions(const RequestInit& init) {
  // The words are checked in this order, and before everything else, as in Node.
  takeWord(referrerPolicy_, init.referrerPolicy, referrerPolicies);
  String mode;
  takeWord(mode, init.mode, "navigate, same-origin, no-cors, cors");
  takeWord(credentials_, init.credentials, "omit, same-origin, include");
  takeWord(cache_, init.cache, "default, no-store, reload, no-cache, force-cache, only-if-cached");
  takeWord(redirect_, init.redirect, "follow, manual, error");
  String unused;
  takeWord(unused, init.duplex, "half");
  takeWord(unused, init.priority, "high, low, auto");
  if (!init.referrer.isUndefined()) {
    const String referrer = init.referrer.toString();
    if (referrer.empty())
      referrer_ = nullptr;
    else if (URL url = parsed(referrer, "Referrer \"" + referrer + "\" is not a valid URL.");
             url->href() == "about:client")
      referrer_ = Lookup();
    else
      referrer_ = url->href();
  }
  if (mode == "navigate") throw TypeError("Request constructor: invalid request mode navigate.");
  if (!mode.empty()) mode_ = mode;
  if (cache_ == "only-if-cached" && mode_ != "same-origin")
    throw TypeError("'only-if-cached' can be set only with 'same-origin' mode");
  if (!init.integrity.empty()) integrity_ = init.integrity;
  if (init.keepalive) keepalive_ = *init.keepalive;
  if (!init.method.empty()) takeMethod(init.method);
  if (mode == "no-cors" && method_ != "GET" && method_ != "HEAD" && method_ != "POST")
    throw TypeError("'" + method_ + " is unsupported in no-cors mode.");
}

void RequestObject::takeMethod(const String& method) {
  if (!mime::isToken(viewOf(method))) throw TypeError("'" + method + "' is not a valid HTTP method.");
  const String upper = method.toUpperCase();
  if (upper == "CONNECT" || upper == "TRACE" || upper == "TRACK")
    throw TypeError("'" + method + "' HTTP method is unsupported.");
  method_ = method;
  // Other methods, `patch` among them, keep their case.
  for (const char* known : {"DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"})
    if (upper == known) method_ = upper;
  if (method_ != "patch" || std::exchange(patchWarning->given, true)) return;
  process::emitWarning(
      "Using `patch` is highly likely to result in a `405 Method Not Allowed`. `PATCH` is much more "
      "likely to succeed.",
      {.code = "UNDICI-FETCH-patch"});
}

void RequestObject::takeBody(const RequestInit& init, RequestObject* input) {
  const bool inherits = !init.body.given() && input && input->body_;
  if ((init.body.given() || inherits) && (method_ == "GET" || method_ == "HEAD"))
    throw TypeError("Request with GET/HEAD method cannot have body.");
  if (init.body.given()) {
    body_ = init.body.body();
    auto& list = HeadersAccess::listOf(*headers_);
    if (!init.body.type().empty() && !list.has("content-type")) list.append("content-type", init.body.type());
    if (!body_->canBeSentAgain() && keepalive_) throw TypeError("keepalive");
    if (!body_->canBeSentAgain() && init.duplex.empty())
      throw TypeError("RequestInit: duplex option is required when sending a body.");
  } else if (inherits) {
    if (input->bodyUsed())
      throw TypeError("Cannot construct a Request with a Request object that has already been used.");
    body_ = input->body_->moved();
  }
  if (body_ && !body_->canBeSentAgain() && mode_ == "no-cors")
    throw TypeError("If request is made from ReadableStream, mode should be \"same-origin\" or \"cors\"");
}

String RequestObject::referrer() const {
  return referrer_.isUndefined() ? String("about:client") : referrer_.isNull() ? String("") : referrer_.toString();
}

AbortSignal RequestObject::signal() {
  if (!signal_) signal_ = given_ ? AbortSignal::any({given_}) : make<AbortSignal>();
  return signal_;
}

Request RequestObject::clone() {
  if (bodyUsed()) throw TypeError("unusable");
  Handle<detail::BodyObject> body = std::exchange(body_, nullptr);
  Request copy;
  try {
    copy = make<RequestObject>(Request(this), RequestInit());
  } catch (...) {
    body_ = body;
    throw;
  }
  body_ = body;
  if (body) copy->body_ = body->clone();
  if (signal_) copy->given_ = signal_;
  return copy;
}

}  // namespace nodecpp
