// The commands nodecpp-log show and nodecpp-log requests.
#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "commands.h"
#include "os/trace/record_description.h"
#include "requests.h"
#include "secrets.h"

namespace nodecpp::logtool {

using os::record::LogReader;

namespace {

// Returns the text with control characters escaped, so that a terminal does not execute them.
std::string plain(std::string_view text) {
  std::string quoted = os::record::quoted(text);
  return quoted.substr(1, quoted.size() - 2);
}

// Opens the log of a worker. Throws a Failure or a UsageError when there is none.
void open(LogReader& reader, const std::string& folder, const std::string& worker) {
  std::string why = reader.open(folder, worker);
  if (why.empty()) return;
  auto there = LogReader::workers(folder);
  if (std::ranges::find(there, worker) != there.end()) throw Failure(why);
  if (!there.empty()) {
    why += "; there is";
    for (const std::string& name : there) why += " " + plain(name);
  }
  throw UsageError(why);
}

void printOtherLogs(const std::string& folder, const std::string& worker) {
  for (const std::string& name : LogReader::workers(folder))
    if (name != worker)
      std::fprintf(stderr, "nodecpp-log: there is another worker's log here: --worker %s\n", plain(name).c_str());
}

std::string milliseconds(std::int64_t nanoseconds) {
  char text[40];
  std::snprintf(text, sizeof text, "%.3f ms", double(nanoseconds) / 1e6);
  return text;
}

std::string jsonOf(const Request& request) {
  std::string line = "{\"number\":" + (request.number ? std::to_string(request.number) : std::string("null"));
  auto add = [&](const char* name, const std::string& value) { ((line += ",\"") += name) += "\":" + value; };
  add("turn", std::to_string(request.turn));
  add("time", std::to_string(request.time));
  add("connection", std::to_string(request.connection));
  if (request.number) add("method", os::record::quoted(request.method));
  if (request.number) add("url", os::record::quoted(request.url));
  add("bytesIn", std::to_string(request.bytesIn));
  add("complete", request.complete ? "true" : "false");
  if (request.together == none) add("bytesOut", std::to_string(request.bytesOut));
  add("firstByte", request.firstByte < 0 ? "null" : std::to_string(request.latency()));
  if (request.upgrade) add("upgrade", "true");
  if (!request.problem.empty()) add("problem", os::record::quoted(request.problem));
  return line + "}";
}

std::string textOf(const Request& request, const std::vector<Request>& all) {
  char head[120];
  std::snprintf(head, sizeof head, "%8s  turn %-8llu connection %-6llu ",
                request.number ? std::to_string(request.number).c_str() : "-",
                static_cast<unsigned long long>(request.turn), static_cast<unsigned long long>(request.connection));
  std::string line = head;
  line += request.number ? std::string(request.method) + " " + plain(request.url) : std::string("(no request)");
  line += "  in " + std::to_string(request.bytesIn);
  if (request.together != none)
    line += "  out with " + std::to_string(all[request.together].number);
  else
    line += "  out " + std::to_string(request.bytesOut);
  line += request.firstByte < 0 ? std::string("  not answered") : "  " + milliseconds(request.latency());
  if (request.number && !request.complete) line += "  cut";
  if (request.upgrade) line += "  upgrade";
  if (!request.problem.empty()) line += "  " + std::string(request.problem);
  return line;
}

}  // namespace

int showCommand(Arguments arguments) {
  std::string worker = "main";
  std::uint64_t from = 0, to = UINT64_MAX;
  bool json = arguments.flag("--json"), named = arguments.value("--worker", worker);
  bool secrets = arguments.flag("--secrets");
  arguments.number("--from", from);
  arguments.number("--to", to);
  std::string folder = arguments.rest({"the log's folder"})[0];
  if (from > to) throw UsageError("--from " + std::to_string(from) + " is behind --to " + std::to_string(to));
  LogReader reader;
  open(reader, folder, worker);
  Walk walk(reader);
  Secrets hidden;
  std::string copy;
  while (walk.next()) {
    if (!secrets) walk.entry.fields = hidden.shown(walk.entry, copy);
    if (walk.turn < from) continue;
    if (walk.turn > to) {
      finishPrinting();
      return 0;
    }
    auto [kind, fields, segment, offset] = walk.entry;
    if (json)
      print("{\"turn\":" + std::to_string(walk.turn) + ",\"time\":" + std::to_string(walk.time) +
            ",\"segment\":" + std::to_string(segment) + ",\"offset\":" + std::to_string(offset) + "," +
            describeJson(kind, fields) + "}\n");
    else
      print("turn " + std::to_string(walk.turn) + " " + seconds(walk.time) + "  " + describe(kind, fields) + "\n");
  }
  finishPrinting();
  if (!named) printOtherLogs(folder, worker);
  return printEnd(reader);
}

int requestsCommand(Arguments arguments) {
  std::string worker = "main";
  bool json = arguments.flag("--json"), named = arguments.value("--worker", worker);
  std::string folder = arguments.rest({"the log's folder"})[0];
  LogReader reader;
  open(reader, folder, worker);
  Walk walk(reader);
  Requests requests;
  while (walk.next()) requests.take(walk);
  for (const Request& request : requests.all())
    print((json ? jsonOf(request) : textOf(request, requests.all())) + "\n");
  finishPrinting();
  if (requests.count() == 0) std::fprintf(stderr, "nodecpp-log: no HTTP server of the program was asked anything\n");
  if (!named) printOtherLogs(folder, worker);
  return printEnd(reader);
}

}  // namespace nodecpp::logtool
