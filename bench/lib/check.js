'use strict';
// Checks that a server responds correctly, with one request before each load and one after it.
const http = require('http');

// Rejects with a sentence unless the response is 200 with the type text/xml and the body hello.
function checkAnswer(server, port) {
  return new Promise((resolve, reject) => {
    const wrong = what => reject(new Error(`${server.label} answers GET ${server.target} with ${what}`));
    const request = http.get({host: '127.0.0.1', port, path: server.target, agent: false, timeout: 5000}, response => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', chunk => { body += chunk; });
      response.on('end', () => {
        if (response.statusCode !== 200) return wrong(`status ${response.statusCode}`);
        if (!/^text\/xml\b/.test(response.headers['content-type'])) {
          return wrong(`content-type ${response.headers['content-type']}`);
        }
        if (body !== 'hello') return wrong(`the body ${JSON.stringify(body.slice(0, 100))}`);
        resolve();
      });
      response.on('error', error => wrong(error.message));
    });
    request.on('timeout', () => request.destroy(new Error('nothing for 5 s')));
    request.on('error', error => wrong(error.message));
  });
}

module.exports = {checkAnswer};
