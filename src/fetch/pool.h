// The connections of fetch(), which are kept for later requests.
#pragma once

#include <nodecpp/http.h>

namespace nodecpp::detail {

// Returns the program's agent for http or https.
http::Agent fetchAgent(bool secure);

}  // namespace nodecpp::detail
