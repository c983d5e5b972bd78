// Sends a part of a file as the body of a response whose header fields are set.
#pragma once

#include <nodecpp/http/server.h>

#include "http/files/file_search.h"

namespace nodecpp::http::detail {

// Ends the response with `length` bytes from `offset`, if they are few and the system has them in memory. Returns
// whether it did.
bool endWithFile(const ServerResponse& response, const OpenFile& file, double offset, double length);

// Sends `length` bytes from `offset` and ends the response. `failed` is called with the system's error when the file
// cannot be read and nothing has been sent yet. When the file ends early or fails later, the connection is destroyed,
// since the promised Content-Length cannot be kept.
void sendFileBody(const ServerResponse& response, Handle<OpenFile> file, double offset, double length,
                  Function<void(int error)> failed);

}  // namespace nodecpp::http::detail
