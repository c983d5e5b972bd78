#include "fetch/referrer.h"

#include <algorithm>

#include "fetch/fetching.h"

namespace nodecpp::detail {

namespace {

constexpr std::ptrdiff_t longestReferrer = 4096;
constexpr const char* policies[] = {
    "no-referrer",   "no-referrer-when-downgrade", "same-origin", "origin",
    "strict-origin", "origin-when-cross-origin",   "unsafe-url",  "strict-origin-when-cross-origin"};

// Whether nobody on the way can read what is sent to the URL, by undici's rules.
bool isTrustworthy(const URL& url) {
  const String protocol = url->protocol();
  if (protocol == "https:" || protocol == "wss:" || protocol == "data:" || protocol == "blob:" || protocol == "file:")
    return true;
  const String host = url->hostname();
  return host == "localhost" || host.endsWith(".localhost") || host == "[::1]" ||
         (host.startsWith("127.") && net::isIPv4(host));
}

bool isLocal(const URL& url) {
  const String protocol = url->protocol();
  return protocol == "about:" || protocol == "blob:" || protocol == "data:";
}

}  // namespace

Lookup referrerFor(const Lookup& referrer, const String& policy, const URL& current) {
  if (!referrer.isString() || policy == "no-referrer") return nullptr;
  const URL full = make<URL>(referrer.toString());
  if (isLocal(full)) return nullptr;
  full->setUsername("");
  full->setPassword("");
  full->setHash("");
  const URL origin = make<URL>(full->href());
  origin->setPathname("");
  origin->setSearch("");
  const String whole = full->href().length() > longestReferrer ? origin->href() : full->href();
  const bool downgrades = isTrustworthy(full) && !isTrustworthy(current);
  if (policy == "unsafe-url") return whole;
  // As in Node 24, no request counts as one to the same origin with these two policies.
  if (policy == "same-origin") return nullptr;
  if (policy == "origin" || policy == "origin-when-cross-origin") return origin->href();
  if (policy == "strict-origin") return downgrades ? Lookup(nullptr) : Lookup(origin->href());
  if (policy == "no-referrer-when-downgrade") return downgrades ? Lookup(nullptr) : Lookup(whole);
  // strict-origin-when-cross-origin, which is the default
  if (isSameOrigin(full, current)) return whole;
  return downgrades ? Lookup(nullptr) : Lookup(origin->href());
}

String referrerPolicyIn(const Lookup& field) {
  if (field.isUndefined()) return "";
  const Array<String> tokens = field.toString().split(",");
  for (std::size_t i = tokens.size(); i-- > 0;) {
    const String token = tokens.at(std::ptrdiff_t(i)).toString().trim();
    if (std::ranges::find(policies, token) != std::end(policies)) return token;
  }
  return "";
}

}  // namespace nodecpp::detail
