// Conversions between a URL object, which stores its serialization, and a URL record.
#pragma once

#include <nodecpp/url/whatwg.h>

#include "url/record.h"

namespace nodecpp::url {

// The href of a record, and the byte offsets of its parts in the href.
struct Serialized {
  String href;
  std::size_t protocolEnd, usernameEnd, hostStart, hostnameEnd, hostEnd, pathStart, searchStart, hashStart;
};
Serialized serialize(const Record& record);

struct RecordAccess {
  static Record of(const URLObject& url);
};

}  // namespace nodecpp::url
