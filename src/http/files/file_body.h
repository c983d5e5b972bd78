// Sends a part of a file as the body of a response whose header fields are set.
#pragma once

#include <nodecpp/http/server.h>

#include <memory>

#include "http/files/file_search.h"

namespace nodecpp::http::detail {

// Sends `length` bytes from `offset` and ends the response. `failed` is called with the system's error when the file cannot
// be read and nothing has been sent yet. When the file ends early or fails later, the connection is destroyed, since the
// promised Content-Length cannot be kept.
void sendFileBody(const ServerResponse& response, std::shared_ptr<OpenFile> file, double offset, double length,
                  Function<void(int error)> failed);

}  // namespace nodecpp::http::detail
