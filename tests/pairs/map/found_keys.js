// Keys of Maps and Sets that come out of parsed data and out of queries.
const url = require('url');
const v = JSON.parse('{"id": 7, "name": "ann", "tags": ["a", "b", "a"], "year": 1999}');
const {query} = url.parse('/?who=ann&n=7', true);
const ages = new Map([['ann', 1]]);
console.log(ages.get(v.name), ages.has(v.name), ages.get(query.who), ages.has(query.who));
ages.set(v.name, 3).set(v.tags[0], 4).set(query.n, 5);
console.log(ages, ages.delete(v.tags[0]), ages.delete(query.n), ages.size);
const byId = new Map([[7, 'seven']]);
console.log(byId.get(v.id), byId.has(v.id), byId.has(v.year));
const seen = new Set();
for (const tag of v.tags) {
  console.log(tag, seen.has(tag));
  seen.add(tag);
}
console.log(seen, new Set(v.tags), seen.has(v.name));
const perYear = {};
perYear[v.year] = (perYear[v.year] ?? 0) + 1;
console.log(perYear[v.year], v.year in perYear, Object.keys(perYear));
const text = 'x,ann,7';
console.log(text.includes(v.name), text.split(v.name), text.replace(v.name, v.id), text.endsWith(v.id), text.padStart(10, v.id));
console.log(/an+/.test(v.name), /an+/.exec(v.name)[0], text.localeCompare(v.name), v.tags.join(v.name), [1, 2].join(v.id));
console.log(v.tags?.[0], v.nothing?.[0], 1 in v.tags, 5 in v.tags);
