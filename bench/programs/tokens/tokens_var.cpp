// Splits an arithmetic expression into tokens, and evaluates it by recursive descent. Written with var instead of
// static types.
#include "../measure.h"
using namespace nodecpp;

var tokens(var source) {
  var out = var::array();
  var i = 0;
  while (i < source["length"]) {
    var c = source.charCodeAt(i);
    if (c == 32) {
      i++;
    } else if (c >= 48 && c <= 57) {
      var value = 0;
      while (i < source["length"] && source.charCodeAt(i) >= 48 && source.charCodeAt(i) <= 57) {
        value = value * 10 + source.charCodeAt(i) - 48;
        i++;
      }
      out.push(var::object({{"kind", "number"}, {"value", value}}));
    } else {
      out.push(var::object({{"kind", source[i]}, {"value", 0}}));
      i++;
    }
  }
  return out;
}

var makeParser() {
  var Parser = var::function("Parser", [](This self, var list) {
    self["list"] = list;
    self["at"] = 0;
  });
  Parser["prototype"]["is"] = [](This self, var kind) {
    return self["at"] < self["list"]["length"] && self["list"][self["at"]]["kind"] == kind;
  };
  Parser["prototype"]["sum"] = [](This self) {
    var value = self["product"]();
    while (self["is"]("+") || self["is"]("-")) {
      var kind = self["list"][self["at"]++]["kind"];
      var right = self["product"]();
      value = kind == "+" ? value + right : value - right;
    }
    return value;
  };
  Parser["prototype"]["product"] = [](This self) {
    var value = self["factor"]();
    while (self["is"]("*") || self["is"]("/")) {
      var kind = self["list"][self["at"]++]["kind"];
      var right = self["factor"]();
      value = kind == "*" ? value * right : value / right;
    }
    return value;
  };
  Parser["prototype"]["factor"] = [](This self) -> var {
    if (self["is"]("(")) {
      self["at"]++;
      var value = self["sum"]();
      self["at"]++;
      return value;
    }
    return self["list"][self["at"]++]["value"];
  };
  return Parser;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  var text = "1";
  for (var i = 0; i < 500; i++) text += format(" + {} * ({} - {}) - ({} / 4)", i, i % 13, i % 7, i);
  var Parser = makeParser();

  bench::measure([=] { return Parser.construct(tokens(text))["sum"](); });
}); }
