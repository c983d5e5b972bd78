// URLSearchParams: how they are made, how changes affect their order, and how they are printed.
console.log(new URLSearchParams(), new URLSearchParams(''), new URLSearchParams('?'));
console.log(new URLSearchParams('?a=1&b=2&a=3&&=x&c'));
console.log(new URLSearchParams({a: 'b', c: 1, d: true, e: null, f: ['g', 'h']}));
console.log(new URLSearchParams([['a', 'b'], ['a', 'c']]).getAll('a'));
console.log(new URLSearchParams('%F0%9F%98%80=%zz&%41=+%2B&é=ü').toString());
const params = new URLSearchParams('b=1&a=2&b=3&ä=4&z=5&😀=6&ﬀ=7');
params.sort();
console.log(params.toString());
params.set('b', 'only');
console.log(params.toString(), params.size);
params.delete('a', 'other');
params.delete('z', 5);
console.log(params.has('a'), params.has('a', 2), params.has('a', '3'), params.has('z'));
console.log(params.get('b'), params.get('missing'), params.getAll('missing'));
console.log(params.keys(), params.values());
console.log(params.entries());
console.log({params});
const iterator = params.entries();
console.log(iterator.next().value, iterator.next().done, iterator);
for (const [name, value] of params) {
  if (name === 'a') params.delete('b');
  console.log(name, value);
}
params.forEach((value, name, all) => console.log(value, name, all === params));
console.log(new URLSearchParams({one: 'a'.repeat(60), two: 'b'.repeat(60), three: "it's"}));
for (let n = 0; n < 9; n++) {
  const some = new URLSearchParams();
  for (let i = 0; i < n; i++) some.append('k' + i, 'é😀');
  console.log(some, some.entries());
  console.log(some.keys());
}
for (const n of [59, 60, 61, 80, 200]) {
  const some = new URLSearchParams({a: 'x'.repeat(n), b: 'y'});
  console.log(some, some.entries());
  console.log(some.values());
}
const u = new URL('http://h/?q=%7Ea%20b');
console.log(u.search, u.searchParams.toString());
u.searchParams.sort();
console.log(u.search);
