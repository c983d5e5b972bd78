'use strict';
// Tests the page of `nodecpp-log view` in headless Chromium, on a recording of examples/listing1. The requests must be
// listed, found and opened, with their input and output bytes, and text from the recording must stay text. The test
// writes screenshots to build/.
//   node tests/log/page.js [--tool nodecpp-log] [--program listing1]
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const {spawn} = require('child_process');
const {freePort, children, stopAll} = require('../support/programs.js');

const root = path.resolve(__dirname, '../..');
const build = process.env.NODECPP_BUILD || path.join(root, 'build/release');
const option = (name, otherwise) => process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : otherwise;
const tool = option('--tool', path.join(build, 'nodecpp-log'));
const program = option('--program', path.join(build, 'examples/listing1'));
const chromiumFile = '/usr/bin/chromium';

let chromium;
try {
  ({chromium} = require('playwright-core'));
} catch {
  console.log('log_page: playwright-core is not here. tools/setup.sh test installs it, which needs a network.');
  process.exit(1);
}
if (!fs.existsSync(chromiumFile)) {
  console.log('log_page: there is no chromium. tools/setup.sh test installs it, which needs a network.');
  process.exit(1);
}

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-log-page-'));
let passed = 0;
let failed = 0;
function check(what, ok, detail = '') {
  if (ok) return passed++;
  failed++;
  console.log(`${what}: ${detail}`);
}
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

// Talks over one connection: each part is sent after the response to the part before.
function talk(port, parts) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1');
    const left = [...parts];
    const next = () => left.length ? socket.write(left.shift(), 'latin1') : socket.end();
    socket.on('connect', next).on('data', next).on('close', () => resolve(true)).on('error', reject);
  });
}

// A script as an attacker might send it in an address or a body. If the page runs the script, it leaves a mark.
const script = mark => `<script>document.documentElement.dataset.${mark}=1</script>` +
  `"'><img/src=x/onerror=document.documentElement.dataset.${mark}=1>\${alert(1)}{{nonce}}</pre></script>`;
const hostile = `/?value=${script('url')}`;

async function record() {
  const port = await freePort();
  const folder = path.join(work, 'recording');
  const child = spawn(program, [`--nodecpp-record=${folder}`], {env: {...process.env, PORT: port}, stdio: ['ignore', 'ignore', 'inherit']});
  children.push(child);
  const get = (url, method = 'GET', body = '') =>
    `${method} ${url} HTTP/1.1\r\nHost: a\r\n${body ? `Content-Length: ${body.length}\r\n` : ''}\r\n${body}`;
  for (let i = 0; i < 200 && !(await talk(port, []).catch(() => false)); i++) await sleep(25);
  for (let round = 0; round < 6; round++) {
    await Promise.all([0, 1, 2].map(c => talk(port, Array.from({length: 12 + 5 * c}, (_, i) => get(`/orders/${c}?value=${round * 100 + i}`)))));
    await sleep(40);
  }
  await talk(port, [get(hostile), get('/body', 'POST', script('body'))]);
  await talk(port, ['no request <b>\r\n\r\n']);
  child.kill('SIGKILL');  // killed as in production, so that the log ends anywhere
  await new Promise(resolve => child.on('exit', resolve));
  return folder;
}

(async () => {
  const folder = await record();
  const view = spawn(tool, ['view', folder], {stdio: ['ignore', 'pipe', 'inherit']});
  children.push(view);
  const address = String(await new Promise(resolve => view.stdout.once('data', resolve))).trim();
  const browser = await chromium.launch({executablePath: chromiumFile, args: ['--no-sandbox']});
  try {
    const page = await browser.newPage({viewport: {width: 1360, height: 900}});
    page.setDefaultTimeout(10000);
    const complaints = [], asked = [];
    page.on('console', message => complaints.push(message.text()));
    page.on('pageerror', error => complaints.push(error.message));
    page.on('dialog', dialog => { complaints.push(`dialog ${dialog.message()}`); dialog.dismiss(); });
    page.on('request', request => asked.push(request.url()));
    await page.goto(address);
    await page.waitForSelector('body[data-ready]');
    const rows = () => page.$$eval('#rows tr', all => all.map(tr => [...tr.children].map(td => td.textContent)));
    const until = async (what, is) => {
      for (let i = 0; i < 100; i++) {
        if (await is()) return passed++;
        await sleep(50);
      }
      check(what, false, JSON.stringify(await rows()).slice(0, 500));
    };

    const facts = await page.textContent('#facts');
    check('the facts', /requests308/.test(facts) && /connections\d+/.test(facts), facts);
    check('the first page of requests', (await rows()).length === 100 && await page.textContent('#count') === '1 \u2013 100 of 309', await page.textContent('#count'));
    await page.click('#after');
    await until('the next page', async () => (await rows())[0]?.[0] === '101');
    const painted = await page.$eval('#canvas', canvas => {
      const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const colors = new Set();
      for (let i = 0; i < data.length; i += 4) if (data[i + 3] === 255) colors.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
      return ['request', 'latency', 'turn', 'bad'].map(name => colors.has(parseInt(getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim().slice(1), 16)));
    });
    check('the time line has requests, latency, turns, and the bad one', painted.every(Boolean), painted.join());
    fs.mkdirSync(path.join(root, 'build'), {recursive: true});
    await page.click('#before');
    await until('the page before', async () => (await rows())[0]?.[0] === '1');

    // Tests the search by address, method, connection and number.
    const search = async (words, count) => {
      await page.fill('#search', words);
      await until(`search: ${words}`, async () => (await rows()).length === count);
    };
    await search('/orders/2?value=521', 1);
    await search('post', 1);
    await search('#7', 1);
    await search('orders/1 value=3', 18);
    const connection = (await rows())[1][2];
    await search(`connection:${connection}`, 17);
    await search('nowhere', 0);
    check('none', await page.textContent('#count') === 'none');
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('x');
    check('/ searches', await page.inputValue('#search') === 'x', await page.evaluate(() => document.activeElement.outerHTML));

    // Tests the view of one request: input bytes, the command, output bytes.
    await page.fill('#search', 'SCRIPT');
    await until('search: SCRIPT', async () => (await rows())[0]?.[3] === `GET${hostile}`);
    await page.click('#rows tr');
    await page.waitForSelector('#one:not([hidden])');
    const title = await page.textContent('#title');
    check('its title', title.endsWith(`GET ${hostile}`), title);
    check('bytes in', (await page.textContent('#bytesIn')).startsWith(`GET ${hostile} HTTP/1.1\\r\\n\nHost: a`), await page.textContent('#bytesIn'));
    const command = await page.textContent('#command');
    check('the command', command === `${fs.realpathSync(program)} --nodecpp-replay=${fs.realpathSync(folder)} --nodecpp-until=request:${title.split(' ')[0]}`, command);
    check('bytes out: length and checksum at first', /checksum [0-9a-f]{8}/.test(await page.textContent('#writes')) && await page.isVisible('#replay'));
    await page.click('#replay');
    await page.waitForSelector('#writes pre', {timeout: 20000});
    const out = await page.textContent('#writes');
    check('bytes out', out.includes('HTTP/1.1 200 OK\\r\\n') && out.includes(script('url').split('&')[0].slice(0, 40)) && out.includes('as recorded'), out);
    await page.click('#inForm');
    check('in hexadecimal', (await page.textContent('#bytesIn')).startsWith('000000  47 45 54 20 2f'), await page.textContent('#bytesIn'));
    await page.click('#inForm');
    await page.screenshot({path: path.join(root, 'build/log_page.png')});
    await page.fill('#search', '/body');
    await until('search: /body', async () => (await rows())[0]?.[3] === 'POST/body');
    await page.click('#rows tr');
    await until('a body', async () => (await page.textContent('#bytesIn')).includes(script('body')));
    await page.fill('#search', 'hpe_');
    await until('what is no request', async () => (await rows())[0]?.[3].includes('no request'));
    await page.click('#rows tr');
    await until('why', async () => await page.textContent('#trouble') === 'HPE_INVALID_METHOD');

    // Tests zooming in on the time line, which also restricts the list.
    await page.fill('#search', '');
    await until('all again', async () => (await rows()).length === 100);
    for (let i = 0; i < 4; i++) await page.click('#closer');
    await until('the time shown', async () => /in the time shown/.test(await page.textContent('#count')));
    const box = await page.locator('#canvas').boundingBox();
    await page.mouse.move(box.x + 500, box.y + 60);
    check('the tip', await page.isVisible('#tip') && /turns/.test(await page.textContent('#tip')));
    await page.mouse.wheel(0, -300);
    await page.screenshot({path: path.join(root, 'build/log_page_closer.png')});
    await page.click('#whole');
    await until('the whole', async () => await page.textContent('#count') === '1 \u2013 100 of 309');
    await page.emulateMedia({colorScheme: 'dark'});
    await page.setViewportSize({width: 1361, height: 900});
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await until('the keyboard', async () => /^2\s/.test(await page.textContent('#title')));
    await page.screenshot({path: path.join(root, 'build/log_page_dark.png')});

    const marks = await page.evaluate(() => ({...document.documentElement.dataset}));
    check('nothing of the recording was run', Object.keys(marks).length === 0, JSON.stringify(marks));
    check('nor became markup', await page.$$eval('#details img, #details script, table img, table script, table b b', all => all.length) === 0);
    check('nothing was complained of', complaints.length === 0, complaints.join('\n'));
    check('nothing was asked of others', asked.every(url => url.startsWith(address) || url.startsWith('data:')), asked.join('\n'));
    // A script that does get into the page must not run, because the content security policy forbids it.
    await page.evaluate(html => { document.body.insertAdjacentHTML('beforeend', html); }, script('policy')).catch(() => {});
    await sleep(100);
    check('the policy stops what is inserted', await page.evaluate(() => document.documentElement.dataset.policy) === undefined);
  } finally {
    await browser.close();
  }
  console.log(`log_page: ${passed} passed, ${failed} failed`);
})().catch(error => { failed++; console.log(error); }).finally(() => {
  stopAll('SIGKILL');
  fs.rmSync(work, {recursive: true});
  process.exit(failed ? 1 : 0);
});
