// Conversions between a URL object, which stores its serialization, and a URL record.
#pragma once

#include <nodecpp/url/whatwg.h>

#include "url/url_record.h"

namespace nodecpp::url {

// The href of a record, and the byte offsets of its parts in the href.
struct Serialized {
  String href;
  std::size_t protocolEnd, usernameEnd, hostStart, hostnameEnd, hostEnd, pathStart, searchStart, hashStart;
};
Serialized serialize(const Record& record);

// The functions by which URLs, their parameters and the parser use each other's private members. Programs do not call
// them.
struct RecordAccess {
  static Record of(const URLObject& url);
  // Returns a new URL.
  static URL make(const Record& record);
  // Notes that the parameters of `url` have changed, so that its href must be written again.
  static void paramsChanged(URLObject& url) { url.paramsChanged_ = true; }
  // Sets the URL that the parameters belong to, or null.
  static void belongTo(URLSearchParamsObject& params, URLObject* url) { params.url_ = url; }
  // Makes the parameters those of a query.
  static void reset(URLSearchParamsObject& params, StringArg query) { params.reset(query); }
  static const nodecpp::detail::List<URLSearchParamsEntry>& entries(const URLSearchParamsObject& params) { return params.entries_; }
};

}  // namespace nodecpp::url
