// Instructions for lists, maps, sets, texts, bytes and vars, which change while they are walked through.
#include "api/program.h"

#include <nodecpp/generator.h>
#include <nodecpp/json.h>
#include <nodecpp/regexp.h>
#include <nodecpp/structured_clone.h>
#include <nodecpp/util.h>

namespace api {

namespace {
constexpr double manyElements = 2000;

double place(Program& p) { return double(p.below(24)) - 8; }
// Replaces a list that has become long by an empty one, so that no operation takes long. A list that was moved from is
// usually replaced too.
template <class T>
void shorten(Program& p, Array<T>& list) {
  if (list ? list.length() > manyElements : !p.chance(4)) list = Array<T>();
}
}  // namespace

void lists(Program& p) {
  Array<double>& list = p.arrays.any();
  shorten(p, list);
  shorten(p, p.lists.any());
  const unsigned which = p.below(40);
  switch (which) {
    case 0: list = Array<double>{1, 2, 3, 4}; break;
    case 1: list = Array<double>(double(p.below(40))); break;
    case 2: list.push(p.number()); break;
    case 3: list.push(1, list[0], list[1]); break;
    case 4: p.numbers.any() = list.pop(); break;
    case 5: p.numbers.any() = list.shift(); break;
    case 6: list.unshift(p.number(), 2); break;
    case 7: p.arrays.any() = list.splice(place(p), place(p), 7, list[0]); break;
    case 8: p.arrays.any() = list.slice(place(p), place(p)); break;
    case 9: list.setLength(p.below(60)); break;
    case 10: list[p.below(40)] = p.number(); break;
    case 11: list[0] = list[p.below(40)]; break;
    case 12: p.arrays.any() = p.arrays.any(); break;
    case 13: list = std::move(p.arrays.any()); break;
    case 14: list.forEach([body = p.body()](double) { body(); }); break;
    case 15: p.arrays.any() = list.map([body = p.body()](double n) { body(); return n + 1; }); break;
    case 16: p.arrays.any() = list.filter([body = p.body()](double n) { body(); return n > 1; }); break;
    case 17: list.sort([body = p.body()](double a, double b) { body(); return a - b; }); break;
    case 18: list.sort(); break;
    case 19: p.numbers.any() = list.reduce([body = p.body()](double a, double b) { body(); return a + b; }, 0.0); break;
    case 20: p.numbers.any() = list.reduceRight([body = p.body()](double a, double b) { body(); return a + b; }); break;
    case 21: p.numbers.any() = list.find([body = p.body()](double n) { body(); return n > 100; }); break;
    case 22: p.numbers.any() = double(list.findLastIndex([body = p.body()](double n) { body(); return n > 100; })); break;
    case 23:
      for (double each : list) {
        if (!p.spend()) break;
        p.numbers.any() = each;
        p.step();
      }
      break;
    case 24:
      for (auto [index, each] : list.entries()) {
        if (!p.spend()) break;
        p.arrays.any()[index] = each;
        p.step();
      }
      break;
    case 25: list.fill(p.number(), place(p), place(p)); break;
    case 26: list.copyWithin(place(p), place(p), place(p)); break;
    case 27: p.arrays.any() = list.concat(p.arrays.any(), 5.0); break;
    case 28: list.reverse(); break;
    case 29: p.strings.keep(list.join(p.text())); break;
    case 30: p.arrays.any() = list.flatMap([body = p.body(), list](double n) { body(); return list.length() > 20 ? Array<double>{n} : list; }); break;
    case 31: p.arrays.any() = list.some([body = p.body()](double n) { body(); return n < 0; }) ? list.toReversed() : list.with(0, 1); break;
    case 32: {
      Array<EventEmitter>& all = p.lists.any();
      all.push(p.emitter());
      break;
    }
    case 33: p.lists.any()[p.below(8)]->emit("tick", 1.0); break;
    case 34: p.lists.any().forEach([body = p.body()](EventEmitter each) { body(); if (each) each->emit("tick", 2.0); }); break;
    case 35: p.emitters.keep(p.lists.any().pop()); break;
    case 36: p.lists.any() = p.lists.any().filter([body = p.body()](const EventEmitter& each) { body(); return bool(each); }); break;
    case 37: p.lists.any().sort([body = p.body()](const EventEmitter&, const EventEmitter&) { body(); return 1; }); break;
    case 38: p.lists.any().splice(place(p), place(p), p.emitter()); break;
    default: p.lists.any().setLength(p.below(6)); break;
  }
}

void maps(Program& p) {
  Map<String, double>& map = p.maps.any();
  Set<String>& set = p.sets.any();
  switch (p.below(30)) {
    case 0: map = Map<String, double>{{"a", 1}, {"b", 2}}; break;
    case 1:
    case 2: map.set(p.text(), p.number()); break;
    case 3: p.numbers.any() = map.get(p.text(), 3); break;
    case 4: map.delete_(p.text()); break;
    case 5: map.clear(); break;
    case 6: map.forEach([body = p.body()](double, String) { body(); }); break;
    case 7:
      for (const auto& [key, value] : map) {
        if (!p.spend()) break;
        p.strings.keep(key);
        p.step();
        p.numbers.any() = value;
      }
      break;
    case 8:
      for (const String& key : map.keys()) {
        if (!p.spend()) break;
        p.step();
        p.maps.any().delete_(key);
      }
      break;
    case 9: p.maps.any() = p.maps.any(); break;
    case 10: map = std::move(p.maps.any()); break;
    case 11: map = Map<String, double>(); break;
    case 12: p.objectMaps.any().set(p.emitter(), p.texts.any()); break;
    case 13: p.texts.any() = p.objectMaps.any().get(p.emitter()); break;
    case 14: p.objectMaps.any().get(p.emitter()).push(p.text()); break;
    case 15: p.objectMaps.any().delete_(p.emitter()); break;
    case 16:
      for (const auto& [key, value] : p.objectMaps.any()) {
        if (!p.spend()) break;
        key->emit("tick", 3.0);
        p.step();
        p.texts.any() = value;
      }
      break;
    case 17: p.objectMaps.any().clear(); break;
    case 18: set.add(p.text()); break;
    case 19: set.delete_(p.text()); break;
    case 20: set.clear(); break;
    case 21: set.forEach([body = p.body()](String) { body(); }); break;
    case 22:
      for (const String& each : set) {
        if (!p.spend()) break;
        p.step();
        p.sets.any().add(each + "+");
      }
      if (set.size() > 100) set.clear();
      break;
    case 23: set = set.union_(p.sets.any()); break;
    case 24: set = set.symmetricDifference(p.sets.any()); break;
    case 25: p.sets.any() = set; break;
    case 26: p.texts.any() = Array<String>{"a", "b", p.text()}; break;
    case 27: p.texts.any().push(p.text()); break;
    case 28: p.strings.keep(p.texts.any()[p.below(4)]); break;
    default: p.texts.any().sort([body = p.body()](const String& a, const String& b) { body(); return a.localeCompare(b); }); break;
  }
}

void bytesAndTexts(Program& p) {
  String& text = p.strings.any();
  if (text.size() > 20000) text = "";
  Buffer& buffer = p.buffers.any();
  switch (p.below(40)) {
    case 0: text = p.text(); break;
    case 1: text += text; break;
    case 2: text = text.slice(place(p), place(p)); break;
    case 3: text = text + p.text(); break;
    case 4: text = text.replaceAll("a", [body = p.body()](String match) { body(); return match + match; }); break;
    case 5: text = text.replace(re("[0-9]+", "g"), [body = p.body()](String match) { body(); return match + "b"; }); break;
    case 6: p.texts.any() = text.split(p.chance(2) ? "" : ","); break;
    case 7:
      for (const String& each : text) {
        if (!p.spend()) break;
        text = each;
        p.step();
      }
      break;
    case 8:
      for (const auto& match : text.matchAll(re("(.)(.)", "g"))) {
        if (!p.spend()) break;
        p.strings.keep(match[1]);
        p.step();
      }
      break;
    case 9: text = text.padStart(place(p) * 4, "ab"); break;
    case 10: text = std::move(p.strings.any()); break;
    case 11: text = text.toUpperCase().normalize(); break;
    case 12: buffer = Buffer::from(text); break;
    case 13: buffer = Buffer::alloc(double(p.byte())); break;
    case 14: buffer = Buffer::allocUnsafe(double(p.byte())).fill(0); break;
    case 15: text = buffer.toString(p.chance(2) ? "hex" : p.chance(2) ? "base64" : "latin1"); break;
    case 16: buffer = buffer.subarray(int(place(p)), int(place(p))); break;
    case 17: buffer[p.below(80)] = int(p.byte()); break;
    case 18: buffer.copy(p.buffers.any(), place(p), place(p)); break;
    case 19: buffer.fill(p.text()); break;
    case 20: buffer.writeUInt32LE(p.byte(), place(p)); break;
    case 21: p.numbers.any() = buffer.readDoubleBE(place(p)); break;
    case 22: buffer = Buffer::concat({buffer.size() > 50000 ? Buffer::alloc(1) : buffer, p.buffers.any()}, double(p.byte() * 4)); break;
    case 23: p.numbers.any() = double(buffer.indexOf(p.text(), place(p))); break;
    case 24: buffer.swap16(); break;
    case 25:
      for (int each : buffer) {
        if (!p.spend()) break;
        buffer = Buffer::alloc(double(each));
        p.step();
      }
      break;
    case 26: p.arrayBuffers.any() = buffer.buffer(); break;
    case 27: p.arrayBuffers.any() = ArrayBuffer(double(p.below(8) * 8), {.maxByteLength = 128}); break;
    case 28: p.arrayBuffers.any().resize(p.byte()); break;
    case 29: p.arrayBuffers.any() = p.arrayBuffers.any().transfer(); break;
    case 30: p.arrayBuffers.any() = p.arrayBuffers.any().slice(place(p), place(p)); break;
    case 31: p.bytesViews.any() = Uint8Array(p.arrayBuffers.any()); break;
    case 32: p.doubleViews.any() = Float64Array(p.arrayBuffers.any()); break;
    case 33: p.bytesViews.any()[p.below(80)] = p.byte(); break;
    case 34: p.doubleViews.any()[p.below(16)] = p.number(); break;
    case 35: p.bytesViews.any().forEach([body = p.body()](double) { body(); }); break;
    case 36: p.doubleViews.any().sort([body = p.body()](double a, double b) { body(); return a - b; }); break;
    case 37: p.bytesViews.any().set(p.bytesViews.any(), p.below(8)); break;
    case 38:
      for (double each : p.doubleViews.any()) {
        if (!p.spend()) break;
        p.numbers.any() = each;
        p.step();
      }
      break;
    default: buffer = Buffer::from(p.arrayBuffers.any(), p.below(4)); break;
  }
}

void vars(Program& p) {
  var& of = p.vars.any();
  const unsigned which = p.below(24);
  if (of.length() > 200) of = var::array();
  switch (which) {
    case 0: of = p.value(); break;
    case 1: of = var::array({p.value(), p.value(), 1}); break;
    case 2: of = var::object({{"a", p.value()}, {p.text(), 2}}); break;
    case 3: of[p.text()] = p.number(); break;
    case 4: p.vars.any() = of[p.text()]; break;
    case 5: of.push(p.value()); break;
    case 6: of = of.pop(); break;
    case 7: of.forEach([body = p.body()](const var&) { body(); }); break;
    case 8: p.vars.any() = of.map([body = p.body()](const var& each) { body(); return each; }); break;
    case 9:
      for (const var& each : of) {
        if (!p.spend()) break;
        p.vars.any() = each;
        p.step();
      }
      break;
    case 10: p.vars.any() = structuredClone(of); break;
    case 11: p.strings.keep(String(JSON::stringify(of))); break;
    case 12: p.vars.any() = JSON::parse(R"({"a":[1,{"b":2}],"c":"text"})", [body = p.body()](const String&, const var& value) { body(); return value; }); break;
    case 13: of = [body = p.body()] { body(); }; break;
    case 14: of(); break;
    case 15: of = std::move(p.vars.any()); break;
    case 16: of["f"] = [body = p.body()] { body(); return 3; }; break;
    case 17: p.vars.any() = of["f"](); break;
    case 18: of = p.maps.any(); break;
    case 19: of = p.buffers.any(); break;
    case 20: of = var(p.error()); break;
    case 21: of.sort([body = p.body()](const var&, const var&) { body(); return 1.0; }); break;
    case 22: p.strings.keep(util::inspect(of)); break;
    default: of = undefined; break;
  }
}

var Program::value() {
  switch (below(10)) {
    case 0: return undefined;
    case 1: return nullptr;
    case 2: return text();
    case 3: return number();
    case 4: return var::array();
    case 5: return var::object();
    case 6: {
      // Values are cloned, so that no value contains itself, and are limited in size.
      const var known = vars.any();
      if (!known.isObject() && !known.isArray() && !known.isFunction()) return known;
      try {
        return String(JSON::stringify(known)).length() < 500 ? structuredClone(known) : var(7);
      } catch (const Error&) {
        return 7;
      }
    }
    case 7: return buffers.any();
    default: return double(byte());
  }
}

}  // namespace api
