// A URL record and the parser that fills it. https://url.spec.whatwg.org/#url-representation
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nodecpp::url {

struct Record {
  std::string scheme;  // the scheme without its colon
  std::string username, password;
  std::optional<std::string> host;
  int port = -1;  // -1 means that the URL has no port
  // The path. Unless it is opaque, the standard's list of segments is stored with a slash before each segment: "" is
  // the empty list, "/" is a list with one empty segment.
  std::string path;
  bool opaque = false;
  std::optional<std::string> query, fragment;

  bool isFile() const { return scheme == "file"; }
  bool hasCredentials() const { return !username.empty() || !password.empty(); }
  // Whether the URL cannot have a username, password or port.
  bool isBare() const { return !host || host->empty() || isFile(); }
};

bool isSpecial(std::string_view scheme);
// Returns the default port of a scheme, or -1 when it has none.
int defaultPort(std::string_view scheme);

// Parses `input`, relative to `base` unless that is null. Returns false for an invalid URL; `out` is unspecified then.
bool parseRecord(std::string_view input, const Record* base, Record& out);

// These functions parse single parts, as the setters of URL need it. They return false and change nothing when the
// value is not valid. `value` must come from `setterInput`, which removes tabs and line breaks and makes the text valid
// UTF-8.
std::string setterInput(std::string_view value);
bool setScheme(Record& url, std::string_view value);
bool setHost(Record& url, std::string_view value, bool withPort);
bool setPort(Record& url, std::string_view value);
void setPath(Record& url, std::string_view value);
void setQuery(Record& url, std::string_view value);
void setFragment(Record& url, std::string_view value);
// Removes the spaces at the end of an opaque path when neither a query nor a fragment follows.
void trimOpaquePath(Record& url);

}  // namespace nodecpp::url
