// Reads the golden files that `run.js --golden` writes. README.md describes the format.
#pragma once

#include <nodecpp/buffer.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace golden {

// A parser for the part of JSON that the golden files use.
struct Value {
  std::map<std::string, Value> members;
  std::vector<Value> items;
  std::string text;
  double number = 0;  // 1 for true

  const Value* find(const std::string& name) const {
    auto at = members.find(name);
    return at == members.end() ? nullptr : &at->second;
  }
};

class Reader {
 public:
  explicit Reader(const std::string& text) : at_(text.c_str()) {}

  Value read() {
    Value value;
    switch (skip()) {
      case '{':
        for (++at_; skip() != '}';) {
          std::string name = string();
          if (skip() != ':') fail();
          ++at_;
          value.members[name] = read();
          if (skip() == ',') ++at_;
        }
        ++at_;
        return value;
      case '[':
        for (++at_; skip() != ']';) {
          value.items.push_back(read());
          if (skip() == ',') ++at_;
        }
        ++at_;
        return value;
      case '"': value.text = string(); return value;
      case 't':
        at_ += 4;
        value.number = 1;
        return value;
      case 'f': at_ += 5; return value;
      case 'n': at_ += 4; return value;
      default:
        char* end;
        value.number = std::strtod(at_, &end);
        if (end == at_) fail();
        at_ = end;
        return value;
    }
  }

 private:
  char skip() {
    while (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t') ++at_;
    return *at_;
  }
  // The names and the base64 texts contain no other escapes.
  std::string string() {
    if (skip() != '"') fail();
    std::string out;
    for (++at_; *at_ != '"'; ++at_) {
      if (!*at_) fail();
      if (*at_ == '\\') ++at_;
      out += *at_;
    }
    ++at_;
    return out;
  }
  [[noreturn]] void fail() { throw std::runtime_error("the golden file is no JSON"); }
  const char* at_;
};

inline std::string fromBase64(const std::string& text) {
  nodecpp::Buffer bytes = nodecpp::Buffer::from(text, "base64");
  return {bytes.bytes(), bytes.size()};
}

struct Step {
  enum class Kind { send, wait, pause, end, reset, gap } kind;
  std::string bytes;
  double milliseconds = 0;  // the duration of a pause
};

struct Result {
  std::string output, fate;
};

struct Script {
  std::string name;
  bool half = false;
  bool ends = false;
  std::vector<Step> steps;
  std::vector<Result> results;
  std::size_t whole = 0;
  std::vector<std::pair<std::size_t, std::size_t>> cuts;

  std::size_t length() const {
    std::size_t sum = 0;
    for (const Step& step : steps) sum += step.bytes.size();
    return sum;
  }

  // Returns the results that Node may give when the input is cut at `offset`: its result there, or at the nearest
  // recorded cuts before and after `offset`, because a result usually holds for a range. Beyond the first and the last
  // recorded cut all of Node's results are allowed.
  std::vector<std::size_t> allowed(std::size_t offset) const {
    std::vector<std::size_t> found;
    const std::pair<std::size_t, std::size_t>*before = nullptr, *behind = nullptr;
    for (const auto& cut : cuts) {
      if (cut.first <= offset) before = &cut;
      if (cut.first >= offset && !behind) behind = &cut;
    }
    if (!before || !behind) {
      for (std::size_t i = 0; i < results.size(); ++i) found.push_back(i);
      return found;
    }
    for (std::size_t i = std::min(before->second, behind->second); i <= std::max(before->second, behind->second); ++i)
      found.push_back(i);
    return found;
  }
};

struct Set {
  std::map<std::string, std::string> environment;  // the server's environment
  std::vector<Script> scripts;
};

inline Set load(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return {};
  std::stringstream text;
  text << in.rdbuf();
  std::string json = text.str();
  Value root = Reader(json).read();
  Set set;
  for (const auto& [name, value] : root.members.at("env").members) set.environment[name] = value.text;
  for (const Value& from : root.members.at("scripts").items) {
    Script script;
    script.name = from.members.at("name").text;
    script.half = from.members.at("half").number != 0;
    script.ends = from.members.at("ends").number != 0;
    for (const Value& step : from.members.at("steps").items) {
      if (const Value* bytes = step.find("send"))
        script.steps.push_back({Step::Kind::send, fromBase64(bytes->text)});
      else if (const Value* pause = step.find("pause"))
        script.steps.push_back({Step::Kind::pause, {}, pause->number});
      else
        script.steps.push_back({step.find("wait")  ? Step::Kind::wait
                                : step.find("end") ? Step::Kind::end
                                                   : Step::Kind::reset,
                                {}});
    }
    if (script.half) script.steps.push_back({Step::Kind::end, {}});
    for (const Value& result : from.members.at("results").items)
      script.results.push_back({fromBase64(result.members.at("output").text), result.members.at("fate").text});
    script.whole = std::size_t(from.members.at("whole").number);
    if (const Value* cuts = from.find("cuts"))
      for (const Value& cut : cuts->items)
        script.cuts.emplace_back(std::size_t(cut.items[0].number), std::size_t(cut.items[1].number));
    set.scripts.push_back(std::move(script));
  }
  return set;
}

}  // namespace golden
