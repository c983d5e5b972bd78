// The connections of fetch(), which are kept for later requests.
#pragma once

#include <nodecpp/http.h>
#include <nodecpp/url.h>

namespace nodecpp::detail {

// Returns the program's agent for a URL of http or https: one whose connections go through a proxy, or one whose
// connections do not.
http::Agent fetchAgent(const URL& url);

}  // namespace nodecpp::detail
