'use strict';
const net = require('net');
class WrongType extends Error {
  constructor() { super('WRONGTYPE Operation against a key holding the wrong kind of value'); }
}
class Parser {
  constructor(onCommand) { this.buffer = Buffer.alloc(0); this.onCommand = onCommand; }
  write(chunk) {
    this.buffer = this.buffer.length ? Buffer.concat([this.buffer, chunk]) : chunk;
    for (let command; (command = this.next()) !== null;) if (command.length) this.onCommand(command);
  }
  line(from) {
    const end = this.buffer.indexOf('\r\n', from);
    return end < 0 ? null : [this.buffer.toString('latin1', from, end), end + 2];
  }
  next() {
    if (this.buffer.length === 0) return null;
    let args = [], at;
    if (this.buffer[0] !== '*'.charCodeAt(0)) {
      const found = this.line(0);
      if (!found) return null;
      [args, at] = [found[0].trim().split(/\s+/).filter(Boolean), found[1]];
    } else {
      const head = this.line(0);
      if (!head) return null;
      at = head[1];
      for (let n = Number(head[0].slice(1)); n > 0; n--) {
        const size = this.line(at);
        if (!size) return null;
        if (size[0][0] !== '$') throw new SyntaxError(`expected '$', got '${size[0][0]}'`);
        const length = parseInt(size[0].substring(1), 10);
        if (this.buffer.length < size[1] + length + 2) return null;
        args.push(this.buffer.subarray(size[1], size[1] + length).toString());
        at = size[1] + length + 2;
      }
    }
    this.buffer = this.buffer.subarray(at);
    return args;
  }
}
const store = new Map();
const channels = new Map();
const OK = Symbol('OK');
const typed = (key, Type, create) => {
  let value = store.get(key);
  if (value === undefined && create) store.set(key, value = new Type());
  if (value !== undefined && !(value instanceof Type)) throw new WrongType();
  return value;
};
const commands = {
  ping: ([message]) => message ?? 'PONG',
  echo: ([message]) => message,
  set([key, value, ...options]) {
    for (let i = 0; i < options.length; i++) {
      switch (options[i].toUpperCase()) {
        case 'NX': if (store.has(key)) return null; break;
        case 'XX': if (!store.has(key)) return null; break;
        case 'PX': i++; break;
        default: throw new Error('ERR syntax error');
      }
    }
    store.set(key, value);
    return OK;
  },
  get([key]) {
    const value = store.get(key);
    if (value !== undefined && typeof value !== 'string') throw new WrongType();
    return value ?? null;
  },
  del: (keys) => keys.filter(key => store.delete(key)).length,
  incrby([key, by]) {
    const n = Number(commands.get([key]) ?? 0) + Number(by);
    if (!Number.isSafeInteger(n)) throw new Error('ERR value is not an integer or out of range');
    store.set(key, String(n));
    return n;
  },
  incr: ([key]) => commands.incrby([key, 1]),
  rpush: ([key, ...values]) => typed(key, Array, true).push(...values),
  lrange([key, from, to]) {
    const list = typed(key, Array) ?? [];
    return list.slice(+from, +to === -1 ? undefined : +to + 1);
  },
  sadd([key, ...members]) {
    const set = typed(key, Set, true), before = set.size;
    members.forEach(m => set.add(m));
    return set.size - before;
  },
  smembers: ([key]) => [...typed(key, Set) ?? []].sort(),
  keys([pattern = '*']) {
    const r = new RegExp('^' + pattern.split('*').map(RegExp.escape).join('.*') + '$');
    return [...store.keys()].filter(key => r.test(key));
  },
  subscribe(names, client) {
    for (const name of names) {
      if (!channels.has(name)) channels.set(name, new Set());
      channels.get(name).add(client);
      client.write(encode(['subscribe', name, channels.get(name).size]));
    }
  },
  publish([name, message]) {
    const clients = channels.get(name);
    for (const client of clients ?? []) client.write(encode(['message', name, message]));
    return clients?.size ?? 0;
  },
  quit(_, client) { client.end(encode(OK)); },
};
function encode(value) {
  if (value === OK) return '+OK\r\n';
  if (value === null) return '$-1\r\n';
  if (typeof value === 'number') return `:${value}\r\n`;
  if (Array.isArray(value)) return `*${value.length}\r\n${value.map(encode).join('')}`;
  if (value instanceof Error) return `-${value.message}\r\n`;
  return `$${Buffer.byteLength(value)}\r\n${value}\r\n`;
}
const server = net.createServer(client => {
  const parser = new Parser(([name, ...args]) => {
    const command = commands[name.toLowerCase()];
    let result;
    try {
      if (!command) throw new Error(`ERR unknown command '${name}', with args beginning with: ${args.map(a => `'${a}' `).join('')}`);
      result = command(args, client);
    } catch (error) {
      result = error;
    }
    if (result !== undefined) client.write(encode(result));
  });
  client.on('data', chunk => {
    try { parser.write(chunk); } catch (error) { client.end(`-ERR Protocol error: ${error.message}\r\n`); }
  });
  client.on('close', () => { for (const clients of channels.values()) clients.delete(client); });
});
function session(chunks, onEnd, label = '') {
  const socket = net.connect(server.address().port, '127.0.0.1');
  let all = '';
  socket.setNoDelay(true);
  socket.on('data', d => all += d);
  socket.on('end', () => { console.log(label + JSON.stringify(all)); onEnd(); });
  socket.on('error', e => console.log(e.message));
  const send = () => { if (chunks.length) socket.write(chunks.shift(), () => setTimeout(send, 2)); };
  socket.on('connect', send);
  return socket;
}
server.listen(0, '127.0.0.1', () => {
  const big = 'ż'.repeat(5);
  session([
    'PING\r\nset a 1\r\n*2\r\n$4\r\nINCR\r\n$1\r\na\r\n*3\r\n$6\r\nincrby\r\n$1\r\na\r\n$4\r\n4', '0.5\r\n', 'incrby a 40\r\n',
    `*3\r\n$3\r\nSET\r\n$3\r\nutf\r\n$${Buffer.byteLength(big)}\r\n`, Buffer.from(big).subarray(0, 3), Buffer.from(big).subarray(3), '\r\n', 'get utf\r\nget none\r\n',
    'rpush list a b c\r\nlrange list 0 -1\r\nlrange list 1 1\r\nget list\r\nsadd list x\r\nsadd s z y z\r\nsmembers s\r\nsmembers s2\r\n',
    'set a 5 NX\r\nset a 6 XX\r\nset a 7 zz\r\nflush now please\r\nkeys *t\r\nkeys\r\ndel a none list\r\n\r\n',
    '*1\r\n$4\r\nQUIT\r\n',
  ], () => {
    const listener = session(['subscribe news sport\r\n'], () => session(['*1\r\n!4\r\nQUIT\r\n'], () => server.close(() => console.log('closed', store)), 'bad '), 'sub ');
    listener.once('data', () => session(['publish news ', 'hello\r\npublish none x\r\nquit\r\n'], () => listener.write('quit\r\n'), 'pub '));
  });
});
