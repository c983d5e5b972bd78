'use strict';
const express = require('express');
const {exec, spawn} = require('child_process');
const path = require('path');

// Counts the primes below ?limit=: on the event loop (/n0), in child processes (/b0, /b1), and in C++ (/c0).
const build = process.env.NODECPP_BUILD || path.join(__dirname, '../../build/release');
const program = path.join(build, 'examples/count_primes');
const native = require(path.join(build, 'examples/count_primes.node'));

function countPrimes(limit) {
  const composite = new Uint8Array(limit);
  let count = 0;
  for (let n = 2; n < limit; n++) {
    if (composite[n]) continue;
    count++;
    for (let multiple = n * n; multiple < limit; multiple += n) composite[multiple] = 1;
  }
  return count;
}

// At most `maxChildren` run at the same time and `maxWaiting` requests wait; any further request gets the status 503.
const maxChildren = Number(process.env.MAX_CHILDREN || 8);
const maxWaiting = Number(process.env.MAX_WAITING || 200);
let children = 0;
const waiting = [];

function enter(start) {
  if (children === maxChildren && waiting.length === maxWaiting) return false;
  if (children === maxChildren) {
    waiting.push(start);
  } else {
    children++;
    start();
  }
  return true;
}

function leave() {
  if (waiting.length) {
    waiting.shift()();
  } else {
    children--;
  }
}

function limitOf(request) {
  const text = request.query.limit || '123456';
  return /^[0-9]{1,7}$/.test(text) ? Number(text) : -1;
}

function answer(response, status, text) {
  response.writeHead(status, {'Content-Type': 'text/plain', 'Content-Length': text.length});
  response.end(text);
}

function badLimit(response) {
  answer(response, 400, 'limit is a whole number below 10000000\n');
}

function busy(response) {
  answer(response, 503, 'too many wait already\n');
}

function failed(response, error) {
  answer(response, 500, `it failed: ${error}\n`);
}

function counted(response, limit, count, since) {
  const seconds = process.uptime() - since;
  answer(response, 200, `There are ${count} primes under ${limit}.\nIt took ${seconds.toFixed(3)} seconds.\n`);
}

const app = express();

app.get('/', (request, response) => {
  answer(response, 200, 'Hello!\n');
});

app.get('/n0', (request, response) => {
  const since = process.uptime();
  const limit = limitOf(request);
  if (limit < 0) return badLimit(response);
  counted(response, limit, countPrimes(limit), since);
});

app.get('/b0', (request, response) => {
  const since = process.uptime();
  const limit = limitOf(request);
  if (limit < 0) return badLimit(response);
  const entered = enter(() => {
    exec(`${program} ${limit}`, (error, stdout) => {
      leave();
      if (error) return failed(response, error.code);
      counted(response, limit, stdout.trim(), since);
    });
  });
  if (!entered) busy(response);
});

app.get('/b1', (request, response) => {
  const since = process.uptime();
  const limit = limitOf(request);
  if (limit < 0) return badLimit(response);
  const entered = enter(() => {
    const child = spawn(program, [limit], {shell: true});
    let output = '';
    child.stdout.on('data', chunk => { output += chunk; });
    child.on('error', error => { output = ''; });
    child.on('close', (code, signal) => {
      leave();
      if (code !== 0) return failed(response, code ?? signal);
      counted(response, limit, output.trim(), since);
    });
  });
  if (!entered) busy(response);
});

app.get('/c0', async (request, response) => {
  const since = process.uptime();
  const limit = limitOf(request);
  if (limit < 0) return badLimit(response);
  try {
    counted(response, limit, await native.countPrimes(limit), since);
  } catch (error) {
    if (error.code === 'ERR_POOL_QUEUE_FULL') return busy(response);
    failed(response, error.message);
  }
});

app.listen(process.env.PORT || 3000, '127.0.0.1');
