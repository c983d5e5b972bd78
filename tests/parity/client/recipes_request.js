'use strict';
// Recipes of the client program that differ in the options and in the head of a request.
const http = require('http');
const net = require('net');
const {list, show, watch, watchRequest} = require('./watch.js');
const {recipes, recipe} = require('./recipe.js')();

recipe('get', job => {
  watch(job, 'a', http.get(job.options()));
});
recipe('agentFalse', job => {
  const options = job.options();
  options.agent = false;
  watch(job, 'a', http.get(options));
});
recipe('plainAgent', job => {
  job.use(new http.Agent());
  watch(job, 'a', http.get(job.options()));
});
recipe('globalAgent', job => {
  const options = job.options();
  options.agent = undefined;
  watch(job, 'a', http.get(options));
});
recipe('createConnection', job => {
  const options = job.options();
  options.agent = undefined;
  options.createConnection = asked => {
    job.say(`createConnection ${asked.host} ${asked.port}`);
    return net.createConnection(job.port, '127.0.0.1');
  };
  watch(job, 'a', http.get(options));
});
recipe('createLater', job => {
  const options = job.options();
  options.agent = undefined;
  options.createConnection = (asked, callback) => {
    setImmediate(() => callback(null, net.createConnection(job.port, '127.0.0.1')));
    return undefined;
  };
  watch(job, 'a', http.get(options));
});
recipe('createFails', job => {
  const options = job.options();
  options.agent = undefined;
  options.createConnection = (asked, callback) => {
    callback(new Error('no connection'));
    return undefined;
  };
  watch(job, 'a', http.get(options));
});
recipe('createThrows', job => {
  const options = job.options();
  options.agent = undefined;
  options.createConnection = () => {
    throw new TypeError('no connection');
  };
  watch(job, 'a', http.get(options));
});
recipe('agentCreate', job => {
  job.agent.createConnection = (asked, callback) => {
    job.say(`createConnection ${asked.host} ${asked.port}`);
    setImmediate(() => callback(null, net.createConnection(job.port, '127.0.0.1')));
    return undefined;
  };
  watch(job, 'a', http.get(job.options()));
});
recipe('agentCreateFails', job => {
  job.agent.createConnection = (asked, callback) => {
    setImmediate(() => callback(new Error('no connection')));
    return undefined;
  };
  watch(job, 'a', http.get(job.options()));
});
recipe('head', job => {
  const options = job.options();
  options.method = 'HEAD';
  watch(job, 'a', http.get(options));
});
recipe('method', job => {
  const options = job.options();
  options.method = job.argument;
  const request = http.request(options);
  job.say(`method ${request.method} chunked ${request.useChunkedEncodingByDefault}`);
  watch(job, 'a', request);
  request.end();
});
recipe('path', job => {
  const options = job.options();
  options.path = decodeURIComponent(job.argument);
  const request = http.get(options);
  job.say(`path ${show(request.path)} host ${request.host} protocol ${request.protocol}`);
  watch(job, 'a', request);
});
recipe('protocol', job => {
  const options = job.options();
  options.protocol = job.argument;
  watch(job, 'a', http.get(options));
});
recipe('headers', job => {
  const options = job.options();
  options.headers = {'X-One': '1', 'x-two': 2, 'X-List': ['a', 'b'], 'Cookie': ['a=1', 'b=2'], 'Accept': 'text/plain'};
  const request = http.request(options);
  request.setHeader('x-one', 'again');
  request.appendHeader('X-More', 'a');
  request.appendHeader('X-More', 'b');
  request.removeHeader('Accept');
  job.say(`names ${list(request.getHeaderNames())} raw ${list(request.getRawHeaderNames())}`);
  watch(job, 'a', request);
  request.end();
});
recipe('uniqueHeaders', job => {
  const options = job.options();
  options.headers = {'X-List': ['a', 'b'], 'Y-List': ['c', 'd']};
  options.uniqueHeaders = ['X-list'];
  watch(job, 'a', http.get(options));
});
recipe('setHost', job => {
  const options = job.options();
  options.setHost = false;
  watch(job, 'a', http.get(options));
});
recipe('setDefaultHeaders', job => {
  const options = job.options();
  options.setDefaultHeaders = false;
  options.method = job.argument;
  const request = http.request(options);
  watch(job, 'a', request);
  request.end('body');
});
recipe('bareButHost', job => {
  const options = job.options();
  options.setDefaultHeaders = false;
  options.setHost = true;
  watch(job, 'a', http.get(options));
});
recipe('auth', job => {
  const options = job.options();
  options.auth = 'user:p\xe4ss:word';
  watch(job, 'a', http.get(options));
});
recipe('authGiven', job => {
  const options = job.options();
  options.auth = 'user:password';
  options.headers = {'authorization': 'Other x'};
  watch(job, 'a', http.get(options));
});
recipe('hostGiven', job => {
  const options = job.options();
  options.headers = {'hOST': 'example.com'};
  watch(job, 'a', http.get(options));
});
recipe('connectionHeader', job => {
  const options = job.options();
  options.headers = {'Connection': job.argument};
  watch(job, 'a', http.get(options));
});
recipe('keepAliveHeader', job => {
  job.use(new http.Agent());
  const options = job.options();
  options.headers = {'Connection': 'keep-alive'};
  watch(job, 'a', http.get(options));
});
recipe('latin1', job => {
  const options = job.options();
  options.path = '/\xe9?\xff';
  options.headers = {'X-Latin': '\xe9\xff'};
  watch(job, 'a', http.get(options));
});
recipe('badName', job => {
  const options = job.options();
  options.headers = {'X Bad': '1'};
  watch(job, 'a', http.get(options));
});
recipe('badValue', job => {
  const options = job.options();
  options.headers = {'X-Bad': 'a\nb'};
  watch(job, 'a', http.get(options));
});
recipe('badPath', job => {
  const request = http.request(job.options());
  watch(job, 'a', request);
  try {
    request.path = '/a b';
    request.end();
  } catch (error) {
    job.say(`threw ${error.code} ${error.message}`);
    request.destroy();
  }
});
recipe('flushHeaders', job => {
  const request = http.request(job.options());
  watch(job, 'a', request);
  request.flushHeaders();
  job.say(`sent ${request.headersSent}`);
  try {
    request.setHeader('X-Late', '1');
  } catch (error) {
    job.say(`threw ${error.code} ${error.message}`);
  }
  request.on('response', () => request.end());
});
recipe('ipv6', job => {
  const options = job.options();
  options.agent = undefined;
  options.host = '::1';
  options.createConnection = () => net.createConnection(job.port, '127.0.0.1');
  watch(job, 'a', http.get(options));
});
recipe('port80', job => {
  const options = job.options();
  options.agent = undefined;
  options.port = undefined;
  options.host = 'example.com';
  options.createConnection = asked => {
    job.say(`to ${asked.host} ${asked.port}`);
    return net.createConnection(job.port, '127.0.0.1');
  };
  watch(job, 'a', http.get(options));
});
recipe('defaultPort', job => {
  const options = job.options();
  options.defaultPort = job.port;
  watch(job, 'a', http.get(options));
});
recipe('hostname', job => {
  const options = job.options();
  options.host = 'not.this.invalid';
  options.hostname = '127.0.0.1';
  watch(job, 'a', http.get(options));
});
recipe('lookup', job => {
  const options = job.options();
  options.host = 'some.where.test';
  options.lookup = (hostname, asked, callback) => {
    job.say(`lookup ${hostname} all ${asked.all}`);
    if (asked.all) callback(null, [{address: '127.0.0.1', family: 4}]);
    else callback(null, '127.0.0.1', 4);
  };
  watch(job, 'a', http.get(options));
});
recipe('lookupFails', job => {
  const options = job.options();
  options.host = 'some.where.test';
  options.lookup = (hostname, asked, callback) => {
    setImmediate(() => callback(new Error('not found')));
  };
  watch(job, 'a', http.get(options));
});
recipe('localAddress', job => {
  const options = job.options();
  options.localAddress = '127.0.0.1';
  watch(job, 'a', http.get(options));
});
recipe('family', job => {
  const options = job.options();
  options.family = 4;
  watch(job, 'a', http.get(options));
});
recipe('socketPath', job => {
  const options = job.options();
  options.socketPath = job.directory;
  watch(job, 'a', http.get(options));
});
recipe('socketPathAlone', job => {
  const options = job.options();
  options.agent = false;
  options.socketPath = job.directory;
  options.path = '/over/there';
  watch(job, 'a', http.get(options));
});
recipe('refused', job => {
  const options = job.options();
  options.port = 1;
  watch(job, 'a', http.get(options));
});
recipe('noSocket', job => {
  const options = job.options();
  options.socketPath = '/nowhere/at/all.sock';
  watch(job, 'a', http.get(options));
});
recipe('url', job => {
  const options = {agent: job.agent};
  watch(job, 'a', http.get(`http://user:pa%20ss@127.0.0.1:${job.port}/path?x=1#hash`, options));
});
recipe('urlObject', job => {
  const options = {agent: job.agent};
  watch(job, 'a', http.get(new URL(`http://127.0.0.1:${job.port}/%7Ea/../b c?d e`), options));
});
recipe('urlOver', job => {
  const options = {agent: job.agent, headers: {'X-A': 'b'}, method: 'DELETE', path: '/other'};
  watch(job, 'a', http.get(`http://127.0.0.1:${job.port}/path?x=1`, options));
});
recipe('urlWrong', job => {
  const options = {agent: job.agent};
  watch(job, 'a', http.get(job.argument, options));
});
recipe('maxHeaderSize', job => {
  const options = job.options();
  options.maxHeaderSize = Number(job.argument);
  watch(job, 'a', http.get(options));
});
recipe('maxHeadersCount', job => {
  const request = http.request(job.options());
  request.maxHeadersCount = Number(job.argument);
  watch(job, 'a', request);
  request.end();
});
recipe('join', job => {
  const options = job.options();
  options.joinDuplicateHeaders = true;
  watch(job, 'a', http.get(options));
});
recipe('callback', job => {
  let request;
  request = http.get(job.options(), response => {
    job.say(`called ${response.statusCode} ${response.req === request} ${request.res === response}`);
    response.resume();
  });
  watch(job, 'a', request);
});
recipe('nobody', job => {
  watchRequest(job, 'a', http.get(job.options()));
});
recipe('options', job => {
  const options = job.options();
  options.method = 'OPTIONS';
  options.path = '*';
  watch(job, 'a', http.get(options));
});

module.exports = recipes;
