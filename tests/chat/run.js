'use strict';
// Runs examples/chat in Node.js and in Node.cpp: the same clients must be told the same, a thousand clients in a room must
// each get a text once, and two people must be able to talk by the page, in headless Chromium.
const fs = require('fs');
const http = require('http');
const path = require('path');
const WebSocket = require('ws');
const {conclude, same} = require('../support/counts.js');
const {children, start, stopAll} = require('../support/programs.js');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const cpp = process.argv[2] || path.join(build, 'examples/chat');
const page = path.join(root, 'examples/chat/chat.html');
const many = 1000;
const chromiumFile = '/usr/bin/chromium';

const get = (port, target) => new Promise((resolve, reject) => {
  http.get({host: '127.0.0.1', port, path: target, agent: false}, response => {
    let body = '';
    response.on('data', chunk => { body += chunk; });
    response.on('end', () => resolve(`${response.statusCode} ${response.headers['content-type'] || ''} ${body.length > 1000 ? 'page' : body}`));
  }).on('error', reject);
});

// A client that keeps what it is told. `until` resolves when it was told a text.
class Client {
  constructor(port, target) {
    this.told = [];
    this.waiting = [];
    this.socket = new WebSocket(`ws://127.0.0.1:${port}${target}`);
    this.socket.on('message', data => {
      this.told.push(String(data));
      this.waiting = this.waiting.filter(({text, resolve}) => String(data) !== text || resolve());
    });
    this.socket.on('error', error => this.told.push(error.message));
    this.closed = new Promise(resolve => this.socket.on('close', code => {
      this.told.push(code);
      resolve();
    }));
  }
  until(text) {
    return this.told.includes(text) ? Promise.resolve() : new Promise(resolve => this.waiting.push({text, resolve}));
  }
}

// The same story with each server: what the clients are told, and the rooms in between.
async function story(port) {
  const ann = new Client(port, '/garden?name=Ann');
  await ann.until('Ann has come');
  const bob = new Client(port, '/garden?name=B%C3%B6b');
  await ann.until('Böb has come');
  const other = new Client(port, '/');
  await other.until('somebody has come');
  ann.socket.send('hello');
  bob.socket.send(Buffer.from('grüß dich'));
  await Promise.all([ann, bob].map(async each => {
    await each.until('Ann: hello');
    await each.until('Böb: grüß dich');
  }));
  const rooms = await get(port, '/rooms');
  bob.socket.send('x'.repeat(1001));
  await bob.closed;
  await ann.until('Böb has gone');
  ann.socket.close();
  await ann.closed;
  other.socket.terminate();
  await other.closed;
  return [ann.told, [...bob.told].sort(), other.told, rooms, await get(port, '/'), await get(port, '/none')];
}

async function crowd(port) {
  const clients = [];
  for (let i = 0; i < many; i++) {
    clients.push(new Client(port, `/crowd?name=${i}`));
    if (i % 50 === 49) await clients[i].until(`${i} has come`);
  }
  await Promise.all(clients.map((each, i) => each.until(`${i} has come`)));
  clients[0].socket.send('to all');
  await Promise.all(clients.map(each => each.until('0: to all')));
  const rooms = await get(port, '/rooms');
  const counts = clients.map(each => each.told.filter(text => text === '0: to all').length);
  for (const each of clients) each.socket.terminate();
  await Promise.all(clients.map(each => each.closed));
  return [rooms, Math.min(...counts), Math.max(...counts)];
}

async function people(port) {
  const {chromium} = require('playwright-core');
  const browser = await chromium.launch({executablePath: chromiumFile, args: ['--no-sandbox']});
  try {
    const pages = [];
    for (const name of ['Ann', 'Bob']) {
      const one = await browser.newPage();
      await one.goto(`http://127.0.0.1:${port}/#house/${name}`);
      await one.waitForFunction(text => document.getElementById('texts').textContent.includes(text), `${name} has come`);
      pages.push(one);
    }
    await pages[0].fill('input', 'is <b>anybody</b> there?');
    await pages[0].click('button');
    await pages[1].waitForFunction(() => document.getElementById('texts').textContent.includes('anybody'));
    await pages[1].fill('input', 'I am');
    await pages[1].press('input', 'Enter');
    await pages[0].waitForFunction(() => document.getElementById('texts').textContent.includes('I am'));
    return await pages[0].$$eval('#texts p', lines => lines.map(line => line.textContent));
  } finally {
    await browser.close();
  }
}

(async () => {
  const {port: node} = await start([process.execPath, path.join(root, 'examples/chat/chat.js'), page], {}, 'ignore');
  const {port: ours} = await start([cpp, page], {}, 'ignore');
  const wanted = await story(node);
  same('what clients are told', await story(ours), wanted);
  same('the story is one', wanted[0].length, 6);
  same(`${many} clients`, await crowd(ours), [`200  /crowd ${many}\n`, 1, 1]);
  if (!fs.existsSync(chromiumFile)) throw new Error('there is no chromium. tools/setup.sh test installs it, which needs a network');
  same('two people in a browser', await people(ours),
    ['Ann has come', 'Bob has come', 'Ann: is <b>anybody</b> there?', 'Bob: I am']);
  stopAll();
  for (const child of children) if (child.errors && !child.errors.includes('Max payload size exceeded')) console.log(child.errors);
  conclude();
})().catch(error => {
  console.log(`chat: ${error.message}`);
  process.exit(1);
});
