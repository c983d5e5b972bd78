// args: one --two=2 three
// env: FROM_OUTSIDE=outside
// process.env and process.argv.
console.log(process.env.FROM_OUTSIDE, process.env.SURELY_NOT_SET);
process.env.NUMBER = 42;
process.env.EMPTY = '';
console.log(process.env.NUMBER + 1, process.env.EMPTY === '', process.env.EMPTY || 'fallback');
console.log('NUMBER' in process.env, 'SURELY_NOT_SET' in process.env);
delete process.env.NUMBER;
delete process.env.SURELY_NOT_SET;
console.log(process.env.NUMBER, 'NUMBER' in process.env);
console.log(Object.keys(process.env).includes('FROM_OUTSIDE'), Object.keys(process.env).includes('EMPTY'));
console.log(Object.entries(process.env).filter(([name]) => name === 'FROM_OUTSIDE'));
console.log(process.env.FROM_OUTSIDE, Object.entries(process.env).length === Object.keys(process.env).length);
console.log((process.env.PORT_NOT_SET || 2000) === 2000);
console.log(process.argv.length, process.argv.slice(2), process.argv[2], process.argv[9]);
const none = process.argv[9], given = process.argv[2];
console.log(!none, none, !given, given);
console.log(process.execPath === process.argv[0]);
