// A whole recording, as the page of nodecpp-log shows it. Each question is answered with a bounded number of bytes. The
// log itself is not copied to memory: only positions in it are kept, and a few numbers for each turn, connection, job
// and request.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "requests.h"
#include "secrets.h"

namespace nodecpp::logtool {

class Recording {
 public:
  // Reads the recording. Returns an error message, or an empty string. A damaged log is read up to the damage. The
  // values of header fields that carry credentials are hidden in everything that is shown, unless `secrets` is set.
  std::string open(const std::string& folder, const std::string& worker, bool secrets = false);
  // Reads a recording from segments in memory, which must outlive this object.
  std::string open(const std::vector<std::string_view>& segments);

  // The following functions answer questions as JSON.
  std::string summary() const;
  // Returns the activity between `from` and `to`, in nanoseconds since the start, in at most `buckets` parts.
  std::string timeline(std::int64_t from, std::int64_t to, std::size_t buckets) const;
  // Returns the requests between `from` and `to` that match all words of `search`: parts of the method and the address,
  // or connection:N, turn:N, #N. With `slowest` the slowest requests come first.
  std::string list(std::string_view search, std::int64_t from, std::int64_t to, std::size_t offset, std::size_t limit,
                   bool slowest) const;
  // Returns the request at `index`: its properties, its writes, and as many of its bytes from `offset` on as fit.
  std::string details(std::size_t index, std::uint64_t offset) const;

  const Requests& requests() const { return requests_; }
  // Hides header values that carry credentials in `bytes`, a part of what the program has sent, unless open() was told
  // to show secrets. `stream` is the state of the search, since a value may continue in the next part.
  void hideIn(Secrets::Stream& stream, std::string& bytes) const;
  const std::string& program() const { return program_; }
  const std::string& buildId() const { return buildId_; }

  static constexpr std::size_t maxBytes = 64 << 10;  // the most bytes of a message in one answer
  static constexpr std::size_t mostItems = 200;
  static constexpr std::size_t mostBuckets = 2000;

 private:
  struct Span {
    std::int64_t from, to;
  };

  void read();
  void take(const Walk& at);
  bool fits(const Request& request, const std::vector<std::string>& words) const;

  os::record::LogReader reader_;
  Requests requests_;
  Secrets secrets_;
  bool showsSecrets_ = false;
  // The parts of the log that must not be shown: for the address of the first byte of each part, its length.
  std::map<const char*, std::size_t, std::less<>> hidden_;
  std::string program_, buildId_, stopped_;
  std::vector<std::string> arguments_;
  std::int64_t wall_ = 0, end_ = 0;
  std::uint64_t turns_ = 0, operations_ = 0;
  std::vector<std::int64_t> turnTimes_;
  std::vector<Span> connections_, jobs_;  // `to` is INT64_MAX while the connection or job is open
  std::unordered_map<std::uint64_t, std::uint32_t> openConnections_, openJobs_;
};

// Returns the bytes in base64, as a JSON string.
std::string base64(std::string_view bytes);

}  // namespace nodecpp::logtool
