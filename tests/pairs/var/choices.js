// The two values of a ?: of different types.
const v = JSON.parse('{"a": 3.5, "name": "ann", "list": [1]}');
const words = ['b'], numbers = [1.5], objects = [{n: 1}];
for (const yes of [true, false]) {
  console.log(yes ? v.a : null, yes ? v.a : undefined, yes ? 'none' : v.name, yes ? v.a : 0.5, yes ? v.a : true);
  console.log(yes ? 'array' : typeof v.list, (yes ? 'array' : typeof v.list) === 'array', yes ? typeof v.a : 'string');
  console.log(yes ? words[0] : 'none', yes ? words[0] : undefined, yes ? null : words[0]);
  console.log(yes ? numbers[0] : 0.25, yes ? NaN : numbers[0], yes ? numbers[0] : 2);
  console.log((yes ? objects[0] : undefined)?.n, yes ? process.env.NOT_SET_HERE : 80, yes ? 'x' : process.env.NOT_SET_HERE);
}
const functions = [n => n + 1];
for (const i of [0, 1]) { const f = i < 1 ? functions[i] : undefined; console.log(f ? f(1) : NaN, functions[i] === undefined); }
try {
  const nothing = JSON.parse('{}');
  (nothing.x ?? undefined).y = 1;
} catch (error) {
  console.log(error.name);
}
