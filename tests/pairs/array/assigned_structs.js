// An element of a list of structs or of lists that is assigned as a whole, `list[i] = {…}`.
const lines = [{number: 1, text: 'one', indent: 0}, {number: 2, text: 'two', indent: 4}];
lines[1] = {...lines[1], text: 'other', indent: 2};
lines[0] = {number: 7, text: lines[1].text + '!', indent: 0};
lines.push({number: 3, text: 'three', indent: 6});
for (const {number, text, indent} of lines) console.log(number, text, indent);
const rows = [[1], [2]];
rows[0] = [4, 5, 6];
rows[1] = [];
console.log(rows, rows[0].length);
const named = {text: 'x'};
lines[0] = {number: 0, text: named.text, indent: -1};
console.log(lines[0].text, lines.length);
