const querystring = require('querystring');
const url = require('url');
process.env.TEST_LIST = 'a,b,c';
process.env.TEST_N = '12';
const query = querystring.parse('name=Ann&page=3&tag=x&tag=y&empty=');
function greet(name) { return 'Hello ' + name; }
console.log((query['cookie'] || '').split(';').length, (query['name'] || '').split('n'));
console.log(query['name'].startsWith('A'), query['name'].toUpperCase(), query['name'].slice(1), query['name'].length);
console.log(query['name'].indexOf('n'), query['name'].includes('nn'), query['name'].charCodeAt(0), query['name'][0], query['name'].at(-1));
console.log(query['tag'].join('+'), query['tag'].length, query['tag'][1], query['tag'].includes('y'), query['tag'].indexOf('y'), query['tag'].map(t => t + t));
try { query['nothing'].startsWith('Bearer '); } catch (error) { console.log(String(error)); }
try { query['nothing'].length; } catch (error) { console.log(String(error)); }
try { query['nothing'][0]; } catch (error) { console.log(String(error)); }
console.log(Number(query['page']), Number(query['nothing']), Number(query['empty']), parseInt(query['page'] || '1', 10), parseInt(query['nothing'] || '1', 10), parseFloat(query['page']));
console.log(Number(query['page'] || 1) + 1, +query['page'] + 1, query['page'] * 2, query['page'] - 1);
if (!query['x']) console.log('no x');
if (query['page'] === '3') console.log('is 3'); else console.log('is not 3');
if (query['page'] !== '3') console.log('is not 3');
console.log(query['nothing'] === undefined, query['name'] !== undefined, query['nothing'] == null, typeof query['name'], typeof query['nothing'], typeof query['tag']);
console.log(`name: ${query['name']}, ${query['nothing']}`, 'a' + query['name'] + 'b');
let value = query['name'];
console.log(value, value + '!', greet(query['name']), greet(query['nothing']));
console.log(query['nothing'] ?? 'default', query['empty'] ?? 'default', query['empty'] || 'default');
console.log(query['nothing']?.split(','), query['name']?.toUpperCase());
console.log(process.env.TEST_LIST.split(','), process.env.TEST_NONE, process.env.TEST_N * 2, Number(process.env.TEST_N) + 1);
console.log((process.env.TEST_NONE || 'x,y').split(',').map(s => s.trim()));
let text = 'body: ';
text += query['name'];
text += query['nothing'];
console.log(text, 'Ann is here'.includes(query['name']), 'Ann'.startsWith(query['nothing']), 'xAnn'.indexOf(query['name']), 'Ann'.replace(query['name'], 'Bob'));
const list = ['Ann', 'Bob'];
console.log(list.includes(query['name']), list.indexOf(query['name']), list.includes(query['nothing']));
list.push(query['name']);
console.log(list);
const ages = new Map([['Ann', 34]]);
console.log(ages.get(query['name']), ages.has(query['name']), ages.has(query['nothing']));
console.log(/^A/.test(query['name']), query['name'].match(/n+/)[0], query['name'].replace(/n/g, 'm'));
console.log(JSON.stringify({name: query['name'], none: query['nothing'], tag: query['tag']}));
console.log(encodeURIComponent(query['name']), Buffer.from(query['name']).toString('base64'));
console.log(Array.isArray(query['tag']), Array.isArray(query['name']), [].concat(query['tag']), query['name'] === 'Ann' ? 'yes' : 'no');
const name = query['name'] || 'none', other = query['nothing'] || query['name'];
console.log(name, other, name.length, other.toLowerCase());
const u = url.parse('http://a/b?id=7&q=hello%20world', true);
console.log(u.query.id, u.query.q.split(' '), parseInt(u.query.id), u.pathname.split('/'), u.query['none'] || 'none');
for (const part of (query['nothing'] || 'a;b').split(';')) console.log(part.trim());
console.log(isNaN(query['page']), isNaN(query['name']), Math.max(query['page'], 2), query['page'] > 2, query['page'] < 10);
console.log(query['name'] < 'B', query['name'] + 1, query['page'] == 3);
switch (query['name']) {
  case 'Ann': console.log('it is Ann'); break;
  default: console.log('someone');
}
console.log([query['name'], query['page']].join(), query['name'].trim().padEnd(5, '.') + '|');
console.log(query['name'].concat('!', 1), query['name'].substring(1, 2), query['name'].lastIndexOf('n'), query['name'].localeCompare('Ann'));
