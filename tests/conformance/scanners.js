'use strict';
// The suites that examine a server: each gives a list of findings, "name: what was found", which are compared with those
// about Node's server. Lists of ciphers, groups and extensions are taken apart, one finding for each member.
const fs = require('fs');
const path = require('path');
const {tools, run} = require('./tools.js');

// What differs from run to run or from server to server, but says nothing about the server.
const passing = [/^(scanTime|HTTP_clock_skew|service|engine_problem)$/, /date_scans|scan_duration|uuid|port$|hostname$/];

function flatten(value, name, into) {
  if (passing.some(one => one.test(name))) return;
  if (Array.isArray(value)) {
    for (const each of value) {
      const label = each?.cipher_suite?.name || each?.name;
      if (label) into.push(`${name}: ${label}`);
      else flatten(each, name, into);
    }
  } else if (value && typeof value === 'object') {
    for (const [key, each] of Object.entries(value)) flatten(each, name ? `${name}.${key}` : key, into);
  } else {
    into.push(`${name}: ${value}`);
  }
}

async function sslyze(server, folder) {
  const file = path.join(folder, `sslyze-${server.label}.json`);
  const commands = ['resum', 'reneg', 'http_headers', 'sslv2', 'sslv3', 'tlsv1', 'tlsv1_1', 'tlsv1_2', 'tlsv1_3', 'fallback',
    'compression', 'early_data', 'openssl_ccs', 'heartbleed', 'robot', 'elliptic_curves', 'ems', 'certinfo'];
  const {code, out, errors} = await run(path.join(path.dirname(tools.python), 'sslyze'), [...commands.map(one => `--${one}`),
    `--json_out=${file}`, `localhost:${server.port}`], {seconds: 120});
  if (!fs.existsSync(file)) throw new Error(`sslyze ended with ${code}: ${(errors || out).trim().split('\n').pop()}`);
  const [scanned] = JSON.parse(fs.readFileSync(file)).server_scan_results;
  if (scanned.scan_status !== 'COMPLETED') throw new Error(`sslyze says ${scanned.scan_status}`);
  const findings = [];
  for (const [name, {status, result}] of Object.entries(scanned.scan_result)) {
    if (status !== 'COMPLETED') throw new Error(`sslyze says ${status} of ${name}`);
    // Of certificates, both servers have the same. Suites that were refused are those that were not accepted.
    if (name === 'certificate_info') findings.push(`${name}: ${result.certificate_deployments.length} chains`);
    else flatten(Object.fromEntries(Object.entries(result).filter(([key]) => !/rejected|http_path|http_error/.test(key))), name, findings);
  }
  return findings;
}

async function sslscan(server) {
  const {code, out, errors} = await run(tools.sslscan, ['--no-colour', `localhost:${server.port}`], {seconds: 60});
  if (code !== 0 || !/Accepted/.test(out)) throw new Error(`sslscan ended with ${code}: ${errors || out}`);
  const findings = [];
  let part = '';
  for (const line of out.slice(out.indexOf('SSL/TLS Protocols:')).split('\n')) {
    const text = line.replace(/\s+/g, ' ').trim();
    if (/:$/.test(text)) part = text;
    // The suite that is preferred stands in front of the accepted ones with another word.
    else if (text) findings.push(`${part} ${text}`);
  }
  return findings;
}

async function testssl(server, folder) {
  const file = path.join(folder, `testssl-${server.label}.json`);
  fs.rmSync(file, {force: true});
  const {code, out} = await run(tools.testssl, ['--quiet', '--color', '0', '--warnings', 'batch', '--nodns', 'min',
    '--jsonfile', file, '--add-ca', path.join(folder, 'ca.pem'), `localhost:${server.port}`],
  {seconds: 300});
  if (code === 'late' || !fs.existsSync(file)) throw new Error(`testssl.sh ended with ${code}: ${out.trim().split('\n').pop()}`);
  const findings = [];
  for (const {id, severity, finding} of JSON.parse(fs.readFileSync(file))) {
    if (passing.some(one => one.test(id))) continue;
    if (/^(FATAL|WARN)$/.test(severity)) throw new Error(`testssl.sh says of ${id}: ${finding}`);
    const several = /^(PFS_ciphers|PFS_ECDHE_curves|DH_groups)$/.test(id) ? finding.split(' ')
      : id === 'TLS_extensions' ? finding.match(/'[^']*'/g) : [finding.replace(/ +/g, ' ')];
    for (const one of several) findings.push(`${id}: ${one} (${severity})`);
  }
  return findings;
}

exports.scanners = [
  {name: 'sslyze', tool: 'python', keys: ['ec', 'rsa'], scan: sslyze},
  {name: 'sslscan', tool: 'sslscan', keys: ['ec', 'rsa'], scan: sslscan},
  {name: 'testssl.sh', tool: 'testssl', keys: ['ec', 'rsa'], scan: testssl},
];

// What only Node.cpp's server shows, and is no worse than Node's.
exports.accepted = [
  [/^sessionresumption_ID: supported/, 'it depends on whether the suite\'s client closes before a ticket has come; servers do the same'],
  [/^sessionresumption_ID: not supported/, 'as above, the other way round'],
  [/^secure_client_renego: not vulnerable \(OK\)/, 'no renegotiation at all, where Node allows three'],
];
