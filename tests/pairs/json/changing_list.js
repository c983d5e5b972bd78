// A list that a toJSON changes while JSON.stringify writes it.
const list = [1, 2, 3];
list[0] = {toJSON() { for (let i = 0; i < 100; i++) list.push(i); return 'grown'; }};
console.log(JSON.stringify(list), list.length);
const cut = [1, 2, 3];
cut[0] = {toJSON() { cut.length = 1; return 'cut'; }};
console.log(JSON.stringify(cut), JSON.stringify(cut, null, 1), cut.length);
const items = [{value: 1}, {value: 2}, {value: 3}];
items[1].value = {toJSON() { for (let i = 0; i < 100; i++) items.push({value: i}); return 'grown'; }};
console.log(JSON.stringify(items), items.length);
items[1].value = {toJSON() { items.length = 2; return 'cut'; }};
items.length = 3;
console.log(JSON.stringify({items}), items.length);
const object = {a: 1, b: {toJSON() { for (let i = 0; i < 100; i++) object['k' + i] = i; delete object.c; return 'grown'; }}, c: 3};
console.log(JSON.stringify(object));
