// args: --verbose -p 80 file
// util.parseArgs: every form of an argument, tokens, defaults, and each error.
const {parseArgs} = require('util');
const attempt = config => {
  try {
    console.log(parseArgs(config));
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};
const flags = {verbose: {type: 'boolean', short: 'v'}, port: {type: 'string', short: 'p', default: '3000'}};
attempt({options: flags, allowPositionals: true});
attempt({options: flags});
const tries = [
  ['-v', '-p', '80'], ['-p80'], ['--port=80'], ['--port', '80', '--verbose'], ['-vp', '80'], ['-vp80'], ['-vvv'],
  ['--port='], ['--port'], ['-p'], ['-p', '-v'], ['--port', '--verbose'], ['--port=-v'], ['-p-v'], ['--verbose=x'], ['-v=x'],
  ['--no-verbose'], ['--other'], ['-o'], ['-vo'], ['--'], ['--', '-v'], ['-'], ['a', '-v', 'b'], [''], ['---'], ['--=x'],
  ['--a==b'], ['--__proto__=x'], ['-é'], ['-vé'], ['--port', ''], ['--port', '-'], ['--port', 'a b'],
];
for (const args of tries) {
  attempt({args, options: flags});
  attempt({args, options: flags, strict: false, tokens: true});
  attempt({args, options: flags, allowPositionals: true, allowNegative: true, tokens: true});
}
const several = {include: {type: 'string', multiple: true, short: 'I'}, loud: {type: 'boolean', multiple: true, short: 'l'}};
attempt({args: ['-I', 'a', '-lIb', '--include=c', '-ll'], options: several, tokens: true});
attempt({args: [], options: {include: {type: 'string', multiple: true, default: ['x', 'y']}, plain: {type: 'boolean', default: false}}});
attempt({args: ['--no-loud', '--no-loud=1', '--no-include'], options: several, allowNegative: true, strict: false, tokens: true});
attempt({args: ['--no-include'], options: several, allowNegative: true});
attempt({args: ['--no-loud'], options: several, allowNegative: true});
for (const option of [
  {}, {type: 'number'}, {type: 'string', short: 'long'}, {type: 'string', short: ''}, {type: 'string', short: 1}, {type: 'string', default: true},
  {type: 'boolean', default: 'a long text, of which an error shows a part'}, {type: 'string', multiple: true, default: 'x'},
  {type: 'string', multiple: true, default: ['x', 1]}, {type: 'boolean', multiple: true, default: [true, null]},
]) attempt({args: [], options: {wrong: option}});
attempt({args: [], allowPositionals: 'yes'});
const {values, positionals, tokens} = parseArgs({args: ['-v', 'one', '-p', '8080', 'two'], options: flags, allowPositionals: true});
console.log(values.verbose, values.port, values.none, positionals, tokens);
console.log(Object.keys(values), JSON.stringify(values), values.port === '8080', Number(values.port) + 1);
if (values.verbose) console.log('verbose');
