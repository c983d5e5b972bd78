'use strict';
// Ten patterns as programs have them, each with its operation: `test` on each of the lines, `exec` until there is no
// more match, replace, or split. A line is repeated, so that each operation works on some kilobytes.
const log = '127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /apache_pb.gif?x=1 HTTP/1.0" 200 2326';
const prose = 'The quick brown fox, 42 of them, jumps over john.doe@example.com at 2024-05-17T10:20:30Z; see https://example.com/a/b?c=d#e. ';
module.exports = [
  {name: 'e-mail', pattern: '^[\\w.+-]+@[a-zA-Z\\d-]+(?:\\.[a-zA-Z\\d-]+)+$', flags: '', does: 'test',
    lines: ['john.doe+tag@mail.example.com', 'not an address', 'a@b', 'someone.with.a.long.name@sub.domain.example.org', '@example.com']},
  {name: 'URL', pattern: 'https?:\\/\\/([^\\s\\/?#]+)([^\\s?#]*)(\\?[^\\s#]*)?(#\\S*)?', flags: 'g', does: 'exec', text: prose, times: 20},
  {name: 'ISO date', pattern: '(\\d{4})-(\\d{2})-(\\d{2})T(\\d{2}):(\\d{2}):(\\d{2})(?:\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})', flags: 'g', does: 'exec', text: prose, times: 20},
  {name: 'CSV field', pattern: '(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))', flags: 'g', does: 'exec', text: 'one,2,"three, with ""quotes""",,four and more,', times: 20},
  {name: 'log line', pattern: '^(\\S+) (\\S+) (\\S+) \\[([^\\]]+)\\] "(\\S+) (\\S+) ([^"]*)" (\\d{3}) (\\d+|-)$', flags: '', does: 'execLines', lines: [log, log.replace('frank', '-'), 'something else']},
  {name: 'tokens', pattern: '\\s*(?:(\\d+(?:\\.\\d+)?)|([A-Za-z_]\\w*)|([-+*\\/()=<>!]=?))', flags: 'y', does: 'exec', text: 'total = price * (1 + rate) - discount >= 12.50 ', times: 20},
  {name: 'HTML tag', pattern: '<\\/?([a-z][a-z0-9]*)\\b([^>]*)>', flags: 'gi', does: 'replace', with: '', text: '<p class="x">Some <b>bold</b> text with a <a href="/y">link</a></p> and more of it. ', times: 20},
  {name: 'semver', pattern: '^v?(\\d+)\\.(\\d+)\\.(\\d+)(?:-([\\da-z-]+(?:\\.[\\da-z-]+)*))?(?:\\+([\\da-z-]+(?:\\.[\\da-z-]+)*))?$', flags: 'i', does: 'execLines', lines: ['1.2.3', 'v10.20.30-beta.1+build.5', '1.2', '1.0.0-alpha']},
  {name: 'IPv4', pattern: '^(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|$)){4}$', flags: '', does: 'test', lines: ['127.0.0.1', '255.255.255.255', '256.1.1.1', '10.0.0', 'localhost']},
  {name: 'camelCase', pattern: '(?<=[a-z\\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])', flags: '', does: 'split', text: 'parseHTTPResponseHeadersAndTheirValues', times: 4},
];
