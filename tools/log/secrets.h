// Finds the parts of a recording that must not be shown: the values of header fields that carry credentials.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "os/trace/log_reader.h"

namespace nodecpp::logtool {

// Searches the bytes of each connection for lines that begin with the name of such a field and a colon. It does not
// check whether the lines are HTTP, so a body that contains such a line loses its value as well. A field may be cut at
// any place into several records.
class Secrets {
 public:
  // The names are authorization, proxy-authorization, cookie, set-cookie, and those that the recording was given with
  // --nodecpp-record-redact.
  Secrets();

  // Takes the next record of the log. Calls found(begin, size) for each part of its fields that must not be shown.
  using Found = std::function<void(const char* begin, std::size_t size)>;
  void take(const os::record::Entry& entry, const Found& found);
  // The state of the search in one stream of bytes.
  struct Stream {
    enum class In : unsigned char { name, rest, value, folded } in = In::name;
    std::string name{};
  };
  void look(Stream& stream, std::string_view bytes, const Found& found) const;

  // Returns the record's fields as they may be shown. The view refers to the record itself, or to `copy` when something
  // had to be hidden.
  std::string_view shown(const os::record::Entry& entry, std::string& copy);

 private:
  bool isSecret(std::string_view name) const;

  std::vector<std::string> names_;
  std::unordered_map<std::uint64_t, Stream> streams_;  // the state of the search in each connection, by its number
};

// Overwrites a secret part with other characters.
void hide(char* begin, std::size_t size);

}  // namespace nodecpp::logtool
