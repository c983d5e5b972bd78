// new Map(…) of what JSON.parse and Object.entries give, and lists of one type from values of several.
const saved = JSON.parse('{"accounts": [["Ann", 10.5], ["Bob", 3], ["Ann", 11]], "seen": [[1, ["a"]], ["1", null], [null]]}');
const accounts = new Map(saved.accounts);
accounts.set('Cid', accounts.get('Ann') + 1);
console.log(accounts, [...accounts.keys()].join(), new Map(Object.entries({x: 1, y: 2})));
const seen = new Map(saved.seen);
console.log(seen, seen.get(1), seen.get('1'), seen.has(null), new Map(JSON.parse('[]')));
const path = ['users', 0];
console.log([...path, 'name'], [1, 'two', ...['three'], null], [0.5, ...[1, 2]].length, [].length);
