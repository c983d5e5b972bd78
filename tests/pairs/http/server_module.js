// The members of the module http, and the options that http.createServer refuses.
const http = require('http');
const attempt = (name, f) => {
  try {
    const result = f();
    console.log(name, 'fine', typeof result);
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
};
for (const code in http.STATUS_CODES) console.log(code, http.STATUS_CODES[code]);
console.log(http.STATUS_CODES[404], http.STATUS_CODES[299], http.METHODS.join(' '), http.METHODS.includes('QUERY'), http.maxHeaderSize);
for (const name of ['X', 'x-y', '', ' ', 'a b', 'a:', 'a\n', 'é', '!#$%&\'*+-.^_`|~', 'a(b)', 'a"'])
  attempt(JSON.stringify(name), () => http.validateHeaderName(name));
attempt('label', () => http.validateHeaderName('a b', 'Field'));
for (const value of ['', 'x', 'a\tb', 'a\nb', 'a\rb', 'a\0b', '\x7f', '\x1f', 'é', 'ÿ', 'Ā', '☃', '💩'])
  attempt(JSON.stringify(value), () => http.validateHeaderValue('x', value));
attempt('undefined', () => http.validateHeaderValue('x', undefined));
attempt('number', () => http.validateHeaderValue('x', 5));
for (const max of [1, 1000, 0, -1, 1.5, Infinity]) attempt('idle parsers ' + max, () => http.setMaxIdleHTTPParsers(max));
const refuse = (name, make) => { attempt(name, make); };
refuse('none', () => http.createServer());
refuse('maxHeaderSize', () => http.createServer({maxHeaderSize: -1}));
refuse('maxHeaderSize 1.5', () => http.createServer({maxHeaderSize: 1.5}));
refuse('requestTimeout', () => http.createServer({requestTimeout: -1}));
refuse('headersTimeout', () => http.createServer({headersTimeout: -1}));
refuse('headersTimeout above', () => http.createServer({headersTimeout: 2000, requestTimeout: 1000}));
refuse('no requestTimeout', () => http.createServer({headersTimeout: 2000, requestTimeout: 0}));
refuse('keepAliveTimeout', () => http.createServer({keepAliveTimeout: -5}));
refuse('keepAliveTimeoutBuffer', () => http.createServer({keepAliveTimeoutBuffer: -5}));
refuse('connectionsCheckingInterval', () => http.createServer({connectionsCheckingInterval: -5}));
refuse('highWaterMark', () => http.createServer({highWaterMark: -1}));
refuse('httpValidation', () => http.createServer({httpValidation: 'x'}));
refuse('strict', () => http.createServer({httpValidation: 'strict'}));
const server = http.createServer({headersTimeout: 1, requestTimeout: 2, keepAliveTimeout: 3, keepAliveTimeoutBuffer: 4, maxHeaderSize: 5});
console.log(server.headersTimeout, server.requestTimeout, server.keepAliveTimeout, server.keepAliveTimeoutBuffer, server.maxHeaderSize);
const plain = http.createServer();
console.log(plain.headersTimeout, plain.requestTimeout, plain.keepAliveTimeout, plain.keepAliveTimeoutBuffer, plain.timeout,
  plain.maxRequestsPerSocket, plain.listening, plain.requireHostHeader);
console.log(http.createServer({requestTimeout: 1000}).headersTimeout, plain.setTimeout(7) === plain, plain.timeout);
plain.closeIdleConnections();
plain.closeAllConnections();
plain.close((error) => { console.log(error.code, error.message); });
