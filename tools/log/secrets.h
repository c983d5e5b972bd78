// Finds what a recording's bytes are not to show: the values of header fields that carry credentials.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "os/trace/log_reader.h"

namespace nodecpp::logtool {

// Looks through the bytes of each connection for lines that begin with such a field's name and a colon. It does not ask
// whether they are HTTP's: a body that holds such a line loses its value, too. A field may be cut anywhere into records.
class Secrets {
 public:
  // authorization, proxy-authorization, cookie, set-cookie, and those of the recording's --nodecpp-record-redact.
  Secrets();

  // Takes the next record of the log. Calls found(begin, size) for each part of its fields that is not to be shown.
  using Found = std::function<void(const char* begin, std::size_t size)>;
  void take(const os::record::Entry& entry, const Found& found);
  // The next bytes of one stream.
  struct Stream {
    enum class In : unsigned char { name, rest, value, folded } in = In::name;
    std::string name{};
  };
  void look(Stream& stream, std::string_view bytes, const Found& found) const;

  // The record's fields as they may be shown: themselves, or what `copy` is made to hold.
  std::string_view shown(const os::record::Entry& entry, std::string& copy);

 private:
  bool isSecret(std::string_view name) const;

  std::vector<std::string> names_;
  std::unordered_map<std::uint64_t, Stream> streams_;  // by the connection's number
};

// Overwrites a part that was found.
void hide(char* begin, std::size_t size);

}  // namespace nodecpp::logtool
