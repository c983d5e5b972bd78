// URLSearchParams of lists, and the elements of a list whose type is known only at run time.
const entries = [['a', '1'], ['b', 'x y']];
console.log(new URLSearchParams(entries).toString());
console.log(new URLSearchParams(entries.map(([name, value]) => [name.toUpperCase(), value])).toString());
console.log(String(new URLSearchParams(JSON.parse('[["c",2],["d",null]]'))));
for (const wrong of [[['a']], [['a', 'b', 'c']]]) {
  try {
    new URLSearchParams(wrong);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
try {
  new URLSearchParams(JSON.parse('[["a", "b"], "cd"]'));
} catch (error) {
  console.log(error.code);
}
const [status, text, none] = JSON.parse('[201, "made"]');
console.log(status + 1, text, none);
try {
  const [first] = JSON.parse('{"a": 1}');
  console.log(first);
} catch (error) {
  console.log(error.name);
}
