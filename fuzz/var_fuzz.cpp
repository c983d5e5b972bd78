// Runs operations on vars that the bytes of the input choose: operators, properties, prototypes, the functions of
// arrays and strings, JSON, clones, loops. Functions that these operations call (getters, valueOf, toString,
// comparators, callbacks, revivers, iterators) run the next operations of the input, and so change the values that the
// operation is working on. No value may be used after it was freed.
#include <nodecpp/bigint.h>
#include <nodecpp/generator.h>
#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/regexp.h>
#include <nodecpp/set.h>
#include <nodecpp/structured_clone.h>
#include <nodecpp/symbol.h>
#include <nodecpp/util.h>
#include <nodecpp/var.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

using namespace nodecpp;

// Values that refer to themselves in a cycle are not freed (docs/var.md), so leaks are not checked.
extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }

namespace {

void check(bool is) {
  if (!is) std::abort();
}

constexpr std::size_t variables = 8;

// The state of one input: its bytes, and the variables that the operations use.
struct Program {
  const std::uint8_t* at;
  const std::uint8_t* end;
  int left = 250;  // the number of operations that may still run
  int depth = 0;   // the number of nested calls of the program's own functions
  var vars[variables]{var(), var(), var(), var(), var(), var(), var(), var()};

  unsigned byte() { return at < end ? *at++ : 0; }
  unsigned below(unsigned n) { return byte() % n; }
  var& any() { return vars[below(variables)]; }
};
Program* program = nullptr;

void step();

// The body of the program's functions: it runs some operations and returns one of the variables.
var runFunction(const var& self, const var& args) {
  Program& p = *program;
  if (p.depth >= 5 || p.left <= 0) return 1;
  struct Depth {
    int& depth;
    explicit Depth(int& depth) : depth(depth) { ++depth; }
    ~Depth() { --depth; }
  } depth(p.depth);
  const unsigned how = p.byte();
  if (how & 1) p.any() = self;
  if (how & 2) p.any() = args.length() ? args[p.below(unsigned(args.length()))] : var();
  for (unsigned i = 0; i < (how >> 2 & 3); ++i) step();
  if ((how >> 4) == 15) throw RangeError("thrown");
  if (how & 16) return p.byte() % 5 - 2.0;
  return p.any();
}
var makeFunction() {
  return [](This self, Rest args) { return runFunction(self, args); };
}
auto callback() {
  return [](const var& a, const var& b) { return runFunction(a, var::array({a, b})); };
}

Generator<var> generator(var first) {
  co_yield first;
  while (program && --program->left > 0) {
    var next = runFunction(undefined, var::array());
    if (!next) co_return;
    co_yield next;
  }
}

var key() {
  Program& p = *program;
  static const char* const names[] = {"a", "b", "c", "0", "1", "2", "7", "length", "valueOf", "toString", "toJSON", "prototype",
                                      "next", "done", "value", "return", "get", "set", "enumerable", "writable", "configurable", "constructor", "", "-1", "1.5", "4294967295"};
  const unsigned which = p.below(36);
  if (which < std::size(names)) return names[which];
  if (which < 31) return which - std::size(names);
  if (which == 31) return Symbol::iterator();
  if (which == 32) return Symbol::toStringTag();
  if (which == 33) return Symbol::for_("own");
  if (which == 34) return double(p.byte()) / 4 - 3;
  return p.any();
}

// Counts the values that are reachable from a value, up to a bound. A value is counted once for each path to it,
// without cycles, because writing it as a text takes as long.
std::size_t weight(const var& of, std::size_t most, std::vector<const void*>& within) {
  if (most == 0 || (of.identity() && std::find(within.begin(), within.end(), of.identity()) != within.end())) return 1;
  std::size_t sum = 1 + (of.isString() ? of.text().size() / 16 : 0);
  within.push_back(of.identity());
  const auto add = [&](const var& part) { sum += weight(part, most > sum ? most - sum : 0, within); };
  if (const auto* list = of.arrayRep()) {
    for (std::size_t i = 0; i < list->size && sum < most; ++i) add(list->data[i]);
  } else if (const auto* object = of.objectRep()) {
    for (std::size_t i = 0; i < object->shape->count && sum < most; ++i) add(object->values[i]);
  }
  within.pop_back();
  return sum;
}
bool isHeavier(const var& of, std::size_t most) {
  std::vector<const void*> within;
  return weight(of, most, within) >= most;
}
bool isHeavy(const var& of) { return isHeavier(of, 200) || of.length() > 2000; }
// Returns a variable that can be written as a text in little time.
var light() {
  const var out = program->any();
  return isHeavy(out) ? var(3) : out;
}
std::ptrdiff_t index() { return std::ptrdiff_t(program->below(24)) - 8; }

var literal() {
  Program& p = *program;
  switch (p.below(26)) {
    case 0: return undefined;
    case 1: return nullptr;
    case 2: return true;
    case 3: return std::nan("");
    case 4: return -0.0;
    case 5: return double(p.byte()) - 100;
    case 6: return 1e21;
    case 7: return "text";
    case 8: return "a longer text, that is not kept in the value itself";
    case 9: return "Ł😀\xed\xa0\x80";
    case 10: return "12";
    case 11:
    case 12: return var::array();
    case 13:
    case 14: return var::object();
    case 15: return var::array({p.any(), p.any(), 1, 2});
    case 16: return var::object({{"a", p.any()}, {"b", 2}});
    case 17:
    case 18: return makeFunction();
    case 19: return Date(p.byte() * 1e10);
    case 20: return Buffer::from("bytes");
    case 21: return Symbol("own");
    case 22: return Map<String, var>{{"a", p.any()}, {"b", 1}};
    case 23: return generator(p.any());
    case 24: return p.below(2) ? var(BigInt(5)) : var(Set<var>{p.any(), 1});
    default: return p.below(2) ? var(TypeError("in a var")) : var(re("t(e)x", "g"));
  }
}

void arithmetic() {
  Program& p = *program;
  var& to = p.any();
  const unsigned which = p.below(22);
  const var a = light(), b = light();
  switch (which) {
    case 0: to = a + b; break;
    case 1: to = a - b; break;
    case 2: to = a * b; break;
    case 3: to = a / b; break;
    case 4: to = a % b; break;
    case 5: to = a & b; break;
    case 6: to = a | b; break;
    case 7: to = a ^ b; break;
    case 8: to = a << b; break;
    case 9: to = a >> b; break;
    case 10: to = a.shiftRightUnsigned(b); break;
    case 11: to = a < b; break;
    case 12: to = a >= b; break;
    case 13: to = a.looselyEquals(b); break;
    case 14: to = a == b; break;
    case 15: if (!isHeavy(to)) to += b; break;
    case 16: if (!isHeavy(to)) to -= b; break;
    case 17: if (!isHeavy(to)) ++to; break;
    case 18: if (!isHeavy(to)) to--; break;
    case 19: to = -a; break;
    case 20: to = ~a; break;
    default: to = double(int(a)) + std::uint8_t(b) + double(a); break;
  }
}

// Uses v[key] in all its forms. A slot is used only in the statement that makes it, and may outlive the object in that
// statement.
void property() {
  Program& p = *program;
  var& of = p.any();
  const unsigned which = p.below(14);
  const var name = key();
  if (name.identity() && isHeavy(name)) return;
  switch (which) {
    case 0:
    case 1: p.any() = of[name]; break;
    case 2:
    case 3:
    case 4: of[name] = p.any(); break;
    case 5: of.remove(name); break;
    case 6: p.any() = of.has(name); break;
    case 7: p.any() = of.hasOwn(name); break;
    case 8: if (!isHeavy(of)) of[name] += light(); break;
    case 9: if (!isHeavy(of)) of[name]++; break;
    case 10: of[name] = of; break;
    case 11: of = of[name]; break;
    case 12: p.any() = of[name](light(), p.any()); break;
    default: of[index()] = p.any()[name]; break;
  }
}

void define() {
  Program& p = *program;
  const var of = p.any();
  switch (p.below(12)) {
    case 0: Object::defineProperty(of, key(), var::object({{"get", makeFunction()}, {"enumerable", true}, {"configurable", true}})); break;
    case 1: Object::defineProperty(of, key(), var::object({{"get", makeFunction()}, {"set", makeFunction()}})); break;
    case 2: Object::defineProperty(of, key(), var::object({{"value", p.any()}, {"writable", p.below(2) == 0}, {"enumerable", true}})); break;
    case 3: Object::defineProperty(of, key(), p.any()); break;
    case 4: Object::freeze(of); break;
    case 5: Object::seal(of); break;
    case 6: Object::preventExtensions(of); break;
    case 7: Object::setPrototypeOf(of, p.any()); break;
    case 8: p.any() = Object::create(of); break;
    case 9: p.any() = Object::getOwnPropertyDescriptor(of, key()); break;
    case 10: p.any() = Object::isFrozen(of) || Object::isSealed(of) || Object::isExtensible(of); break;
    default: p.any() = Object::getPrototypeOf(of); break;
  }
}

void objects() {
  Program& p = *program;
  const var of = p.any();
  if (of.length() > 2000) return;
  var& to = p.any();
  switch (p.below(10)) {
    case 0: to = Object::keys(of); break;
    case 1: to = Object::values(of); break;
    case 2: {
      var list = var::array();
      for (const auto& [name, value] : Object::entries(of)) list.push(var::array({name, value}));
      if (!isHeavy(list)) to = Object::fromEntries(list);
      break;
    }
    case 3: to = Object::assign(of, p.any()); break;
    case 4: to = Object::getOwnPropertyNames(of); break;
    case 5: to = Object::getOwnPropertySymbols(of); break;
    case 6: if (!isHeavy(of)) to = Object::groupBy(of, callback()); break;
    case 7:
      for (const var& name : Object::keys(of)) {
        if (--p.left <= 0) break;
        to = of[name];
        step();
      }
      break;
    case 8: to = of.instanceOf(p.any()); break;
    default: to = of.typeOf(); break;
  }
}

void calls() {
  Program& p = *program;
  const var f = p.any();
  var& to = p.any();
  switch (p.below(6)) {
    case 0: to = f(p.any(), 1); break;
    case 1: to = f.call(p.any(), p.any()); break;
    case 2: to = f.apply(p.any(), p.any()); break;
    case 3: to = f.bind(p.any(), p.any()); break;
    case 4: to = f.construct(p.any()); break;
    default: to = f["name"]; break;
  }
}

void changeArray() {
  Program& p = *program;
  const var list = p.any();
  if (list.length() > 1000) return;
  var& to = p.any();
  switch (p.below(14)) {
    case 0:
    case 1: list.push(p.any()); break;
    case 2: list.push(p.any(), p.any(), 5); break;
    case 3: to = list.pop(); break;
    case 4: to = list.shift(); break;
    case 5: list.unshift(p.any()); break;
    case 6: to = list.splice(index(), index(), {p.any(), list}); break;
    case 7: to = list.splice(index()); break;
    case 8: if (!isHeavy(list)) to = list.sort(); break;
    case 9: to = list.sort([call = callback()](const var& a, const var& b) { return double(call(a, b).isNumber() ? program->below(3) - 1.0 : 0); }); break;
    case 10: to = list.reverse(); break;
    case 11: to = list.fill(p.any(), index(), index()); break;
    case 12: to = list.copyWithin(index(), index(), index()); break;
    default: list.setLength(p.byte() * 3); break;
  }
}

void readArray() {
  Program& p = *program;
  const var list = p.any();
  if (list.length() > 1000) return;
  var& to = p.any();
  switch (p.below(17)) {
    case 0: to = list.slice(index(), index()); break;
    case 1: to = list.concat(p.any()); break;
    case 2: if (!isHeavy(list)) to = list.join(String(light())); break;
    case 3: if (!isHeavy(list)) to = list.flat(p.below(3)); break;
    case 4: to = list.at(index()); break;
    case 5: to = list.includes(p.any(), index()); break;
    case 6: to = list.indexOf(p.any(), index()) + list.lastIndexOf(p.any()); break;
    case 7: to = list.map(callback()); break;
    case 8: to = list.filter(callback()); break;
    case 9: list.forEach(callback()); break;
    case 10: if (!isHeavy(list)) to = list.flatMap(callback()); break;
    case 11: to = list.find(callback()); break;
    case 12: to = list.findLastIndex(callback()) + list.some(callback()) + list.every(callback()); break;
    case 13: to = list.reduce(callback(), p.any()); break;
    case 14: to = list.reduceRight(callback(), p.any()); break;
    case 15: to = p.below(2) ? list.toReversed() : list.toSpliced(index(), index()); break;
    default: to = list.with(index(), p.any()); break;
  }
}

void text() {
  Program& p = *program;
  const var of = light();
  if (of.length() > 500) return;
  var& to = p.any();
  switch (p.below(14)) {
    case 0: to = of.toString(); break;
    case 1: to = of.toNumber(); break;
    case 2: to = of.split(p.below(2) ? "" : "t"); break;
    case 3: to = of.replaceAll("t", [](const String& match) { return String(runFunction(match, var::array()).typeOf()); }); break;
    case 4: to = of.padStart(index() * 4, "ab"); break;
    case 5: to = of.repeat(p.below(4)); break;
    case 6: to = of.substring(index(), index()); break;
    case 7: to = of.charAt(index()); break;
    case 8: to = of.toUpperCase(); break;
    case 9: to = of.codePointAt(index()); break;
    case 10: to = of.toFixed(index()); break;
    case 11: to = of.toString(double(index())); break;
    case 12: to = of.trim(); break;
    default: to = util::inspect(of); break;
  }
}

void whole() {
  Program& p = *program;
  const var of = light();
  var& to = p.any();
  switch (p.below(7)) {
    case 0: {
      const String written = String(var(JSON::stringify(of)));
      to = written;
      break;
    }
    case 1: to = JSON::stringify(of, [](const String& name, const var& value) { return program->byte() & 1 ? value : runFunction(value, var::array({name})); }); break;
    case 2: to = JSON::stringify(of, p.any(), p.below(4)); break;
    case 3: to = JSON::parse(R"({"a":[1,{"b":2}],"c":"text"})", [](const String& name, const var& value) { return program->byte() & 1 ? value : runFunction(value, var::array({name})); }); break;
    case 4: to = structuredClone(of); break;
    case 5: to = JSON::parse(var(JSON::stringify(of)).toString()); break;
    default: to = JSON::parse(R"([1,[2,[3]],{"a":{"a":null}}])"); break;
  }
}

void loop() {
  Program& p = *program;
  var& to = p.any();
  for (const var& each : p.any()) {
    if (--p.left <= 0) break;
    to = each;
    if (p.below(8) == 0) break;
    step();
  }
}

void iterable() {
  Program& p = *program;
  const var of = p.any();
  switch (p.below(4)) {
    case 0: of[Symbol::iterator()] = makeFunction(); break;
    case 1: of[Symbol::iterator()] = [] { return var(generator(program->any())); }; break;
    case 2:
      of[Symbol::iterator()] = [](This self) -> var { return self; };
      of["next"] = [](This self) { return var::object({{"value", runFunction(self, var::array())}, {"done", program->below(4) == 0}}); };
      of["return"] = makeFunction();
      break;
    default: p.any() = Array<var>{p.any(), 2}.values(); break;
  }
}

void moves() {
  Program& p = *program;
  var& a = p.any();
  var& b = p.any();
  switch (p.below(5)) {
    case 0: a = std::move(b); break;
    case 1: a.swap(b); break;
    case 2: a = b; break;
    case 3: a = a.orElse(b); break;
    default: a = a || b; break;
  }
  check(a.isNumber() || a == a);
}

void step() {
  Program& p = *program;
  if (--p.left <= 0 || p.at >= p.end) return;
  try {
    switch (p.below(20)) {
      case 0:
      case 1:
      case 2: p.any() = literal(); break;
      case 3: arithmetic(); break;
      case 4:
      case 5:
      case 6:
      case 7: property(); break;
      case 8:
      case 9: define(); break;
      case 10: objects(); break;
      case 11: calls(); break;
      case 12:
      case 13: changeArray(); break;
      case 14: readArray(); break;
      case 15: text(); break;
      case 16: whole(); break;
      case 17: loop(); break;
      case 18: iterable(); break;
      default: moves(); break;
    }
  } catch (const Error& error) {
    check(error->name != "");
    if (p.byte() & 1) p.any() = var(error);
  }
  // Replaces values that have become large, because some operations double a value, and freeing a large one is slow.
  for (var& each : p.vars)
    if (isHeavier(each, 3000)) each = 7;
}

// Empties a value and its parts, so that most cycles are broken.
void clear(const var& of, int depth) {
  if (depth == 0) return;
  try {
    if (of.isArray()) {
      const var parts = of.slice();
      of.setLength(0);
      for (std::ptrdiff_t i = 0; i < parts.length() && i < 100; ++i) clear(parts[i], depth - 1);
    } else if (of.isObject() || of.isFunction()) {
      for (const var& name : Object::getOwnPropertyNames(of)) {
        const var descriptor = Object::getOwnPropertyDescriptor(of, name);
        of.remove(name);
        clear(descriptor["value"], depth - 1);
      }
    }
  } catch (const Error&) {
    // The value is frozen.
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Program run{data, data + size};
  program = &run;
  for (var& each : run.vars) each = literal();
  while (run.at < run.end && run.left > 0) step();
  run.left = 0;
  for (const var& each : run.vars) clear(each, 6);
  for (var& each : run.vars) each = undefined;
  program = nullptr;
  return 0;
}
