// The methods of a response for headers: setHeader and all others.
const {http, scene, play, say, attempt, get} = require('./server_scenes.js');
const respond = (name, f) => { scene(name, () => http.createServer((request, response) => { f(response); response.end(); }), [get]); };
const tell = (response) => { say({...response.getHeaders()}, response.getHeaderNames(), response.getRawHeaderNames()); };
respond('none', (response) => {
  tell(response);
  say(response.getHeader('x'), response.hasHeader('x'), response.headersSent);
  response.removeHeader('x');
});
respond('set', (response) => {
  say(response.setHeader('X-Text', 'a') === response);
  response.setHeader('x-number', 5);
  response.setHeader('X-LIST', ['a', 'b']);
  response.setHeader('X-Half', 0.5);
  response.setHeader('X-Empty', '');
  response.setHeader('X-None', []);
  tell(response);
  say(response.getHeader('x-TEXT'), response.getHeader('X-Number'), response.getHeader('x-list'), response.hasHeader('X-EMPTY'), response.hasHeader('x-none'));
});
respond('names of all lengths', (response) => {
  for (const size of [1, 7, 8, 15, 16, 17, 31, 32, 33, 47, 48, 49]) response.setHeader('X'.repeat(size), size);
  response.setHeader('X!#$%&\'*+.^_`|~9', 'odd');
  response.setHeader('_X-Y_', 'underscores');
  tell(response);
  say(response.getHeader('x'.repeat(17)), response.getHeader('X'.repeat(33)), response.getHeader('x!#$%&\'*+.^_`|~9'), response.getHeader('[X-Y]'));
  response.removeHeader('x'.repeat(32));
  response.removeHeader('X'.repeat(48));
  response.removeHeader('_x-y_');
  say(response.getHeaderNames().length);
  for (const size of [1, 8, 16, 17, 32, 33]) {
    attempt(`a space behind ${size}`, () => response.setHeader('X'.repeat(size) + ' ', 'a'));
    attempt(`a bracket before ${size}`, () => response.setHeader('[' + 'X'.repeat(size), 'a'));
  }
});
respond('values of all lengths', (response) => {
  for (const size of [0, 1, 7, 8, 9, 15, 16, 17, 24]) {
    const text = 'v'.repeat(size);
    response.setHeader(`X-${size}`, text);
    response.setHeader(`X-Tab-${size}`, text + '\t.');
    response.setHeader(`X-Latin-${size}`, text + '\xe9');
    attempt(`a control character behind ${size}`, () => response.setHeader('X-A', text + '\x01'));
    attempt(`a control character before ${size}`, () => response.setHeader('X-B', '\x1f' + text));
    attempt(`deleted behind ${size}`, () => response.setHeader('X-C', text + '\x7f'));
    attempt(`beyond latin1 behind ${size}`, () => response.setHeader('X-D', text + '\u0100'));
  }
  let at = 0;
  for (const number of [0, -0, -1, 1.5, 1e-7, 1e21, 123456789012, 9007199254740991, 9007199254740992, NaN, Infinity]) response.setHeader(`X-Number-${++at}`, number);
  tell(response);
});
respond('set again', (response) => {
  response.setHeader('X-A', '1');
  response.setHeader('X-B', '2');
  response.setHeader('x-a', '3');
  tell(response);
  response.removeHeader('X-a');
  tell(response);
  response.setHeader('X-A', '4');
  tell(response);
});
respond('append', (response) => {
  say(response.appendHeader('X-A', '1') === response);
  tell(response);
  response.appendHeader('x-a', '2');
  response.appendHeader('X-A', ['3', '4']);
  response.appendHeader('X-B', ['5']);
  response.appendHeader('X-B', '6');
  response.setHeader('X-C', '7');
  response.appendHeader('X-C', '8');
  response.appendHeader('Set-Cookie', 'a=1');
  response.appendHeader('Set-Cookie', 'b=2');
  tell(response);
});
respond('setHeaders', (response) => {
  say(response.setHeaders(new Map([['X-A', '1'], ['X-B', ['2', '3']], ['set-cookie', 'a=1'], ['X-N', 5]])) === response);
  tell(response);
  response.setHeaders(new Map([['set-cookie', ['b=2', 'c=3']], ['x-a', '4'], ['set-cookie2', 'd=4']]));
  tell(response);
  response.setHeaders(new Map());
  tell(response);
});
respond('setHeaders, wrong', (response) => {
  attempt('name', () => response.setHeaders(new Map([['X-A', '1'], ['b c', '2'], ['X-D', '3']])));
  attempt('value', () => response.setHeaders(new Map([['X-E', '\n']])));
  tell(response);
  response.flushHeaders();
  attempt('late', () => response.setHeaders(new Map([['X-F', '1']])));
  attempt('late and empty', () => response.setHeaders(new Map()));
});
respond('wrong', (response) => {
  for (const name of ['', 'a b', 'a\r\nb', 'é', 'a:', 'a\0']) {
    attempt('set ' + JSON.stringify(name), () => response.setHeader(name, 'x'));
    attempt('append ' + JSON.stringify(name), () => response.appendHeader(name, 'x'));
    attempt('head ' + JSON.stringify(name), () => response.writeHead(200, {[name]: 'x'}));
    attempt('trailer ' + JSON.stringify(name), () => response.addTrailers({[name]: 'x'}));
  }
  for (const value of ['a\r\nb', 'a\nb', '\0', '\x7f', 'Ā', '☃']) {
    attempt('set ' + JSON.stringify(value), () => response.setHeader('x', value));
    attempt('append ' + JSON.stringify(value), () => response.appendHeader('x', value));
    attempt('list ' + JSON.stringify(value), () => response.setHeader('x', ['a', value]));
    attempt('head ' + JSON.stringify(value), () => response.writeHead(200, {'x': value}));
    attempt('head list ' + JSON.stringify(value), () => response.writeHead(200, {'x': ['a', value]}));
    attempt('trailer ' + JSON.stringify(value), () => response.addTrailers({'x': value}));
    attempt('message ' + JSON.stringify(value), () => response.writeHead(200, value));
    response.statusMessage = undefined;
  }
  say(response.headersSent);
  tell(response);
});
respond('codes', (response) => {
  for (const code of [0, 99, 1000, -200, NaN, Infinity, 99.9, 1e10]) attempt('code ' + code, () => response.writeHead(code));
  say(response.statusCode, response.statusMessage);
  response.statusCode = 1000;
  attempt('end', () => response.end());
  response.statusCode = 200;
  response.writeHead(999);
  say(response.statusCode, response.statusMessage);
  attempt('again', () => response.writeHead(200));
});
play();
