'use strict';
// Asks a server (../ends/server.js) with npm's ws, npm's eventsource or npm's undici, or with Node's own WebSocket and
// EventSource.
//   node web_clients.js ws|eventsource|undici|globals http://localhost:8000 CA.pem
// Each line of its output is a check: "PASS client: name" or "FAIL client: name: why".
const assert = require('assert');
const fs = require('fs');

const [which, base, caFile] = process.argv.slice(2);
const ca = base.startsWith('https') ? fs.readFileSync(caFile, 'utf8') : undefined;
const wait = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
const line = 'a line of a page\n';

async function check(what, body) {
  const name = what.replaceAll(':', ',');  // a colon separates the name from the reason of a failure
  try {
    await Promise.race([body(), wait(10000).then(() => { throw new Error('takes too long'); })]);
    console.log(`PASS ${which}: ${name}`);
  } catch (error) {
    console.log(`FAIL ${which}: ${name}: ${String(error.cause?.message || error.message).split('\n').slice(0, 8).join(' ')}`);
  }
}

// What the server has counted of an id.
async function counted(id) {
  await wait(50);
  const {request, Agent} = require('undici');
  const dispatcher = new Agent({connect: {ca}});
  const {body} = await request(`${base}/count?id=${encodeURIComponent(id)}`, {dispatcher});
  const number = Number(await body.text());
  await dispatcher.close();
  return number;
}

const clients = {
  ws: () => require('./web_clients/ws.js'),
  globals: () => require('./web_clients/globals.js'),
  eventsource: () => require('./web_clients/eventsource.js'),
  undici: () => require('./web_clients/undici.js'),
};
clients[which]()({assert, base, ca, check, counted, line, wait}).then(() => process.exit());
