'use strict';
// Runs examples/hashes in Node.js and in Node.cpp: both must give the same answers to uploads of any size, however they are cut,
// and each must find the other's receipts valid, and those that were changed not.
const http = require('http');
const path = require('path');
const {check, conclude} = require('../support/counts.js');
const {start, stopAll} = require('../support/programs.js');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const programs = {
  node: [process.execPath, path.join(root, 'examples/hashes/hashes.js')],
  cpp: [process.argv[2] || path.join(build, 'examples/hashes')],
};

// Sends the body in pieces of this size, and returns the answer without its date.
function ask(port, method, target, body = Buffer.alloc(0), piece = 70000) {
  return new Promise((resolve, reject) => {
    const request = http.request({host: '127.0.0.1', port, path: target, method, agent: false}, response => {
      let text = '';
      response.setEncoding('utf8').on('data', chunk => { text += chunk; });
      response.on('end', () => resolve({status: response.statusCode, type: response.headers['content-type'], text}));
    }).on('error', reject);
    for (let at = 0; at < body.length; at += piece) request.write(body.subarray(at, at + piece));
    request.end();
  });
}

(async () => {
  for (const SECRET of [undefined, 'another secret']) {
    const ports = {};
    for (const [name, command] of Object.entries(programs)) ports[name] = (await start(command, SECRET ? {SECRET} : {})).port;
    const both = async (what, ...question) => {
      const [node, cpp] = await Promise.all([ask(ports.node, ...question), ask(ports.cpp, ...question)]);
      check(what, JSON.stringify(node) === JSON.stringify(cpp), `\n  Node.js:  ${JSON.stringify(node)}\n  Node.cpp: ${JSON.stringify(cpp)}`);
      return cpp;
    };
    check('the key', /^-----BEGIN PUBLIC KEY-----\n/.test((await both('/key', 'GET', '/key')).text), 'is not in PEM');
    for (const size of [0, 1, 63, 64, 65, 65536, 1000003]) {
      const body = Buffer.alloc(size, 'uploaded');
      for (const piece of [17, 4096, 70000]) {
        if (size / piece > 5000) continue;
        const {status, text} = await both(`${size} bytes by ${piece}`, 'PUT', `/uploads/file.${size}`, body, piece);
        check(`${size} bytes`, status === 201 && text.startsWith(`file.${size} ${size} `), text);
        if (piece !== 70000) continue;
        check('a receipt', (await both('a receipt', 'POST', '/check', Buffer.from(text))).text === 'valid\n', text);
        const changed = text.replace(/ (\d+) /, ' 1$1 ');
        check('a changed receipt', (await both('a changed receipt', 'POST', '/check', Buffer.from(changed))).status === 422, changed);
      }
    }
    for (const body of ['', ' ', 'a b c', 'a b c d', 'a b c d e', 'a b c ' + 'A'.repeat(86), '\u20ac \ud83d\ude00 x y'])
      check(`'${body}'`, (await both(`'${body}'`, 'POST', '/check', Buffer.from(body))).text === 'not valid\n', 'is valid');
    for (const [method, target] of [['GET', '/'], ['GET', '/check'], ['PUT', '/uploads/'], ['PUT', '/uploads/a/b'], ['PUT', '/uploads/%00'],
      ['PUT', `/uploads/${'a'.repeat(101)}`], ['DELETE', '/key']])
      check(`${method} ${target}`, (await both(`${method} ${target}`, method, target)).status === 404, 'is found');
    stopAll();
  }
  conclude();
})();
