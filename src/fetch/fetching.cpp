#include "fetch/fetching.h"

#include <nodecpp/concurrency/guarded.h>
#include <nodecpp/concurrency/sleep.h>

#include <algorithm>

#include "fetch/errors.h"
#include "fetch/integrity.h"
#include "fetch/received_body.h"
#include "fetch/referrer.h"
#include "fetch/request_access.h"
#include "fetch/response_access.h"

namespace nodecpp {

namespace detail {

namespace {

constexpr int mostRedirects = 20;

// The ports of other protocols, which fetch() refuses. https://fetch.spec.whatwg.org/#bad-port
constexpr int badPorts[] = {1,    7,    9,    11,   13,   15,   17,   19,   20,   21,   22,   23,   25,   37,
                            42,   43,   53,   69,   77,   79,   87,   95,   101,  102,  103,  104,  109,  110,
                            111,  113,  115,  117,  119,  123,  135,  137,  139,  143,  161,  179,  389,  427,
                            465,  512,  513,  514,  515,  526,  530,  531,  532,  540,  548,  554,  556,  563,
                            587,  601,  636,  989,  990,  993,  995,  1719, 1720, 1723, 2049, 3659, 4045, 4190,
                            5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080};

bool isHttp(const URL& url) {
  const String protocol = url->protocol();
  return protocol == "http:" || protocol == "https:";
}

// Returns the bytes of a header value as UTF-8, where it has others than ASCII.
String asUtf8(const String& value) { return Buffer::from(value, "latin1").toString(); }

}  // namespace

bool isRedirect(int status) noexcept {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}
bool hasNoBody(int status) noexcept { return status == 101 || status == 204 || status == 205 || status == 304; }
bool isSameOrigin(const URL& a, const URL& b) {
  return a->protocol() == b->protocol() && a->hostname() == b->hostname() && a->port() == b->port();
}

Fetching::Fetching(RequestObject& request)
    : method_(request.method()),
      url_(RequestAccess::url(request)),
      first_(url_),
      headers_(HeadersAccess::listOf(*request.headers())),
      mode_(request.mode()),
      redirect_(request.redirect()),
      cache_(request.cache()),
      referrer_(RequestAccess::referrer(request)),
      referrerPolicy_(request.referrerPolicy()),
      integrity_(request.integrity()),
      signal_(RequestAccess::signal(request)) {
  if (isHttp(url_)) timing_ = Timing::begin();
  if (const Handle<BodyObject>& body = RequestAccess::body(request)) body_ = body->moved();
  if (!headers_.has("accept")) headers_.append("accept", "*/*");
  if (!headers_.has("accept-language")) headers_.append("accept-language", "*");
  if (!signal_ || signal_->aborted()) return;
  // The listener does not hold this object, which removes it when the call is over.
  listener_ = [this] {
    Handle<Fetching> alive(this);
    abort(signal_->reason());
  };
  signal_->addEventListener("abort", listener_, {.once = true});
}

Fetching::~Fetching() { over(); }

void Fetching::over() {
  stopTimer();
  if (listener_) signal_->removeEventListener("abort", std::exchange(listener_, nullptr));
  request_ = nullptr;
  aborted_ = nullptr;
}

void Fetching::abort(const Error& reason) {
  reason_ = reason;
  listener_ = nullptr;
  if (Function<void(Error)> aborted = std::exchange(aborted_, nullptr)) aborted(reason);
  if (body_ && !body_->used() && !body_->canBeSentAgain()) body_->stream()->destroy();
  if (const http::ClientRequest request = request_) request->destroy();
}

void Fetching::checkUrl() const {
  if (!isHttp(url_)) return;
  const String port = url_->port();
  if (!port.empty() && std::ranges::find(badPorts, int(Lookup(port).toNumber())) != std::end(badPorts))
    throw fetchFailed(Error("bad port"));
  if (!crossOrigin_) return;
  if (mode_ == "same-origin") throw fetchFailed(Error("request mode cannot be \"same-origin\""));
  if (mode_ == "no-cors" && redirect_ != "follow")
    throw fetchFailed(Error("redirect mode cannot be \"follow\" for \"no-cors\" request"));
}

Promise<Response> Fetching::follow() {
  bool again = false;
  Response response;
  while (!response) {
    checkUrl();
    if (!isHttp(url_)) {
      response = respondLocally();
      break;
    }
    if (referrerPolicy_.empty()) referrerPolicy_ = "strict-origin-when-cross-origin";
    referrer_ = referrerFor(referrer_, referrerPolicy_, url_);
    http::IncomingMessage message = co_await exchange();
    const int status = message->statusCode;
    if (status == 407) {
      message->giveUp({});
      throw fetchFailed(Error(""));
    }
    // A server that is responsible for another host is asked once more.
    if (status == 421 && !std::exchange(again, true) && (!body_ || body_->canBeSentAgain())) {
      message->giveUp({});
      continue;
    }
    if (isRedirect(status) && redirect_ == "error") {
      message->giveUp({});
      throw fetchFailed(Error("unexpected redirect"));
    }
    if (!isRedirect(status) || redirect_ == "manual") {
      response = respond(message);
      break;
    }
    bool goes = false;
    try {
      goes = redirect(message);
    } catch (...) {
      message->giveUp({});
      throw;
    }
    if (goes)
      message->giveUp({});
    else
      response = respond(message);
  }
  if (!integrity_.empty()) response = co_await compared(response);
  co_return response;
}

bool Fetching::redirect(const http::IncomingMessage& message) {
  const Lookup given = message->headers["location"];
  if (!given.isString()) return false;
  String location = given.toString();
  if (std::size_t(location.length()) != location.size()) location = asUtf8(location);
  URL next;
  try {
    next = make<URL>(location, url_->href());
  } catch (const Error& error) {
    throw fetchFailed(error);
  }
  if (next->hash().empty()) next->setHash(url_->hash());
  if (!isHttp(next)) throw fetchFailed(Error("URL scheme must be a HTTP(S) scheme"));
  if (redirects_ == mostRedirects) throw fetchFailed(Error("redirect count exceeded"));
  ++redirects_;
  const bool credentials = !next->username().empty() || !next->password().empty();
  if (mode_ == "cors" && credentials) throw fetchFailed(Error("cross origin not allowed for request mode \"cors\""));
  const int status = message->statusCode;
  if (status != 303 && body_ && !body_->canBeSentAgain()) throw fetchFailed(Error(""));
  if (((status == 301 || status == 302) && method_ == "POST") ||
      (status == 303 && method_ != "GET" && method_ != "HEAD")) {
    method_ = "GET";
    body_ = nullptr;
    for (const char* name :
         {"content-encoding", "content-language", "content-location", "content-type", "content-length"})
      headers_.remove(name);
  }
  if (!isSameOrigin(url_, next))
    for (const char* name : {"authorization", "proxy-authorization", "cookie", "host"}) headers_.remove(name);
  url_ = next;
  if (timing_) timing_->redirected();
  if (const String policy = referrerPolicyIn(message->headers["referrer-policy"]); !policy.empty())
    referrerPolicy_ = policy;
  if (!isSameOrigin(next, first_)) crossOrigin_ = true;
  return true;
}

void Fetching::bodyEnded(double decoded, double encoded) {
  if (const Handle<Timing> timing = std::exchange(timing_, nullptr)) timing->end(first_->href(), decoded, encoded);
}

Response Fetching::respond(const http::IncomingMessage& message) {
  auto response = make<Response>();
  if (timing_) timing_->responseBegins(message->statusCode);
  ResponseAccess::setType(*response, !crossOrigin_ ? "basic" : mode_ == "no-cors" ? "opaque" : "cors");
  if (crossOrigin_ && mode_ == "no-cors") {
    // An opaque response tells a program nothing.
    message->giveUp({});
    over();
    bodyEnded(0, 0);
    ResponseAccess::setStatus(*response, 0, "");
    ResponseAccess::setReceived(*response, message->rawHeaders);
    return response;
  }
  ResponseAccess::setUrl(*response, url_, redirects_ > 0);
  ResponseAccess::setStatus(*response, message->statusCode, message->statusMessage);
  ResponseAccess::setReceived(*response, message->rawHeaders);
  ResponseAccess::setBody(*response, bodyOf(message));
  return response;
}

// Returns the response, after its body was compared with the hashes that it must have.
Promise<Response> Fetching::compared(Response response) {
  const Handle<BodyObject> body = ResponseAccess::body(*response);
  if (!body) throw fetchFailed(Error(""));
  Buffer bytes;
  try {
    bytes = co_await body->read();
  } catch (const Error& error) {
    throw reason_ ? reason_ : fetchFailed(error);
  }
  if (!matchesIntegrity(bytes, integrity_)) throw fetchFailed(Error("integrity mismatch"));
  ResponseAccess::setBody(*response, make<Handle<BytesBody>>(bytes));
  co_return response;
}

Handle<BodyObject> Fetching::bodyOf(const http::IncomingMessage& message) {
  if (method_ == "HEAD" || hasNoBody(message->statusCode)) {
    message->giveUp({});
    over();
    bodyEnded(0, 0);
    return nullptr;
  }
  const Handle<Fetching> self(this);
  try {
    return receivedBody(self, message);
  } catch (const Error& error) {
    message->giveUp({});
    over();
    throw fetchFailed(error);
  }
}

namespace {

// Rejects the promise at once when the signal aborts, and ends `work` when the promise is retracted.
Promise<Response> abortable(const Handle<Fetching>& fetching, const Promise<Response>& work) {
  return guarded([fetching, work] {
           return operation<Response>([&](Resolver<Response> resolve, Rejector reject) {
             fetching->onAbort([reject](const Error& reason) { reject(reason); });
             work.then([resolve](const Response& response) { resolve(response); },
                       [reject](const std::exception_ptr& error) { reject(error); });
             return [] {};
           });
         })
      .onRetract([work] { return retract(work); })
      .promise();
}

}  // namespace
}  // namespace detail

Promise<Response> fetch(const RequestInfo& input, RequestInit init) {
  Handle<detail::Fetching> fetching;
  try {
    fetching = make<detail::Fetching>(*make<Request>(input, std::move(init)));
  } catch (...) {
    return Promise<>::reject<Response>(detail::caught());
  }
  const AbortSignal signal = fetching->signal();
  if (signal && signal->aborted()) {
    fetching->abort(signal->reason());
    return Promise<>::reject<Response>(signal->reason());
  }
  Promise<Response> work = fetching->follow();
  return signal ? detail::abortable(fetching, work) : work;
}

}  // namespace nodecpp
