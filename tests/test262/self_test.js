'use strict';
// Tests the translation of small cases, and the reasons why others are not translated. It is quick: nothing is fetched
// or built.
const {translate} = require('./translate/translate.js');
const {errorsOf} = require('./build.js');

let passed = 0;
let failed = 0;
const check = (right, text) => {
  if (right) passed++;
  else failed++, console.log(text);
};

// [JavaScript, the text that the C++ must contain]
const carried = [
  ['assert.sameValue("abc".charAt(1), "b");', 'js::sameValue(1, js::string("abc").charAt(1), "b");'],
  ['assert.sameValue("word".includes("w", undefined), true);', '.includes("w", js::number(undefined))'],
  ['var x = [1, 2]; x.push("a"); assert.sameValue(x.length, 3);', 'x.push(str("a"))'],
  ['var x = []; x[0] = 1; assert.sameValue(x[0], 1);', 'x = Array<num>{};'],
  ['var n = 7; assert.sameValue(n / 2 | 0, 3);', '(js::number((js::number(n) / js::number(2))) | js::number(0))'],
  ['var n = 7; n++; assert.sameValue(n >>> 1, 4);', 'ushr(js::number(n), js::number(1))'],
  ['if (Math.max() !== -Infinity) { $ERROR("#1"); }', 'if (!js::equal(Math::max(), -Infinity)) { js::fail(1); }'],
  ['assert.throws(RangeError, function() { (1).toFixed(101); });', 'js::throws(1, "RangeError", [&]() -> Undefined { static_cast<void>(num(1).toFixed(101)); return undefined; });'],
  ['function f(v, i) { return i === 1; } assert([1, 2].some(f));', 'js::check(1, js::equal(Array<num>{1, 2}.some(f), true));'],
  ['var m = new Map(); m.set("a", 1); assert.sameValue(m.get("a"), 1);', 'm = Map<String, num>();'],
  ['var s = new Set(["a"]); assert.sameValue(s.size, 1);', 'Set<String>{str("a")}'],
  ['assert.sameValue("\\ud800".length, 1);', '"\\355\\240\\200"'],
  ['var str = "a", int = 1; assert.sameValue(str.length, int);', 'js::sameValue(1, str_.length(), int_);'],
  ['assert.sameValue(-0, 0 * -1);', 'js::sameValue(1, -0.0, '],
  ['var it = [1].values(); var r; r = it.next(); assert.sameValue(r.done, false);', 'js::Made<js::Made<Array<num>, js::values>, js::next> r;'],
  ['assert.sameValue(String.prototype.trim.call(12), "12");', 'js::string(12).trim()'],
  ['assert.sameValue(/a+/g.test("caat"), true);', 're("a+", "g").test(js::string("caat"))'],
  ['var m = /a/.exec("b"); if (m !== null) { $ERROR("#1"); }', 'RegExpMatch m;'],
  ['var e = ["a"]; e.index = 1; e.input = "ba"; assert.sameValue(/a/.exec("ba").index, e.index);', 'e = RegExpMatch(Array<String>{str("a")});'],
  ['var r = /a/g; r.lastIndex = 1; assert.sameValue(r.lastIndex, 1);', 'js::setLastIndex(r, 1)'],
  ['assert.sameValue("ab".replace(/(a)(b)/, function(m, a, b) { return b; }), "b");', 'replace(re("(a)(b)"), [&](auto m, auto a, auto b)'],
  ['try { $ERROR("" + new RegExp("(")); } catch (e) { if ((e instanceof SyntaxError) !== true) { $ERROR("#2"); } }', 'static_cast<void>(RegExp("(")); js::fail(1);'],
  ['/*---\nnegative:\n  phase: parse\n  type: SyntaxError\n---*/\n$DONOTEVALUATE();\n/(/;', 'js::throws(7, "SyntaxError", [&] { return re("("); });'],
];
for (const [javascript, code] of carried) {
  const {pieces, reason} = translate(javascript);
  const all = pieces?.map(piece => piece.code).join('\n');
  check(all?.includes(code), `${javascript}\n  gives ${all ?? reason}\n  without ${code}`);
}

// [JavaScript, the reason why it is not translated]
const given = [
  ['assert.sameValue(/a/[Symbol.match]("a"), null);', 'symbols'],
  ['assert.sameValue(String.prototype.at.length, 1);', 'prototypes'],
  ['var o = {get x() { return 1; }}; assert.sameValue(o.x, 1);', 'objects with methods and getters'],
  ['var a = [1]; Object.defineProperty(a, "0", {get: f}); assert(a);', 'Object\'s functions on properties'],
  ['assert.sameValue([1].map(function() { return this; })[0], 1);', 'this'],
  ['assert.sameValue(typeof Symbol(), "symbol");', 'symbols'],
  ['var x = ', 'syntax that is an error on purpose'],
  ['var x = 1;', 'nothing is asked'],
];
for (const [javascript, reason] of given) {
  const result = translate(javascript);
  check(result.reason === reason, `${javascript}\n  gives ${result.reason ?? result.pieces.map(piece => piece.code).join(' ')}\n  in place of "${reason}"`);
}

// A statement that nothing else needs is left out alone.
const part = translate('assert.sameValue(1, 1); assert(Object.keys("a")); if (Object.keys("a") !== 0) { $ERROR("#2"); }');
check(part.left === 2 && part.assertions === 1 && part.leftReason === 'Object\'s functions on properties', `in part: ${JSON.stringify(part)}`);

// The compiler's errors belong to lines of cases. Those in templates are attributed by their notes.
const errors = errorsOf(`/x/build/test262/cases/Map_00.cpp:7:3: error: no member named 'x' in 'String'
/x/include/nodecpp/array.h:9:3: error: no matching function
/x/build/test262/cases/Map_00.cpp:8:3: note: in instantiation of member function
/x/build/test262/cases/Map_00.cpp:9:3: warning: unused`);
check(JSON.stringify(errors) === JSON.stringify([{message: 'no member named \'x\' in \'String\'', file: 'Map_00.cpp', line: 7},
  {message: 'no matching function', file: 'Map_00.cpp', line: 8}]), `errors: ${JSON.stringify(errors)}`);

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
