// The operations of var, JSON and util.inspect whose cost run.js measures as the input grows.
#include <nodecpp/json.h>
#include <nodecpp/util.h>

#include "growth.h"

namespace growth {
namespace {

var numbers(std::size_t n) {
  var out = var::array();
  for (std::size_t i = 0; i < n; ++i) out.push(double(i * 2654435761u >> 13 & 0xffff));
  return out;
}
var strings(std::size_t n) {
  var out = var::array();
  for (std::size_t i = 0; i < n; ++i) out.push(keyOf(i));
  return out;
}
var object(std::size_t n) {
  var out = var::object();
  for (std::size_t i = 0; i < n; ++i) out.set(keyOf(i), double(i));
  return out;
}
var nested(std::size_t depth) { return JSON::parse(str("[").repeat(depth) + str("]").repeat(depth)); }

constexpr const char* moves = "each moves all elements";
constexpr const char* sorts = "a sort";

const Growth all[] = {
    {"array.push and pop, each", 2000,
     [](std::size_t n) {
       return [n] {
         var list = var::array();
         for (std::size_t i = 0; i < n; ++i) list.push(double(i));
         for (std::size_t i = 0; i < n; ++i) keep(list.pop());
       };
     }},
    {"array.shift, each", 2000,
     [](std::size_t n) {
       return [n, list = numbers(n)] {
         for (std::size_t i = 0; i < n; ++i) keep(list.shift());
       };
     }},
    {"array as a queue", 2000,
     [](std::size_t n) {
       return [n, list = numbers(n)] {
         for (std::size_t i = 0; i < n; ++i) {
           list.push(1);
           keep(list.shift());
         }
       };
     }},
    {"array.unshift, each", 500,
     [](std::size_t n) {
       return [n] {
         var list = var::array();
         for (std::size_t i = 0; i < n; ++i) list.unshift(double(i));
       };
     }, 2, moves},
    {"array.splice, each", 500,
     [](std::size_t n) {
       return [n, list = numbers(n)] {
         for (std::size_t i = 0; i < n; ++i) list.splice(std::ptrdiff_t(list.length() / 2), 1);
       };
     }, 2, moves},
    {"array.splice, one large", 2000,
     [](std::size_t n) { return [n, list = numbers(3 * n)] { keep(list.splice(std::ptrdiff_t(n), std::ptrdiff_t(n), {1, 2})); }; }},
    {"array, elements by index", 2000,
     [](std::size_t n) {
       return [n, list = numbers(n)] {
         for (std::size_t i = 0; i < n; ++i) list[i] = double(list[i]) + 1;
         list[2 * n] = 1;
       };
     }},
    {"array, loop", 2000,
     [](std::size_t n) {
       return [list = numbers(n)] {
         for (var each : list) keep(each);
       };
     }},
    {"array.map, filter, forEach, reduce", 1000,
     [](std::size_t n) {
       return [list = numbers(n)] {
         keep(list.map([](var x) { return x; }).filter([](var x) { return bool(x); }));
         keep(list.reduce([](var sum, var x) { return double(sum) + double(x); }, 0));
       };
     }},
    {"array.concat, slice, reverse, join", 1000,
     [](std::size_t n) { return [list = numbers(n)] { keep(list.concat(list).slice(5).reverse().join(", ")); }; }},
    {"array.indexOf and includes", 2000,
     [](std::size_t n) { return [list = strings(n)] { keep(list.indexOf("none") + list.includes("none")); }; }},
    {"array.sort, by text", 500, [](std::size_t n) { return [list = strings(n)] { list.sort(); }; }, 1.1, sorts},
    {"array.sort, of numbers by text", 500, [](std::size_t n) { return [list = numbers(n)] { list.sort(); }; }, 1.1, sorts},
    {"array.sort, by a function", 500,
     [](std::size_t n) { return [list = numbers(n)] { list.sort([](var a, var b) { return double(a) - double(b); }); }; }, 1.1, sorts},
    {"array.sort, sorted already", 500,
     [](std::size_t n) {
       return [list = numbers(n)] {
         list.sort([](var a, var b) { return double(a) - double(b); });
         list.sort([](var a, var b) { return double(b) - double(a); });
       };
     }, 1.1, sorts},
    {"array, of arrays as deep", 1000,
     [](std::size_t n) {
       return [n] {
         var list = var::array();
         for (std::size_t i = 0; i < n; ++i) list = var::array({list});
       };
     }},

    {"object, set each", 1000, [](std::size_t n) { return [n] { keep(object(n)); }; }},
    {"object, get each", 1000,
     [](std::size_t n) {
       return [n, of = object(n)] {
         for (std::size_t i = 0; i < n; ++i) keep(var(of[keyOf(i)]));
       };
     }},
    {"object, set each again", 1000,
     [](std::size_t n) {
       return [n, of = object(n)] {
         for (std::size_t i = 0; i < n; ++i) of[keyOf(i)] = 1;
       };
     }},
    {"object, remove each, the first first", 1000,
     [](std::size_t n) {
       return [n, of = object(n)] {
         for (std::size_t i = 0; i < n; ++i) of.remove(keyOf(i));
       };
     }},
    {"object, remove each, the last first", 1000,
     [](std::size_t n) {
       return [n, of = object(n)] {
         for (std::size_t i = n; i-- > 0;) of.remove(keyOf(i));
       };
     }},
    {"object, as a table of what is under way", 1000,
     [](std::size_t n) {
       return [n, of = object(n)] {
         for (std::size_t i = 0; i < n; ++i) {
           of.set(keyOf(n + i), 1);
           of.remove(keyOf(i));
         }
       };
     }},
    {"object, numbers as keys", 1000,
     [](std::size_t n) {
       return [n] {
         var of = var::object();
         for (std::size_t i = 0; i < n; ++i) of.set(str((i * 7919) % n), double(i));
         keep(of.keys());
       };
     }, 1.1, sorts},
    {"object, keys, values, entries", 1000,
     [](std::size_t n) {
       return [of = object(n)] {
         keep(of.keys());
         keep(of.values());
         for (auto [key, value] : of.entries()) keep(value);
       };
     }},
    {"Object.assign", 1000, [](std::size_t n) { return [of = object(n)] { keep(var::object().assign(of)); }; }},

    {"JSON.parse, a long array", 2000,
     [](std::size_t n) { return [text = "[" + str("1.5,true,null,\"text\",").repeat(n / 4) + "0]"] { keep(JSON::parse(text)); }; }},
    {"JSON.parse, a large object", 500, [](std::size_t n) { return [text = JSON::stringify(object(n))] { keep(JSON::parse(text)); }; }},
    {"JSON.parse, one key again and again", 1000,
     [](std::size_t n) { return [text = "{" + str("\"a\":1,").repeat(n) + "\"b\":2}"] { keep(JSON::parse(text)); }; }},
    {"JSON.parse, many small objects", 500,
     [](std::size_t n) { return [text = "[" + str("{\"a\":1,\"b\":[2]},").repeat(n) + "0]"] { keep(JSON::parse(text)); }; }},
    {"JSON.parse, deep", 500,
     [](std::size_t n) { return [text = str("{\"a\":[").repeat(n) + str("]}").repeat(n)] { keep(JSON::parse(text)); }; }},
    {"JSON.parse, a long string", 2000,
     [](std::size_t n) { return [text = "\"" + str("abc\\n\\u20ac\xe2\x82\xac").repeat(n) + "\""] { keep(JSON::parse(text)); }; }},
    {"JSON.parse, a long number", 1000, [](std::size_t n) { return [text = str("1234567890").repeat(n / 10) + ".5e-3"] { keep(JSON::parse(text)); }; }},
    {"JSON.parse, white space", 4000, [](std::size_t n) { return [text = str(" \n").repeat(n) + "1"] { keep(JSON::parse(text)); }; }},
    {"JSON.parse, that fails at the end", 1000,
     [](std::size_t n) {
       return [text = "[" + str("1,").repeat(n) + "x]"] {
         try {
           keep(JSON::parse(text));
         } catch (const Error& error) {
           keep(error);
         }
       };
     }},
    {"JSON.parse, with a reviver", 500,
     [](std::size_t n) {
       return [text = JSON::stringify(object(n))] { keep(JSON::parse(text, [](const String&, const var& value) { return value; })); };
     }},
    {"JSON.stringify, an array", 2000, [](std::size_t n) { return [of = numbers(n)] { keep(JSON::stringify(of)); }; }},
    {"JSON.stringify, an object", 1000, [](std::size_t n) { return [of = object(n)] { keep(JSON::stringify(of)); }; }},
    {"JSON.stringify, deep", 500, [](std::size_t n) { return [of = nested(n)] { keep(JSON::stringify(of)); }; }},
    {"JSON.stringify, a long string", 2000,
     [](std::size_t n) { return [of = var(str("abc\n\"\xe2\x82\xac").repeat(n))] { keep(JSON::stringify(of)); }; }},
    {"JSON.stringify, with an indent and a replacer", 500,
     [](std::size_t n) {
       return [of = object(n)] { keep(JSON::stringify(of, [](const String&, const var& value) { return value; }, 2)); };
     }},
    {"JSON.stringify, of some keys", 500, [](std::size_t n) { return [of = object(n), keys = strings(n)] { keep(JSON::stringify(of, keys)); }; }},

    {"util.inspect, a long array", 500,
     [](std::size_t n) { return [of = numbers(n)] { keep(util::inspect(of, {.maxArrayLength = nullptr})); }; }},
    {"util.inspect, a large object", 500, [](std::size_t n) { return [of = object(n)] { keep(util::inspect(of)); }; }},
    {"util.inspect, sorted", 500, [](std::size_t n) { return [of = object(n)] { keep(util::inspect(of, {.sorted = true})); }; }, 1.1, sorts},
    {"util.inspect, deep", 50, [](std::size_t n) { return [of = nested(n)] { keep(util::inspect(of, {.depth = nullptr})); }; },
     2.9, "each level is indented further, which is 2 in V8, whose strings share what they are made of; here it is copied"},
    {"util.inspect, a long string", 1000,
     [](std::size_t n) { return [of = str("it's\n\"").repeat(n)] { keep(util::inspect(of, {.maxStringLength = nullptr})); }; }},
    {"util.inspect, a long string in an object", 1000,
     [](std::size_t n) { return [of = var::object({{"a", str("line\n").repeat(n)}})] { keep(util::inspect(of, {.maxStringLength = nullptr})); }; }},
    {"util.isDeepStrictEqual", 500, [](std::size_t n) { return [a = object(n), b = object(n)] { keep(util::isDeepStrictEqual(a, b)); }; }},
};

}  // namespace
}  // namespace growth
