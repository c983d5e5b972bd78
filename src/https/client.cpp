// request() and get(): they hand the options to http, together with those of TLS.
#include <nodecpp/url.h>

#include "https/options.h"
#include "loop/loop.h"

namespace nodecpp::https::detail {

namespace {

// The number of requests of this program that had a checkServerIdentity of their own.
struct OwnChecks {
  double count = 0;
};
constinit nodecpp::detail::LoopLocal<OwnChecks> ownChecks;

// Whether the agent of a request checks the names of servers itself.
bool agentChecks(const RequestOptions& options) {
  http::Agent agent;
  switch (options.agent.kind()) {
    case http::AgentOption::Kind::agent: agent = options.agent.agent(); break;
    case http::AgentOption::Kind::undefined:
      if (!options.createConnection) agent = globalAgent;
      break;
    case http::AgentOption::Kind::own:
    case http::AgentOption::Kind::wrong: break;
  }
  auto secure = agent.as<Agent>();
  return secure && secure->tlsOptions.checkServerIdentity;
}

http::RequestOptions complete(const RequestOptions& options) {
  auto secure = make<Handle<SecureRequest>>();
  secure->options = clientTlsOptions(options);
  if (options.checkServerIdentity && !agentChecks(options)) secure->ownCheck = ++ownChecks->count;
  http::RequestOptions complete = httpOptions(options);
  complete.secure = secure;
  return complete;
}

}  // namespace

http::ClientRequest makeRequest(RequestOptions options, Function<void(http::IncomingMessage)> callback) {
  return http::detail::makeRequest(complete(options), std::move(callback));
}
http::ClientRequest makeRequest(StringArg url, RequestOptions options, Function<void(http::IncomingMessage)> callback) {
  return http::detail::makeRequest(url, complete(options), std::move(callback));
}
http::ClientRequest makeRequest(const url::URL& url, RequestOptions options, Function<void(http::IncomingMessage)> callback) {
  return http::detail::makeRequest(url, complete(options), std::move(callback));
}

}  // namespace nodecpp::https::detail
