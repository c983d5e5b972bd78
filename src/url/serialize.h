// From a URL to its record and back.
#pragma once

#include <nodecpp/url/whatwg.h>

#include "url/record.h"

namespace nodecpp::url {

// The href of a record, and where its parts stand in it.
struct Serialized {
  String href;
  std::size_t protocolEnd, usernameEnd, hostStart, hostnameEnd, hostEnd, pathStart, searchStart, hashStart;
};
Serialized serialize(const Record& record);

struct RecordAccess {
  static Record of(const URLObject& url);
};

}  // namespace nodecpp::url
