// The names of hosts and of certificates, also those that no certificate should have.
const tls = require('tls');
function check(host, cert) {
  try {
    const error = tls.checkServerIdentity(host, cert);
    console.log(JSON.stringify(host), error ? error.code + ' ' + JSON.stringify(error.reason) : 'is meant');
  } catch (error) {
    console.log(JSON.stringify(host), 'throws', error.name, error.code, error.message);
  }
}
for (const names of ['"', 'DNS:"', 'DNS:"a', 'DNS:"a"', 'DNS:"a\\q"', 'DNS:"a\\', '"DNS:a"x', '"DNS:a"', 'DNS:a,b', 'DNS:a,', ',', ', ', 'IP Address:x', 'IP Address:1.2.3', 'URI:http://a.com',
  'DNS:a"b"c', 'DNS:"a\\u0000b"', 'DNS:"a\nb"', 'DNS:"a\\u002cDNS:a.com"', 'dns:a.com', 'DNS:a.com,DNS:b.com', 'DNS:b.com,"DNS:x",DNS:a.com', 'DNS:"1"', 'DNS:a, DNS:', 'DNS:, DNS:.', 'DNS:*', 'DNS:*.com', 'DNS:*.a.com',
  'DNS:a.com.', 'DNS:A.COM', 'DNS:a .com', 'DNS:\xe4.com', 'DNS:\u212a.com', 'DNS:xn--*.a.com', 'DNS:x*.a.com', 'DNS:*x.a.com', 'DNS:x*y*z.a.com', 'DNS:b.*.com']) {
  console.log(JSON.stringify(names));
  for (const host of ['a.com', 'a', 'xyz.a.com', '1.2.0.3']) check(host, {subject: {CN: 'a.com'}, subjectaltname: names});
}
for (const host of ['', '.', '..', 'a..com', '\xe4.com', 'xn--', 'a com', 'a\0.com', '[::1]', '::1', '0:0::1', '::2', '1.2.3.4', '1.2.3.4.', '*', '*.a.com', 'b.a.com', '.a.com', 'k.com', '\u212a.com', 'A'.repeat(300)]) {
  check(host, {subject: {CN: 'a.com'}, subjectaltname: 'DNS:a.com, DNS:*.a.com, IP Address:1.2.3.4, IP Address:0:0:0:0:0:0:0:1, DNS:k.com'});
}
for (const cert of [{}, {subject: null}, {subject: {}}, {subject: {CN: ['a.com', 'b.com']}}, {subject: {CN: ['', 'b.com']}}, {subject: {CN: ''}}, {subjectaltname: 'DNS:a.com'}, {subject: {CN: 'a.com'}, subjectaltname: ''}]) check('a.com', cert);
