// The order of a Map's and a Set's entries, and the result of each function.
const ages = new Map([['Ann', 34], ['Bob', 29], ['Ann', 35]]);
console.log(ages, ages.size, '' + ages);
ages.set('Cid', 7).set('Bob', 30);
console.log(ages.delete('Ann'), ages.delete('Ann'), ages.has('Ann'), ages.get('Bob'));
ages.set('Ann', 36);
for (const [name, age] of ages) console.log(name + ' is ' + age);
for (const name of ages.keys()) console.log(name);
for (const age of ages.values()) console.log(age);
for (const [name, age] of ages.entries()) console.log(name, age);
ages.forEach((age, name, whole) => { console.log(age, name, whole === ages); });
const same = ages;
same.clear();
console.log(ages.size, ages, ages === same, ages === new Map());

const numbers = new Map();
numbers.set(NaN, 'not a number').set(-0, 'zero').set(1.5, 'more');
console.log(numbers, numbers.get(NaN), numbers.get(0), numbers.has(-0), Object.is([...numbers.keys()][1], 0));

const set = new Set(['b', 'a', 'b', 'c']);
console.log(set, set.size, set.has('a'), set.has('x'), '' + set);
set.add('d').add('a');
console.log(set.delete('b'), set.delete('b'));
for (const each of set) console.log(each);
set.forEach((value, key, whole) => { console.log(value, key, whole === set); });
for (const [a, b] of set.entries()) console.log(a, b);
set.clear();
console.log(set);

const odd = new Set([1, 3, 5, 7]);
const small = new Set([3, 2, 1]);
console.log(odd.union(small), small.union(odd));
console.log(odd.intersection(small), small.intersection(odd));
console.log(odd.difference(small), small.difference(odd));
console.log(odd.symmetricDifference(small), small.symmetricDifference(odd));
console.log(new Set([1, 3]).isSubsetOf(odd), odd.isSubsetOf(new Set([1, 3])), odd.isSupersetOf(new Set([1])));
console.log(odd.isDisjointFrom(small), odd.isDisjointFrom(new Set([2, 4])), new Set().isDisjointFrom(odd));
const byNumber = new Map([[5, 'five'], [3, 'three'], [2, 'two']]);
console.log(odd.intersection(byNumber), odd.union(byNumber), odd.difference(byNumber));
const copy = new Set(odd);
console.log(copy.size, copy === odd, new Map(byNumber));
console.log(Object.fromEntries(new Map([['b', 1], ['a', 2]])));
