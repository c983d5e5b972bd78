// A URL record and the parser that fills it. https://url.spec.whatwg.org/#url-representation
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nodecpp::url {

struct Record {
  std::string scheme;  // without the colon
  std::string username, password;
  std::optional<std::string> host;
  int port = -1;  // -1 is null
  // Of a list of segments each with a slash in front of it, so that "" is the empty list and "/" the list of one empty
  // segment; or opaque.
  std::string path;
  bool opaque = false;
  std::optional<std::string> query, fragment;

  bool isFile() const { return scheme == "file"; }
  bool hasCredentials() const { return !username.empty() || !password.empty(); }
  // No username, password or port can be set.
  bool isBare() const { return !host || host->empty() || isFile(); }
};

bool isSpecial(std::string_view scheme);
// -1 where there is none.
int defaultPort(std::string_view scheme);

// False when `input`, seen from `base` (null: there is none), is no valid URL; `out` is then of no use.
bool parseRecord(std::string_view input, const Record* base, Record& out);

// The parts, as the API's setters parse them: false, and nothing changed, when the value is refused. They take what
// `setterInput` gives.
std::string setterInput(std::string_view value);
bool setScheme(Record& url, std::string_view value);
bool setHost(Record& url, std::string_view value, bool withPort);
bool setPort(Record& url, std::string_view value);
void setPath(Record& url, std::string_view value);
void setQuery(Record& url, std::string_view value);
void setFragment(Record& url, std::string_view value);
// An opaque path does not end with a space when nothing follows it.
void trimOpaquePath(Record& url);

}  // namespace nodecpp::url
