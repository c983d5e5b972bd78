// Conditional requests, as npm's send, fresh and etag treat them. Values of header fields are texts as the request has
// them, and empty when the request does not have the field. Nothing here is quadratic in the length of a field.
#pragma once

#include <nodecpp/string.h>

#include <string_view>

#include "os/port/files_role.h"

namespace nodecpp::http::detail {

// The conditions of a request.
struct Conditions {
  std::string_view ifMatch{}, ifUnmodifiedSince{}, ifNoneMatch{}, ifModifiedSince{}, cacheControl{};

  bool any() const noexcept {
    return !ifMatch.empty() || !ifUnmodifiedSince.empty() || !ifNoneMatch.empty() || !ifModifiedSince.empty();
  }
};

// What the response says of the file; empty where it has no such field.
struct Validators {
  std::string_view etag{}, lastModified{};
};

// Whether the answer is 412: If-Match or, without it, If-Unmodified-Since does not hold.
bool preconditionFails(const Conditions& conditions, const Validators& validators);

// Whether the answer is 304: the client has this version of the file already.
bool isFresh(const Conditions& conditions, const Validators& validators);

// Whether a range may be sent: there is no If-Range, or it names this version of the file.
bool isRangeFresh(std::string_view ifRange, const Validators& validators);

// Returns the weak entity tag of a file as npm's etag makes it: W/"size-milliseconds" in hexadecimal. The strong one
// has nanoseconds.
String entityTag(const os::FileStat& stat, bool strong);

// Returns the file's time of change in whole milliseconds since 1970, rounded as Node rounds it.
double modifiedAt(const os::FileStat& stat) noexcept;

}  // namespace nodecpp::http::detail
