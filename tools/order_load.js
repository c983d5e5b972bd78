'use strict';
// Simulates customers of examples/flight: connections that add items to orders and pay for them. Each sends its next
// request as soon as it has the response, until the server is gone, or a number of requests or of seconds has passed.
//   node tools/order_load.js PORT [SECONDS]
const net = require('net');

const usual = ['tea', 'bread', 'cheese'];

function pick(list) {
  return list[Math.floor(Math.random() * list.length)];
}

// Three tenths of the requests pay, and the others add an item. One item in 1,000 is one that its supplier takes too
// long to deliver.
function someRequest() {
  const order = Math.floor(Math.random() * 400);
  if (Math.random() < 0.3) return `/pay?order=${order}`;
  return `/add?order=${order}&item=${Math.random() < 1 / 1000 ? 'oysters' : pick(usual)}`;
}

// Resolves to {answers, seconds, gone (the server closed or refused a connection), refused (an error's code, when no
// response came)}. `told` is called now and then with the number of responses so far.
function load(port, {connections = 32, requests = Infinity, seconds = Infinity, make = someRequest, told} = {}) {
  return new Promise(resolve => {
    const started = Date.now();
    let sent = 0;
    let answers = 0;
    let gone = null;
    const open = new Set();
    let over = false;
    const clock = setInterval(() => {
      if (told) told(answers);
      if (Date.now() - started > seconds * 1000) end();
    }, 250);
    function end() {
      if (over) return;
      over = true;
      clearInterval(clock);
      for (const socket of open) socket.destroy();
      resolve({answers, seconds: (Date.now() - started) / 1000, gone: gone !== null, refused: answers ? null : gone});
    }
    for (let i = 0; i < connections; ++i) {
      const socket = net.connect({port, host: '127.0.0.1', noDelay: true});
      open.add(socket);
      socket.setEncoding('latin1');
      let text = '';
      const ask = () => {
        if (sent++ >= requests) return open.delete(socket), socket.destroy(), open.size || end();
        socket.write(`GET ${make(sent)} HTTP/1.1\r\nHost: x\r\n\r\n`);
      };
      socket.on('connect', ask);
      socket.on('data', chunk => {
        text += chunk;
        for (;;) {
          const head = text.indexOf('\r\n\r\n');
          if (head < 0) return;
          const length = /content-length: (\d+)/i.exec(text.slice(0, head));
          const all = head + 4 + Number(length ? length[1] : 0);
          if (text.length < all) return;
          text = text.slice(all);
          answers++;
          ask();
        }
      });
      // When the server closes one connection, the server has ended or is ending.
      socket.on('error', error => { gone = gone || error.code; end(); });
      socket.on('close', () => { if (open.delete(socket)) { gone = gone || 'closed'; end(); } });
    }
  });
}

module.exports = {load};

if (require.main === module) {
  load(Number(process.argv[2]), {seconds: Number(process.argv[3] || 10)}).then(result => console.log(result));
}
