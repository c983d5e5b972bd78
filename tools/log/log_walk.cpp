#include "log_walk.h"

#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

namespace nodecpp::logtool {

using os::record::Kind;

namespace {

// Counts the calls in the record of a job. Each call has a kind, a length and its fields.
std::uint64_t callsIn(std::string_view all) {
  std::uint64_t count = 0;
  for (std::uint32_t size; all.size() >= 5; all.remove_prefix(5 + size), ++count) {
    std::memcpy(&size, all.data() + 1, 4);
    if (all.size() - 5 < size) break;
  }
  return count;
}

}  // namespace

bool Walk::next() {
  if (!reader_.next(entry)) return false;
  os::record::Fields in = entry.in();
  // In a damaged log the times may be any numbers, so they are added as unsigned values, which cannot overflow.
  auto pass = [&](std::int64_t passed) { time = std::int64_t(std::uint64_t(time) + std::uint64_t(passed)); };
  switch (entry.kind) {
    case Kind::segment:
      if (entry.segment == 0) {
        in.bytes();
        in.get<std::uint64_t>();
        turn = in.get<std::uint64_t>();
        in.get<os::record::Texts>();
        time = in.get<std::int64_t>();
      }
      break;
    case Kind::turn:
      ++turn;
      pass(in.get<std::int64_t>());
      break;
    case Kind::hrtime: pass(in.get<std::int64_t>()); break;
    case Kind::jobDone:
      in.get<std::uint64_t>();
      operation += callsIn(in.bytes());
      break;
    default: break;
  }
  if (os::record::isOperation(entry.kind)) ++operation;
  return true;
}

std::string seconds(std::int64_t nanoseconds) {
  std::uint64_t size = nanoseconds < 0 ? 0 - std::uint64_t(nanoseconds) : std::uint64_t(nanoseconds);
  char text[40];
  std::snprintf(text, sizeof text, "%s%llu.%09llu", nanoseconds < 0 ? "-" : "",
                static_cast<unsigned long long>(size / 1000000000), static_cast<unsigned long long>(size % 1000000000));
  return text;
}

int printEnd(const os::record::LogReader& reader) {
  if (reader.fault().empty()) return 0;
  std::fprintf(stderr, "nodecpp-log: the log is damaged, and goes no further: %s\n", reader.fault().c_str());
  return 1;
}

}  // namespace nodecpp::logtool
