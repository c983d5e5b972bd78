// The body of a response that fetch() has received, after decompression.
#pragma once

#include <nodecpp/http.h>

#include "fetch/body_object.h"

namespace nodecpp::detail {

class Fetching;

// Returns the body of `message`. Throws an Error for more than five content codings.
Handle<BodyObject> receivedBody(const Handle<Fetching>& fetching, const http::IncomingMessage& message);
// Returns a stream of the message's body without its content codings, which is the message itself when it has none, or
// one that is not known. Throws as receivedBody().
stream::Readable decoded(const http::IncomingMessage& message);

}  // namespace nodecpp::detail
