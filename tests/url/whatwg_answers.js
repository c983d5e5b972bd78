'use strict';
// Returns Node's answers to the questions of whatwg_generate.js, each as a list of texts.
const url = require('url');

const members = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];
const all = u => members.map(name => u[name]);

function change(params, op, name, value) {
  switch (op) {
    case 'append': return [String(params.append(name, value))];
    case 'set': return [String(params.set(name, value))];
    case 'delete': return [String(params.delete(name))];
    case 'delete2': return [String(params.delete(name, value))];
    case 'get': return [String(params.get(name))];
    case 'getAll': return params.getAll(name);
    case 'has': return [String(params.has(name))];
    case 'has2': return [String(params.has(name, value))];
    case 'sort': return [String(params.sort())];
    case 'size': return [String(params.size)];
  }
}

module.exports = {
  wParse: (input, base) => {
    const u = new URL(input, base);
    return [...all(u), u.searchParams.toString()];
  },
  wSet: (input, ...steps) => {
    const u = new URL(input);
    const out = [];
    for (let i = 0; i < steps.length;) {
      if (steps[i][0] === '.') {
        out.push(...change(u.searchParams, steps[i].slice(1), steps[i + 1], steps[i + 2]));
        i += 3;
      } else {
        try {
          u[steps[i]] = steps[i + 1];
        } catch (error) {
          out.push(error.code);
        }
        i += 2;
      }
      out.push(...all(u), u.searchParams.toString());
    }
    return out;
  },
  wParams: (init, ...steps) => {
    const params = new URLSearchParams(init);
    const out = [];
    for (let i = 0; i < steps.length; i += 3) out.push(...change(params, steps[i], steps[i + 1], steps[i + 2]), params.toString());
    for (const [name, value] of params) out.push(name, value);
    return [...out, params.toString()];
  },
  wOptions: input => {
    const options = url.urlToHttpOptions(new URL(input));
    return ['protocol', 'hostname', 'hash', 'search', 'pathname', 'path', 'href', 'port', 'auth'].map(name => String(options[name]));
  },
  wFormat: (input, flags) => [url.format(new URL(input), {auth: !!(flags & 1), fragment: !!(flags & 2), search: !!(flags & 4), unicode: !!(flags & 8)})],
  wWinPath: input => [url.fileURLToPath(input, {windows: true}), url.fileURLToPathBuffer(input, {windows: true}).toString('hex')],
  wWinUrl: path => [url.pathToFileURL(path, {windows: true}).href],
};
