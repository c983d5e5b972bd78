// Runs the random programs of tests/var/programs.js on vars, like its interpret(). It reads a program from each line of
// standard input, and writes the values that the program leaves in its variables.
#include <nodecpp/json.h>
#include <nodecpp/let.h>
#include <nodecpp/structured_clone.h>

#include <cstdio>
#include <string>
#include <vector>

using namespace nodecpp;

namespace {

// Thrown for operations that both interpreters leave out.
struct Left {};
struct Budget {};

bool isObjectLike(const var& v) { return v.isObject() || v.isArray() || v.isFunction(); }

class Interpreter {
 public:
  // Breaks the cycles of a program's values, which would never be freed otherwise.
  ~Interpreter() {
    for (const var& each : made_) {
      if (each.isArray()) {
        if (!Object::isFrozen(each)) each.setLength(0);
      } else if (!Object::isFrozen(each)) {
        for (const var& key : each.keys()) each.remove(key);
      }
    }
  }

  String run(const var& statements) {
    String out;
    for (const var statement : statements) {
      try {
        perform(statement);
      } catch (const Budget&) {
        return "too long";
      } catch (const Left&) {
        out += out.empty() ? "left" : "|left";
      } catch (const Error& error) {
        if (!out.empty()) out += "|";
        out += error->name;
        if (!error->message.includes("not a") && !error->message.includes("not iterable") &&
            !error->message.includes("of nothing") &&
            !error->message.includes("circular structure") && !error->message.includes("function"))
          out += ": " + error->message;
      }
    }
    for (const var& value : values_) {
      size_ = 0;
      out += "\n" + dump(value);
    }
    return out;
  }

 private:
  void spend(double n) {
    budget_ -= n;
    if (budget_ < 0) throw Budget();
  }
  var made(var v) {
    made_.push_back(v);
    return v;
  }
  static bool holdsFunction(const var& v, bool deep, std::vector<const void*>& seen) {
    if (v.isFunction()) return true;
    if (!v.isArray() && !(deep && v.isObject())) return false;
    for (const void* each : seen)
      if (each == v.identity()) return false;
    seen.push_back(v.identity());
    for (const var& each : v.values())
      if (holdsFunction(each, deep, seen)) return true;
    return false;
  }
  static const var& textOf(const var& v) {
    std::vector<const void*> seen;
    if (holdsFunction(v, false, seen)) throw Left();
    return v;
  }
  static bool isIndex(const var& k) {
    if (k.isNumber()) return k >= 0 && k < 50 && k % 1 == 0;
    if (!k.isString()) return false;
    const String& text = k.text();
    if (text.size() == 0 || text.size() > 2 || (text.size() == 2 && text.data()[0] == '0')) return false;
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text.data()[i] < '0' || text.data()[i] > '9') return false;
    return double(k) < 50;
  }
  static void guard(const var& o, const var& k) {
    if (isObjectLike(k)) textOf(k);
    if (o.isArray() && !isIndex(k)) throw Left();
    if (o.isString() && !isIndex(k) && k != "length") throw Left();
    if (o.isFunction() || o.isNumber() || o.isBoolean()) throw Left();
    if (o.isObject())
      for (const char* name : {"toString", "valueOf", "constructor", "hasOwnProperty"})
        if (k.toString() == name) throw Left();
  }

  var at(const var& node, std::size_t i, const Array<var>& args) { return eval(node.get(i), args); }

  var eval(const var& node, const Array<var>& args) {
    spend(1);
    const String kind = node.get(0).text();
    const auto at = [&](std::size_t i) { return eval(node.get(i), args); };
    if (kind == "var") {
      const std::size_t index = node.get(1);
      return index < std::size_t(args.length()) ? var(args[index]) : values_[index];
    }
    if (kind == "number") return node.get(1).toNumber();
    if (kind == "text") return node.get(1);
    if (kind == "word") {
      const String word = node.get(1).text();
      if (word == "undefined") return undefined;
      if (word == "null") return nullptr;
      return word == "true";
    }
    if (kind == "binary") return operate(node.get(1).text(), at(2), [&] { return at(3); });
    if (kind == "unary") return operateOn(node.get(1).text(), at(2));
    if (kind == "get") {
      const var o = at(1), k = at(2);
      if (!o.isNullish()) guard(o, k);
      return o[k];
    }
    if (kind == "array") {
      var out = made(var::array());
      for (std::ptrdiff_t i = 1; i < node.length(); ++i) out.push(at(i));
      return out;
    }
    if (kind == "object") {
      var out = made(var::object());
      for (std::ptrdiff_t i = 1; i < node.length(); ++i) out[node[i][0]] = eval(node[i][1], args);
      return out;
    }
    if (kind == "?") return at(1) ? at(2) : at(3);
    if (kind == "method") return method(node, args);
    if (kind == "has") {
      const var k = at(1), o = at(2);
      if (isObjectLike(o))
        guard(o, k);
      else
        textOf(k);
      return o.has(k);
    }
    if (kind == "hasOwn") {
      const var o = at(1), k = at(2);
      if (!o.isNullish()) guard(o, k);
      return Object::hasOwn(o, k);
    }
    if (kind == "keys") return made(Object::keys(at(1)));
    if (kind == "values") return made(Object::values(at(1)));
    if (kind == "entries") {
      var out = made(var::array());
      for (const auto& [key, value] : Object::entries(at(1))) out.push(made(var::array({key, value})));
      return out;
    }
    if (kind == "assign") {
      const var to = at(1), from = at(2);
      if (!to.isObject()) throw Left();
      return Object::assign(to, from);
    }
    if (kind == "create") {
      const var o = at(1);
      if (!o.isObject() && !o.isNull()) throw Left();
      return made(Object::create(o));
    }
    if (kind == "freeze") {
      const var o = at(1);
      return o.isFunction() ? o : Object::freeze(o);
    }
    if (kind == "isFrozen") {
      const var o = at(1);
      return o.isFunction() ? false : Object::isFrozen(o);
    }
    if (kind == "clone") {
      const var o = at(1);
      std::vector<const void*> seen;
      if (holdsFunction(o, true, seen)) return undefined;
      return keepAll(structuredClone(o));
    }
    if (kind == "json") {
      const String text = JSON::stringify(at(1));
      if (text != undefined) spend(double(text.length()) / 10);
      return text;
    }
    if (kind == "function") {
      const var body = node.get(1);
      return [this, body](Rest given) {
        Array<var> list;
        for (const var each : given) list.push(each);
        return eval(body, list);
      };
    }
    if (kind == "call") {
      const var f = at(1), x = at(2);
      if (!f.isFunction()) throw TypeError("not a function");
      spend(20);
      return f(x, 1);
    }
    if (kind == "callOn") {
      const var o = at(1), x = at(3);
      if (!o.isObject()) throw Left();
      if (!o[node[2]].isFunction()) throw TypeError("not a function");
      spend(20);
      return o[node[2]](x);
    }
    if (kind == "new") {
      const var f = at(1), x = at(2);
      if (!f.isFunction()) throw TypeError("not a constructor");
      spend(20);
      const var made = f.construct(x);
      if (!isObjectLike(made) || made["constructor"] != f) return made;
      return this->made(var::object({{"made", made.instanceOf(f)}}));
    }
    if (kind == "of") {
      const var o = at(1);
      if (o.isString() || o.isFunction()) throw Left();
      var out = made(var::array());
      for (const var each : o) {
        spend(1);
        out.push(each);
      }
      return out;
    }
    std::fprintf(stderr, "what is %s?\n", std::string(kind.data(), kind.size()).c_str());
    std::exit(1);
  }

  var keepAll(const var& v) {
    if (v.isArray() || v.isObject()) {
      for (const var& each : made_)
        if (each == v) return v;
      made(v);
      for (const var& each : v.values()) keepAll(each);
    }
    return v;
  }

  var operateOn(const String& name, const var& v) {
    if (name == "-") return -textOf(v);
    if (name == "+") return +textOf(v);
    if (name == "~") return ~textOf(v);
    if (name == "!") return !v;
    if (name == "typeof") return v.typeOf();
    if (name == "String") return String(textOf(v));
    if (name == "Number") return double(textOf(v));
    if (name == "Boolean") return bool(v);
    return v.isArray();
  }

  template <class F>
  var operate(const String& name, const var& a, F&& second) {
    if (name == "&&") return a ? second() : a;
    if (name == "||") return a ? a : second();
    if (name == "??") return a.isNullish() ? second() : a;
    const var b = second();
    if (name == "===") return a == b;
    if (name == "!==") return a != b;
    textOf(a), textOf(b);
    if (name == "+") {
      const var sum = a + b;
      if (sum.isString()) spend(double(sum.length()) / 10);
      return sum;
    }
    if (name == "-") return a - b;
    if (name == "*") return a * b;
    if (name == "/") return a / b;
    if (name == "%") return a % b;
    if (name == "&") return a & b;
    if (name == "|") return a | b;
    if (name == "^") return a ^ b;
    if (name == "<<") return a << b;
    if (name == ">>") return a >> b;
    if (name == ">>>") return a.shiftRightUnsigned(b);
    if (name == "==") return a.looselyEquals(b);
    if (name == "!=") return !a.looselyEquals(b);
    if (name == "<") return a < b;
    if (name == ">") return a > b;
    if (name == "<=") return a <= b;
    return a >= b;
  }

  var method(const var& node, const Array<var>& args);
  void perform(const var& node) {
    const String kind = node.get(0).text();
    const auto target = [&](std::size_t i) {
      const var o = eval(node.get(i), {});
      return o;
    };
    const auto check = [&](const var& o, const var& k) {
      if (o.isNullish()) throw TypeError("of nothing");
      guard(o, k);
      if (!isObjectLike(o)) throw Left();
    };
    if (kind == "let") {
      values_[std::size_t(node.get(1))] = eval(node.get(2), {});
    } else if (kind == "set") {
      const var o = target(1), k = target(2), v = target(3);
      check(o, k);
      o[k] = v;
    } else if (kind == "change") {
      const var o = target(2), k = target(3), v = target(4);
      check(o, k);
      const String operation = node.get(1).text();
      textOf(var(o[k])), textOf(v);
      if (operation == "+") {
        const var sum = o[k] += v;
        if (sum.isString()) spend(double(sum.length()) / 10);
      } else if (operation == "-") {
        o[k] -= v;
      } else if (operation == "*") {
        o[k] *= v;
      } else if (operation == "%") {
        o[k] %= v;
      } else {
        o[k] |= v;
      }
    } else if (kind == "add") {
      const var v = eval(node.get(2), {});
      var& to = values_[std::size_t(node.get(1))];
      textOf(to), textOf(v);
      to += v;
      if (to.isString()) spend(double(to.length()) / 10);
    } else {
      const var o = target(1), k = target(2);
      check(o, k);
      o.remove(k);
    }
  }

  String dump(const var& v) {
    if (++size_ > 2000) return "…";
    if (v.isString()) return JSON::stringify(v);
    if (v.isFunction()) return "function";
    if (!isObjectLike(v)) return v.isNumber() && double(v) == 0 && __builtin_signbit(double(v)) ? String("-0") : v.toString();
    for (std::size_t i = 0; i < open_.size(); ++i)
      if (open_[i] == v.identity()) return "^" + str(i);
    open_.push_back(v.identity());
    String out = v.isArray() ? "[" : "{";
    if (v.isArray()) {
      for (std::ptrdiff_t i = 0; i < v.length(); ++i) out += str(i ? "," : "") + (v.hasOwn(str(i)) ? dump(v[i]) : String("hole"));
    } else {
      bool any = false;
      for (const var key : v.keys()) {
        out += str(any ? "," : "") + JSON::stringify(key) + ":" + dump(v[key]);
        any = true;
      }
    }
    open_.pop_back();
    if (Object::isFrozen(v)) out += " frozen";
    return out + (v.isArray() ? "]" : "}");
  }

  var values_[6];
  double budget_ = 4000;
  std::vector<var> made_;
  std::vector<const void*> open_;
  int size_ = 0;
};

var Interpreter::method(const var& node, const Array<var>& args) {
  const String name = node.get(1).text();
  const var self = eval(node.get(2), args);
  std::vector<var> given;
  var body;
  for (std::ptrdiff_t i = 3; i < node.length(); ++i) {
    if (node[i][0] == "plain")
      body = node[i][1];
    else
      given.push_back(eval(node.get(i), args));
  }
  const auto f = [&](var a, var b) {
    spend(5);
    return eval(body, {a, b});
  };
  if (self.isNullish()) throw TypeError("of nothing");
  if (!self.isArray() && !self.isString() && !self.isNumber()) throw Left();
  const auto arg = [&](std::size_t i) { return i < given.size() ? given[i] : var(); };
  if (self.isArray()) {
    spend(double(self.length()));
    if (name == "toString") throw Left();
    if (name == "join" || name == "sort" || name == "toSorted") textOf(self);
    if (name == "push") return self.push(arg(0));
    if (name == "pop") return self.pop();
    if (name == "shift") return self.shift();
    if (name == "unshift") return self.unshift(arg(0));
    if (name == "slice") return made(self.slice(arg(0), arg(1)));
    if (name == "splice") return made(self.splice(arg(0), arg(1), {arg(2)}));
    if (name == "concat") return made(self.concat(arg(0)));
    if (name == "join") return self.join(String(arg(0)));
    if (name == "reverse") return self.reverse();
    if (name == "indexOf") return self.indexOf(arg(0));
    if (name == "lastIndexOf") return self.lastIndexOf(arg(0));
    if (name == "includes") return self.includes(arg(0));
    if (name == "at") return self.at(arg(0));
    if (name == "map") return made(self.map([&](var a, var i) { return f(a, i); }));
    if (name == "flatMap") return made(self.flatMap([&](var a, var i) { return f(a, i); }));
    if (name == "filter") return made(self.filter([&](var a, var i) { return f(a, i); }));
    if (name == "some") return self.some([&](var a, var i) { return f(a, i); });
    if (name == "every") return self.every([&](var a, var i) { return f(a, i); });
    if (name == "find") return self.find([&](var a, var i) { return f(a, i); });
    if (name == "findLast") return self.findLast([&](var a, var i) { return f(a, i); });
    if (name == "findIndex") return self.findIndex([&](var a, var i) { return f(a, i); });
    if (name == "findLastIndex") return self.findLastIndex([&](var a, var i) { return f(a, i); });
    if (name == "forEach") return self.forEach([&](var a, var i) { f(a, i); }), undefined;
    if (name == "reduce") return self.reduce([&](var sum, var each) { return f(sum, each); }, arg(0));
    if (name == "reduceRight") return self.reduceRight([&](var sum, var each) { return f(sum, each); }, arg(0));
    if (name == "sort") return self.sort();
    if (name == "toSorted") return made(self.toSorted());
    if (name == "toReversed") return made(self.toReversed());
    if (name == "fill") return self.fill(arg(0), arg(1), arg(2));
    if (name == "flat") return made(self.flat());
    if (name == "with") return made(self.with(arg(0), arg(1)));
    throw TypeError("not a function");
  }
  if (self.isNumber()) {
    if (name == "toFixed") {
      if (self >= 1e21 || self <= -1e21) throw Left();
      return self.toFixed(arg(0));
    }
    if (name == "toString") return self.toString();
    throw TypeError("not a function");
  }
  spend(double(self.length()) / 10);
  static const char* const ofText[] = {"charAt",   "charCodeAt", "codePointAt", "substring",   "substr",    "split",   "toUpperCase",
                                       "trim",     "padStart",   "padEnd",      "toLowerCase", "repeat",    "replace", "startsWith",
                                       "endsWith", "replaceAll", "trimEnd",     "trimStart",   "toString",  "at",      "concat",
                                       "slice",    "indexOf",    "includes",    "lastIndexOf"};
  bool known = false;
  for (const char* each : ofText) known = known || name == each;
  if (!known) throw TypeError("not a function");
  for (const var& each : given)
    if (isObjectLike(each)) textOf(each);
  if (name == "at" || name == "concat" || name == "slice" || name == "indexOf" || name == "includes" || name == "lastIndexOf")
    for (const var& each : given)
      if (!each.isNumber() && !each.isString()) throw Left();
  if (name == "repeat" && arg(0) > 5) throw Left();
  if (name == "charAt") return self.charAt(arg(0));
  if (name == "charCodeAt") return self.charCodeAt(arg(0));
  if (name == "codePointAt") return self.codePointAt(arg(0));
  if (name == "substring") return self.substring(arg(0), arg(1));
  if (name == "substr") return self.substr(arg(0), arg(1));
  if (name == "split") return made(self.split(String(arg(0))));
  if (name == "toUpperCase") return self.toUpperCase();
  if (name == "toLowerCase") return self.toLowerCase();
  if (name == "trim") return self.trim();
  if (name == "trimEnd") return self.trimEnd();
  if (name == "trimStart") return self.trimStart();
  if (name == "padStart") return self.padStart(arg(0), String(arg(1)));
  if (name == "padEnd") return self.padEnd(arg(0), String(arg(1)));
  if (name == "repeat") return self.repeat(arg(0));
  if (name == "startsWith") return self.startsWith(String(arg(0)));
  if (name == "endsWith") return self.endsWith(String(arg(0)));
  if (name == "replace") return self.replace(String(arg(0)), String(arg(1)));
  if (name == "replaceAll") return self.replaceAll(String(arg(0)), String(arg(1)));
  if (name == "at") return self.at(arg(0));
  if (name == "concat") return self.concat(arg(0));
  if (name == "slice") return self.slice(arg(0), arg(1));
  if (name == "indexOf") return self.indexOf(arg(0));
  if (name == "lastIndexOf") return self.lastIndexOf(arg(0));
  if (name == "includes") return self.includes(arg(0));
  return self.toString();
}

}  // namespace

int main() {
  std::string line;
  for (int c; (c = std::getchar()) != EOF;) {
    if (c != '\n') {
      line += char(c);
      continue;
    }
    const String out = Interpreter().run(JSON::parse(line)).toWellFormed();
    std::fwrite(out.data(), 1, out.size(), stdout);
    std::fwrite("\0\n", 1, 2, stdout);
    line.clear();
  }
}
