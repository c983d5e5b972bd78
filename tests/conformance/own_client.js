'use strict';
// Node.cpp's client of HTTPS with other people's servers: it must say the same as Node's.
const fs = require('fs');
const path = require('path');
const {start} = require('../support/programs.js');
const {tools, run, root} = require('./tools.js');
const {startNginx} = require('./nginx.js');

const program = path.join(root, 'build/release/tests/conformance_client');

// Returns the checks of one server, each with what the client of Node.cpp and Node's have said.
async function compare(name, base, certificates, sets) {
  const checks = [];
  for (const [what, steps, env = {}, authority = 'ca.pem'] of sets) {
    const args = [base, path.join(certificates, authority), ...steps];
    const ours = await run(program, args, {env});
    const node = await run(process.execPath, [path.join(__dirname, 'client.js'), ...args], {env});
    const same = ours.code === 0 && node.code === 0 && node.out !== '' && ours.out === node.out;
    checks.push({name: `${name}: ${what}`, why: same ? '' : `${JSON.stringify(ours.out + ours.errors)}, Node: ${JSON.stringify(node.out + node.errors)}`});
  }
  return checks;
}

const versions = steps => [['TLS 1.3', steps], ['TLS 1.2', steps, {MAX_VERSION: 'TLSv1.2'}]];
const files = ['GET:/small', 'GET:/big', 'HEAD:/small', 'GET:/small'];
// s_server answers no HEAD.
const pages = files.filter(step => !step.startsWith('HEAD'));

async function withServer(certificates) {
  const env = {KEY: path.join(certificates, 'ec.key'), CERT: path.join(certificates, 'ec.pem')};
  const server = await start([process.execPath, path.join(__dirname, 'server.js')], env);
  return compare('Node', `https://localhost:${server.port}`, certificates, [
    ...versions(['GET:/?bytes=5', 'POST:/:1000000', 'HEAD:/?bytes=7', 'GET:/?bytes=3000000']),
    ['another authority', ['GET:/'], {}, 'other.pem']]);
}

async function withOpenssl(certificates, key) {
  const folder = path.join(certificates, 'html');
  fs.mkdirSync(folder, {recursive: true});
  fs.writeFileSync(path.join(folder, 'small'), 'xxxxx');
  fs.writeFileSync(path.join(folder, 'big'), 'x'.repeat(3e6));
  const args = ['s_server', '-key', path.join(certificates, `${key}.key`), '-cert', path.join(certificates, `${key}.pem`), '-quiet'];
  const serve = async (...more) => (await start(['/bin/sh', '-c', 'cd "$0" && exec "$@" -accept "$PORT"', folder, tools.openssl,
    ...args, ...more], {}, 'ignore')).port;
  const page = await serve('-WWW');
  const once = ['GET:/small'];
  return [
    ...await compare(`s_server, ${key}`, `https://localhost:${page}`, certificates, [...versions(pages),
      ['another authority', once, {}, 'other.pem']]),
    ...await compare(`s_server, ${key}`, `https://localhost:${await serve('-WWW', '-groups', 'P-521')}`, certificates,
      [['a group that was not guessed', once]]),
    ...await compare(`s_server, ${key}`, `https://localhost:${await serve('-WWW', '-num_tickets', '0')}`, certificates,
      [['no tickets', pages]]),
    ...await compare(`s_server, ${key}`, `https://localhost:${await serve('-WWW', '-no_ticket', '-no_tls1_3')}`, certificates,
      [['sessions by their ids', pages]]),
    ...await compare(`s_server, ${key}`, `https://localhost:${await serve('-WWW', '-max_send_frag', '512')}`, certificates,
      [['records of 512 bytes', pages]]),
    ...await compare(`s_server, ${key}`, `https://localhost:${await serve('-WWW', '-cipher', 'ALL:@SECLEVEL=0', '-no_tls1_2',
      '-no_tls1_3')}`, certificates, [['TLS 1.1 alone', once]]),
  ];
}

async function withNginx(certificates) {
  const nginx = await startNginx(certificates, path.join(certificates, 'nginx-server'));
  return compare('nginx', `https://localhost:${nginx.own}`, certificates, versions(files));
}

// examples/proxy in front of nginx, in Node.cpp and in Node, without TLS and with TLS on both sides: the same bytes must
// come.
async function proxyOfNginx(certificates) {
  const nginx = await startNginx(certificates, path.join(certificates, 'nginx-behind'));
  const file = name => path.join(certificates, name);
  const sides = [
    {scheme: 'http', env: {BACKEND: `127.0.0.1:${nginx.plain}`}},
    {scheme: 'https', env: {BACKEND: `127.0.0.1:${nginx.own}`, BACKEND_CA: file('ca.pem'), KEY: file('ec.key'), CERT: file('ec.pem')}},
  ];
  const checks = [];
  for (const {scheme, env} of sides) {
    const ours = await start([path.join(root, 'build/release/examples/proxy')], env);
    const node = await start([process.execPath, path.join(root, 'examples/proxy/proxy.js')], env);
    for (const [name, ...args] of [['a GET', '-i', '/small'], ['3 MB', '-i', '/big'], ['a HEAD', '-I', '/small'],
      ['a range', '-i', '-r', '1-3', '/small'], ['nothing there', '-i', '/nothing'], ['a POST', '-i', '-d', 'x', '/small'],
      ['HTTP/1.0', '-i', '-0', '/small'], ['unmodified', '-i', '-H', 'If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT', '/small']]) {
      const ask = async ({port}) => {
        const {code, out} = await run(tools.curl, ['-q', '-sS', '--max-time', '20', '--cacert', file('ca.pem'), ...args.slice(0, -1),
          `${scheme}://127.0.0.1:${port}${args.at(-1)}`]);
        return `${code} ${out.replace(/^date: .*\r$/gim, '')}`;
      };
      const [own, nodes] = [await ask(ours), await ask(node)];
      checks.push({name: `${scheme}: ${name}`, why: own === nodes && /^0 HTTP/.test(own) ? '' : `${JSON.stringify(own)}, Node: ${JSON.stringify(nodes)}`.slice(0, 1000)});
    }
  }
  return checks;
}

module.exports = {withServer, withOpenssl, withNginx, proxyOfNginx};
