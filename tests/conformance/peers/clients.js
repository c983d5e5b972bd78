'use strict';
// Asks a server (../server.js) with Node's own client, undici, got, axios and autocannon.
//   node clients.js https://localhost:8443 CA.pem
// Each line of its output is a check: "PASS name" or "FAIL name: why".
const assert = require('assert');
const fs = require('fs');
const https = require('https');

const [base, caFile] = process.argv.slice(2);
const ca = fs.readFileSync(caFile, 'utf8');
const big = 'x'.repeat(1 << 20);

async function check(name, body) {
  try {
    await body();
    console.log(`PASS ${name}`);
  } catch (error) {
    console.log(`FAIL ${name}: ${String(error.cause?.message || error.message).split('\n')[0]}`);
  }
}

// What every client must be able to do. ask(method, path, body) resolves to {status, headers, text}, on connections that
// are kept. `untrusting` asks once without the authority, which must fail.
async function suite(name, ask, untrusting) {
  await check(`${name}: a GET`, async () => {
    const {status, text} = await ask('GET', '/?bytes=5');
    assert.deepStrictEqual([status, text], [200, 'xxxxx']);
  });
  await check(`${name}: a body of 1 MiB there and back`, async () => {
    const {status, text} = await ask('POST', '/', big);
    assert.ok(status === 200 && text === big, `status ${status}, ${text.length} characters`);
  });
  await check(`${name}: a HEAD`, async () => {
    const {status, headers, text} = await ask('HEAD', '/?bytes=77');
    assert.deepStrictEqual([status, +headers['content-length'], text], [200, 77, '']);
  });
  await check(`${name}: a connection that is kept`, async () => {
    const ports = [];
    for (let i = 0; i < 5; i++) {
      ports.push((await ask('GET', '/?bytes=1')).headers['x-port']);
      await new Promise(resolve => setTimeout(resolve, 20));
    }
    assert.ok(new Set(ports).size < ports.length, `ports ${ports}`);
  });
  await check(`${name}: 50 requests at the same time`, async () => {
    const all = await Promise.all(Array.from({length: 50}, (_, i) => ask('GET', `/?bytes=${i}`)));
    all.forEach(({text}, i) => assert.strictEqual(text.length, i));
  });
  await check(`${name}: no trust without the authority`, () => assert.rejects(untrusting(),
    error => /UNABLE_TO|SELF_SIGNED/.test(`${error.code} ${error.cause?.code}`)));
}

function byHttps(options) {
  return (method, path, body) => new Promise((resolve, reject) => {
    const request = https.request(base + path, {method, ...options}, response => {
      let text = '';
      response.setEncoding('latin1').on('data', chunk => { text += chunk; })
        .on('end', () => resolve({status: response.statusCode, headers: response.headers, text}));
    });
    request.on('error', reject).end(body);
  });
}

async function autocannon() {
  const cannon = require('autocannon');
  for (const [name, options] of [['20 connections', {}], ['4 requests in each pipeline', {pipelining: 4}],
    ['bodies of 10 KiB', {method: 'POST', body: 'x'.repeat(10240)}]]) {
    await check(`autocannon: ${name}`, async () => {
      const result = await cannon({url: `${base}/?bytes=100`, connections: 20, duration: 2, tlsOptions: {ca}, ...options});
      assert.deepStrictEqual([result.errors, result.timeouts, result.non2xx, result.mismatches], [0, 0, 0, 0]);
      assert.ok(result['2xx'] > 100, `only ${result['2xx']} responses`);
    });
  }
}

(async () => {
  const agent = new https.Agent({keepAlive: true, ca});
  await suite('https', byHttps({agent}), () => byHttps({})('GET', '/'));

  const undici = require('undici');
  const dispatcher = new undici.Agent({connect: {ca}});
  await suite('undici', async (method, path, body) => {
    const answer = await undici.request(base + path, {method, body, dispatcher});
    return {status: answer.statusCode, headers: answer.headers, text: await answer.body.text()};
  }, () => undici.request(base));
  await check('undici: fetch of a body in chunks', async () => {
    const body = new ReadableStream({
      async start(controller) {
        for (let i = 0; i < 10; i++) controller.enqueue(Buffer.from('x'.repeat(1000)));
        controller.close();
      },
    });
    const answer = await undici.fetch(base, {method: 'POST', body, duplex: 'half', dispatcher});
    assert.strictEqual((await answer.text()).length, 10000);
  });

  const got = require('got').default.extend({agent: {https: agent}, retry: {limit: 0}, https: {certificateAuthority: ca}});
  await suite('got', async (method, path, body) => {
    const answer = await got(base + path, {method, body});
    return {status: answer.statusCode, headers: answer.headers, text: answer.body};
  }, () => require('got').default(base, {retry: {limit: 0}}));

  const axios = require('axios');
  const client = axios.create({httpsAgent: agent, responseType: 'text', transformResponse: []});
  await suite('axios', async (method, path, body) => {
    const answer = await client.request({url: base + path, method, data: body});
    return {status: answer.status, headers: answer.headers, text: answer.data || ''};
  }, () => axios.get(base));

  await autocannon();
  agent.destroy();
  await dispatcher.close();
})();
