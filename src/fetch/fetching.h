// One call of fetch(): what it asks for, through all redirects, until the body of its response was received.
// https://fetch.spec.whatwg.org/#fetching
#pragma once

#include <nodecpp/fetch.h>
#include <nodecpp/http.h>
#include <nodecpp/timers.h>

#include "fetch/body_object.h"
#include "fetch/channels.h"
#include "fetch/header_list.h"
#include "fetch/timing.h"

namespace nodecpp::detail {

class Fetching final : public Object {
 public:
  explicit Fetching(RequestObject& request);
  ~Fetching() override;

  // Sends the request, follows redirects, and returns the response. Rejected with the errors of fetch().
  Promise<Response> follow();
  // The signal that aborts this call; undefined when there is none.
  const AbortSignal& signal() const noexcept { return signal_; }
  // Called with the reason at once when the signal aborts.
  void onAbort(Function<void(Error)> aborted) { aborted_ = std::move(aborted); }
  // Gives up the connection, because the signal has aborted. A body that was not read yet fails with `reason`.
  void abort(const Error& reason);

  // Used by the body of the response. Returns the error that the program gets for an error of the message's stream.
  Error bodyError(const Error& error) const;
  // Returns the signal's reason when the signal has aborted.
  const Error& reason() const noexcept { return reason_; }
  // The body was received, or nobody will read it.
  void over();
  // The body has ended, or failed, after `decoded` bytes, which were `encoded` bytes on the network.
  void bodyEnded(double decoded, double encoded);
  bool isTimed() const noexcept { return bool(timing_); }

 private:
  // Sends the request to the current URL. Returns the response as soon as its head has come.
  Promise<http::IncomingMessage> exchange();
  http::ClientRequest makeRequest(bool sends);
  Array<String> head(bool sends);
  Array<String> fields();
  void begin(const http::ClientRequest& request, bool hasBody);
  void watch(const http::ClientRequest& request);
  void tellOf(const http::ClientRequest& request);
  void onSocket(const net::Socket& socket);
  // Sends the chunks of a body whose length is not known.
  Promise<> sendStream(http::ClientRequest request, stream::Readable source, Buffer first);
  void startTimer(double milliseconds, void (Fetching::*expired)());
  void stopTimer();
  void connectExpired();
  void headersExpired();
  void bodyExpired(net::SocketObject& socket);
  // Ends the exchange with this error.
  void fail(const Error& error);
  Error causeOf(const Error& error) const;

  void checkUrl() const;
  // Goes to the URL that a redirect names. Returns false when it names none.
  bool redirect(const http::IncomingMessage& message);
  Response respond(const http::IncomingMessage& message);
  Promise<Response> compared(Response response);
  Handle<BodyObject> bodyOf(const http::IncomingMessage& message);
  // Responses to URLs of other schemes than http: and https:.
  Response respondLocally();
  Response respondToData();
  Response respondToBlob();

  String method_;
  URL url_;
  URL first_;  // the URL before all redirects
  HeaderList headers_;
  Handle<BodyObject> body_;
  String mode_, redirect_, cache_;
  Lookup referrer_;
  String referrerPolicy_;
  String integrity_;
  AbortSignal signal_;
  Function<void()> listener_;
  Function<void(Error)> aborted_;
  Error reason_;   // why the signal has aborted
  Error failure_;  // why the exchange has failed, where http does not say it
  http::ClientRequest request_;
  Timeout timer_;
  Handle<Timing> timing_;     // undefined when nobody wants it
  Handle<ToldRequest> told_;  // the same
  String host_;
  bool refused_ = false;  // the server has sent a "100 Continue", for which nobody has asked
  int redirects_ = 0;
  // What the head of a response after which the connection is closed has said of the body; `more` for other responses.
  enum class Promised : unsigned char { more, length, chunks };
  Promised promised_ = Promised::more;
  bool crossOrigin_ = false;  // a redirect has led to another origin

  NODECPP_TRACE(body_, signal_, listener_, aborted_, request_, timer_)
};

// The statuses of redirects, and those of responses that have no body.
bool isRedirect(int status) noexcept;
bool hasNoBody(int status) noexcept;
bool isSameOrigin(const URL& a, const URL& b);

}  // namespace nodecpp::detail
