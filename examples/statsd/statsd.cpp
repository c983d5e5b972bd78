#include <nodecpp/console.h>
#include <nodecpp/date.h>
#include <nodecpp/dgram.h>
#include <nodecpp/map.h>
#include <nodecpp/math.h>
#include <nodecpp/number.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/regexp.h>
#include <nodecpp/set.h>
using namespace nodecpp;

// Collects figures that programs send over UDP, as npm's statsd does, and prints them in Graphite's format at each flush:
//   gets:1|c          adds to a counter; gets:1|c|@0.1 says that one of ten was sent
//   answer:320|ms     is a time, of which the least, the most, the mean and the 90th percentile are printed
//   users:12|g        sets a gauge; users:-3|g and users:+3|g change it
//   visitor:ann|s     adds to a set, whose size is printed
// A datagram may have several lines, and a line several values: gets:1|c:2|c.

perThread<Map<String, double>> counters;
perThread<Map<String, Array<double>>> times;
perThread<Map<String, double>> gauges;
perThread<Map<String, Set<String>>> sets;
perThread<double> interval;
constexpr int percent = 90;

bool isNumber(String text) {
  return text.trim() != "" && Number::isFinite(Number(text));
}

bool isValid(Array<String> fields) {
  if (fields.length() < 2 || fields.length() > 3) return false;
  auto type = fields[1].trim();
  if (type == "s") return fields[0] != "";
  if (fields.length() == 3 && !re("^@([\\d.]+)$").test(fields[2])) return false;
  return isNumber(fields[0]) && Array<String>{"c", "ms", "g"}.includes(type);
}

void count(String key, double value) {
  counters->set(key, counters->get(key, 0) + value);
}

void take(String key, Array<String> fields) {
  if (!isValid(fields)) return count("statsd.bad_lines_seen", 1);
  double value = Number(fields[0]);
  auto type = fields[1].trim();
  if (type == "ms") {
    if (!times->has(key)) times->set(key, Array<double>());
    times->get(key).push(value);
  } else if (type == "g") {
    bool isChange = re("^[-+]").test(fields[0]) && gauges->has(key);
    gauges->set(key, isChange ? gauges->get(key) + value : value);
  } else if (type == "s") {
    if (!sets->has(key)) sets->set(key, Set<String>());
    sets->get(key).add(fields[0]);
  } else {
    double rate = fields.length() == 3 ? Number(fields[2].slice(1)) : 1;
    count(key, value / rate);
  }
}

void read(String line) {
  auto parts = line.split(":");
  auto key = parts[0].replace(re("\\s+", "g"), "_").replace(re("\\/", "g"), "-").replace(re("[^a-zA-Z_\\-0-9.]", "g"), "");
  for (String part : parts.length() > 1 ? parts.slice(1) : Array<String>{"1|c"}) take(key, part.split("|"));
}

Array<std::pair<String, double>> summary(Array<double> values) {
  values.sort([](double a, double b) { return a - b; });
  double sum = values.reduce([](double a, double b) { return a + b; }, 0.0);
  auto within = Math::max(1, Math::round(double(values.length()) * percent / 100));
  return {
    {"count", double(values.length())},
    {"lower", values[0]},
    {"upper", values[values.length() - 1]},
    {"mean", sum / double(values.length())},
    {"upper_" + str(percent), values[within - 1]},
  };
}

void flush() {
  double time = Math::floor(Date::now() / 1000);
  Array<String> lines;
  auto say = [=](String name, double value) { lines.push("stats." + name + " " + str(value) + " " + str(time)); };
  for (auto [key, value] : counters.value()) {
    say("counters." + key + ".count", value);
    say("counters." + key + ".rate", value / (interval / 1000));
  }
  for (auto [key, values] : times.value()) {
    for (auto [name, value] : summary(values)) say("timers." + key + "." + name, value);
  }
  for (auto [key, value] : gauges.value()) say("gauges." + key, value);
  for (auto [key, members] : sets.value()) say("sets." + key + ".count", double(members.size()));
  counters->clear();
  times->clear();
  sets->clear();
  if (lines.length() > 0) console::log(lines.join("\n"));
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  interval = Number(process::env["FLUSH"] || "10000");
  auto socket = dgram::createSocket("udp4");
  socket->on(event::message, [](auto message, auto) {
    for (String line : message.toString().split("\n")) {
      if (line != "") read(line);
    }
  });
  socket->on(event::error, [](Error error) {
    console::error(error->message);
    process::exit(1);
  });
  socket->bind(Number(process::env["PORT"] || "0"), "127.0.0.1", [=] {
    console::log(socket->address().port);
    setInterval(flush, interval);
  });
}); }
