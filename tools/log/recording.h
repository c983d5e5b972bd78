// A whole recording, as the page shows it: what is asked for is answered in a bounded piece. Of the log itself nothing
// is kept in memory but places in it; for each turn, connection, job and request a few numbers are.
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
  // Reads it; what is wrong, or nothing. A damaged log is there up to where it is good. The values of header fields that
  // carry credentials are hidden in what is shown of it, unless `secrets`.
  std::string open(const std::string& folder, const std::string& worker, bool secrets = false);
  // The same of segments in memory.
  std::string open(const std::vector<std::string_view>& segments);

  // Answers, as JSON.
  std::string summary() const;
  // What went on from `from` to `to`, in nanoseconds since the start, in at most `buckets` parts.
  std::string timeline(std::int64_t from, std::int64_t to, std::size_t buckets) const;
  // Requests of that time that fit all words of `search`: parts of method and address, or connection:N, turn:N, #N.
  // Slowest first, where asked for.
  std::string list(std::string_view search, std::int64_t from, std::int64_t to, std::size_t offset, std::size_t limit,
                   bool slowest) const;
  // Of the item at `index` of all: itself, its writes, and of its bytes in as many as fit from `offset` on.
  std::string details(std::size_t index, std::uint64_t offset) const;

  const Requests& requests() const { return requests_; }
  // Hides in these bytes, which the program has sent, what is not to be shown.
  void hideIn(Secrets::Stream& stream, std::string& bytes) const;
  const std::string& program() const { return program_; }
  const std::string& buildId() const { return buildId_; }

  static constexpr std::size_t mostBytes = 64 << 10;  // of a message, in one answer
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
  std::map<const char*, std::size_t, std::less<>> hidden_;  // parts of the log, by their begin
  std::string program_, buildId_, stopped_;
  std::vector<std::string> arguments_;
  std::int64_t wall_ = 0, end_ = 0;
  std::uint64_t turns_ = 0, operations_ = 0;
  std::vector<std::int64_t> turnTimes_;
  std::vector<Span> connections_, jobs_;  // `to` is INT64_MAX while open
  std::unordered_map<std::uint64_t, std::uint32_t> openConnections_, openJobs_;
};

// Bytes as text of a JSON string in base64.
std::string base64(std::string_view bytes);

}  // namespace nodecpp::logtool
