// The options of TLS that a request carries through http, which stores them without knowing them.
#pragma once

#include <nodecpp/https.h>

namespace nodecpp::https {

namespace detail {

// The part of a request's options that http does not know.
class SecureRequest final : public http::detail::SecureOptions {
 public:
  http::Agent defaultAgent() const override { return globalAgent; }
  http::Agent ownAgent() const override { return make<Agent>(); }

  ClientTlsOptions options;
  // A number of its own for a request with a `checkServerIdentity` of its own, and 0 for the other requests. Such a
  // request shares its connection with no other request, since its check may accept what others refuse.
  double ownCheck = 0;
  // The agent that has completed the options, and the name that it gives them; undefined until then. Completed options
  // do not change any more.
  Agent agent;
  String name;
};

// Returns the TLS options of a request, or those of a request that sets none.
ClientTlsOptions tlsOptionsOf(const http::RequestOptions& asked);

}  // namespace detail

// These copy the fields that two structs have in common.
http::RequestOptions httpOptions(const RequestOptions& from);
http::AgentOptions httpOptions(const AgentOptions& from);
template <class Options>
ClientTlsOptions clientTlsOptions(const Options& from) {
  ClientTlsOptions to;
  NODECPP_TLS_CLIENT_OPTIONS(NODECPP_TLS_COPY)
  NODECPP_TLS_CONTEXT_OPTIONS(NODECPP_TLS_COPY)
  return to;
}

// Lists a value for each option. The lists in nodecpp/https/options.h repeat the options of http. An assertion beside
// each use of a list adds one more value, which must not compile: an option that http has and the list lacks is noticed
// so.
#define NODECPP_HTTPS_VALUE(type, name, ...) type(),

}  // namespace nodecpp::https
