// Splits an arithmetic expression into tokens, and evaluates it by recursive descent.
#include <nodecpp/number.h>
#include <nodecpp/object.h>

#include "../measure.h"
using namespace nodecpp;

struct Token {
  String kind;
  num value;
};

Array<Token> tokens(String source) {
  Array<Token> out;
  int i = 0;
  while (i < source.length()) {
    auto c = source.charCodeAt(i);
    if (c == 32) {
      i++;
    } else if (c >= 48 && c <= 57) {
      num value = 0;
      while (i < source.length() && source.charCodeAt(i) >= 48 && source.charCodeAt(i) <= 57) {
        value = value * 10 + source.charCodeAt(i) - 48;
        i++;
      }
      out.push({"number", value});
    } else {
      out.push({source[i], 0});
      i++;
    }
  }
  return out;
}

class ParserObject : public Object {
 public:
  Array<Token> list;
  int at = 0;
  explicit ParserObject(Array<Token> list) : list(list) {}
  bool is(StringArg kind) {
    return at < list.length() && list[at].kind == kind;
  }
  num sum() {
    num value = product();
    while (is("+") || is("-")) {
      auto kind = list[at++].kind;
      num right = product();
      value = kind == "+" ? value + right : value - right;
    }
    return value;
  }
  num product() {
    num value = factor();
    while (is("*") || is("/")) {
      auto kind = list[at++].kind;
      num right = factor();
      value = kind == "*" ? value * right : value / right;
    }
    return value;
  }
  num factor() {
    if (is("(")) {
      at++;
      num value = sum();
      at++;
      return value;
    }
    return list[at++].value;
  }
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  String text = "1";
  for (int i = 0; i < 500; i++) text += format(" + {} * ({} - {}) - ({} / 4)", i, i % 13, i % 7, i);

  bench::measure([=] { return make<ParserObject>(tokens(text))->sum(); });
}); }
