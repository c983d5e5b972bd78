'use strict';
// 33 kinds of checks from RFC 9110 and 9112, for a server that sends the body of each request back. A kind has one or
// more probes: {send, then, expect: [codes or classes], body}. In a probe with `then` the server must wait: it may not
// respond to `send` alone. `expect` lists the status codes of the responses. '4xx' and '4xx5xx' stand for classes of
// codes.
const whole = 'POST /hello HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nok';
const host = 'Host: example.com\r\n';

// A request that stops after `upTo` and continues later (RFC 9112, 2.2: a recipient parses the bytes as they come).
function stops(upTo, request = whole) {
  return {send: upTo, then: request.slice(upTo.length), expect: [200], body: 'ok'};
}
const line = 'POST /hello HTTP/1.1';
const refused = (send, expect = '4xx') => ({send, expect: [expect]});
const answered = (send, body = '') => ({send, expect: [200], body});

exports.checks = [
  ['a method that is not whole', [stops('P'), stops('POS'), stops('POST')]],
  ['a target that has not begun', [stops('POST ')]],
  ['a target that is not whole', [stops('POST /'), stops('POST /hello')]],
  ['a version that has not begun', [stops('POST /hello ')]],
  ['a version that is not whole', [stops('POST /hello H'), stops('POST /hello HTTP'), stops('POST /hello HTTP/1.')]],
  ['a request line without its end', [stops(line)]],
  ['a request line with half its end', [stops(`${line}\r`)]],
  ['a request line alone', [stops(`${line}\r\n`)]],
  ['a field name that is not whole', [stops(`${line}\r\nH`), stops(`${line}\r\nHost`)]],
  ['a field without its value', [stops(`${line}\r\nHost:`)]],
  ['a field with white space only', [stops(`${line}\r\nHost: `)]],
  ['a field value that is not whole', [stops(`${line}\r\nHost: l`), stops(`${line}\r\nHost: localhost`)]],
  ['a field with half its end', [stops(`${line}\r\nHost: localhost\r`)]],
  ['a head without its empty line', [stops(`${line}\r\nHost: localhost\r\n`)]],
  ['a head with half its empty line', [stops(`${line}\r\nHost: localhost\r\nContent-Length: 2\r\n\r`)]],
  // RFC 9112, 3: a malformed request line is answered with 400
  ['a request without version', [refused('GET / \r\n\r\n', '4xx5xx'), refused(`GET / \r\n${host}\r\n`, '4xx5xx')]],
  // RFC 9110, 10.1.1
  ['Expect: 100-continue', [
    {send: `GET / HTTP/1.1\r\n${host}Expect: 100-continue\r\n\r\n`, expect: [100, 200], body: ''},
    {send: `POST / HTTP/1.1\r\n${host}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n`, later: 'ok', expect: [100, 200],
      body: 'ok'},
    refused(`GET / HTTP/1.1\r\n${host}Expect: 200-coffee\r\n\r\n`, 417)]],
  ['a GET', [answered(`GET / HTTP/1.1\r\n${host}\r\n`), answered(`GET /a?b=c HTTP/1.1\r\n${host}Accept: */*\r\n\r\n`)]],
  // RFC 9110, 5.1 and 5.5: names in any case, optional white space, empty values
  ['a GET with odd but sound fields', [answered('GET / HTTP/1.1\r\nhoSt:\texample.com\t \r\nempty:\r\n\r\n'),
    answered('GET / HTTP/1.1\r\nHOST:example.com\r\n!#$%&\'*+-.^_`|~: x\r\n\r\n'),
    answered(`\r\nGET / HTTP/1.1\r\n${host}\r\n`)]],
  // RFC 9110, 5.6.2; RFC 9112, 5.1: no space before the colon
  ['names that are no tokens', ['X-Invalid[]', 'X(y)', 'X Y', 'X@', '', 'X/Y', 'X\x80', 'X '].map(
    name => refused(`GET / HTTP/1.1\r\n${host}${name}: test\r\n\r\n`))],
  // RFC 9112, 3.2
  ['no Host', [refused('GET / HTTP/1.1\r\n\r\n'), refused('GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\n')]],
  ['more than one Host', [refused(`GET / HTTP/1.1\r\n${host}Host: example.org\r\n\r\n`),
    refused(`GET / HTTP/1.1\r\n${host}${host}\r\n`)]],
  // RFC 9112, 6.3
  ['a Content-Length below all bounds', [
    refused(`GET / HTTP/1.1\r\n${host}Content-Length: -123456789123456789123456789\r\n\r\n`)]],
  ['a negative Content-Length', [refused(`GET / HTTP/1.1\r\n${host}Content-Length: -1234\r\n\r\n`),
    refused(`GET / HTTP/1.1\r\n${host}Content-Length: -0\r\n\r\n`)]],
  ['a Content-Length that is no number', ['abc', '5a', '0x5', '5,6', '5 5', '', '18446744073709551616'].map(
    value => refused(`GET / HTTP/1.1\r\n${host}Content-Length: ${value}\r\n\r\n`))],
  ['an empty value', [answered(`GET / HTTP/1.1\r\n${host}X-Empty-Header: \r\n\r\n`),
    answered(`GET / HTTP/1.1\r\n${host}X-Empty-Header:\r\n\r\n`)]],
  // RFC 9110, 5.5: CR, LF and NUL in a value
  ['a control character in a value', ['test\x07', 'a\0b', '\x1f', 'a\x7fb', 'a\rb'].map(
    value => refused(`GET / HTTP/1.1\r\n${host}X-Bad: ${value}\r\n\r\n`))],
  // RFC 9110, 2.5
  ['a version that there is not', ['9.9', '1.10', '0.1', '1', 'x.y'].map(
    version => refused(`GET / HTTP/${version}\r\n${host}\r\n`, '4xx5xx'))],
  ['something before the request', [refused(`Extra lineGET / HTTP/1.1\r\n${host}\r\n`, '4xx5xx'),
    refused(` GET / HTTP/1.1\r\n${host}\r\n`, '4xx5xx')]],
  // RFC 9112, 2.2: a bare CR
  ['lines that do not end as lines do', [refused(`GET / HTTP/1.1\r\n${host}\rSome-Header: Test\r\n\r\n`),
    refused(`GET / HTTP/1.1\rX: y\r\n${host}\r\n`), refused(`GET / HTTP/1.1\r\nX: y\rZ: z\r\n${host}\r\n`)]],
  ['a POST with a body', [answered(`POST / HTTP/1.1\r\n${host}Content-Length: 5\r\n\r\nhello`, 'hello'),
    answered(`POST / HTTP/1.1\r\n${host}Content-Length: 0\r\n\r\n`)]],
  // RFC 9112, 7.1
  ['a chunked body', [
    answered(`POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`, 'hello'),
    answered(`POST / HTTP/1.1\r\n${host}Transfer-Encoding: Chunked\r\n\r\n` +
      'A;name=value;other="q\\"s"\r\n0123456789\r\n1\r\nx\r\n00\r\nTrailer: y\r\n\r\n', '0123456789x'),
    refused(`POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`)]],
  // RFC 9112, 6.1 and 6.3: a request that could be used for request smuggling
  ['Transfer-Encoding with Content-Length', [
    refused(`GET / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n`),
    refused(`GET / HTTP/1.1\r\n${host}content-length: 5\r\ntransfer-ENCODING: cHUNKED\r\n\r\n0\r\n\r\n`)]],
];
