// The Referer of a request, by the policies of https://w3c.github.io/webappsec-referrer-policy/, as undici has them.
#pragma once

#include <nodecpp/lookup.h>
#include <nodecpp/url.h>

namespace nodecpp::detail {

// Returns the URL that a request for `current` names as its referrer; null for none. `referrer` is that of the request:
// undefined for the client's own, which a program does not have, null, or a URL.
Lookup referrerFor(const Lookup& referrer, const String& policy, const URL& current);

// Returns the policy that the Referrer-Policy field of a redirect sets; an empty text when it sets none.
String referrerPolicyIn(const Lookup& field);

}  // namespace nodecpp::detail
