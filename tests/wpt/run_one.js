'use strict';
// Runs one file of the web platform's tests, with the globals of Node or those of Node.cpp in their place.
//   node run_one.js FOLDER FILE[?VARIANT] [GLOBALS PROGRAM]
// FOLDER is that of the tests, GLOBALS names files of globals/, PROGRAM is the one of bridge/. Prints a line of JSON: [[name, status, message]…].
const fs = require('fs');
const path = require('path');
const vm = require('vm');

const [, , root, asked, globals, program] = process.argv;
const [file, variant = ''] = asked.split(/(?=\?)/);
const source = fs.readFileSync(path.join(root, file), 'utf8');
const out = text => fs.writeSync(1, text + '\n');

globalThis.self = globalThis;
globalThis.location = new URL(`http://web-platform.test/${file}${variant}`);
globalThis.GLOBAL = {isWindow: () => false, isShadowRealm: () => false, isWorker: () => false};
const ownFetch = fetch;
globalThis.fetch = async url => {
  if (`${url}`.startsWith('data:')) return (globalThis.fetchData || ownFetch)(url);
  const text = fs.readFileSync(script(`${url}`), 'utf8');
  return {ok: true, json: async () => JSON.parse(text), text: async () => text};
};

// A name such as /resources/x.js begins at the folder of the tests.
const script = name => path.join(root, name.startsWith('/') ? name : path.join(path.dirname(file), name));
const load = name => vm.runInThisContext(fs.readFileSync(script(name), 'utf8'), {filename: name});

if (program) {
  const bridge = require('./bridge.js');
  bridge.start(program);
  for (const name of globals.split(',')) {
    for (const [key, value] of Object.entries(require(`./globals/${name}.js`)))
      Object.defineProperty(globalThis, key, {value, writable: true, configurable: true, enumerable: false});
  }
}
load('/resources/testharness.js');
const results = [];
const states = ['PASS', 'FAIL', 'TIMEOUT', 'NOTRUN', 'PRECONDITION_FAILED'];
add_result_callback(({name, status, message}) => results.push([name, states[status], status ? String(message).slice(0, 300) : '']));
add_completion_callback((tests, {status, message}) => {
  out(JSON.stringify({results, status, message}));
  process.exit();
});
process.on('uncaughtException', error => {
  out(JSON.stringify({results, status: 1, message: String(error?.stack || error)}));
  process.exit();
});
process.on('beforeExit', () => {
  out(JSON.stringify({results, status: 1, message: 'a test waits for ever'}));
  process.exit();
});
process.on('unhandledRejection', () => {});  // as the harness with allow_uncaught_exception for promises of the tests
for (const [, name] of source.matchAll(/^\/\/ META: script=(.*)$/gm)) load(name);
vm.runInThisContext(source, {filename: file});
if (file.endsWith('.any.js') || file.endsWith('.window.js')) done();
