#include "recording.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "os/trace/record_description.h"

namespace nodecpp::logtool {

using os::record::Kind;
using os::record::quoted;

namespace {

constexpr std::int64_t forever = INT64_MAX;

// The members of a JSON object.
class Json {
 public:
  Json& text(const char* name, std::string_view value) { return raw(name, quoted(value)); }
  Json& number(const char* name, std::int64_t value) { return raw(name, std::to_string(value)); }
  Json& raw(const char* name, const std::string& value) {
    if (text_.size() > 1) text_ += ',';
    ((text_ += quoted(name)) += ':') += value;
    return *this;
  }
  std::string done() { return std::move(text_ += '}'); }

 private:
  std::string text_ = "{";
};

template <class List, class F>
std::string arrayOf(const List& list, F&& one) {
  std::string text = "[";
  for (const auto& item : list) (text += text.size() > 1 ? "," : "") += one(item);
  return text + "]";
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; }

bool containsLower(std::string_view text, std::string_view lowered) {
  return std::search(text.begin(), text.end(), lowered.begin(), lowered.end(),
                     [](char a, char b) { return lower(a) == b; }) != text.end();
}

bool numberAfter(std::string_view word, std::string_view prefix, std::uint64_t& number) {
  if (!word.starts_with(prefix)) return false;
  auto [end, error] = std::from_chars(word.data() + prefix.size(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size();
}

Json itemOf(const Request& request, std::size_t index, const std::vector<Request>& all) {
  Json item;
  item.number("index", std::int64_t(index)).number("number", std::int64_t(request.number));
  item.number("turn", std::int64_t(request.turn)).number("time", request.time);
  item.number("connection", std::int64_t(request.connection));
  item.text("method", request.method).text("url", request.url.substr(0, 2000));
  item.number("bytesIn", std::int64_t(request.bytesIn)).number("bytesOut", std::int64_t(request.bytesOut));
  item.number("latency", request.latency()).text("problem", request.problem);
  item.raw("complete", request.complete ? "true" : "false").raw("upgrade", request.upgrade ? "true" : "false");
  if (request.together != none) item.number("together", std::int64_t(all[request.together].number));
  return item;
}

}  // namespace

std::string Recording::open(const std::string& folder, const std::string& worker, bool secrets) {
  showsSecrets_ = secrets;
  std::string why = reader_.open(folder, worker);
  if (why.empty()) read();
  return why;
}

std::string Recording::open(const std::vector<std::string_view>& segments) {
  std::string why = reader_.open(segments);
  if (why.empty()) read();
  return why;
}

void Recording::read() {
  Walk walk(reader_);
  while (walk.next()) {
    take(walk);
    requests_.take(walk);
    secrets_.take(walk.entry, [&](const char* begin, std::size_t size) {
      if (!showsSecrets_) hidden_[begin] = size;
    });
    operations_ = walk.operation;
    turns_ = walk.turn;
    end_ = std::max(end_, walk.time);
  }
  openConnections_.clear();
  openJobs_.clear();
}

void Recording::take(const Walk& at) {
  os::record::Fields in = at.entry.in();
  auto begin = [&](auto& list, auto& openOnes) {
    openOnes[in.get<std::uint64_t>()] = std::uint32_t(list.size());
    list.push_back({at.time, forever});
  };
  auto finish = [&](auto& list, auto& openOnes) {
    auto found = openOnes.find(in.get<std::uint64_t>());
    if (found == openOnes.end()) return;
    list[found->second].to = at.time;
    openOnes.erase(found);
  };
  switch (at.entry.kind) {
    case Kind::segment:
      if (at.entry.segment == 0) {
        in.bytes();
        in.get<std::uint64_t>();
        in.get<std::uint64_t>();
        auto builds = in.get<os::record::Texts>();
        if (!builds.empty()) {
          program_ = builds[0].first;
          buildId_ = builds[0].second;
        }
      }
      break;
    case Kind::start:
      in.get<std::uint64_t>();
      wall_ = in.get<std::int64_t>();
      in.bytes();
      in.take(arguments_);
      break;
    case Kind::stopped: stopped_ = in.get<std::string>(); break;
    case Kind::turn: turnTimes_.push_back(std::max(at.time, turnTimes_.empty() ? 0 : turnTimes_.back())); break;
    case Kind::connection:
      in.get<std::uint64_t>();
      begin(connections_, openConnections_);
      break;
    case Kind::close:
    case Kind::reset: finish(connections_, openConnections_); break;
    case Kind::submit: begin(jobs_, openJobs_); break;
    case Kind::jobDone: finish(jobs_, openJobs_); break;
    default: break;
  }
}

std::string Recording::summary() const {
  Json json;
  json.text("program", program_).text("buildId", buildId_).number("wall", wall_).number("duration", end_);
  json.raw("arguments", arrayOf(arguments_, [](const std::string& argument) { return quoted(argument); }));
  json.number("turns", std::int64_t(turns_)).number("operations", std::int64_t(operations_));
  json.number("requests", std::int64_t(requests_.count())).number("connections", std::int64_t(connections_.size()));
  json.number("jobs", std::int64_t(jobs_.size())).number("bytes", std::int64_t(reader_.size()));
  return json.text("fault", reader_.fault()).text("stopped", stopped_).done();
}

std::string Recording::timeline(std::int64_t from, std::int64_t to, std::size_t buckets) const {
  from = std::clamp<std::int64_t>(from, 0, end_);
  to = std::clamp<std::int64_t>(to, from, end_);
  buckets = std::clamp<std::size_t>(buckets, 1, mostBuckets);
  double width = std::max(1.0, double(to - from) / double(buckets));
  struct Bucket {
    std::uint64_t turns = 0, requests = 0, bad = 0, jobs = 0;
    std::int64_t connections = 0, latency = -1;
  };
  std::vector<Bucket> all(buckets);
  auto bucketOf = [&](std::int64_t time) {
    return std::min(buckets - 1, std::size_t(std::max(0.0, (double(time) - double(from)) / width)));
  };
  auto first = std::ranges::lower_bound(turnTimes_, from);
  for (; first != turnTimes_.end() && *first <= to; ++first) ++all[bucketOf(*first)].turns;
  for (const Request& request : requests_.all()) {
    if (request.time < from || request.time > to) continue;
    Bucket& bucket = all[bucketOf(request.time)];
    ++(request.number ? bucket.requests : bucket.bad);
    bucket.latency = std::max(bucket.latency, request.latency());
  }
  // Counts how many connections and jobs are open in each bucket. First collects the changes, and then adds them up.
  std::vector<std::int64_t> changes(buckets + 1);
  for (const Span& span : connections_) {
    if (span.from > to || span.to < from) continue;
    ++changes[bucketOf(span.from)];
    if (span.to <= to) --changes[bucketOf(span.to) + 1];
  }
  std::int64_t openNow = 0;
  for (std::size_t i = 0; i < buckets; ++i) all[i].connections = openNow += changes[i];
  std::ranges::fill(changes, 0);
  for (const Span& span : jobs_) {
    if (span.from > to || span.to < from) continue;
    ++changes[bucketOf(span.from)];
    if (span.to <= to) --changes[bucketOf(span.to) + 1];
  }
  openNow = 0;
  for (std::size_t i = 0; i < buckets; ++i) all[i].jobs = std::uint64_t(openNow += changes[i]);

  Json json;
  json.number("from", from).number("to", to);
  auto row = [&](const char* name, auto member) {
    json.raw(name, arrayOf(all, [&](const Bucket& bucket) { return std::to_string(bucket.*member); }));
  };
  row("turns", &Bucket::turns);
  row("requests", &Bucket::requests);
  row("bad", &Bucket::bad);
  row("connections", &Bucket::connections);
  row("jobs", &Bucket::jobs);
  row("latency", &Bucket::latency);
  // When the range has few requests, each of them is listed separately.
  std::vector<std::size_t> few;
  for (std::size_t i = 0; i < requests_.all().size() && few.size() <= mostBuckets; ++i)
    if (requests_.all()[i].time >= from && requests_.all()[i].time <= to) few.push_back(i);
  if (few.size() > mostBuckets) few.clear();
  json.raw("each", arrayOf(few, [&](std::size_t i) {
             const Request& request = requests_.all()[i];
             return "[" + std::to_string(i) + "," + std::to_string(request.time) + "," +
                    std::to_string(request.latency()) + "," + (request.problem.empty() ? "0" : "1") + "]";
           }));
  return json.done();
}

bool Recording::fits(const Request& request, const std::vector<std::string>& words) const {
  for (const std::string& word : words) {
    std::uint64_t number;
    if (numberAfter(word, "connection:", number) ? request.connection != number
        : numberAfter(word, "turn:", number)     ? request.turn != number
        : numberAfter(word, "#", number)         ? request.number != number
                                         : !containsLower(request.url, word) && !containsLower(request.method, word) &&
                                               !containsLower(request.problem, word))
      return false;
  }
  return true;
}

std::string Recording::list(std::string_view search, std::int64_t from, std::int64_t to, std::size_t offset,
                            std::size_t limit, bool slowest) const {
  std::vector<std::string> words(1);
  for (char c : search.substr(0, 1000)) {
    if (c != ' ')
      words.back() += lower(c);
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  limit = std::min(limit, mostItems);
  const auto& all = requests_.all();
  std::vector<std::uint32_t> found;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].time >= from && all[i].time <= to && fits(all[i], words)) found.push_back(std::uint32_t(i));
  std::size_t total = found.size();
  offset = std::min(offset, total);
  std::size_t end = std::min(total, offset + limit);
  if (slowest)
    std::partial_sort(found.begin(), found.begin() + std::ptrdiff_t(end), found.end(), [&](auto a, auto b) {
      return all[a].latency() != all[b].latency() ? all[a].latency() > all[b].latency() : a < b;
    });
  found.erase(found.begin() + std::ptrdiff_t(end), found.end());
  found.erase(found.begin(), found.begin() + std::ptrdiff_t(offset));
  Json json;
  json.number("total", std::int64_t(total)).number("offset", std::int64_t(offset));
  return json.raw("items", arrayOf(found, [&](std::uint32_t i) { return itemOf(all[i], i, all).done(); })).done();
}

std::string Recording::details(std::size_t index, std::uint64_t offset) const {
  const auto& all = requests_.all();
  if (index >= all.size()) return "{\"error\":\"there is no such request\"}";
  const Request& request = all[index];
  Json json = itemOf(request, index, all);
  std::string bytes;
  std::uint64_t skip = std::min(offset, request.bytesIn);
  for (std::uint32_t i = request.pieces; i != none && bytes.size() < maxBytes; i = requests_.piece(i).next) {
    std::string_view part = requests_.piece(i).bytes;
    std::size_t skipped = std::size_t(std::min<std::uint64_t>(skip, part.size()));
    skip -= skipped;
    part = part.substr(skipped, maxBytes - bytes.size());
    std::size_t place = bytes.size();
    bytes += part;
    // Overwrites the secret parts that overlap with this part of the message.
    const char *begin = part.data(), *end = begin + part.size();
    auto next = hidden_.upper_bound(begin);
    if (next != hidden_.begin()) --next;
    for (; next != hidden_.end() && std::less<>()(next->first, end); ++next) {
      const char* from = std::max(begin, next->first, std::less<>());
      const char* to = std::min(end, next->first + next->second, std::less<>());
      if (std::less<>()(from, to)) hide(bytes.data() + place + (from - begin), std::size_t(to - from));
    }
  }
  json.number("offset", std::int64_t(std::min(offset, request.bytesIn))).text("bytes", base64(bytes));
  std::vector<std::uint32_t> writes;
  std::uint32_t from = request.together != none ? all[request.together].writes : request.writes;
  for (std::uint32_t i = from; i != none && writes.size() < mostItems; i = requests_.write(i).next) writes.push_back(i);
  json.raw("writes", arrayOf(writes, [&](std::uint32_t i) {
             const Write& write = requests_.write(i);
             char checksum[16];
             std::snprintf(checksum, sizeof checksum, "%08x", write.checksum);
             Json item;
             item.number("operation", std::int64_t(write.operation)).number("turn", std::int64_t(write.turn));
             item.number("size", std::int64_t(write.size)).number("unsent", std::int64_t(write.unsent));
             return item.text("checksum", checksum).done();
           }));
  return json.done();
}

void Recording::hideIn(Secrets::Stream& stream, std::string& bytes) const {
  if (showsSecrets_) return;
  char* data = bytes.data();
  secrets_.look(stream, bytes, [&](const char* begin, std::size_t size) { hide(data + (begin - data), size); });
}

std::string base64(std::string_view bytes) {
  static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j)
      group = group << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0u);
    for (std::size_t j = 0; j < 4; ++j) text += i + j > bytes.size() ? '=' : digits[group >> (18 - 6 * j) & 63];
  }
  return text;
}

}  // namespace nodecpp::logtool
