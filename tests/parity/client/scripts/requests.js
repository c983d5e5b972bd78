'use strict';
// Scripts that test the requests that a client sends.
const {answer, end, got, ok, request, script, send, wait} = require('../script.js');

// All these requests get the same response.
const plain = ['globalAgent', 'createLater', 'createFails', 'createThrows', 'agentCreate', 'agentCreateFails', 'method PUT',
  'method post', 'method DELETE', 'method PATCH', 'method TRACE', 'method PROPFIND', 'method M-SEARCH', 'method X',
  'method G@T', 'path /a?b=c#d', 'path *', 'path http://example.com/a', 'path /%20', 'path /%C3%A9', 'path /%E2%82%AC',
  'path /%7F', 'path relative', 'protocol http:', 'protocol https:', 'headers', 'uniqueHeaders', 'setHost', 'bareButHost',
  'setDefaultHeaders GET', 'setDefaultHeaders POST', 'auth', 'authGiven', 'hostGiven', 'connectionHeader close',
  'connectionHeader keep-alive', 'connectionHeader x', 'keepAliveHeader', 'latin1', 'badName', 'badValue', 'badPath',
  'flushHeaders', 'ipv6', 'port80', 'defaultPort', 'hostname', 'lookup', 'lookupFails', 'localAddress', 'family',
  'socketPath', 'socketPathAlone', 'refused', 'noSocket', 'url', 'urlObject', 'urlOver', 'urlWrong http://',
  'urlWrong https://127.0.0.1/', 'urlWrong nonsense', 'maxHeaderSize -1', 'maxHeaderSize 1.5', 'options', 'noDelay',
  'getName', 'badScheduling', 'badTotal', 'agentProtocol', 'badTimeout', 'badSetTimeout', 'getBody', 'deleteBody', 'postLength',
  'postAtOnce', 'postEmpty', 'postPastLength', 'postConnectionClose', 'writeDestroyed', 'destroyTwice', 'signalBefore'];
const endless = ['postChunked', 'postEmptyWrites', 'postTrailers', 'postFlush', 'postCallbacks', 'postCork', 'postEncodings',
  'postAfterEnd', 'postTwoCodings'];

module.exports = [
  ...plain.map(recipe => script(`request: ${recipe}`, recipe, [request, wait, send(ok('ok'))], {cuts: 0})),
  ...endless.map(recipe => script(`request: ${recipe}`, recipe, [request, wait, send(ok('ok'))], {cuts: 0})),
  script('request: postLater', 'postLater', [got('two'), wait, send(ok('ok'))]),
  script('request: postBig', 'postBig', [request, got('x'.repeat(3000000)), send(ok('ok'))], {cuts: 0}),
  script('a large body that is not read', 'postBig', [request, send(answer('HTTP/1.1 413 No', ['Content-Length: 0'])),
    wait, end], {cuts: 0}),
];
