// The names of Node's events as tags: `socket->on(event::data, …)`. The arguments of an event are looked up in the
// emitter's class at compile time. A name that is a keyword of C++ gets an underscore at its end.
#pragma once

namespace nodecpp::event {

#define NODECPP_EVENT_AS(tag, text)             \
  struct tag##_t {                              \
    static constexpr const char* name = text;   \
  };                                            \
  inline constexpr tag##_t tag {}
#define NODECPP_EVENT(tag) NODECPP_EVENT_AS(tag, #tag)

NODECPP_EVENT(abort);
NODECPP_EVENT(aborted);
NODECPP_EVENT(beforeExit);
NODECPP_EVENT(change);
NODECPP_EVENT(checkContinue);
NODECPP_EVENT(checkExpectation);
NODECPP_EVENT(clientError);
NODECPP_EVENT(close);
NODECPP_EVENT(connect);
NODECPP_EVENT(connection);
NODECPP_EVENT(connectionAttempt);
NODECPP_EVENT(connectionAttemptFailed);
NODECPP_EVENT(connectionAttemptTimeout);
NODECPP_EVENT_AS(continue_, "continue");
NODECPP_EVENT(data);
NODECPP_EVENT(disconnect);
NODECPP_EVENT(drain);
NODECPP_EVENT(drop);
NODECPP_EVENT(dropRequest);
NODECPP_EVENT(end);
NODECPP_EVENT(error);
NODECPP_EVENT(exit);
NODECPP_EVENT(finish);
NODECPP_EVENT(free);
NODECPP_EVENT(information);
NODECPP_EVENT(keylog);
NODECPP_EVENT(listening);
NODECPP_EVENT(lookup);
NODECPP_EVENT(message);
NODECPP_EVENT(messageerror);
NODECPP_EVENT(newListener);
NODECPP_EVENT(newSession);
NODECPP_EVENT(OCSPRequest);
NODECPP_EVENT(OCSPResponse);
NODECPP_EVENT(online);
NODECPP_EVENT(open);
NODECPP_EVENT(pause);
NODECPP_EVENT(pipe);
NODECPP_EVENT(prefinish);
NODECPP_EVENT(readable);
NODECPP_EVENT(ready);
NODECPP_EVENT(rejectionHandled);
NODECPP_EVENT(removeListener);
NODECPP_EVENT(request);
NODECPP_EVENT(resize);
NODECPP_EVENT(response);
NODECPP_EVENT(resume);
NODECPP_EVENT(resumeSession);
NODECPP_EVENT(secure);
NODECPP_EVENT(secureConnect);
NODECPP_EVENT(secureConnection);
NODECPP_EVENT(session);
NODECPP_EVENT(socket);
NODECPP_EVENT(timeout);
NODECPP_EVENT(tlsClientError);
NODECPP_EVENT(uncaughtException);
NODECPP_EVENT(uncaughtExceptionMonitor);
NODECPP_EVENT(unhandledRejection);
NODECPP_EVENT(unpipe);
NODECPP_EVENT(upgrade);
NODECPP_EVENT(warning);

#undef NODECPP_EVENT
#undef NODECPP_EVENT_AS

}  // namespace nodecpp::event
