const net = require('net');
const {scene, play, watch, watchServer, collect, say, message, hold, release} = require('./scenes');
for (const how of ['end', 'destroy']) {
  for (const pause of [0, 30]) {
    scene(`connect again after ${how}, ${pause} ms later`, () => {
      let n = 0;
      const server = net.createServer(s => { s.on('error', () => {}); s.end('hello ' + ++n); }).listen(0, '127.0.0.1', () => {
        const port = server.address().port;
        const c = new net.Socket();
        let rounds = 0;
        hold();
        c.on('connect', () => { say('client', 'connect', c.readyState, c.bytesRead, c.destroyed); if (how === 'destroy') c.destroy(); });
        c.on('data', chunk => say('client', 'data', '' + chunk, c.bytesRead));
        c.on('end', () => say('client', 'end'));
        c.on('close', hadError => {
          say('client', 'close', !!hadError, c.readyState, c.destroyed);
          if (++rounds === 3) { server.close(); return release(); }
          if (pause) setTimeout(() => c.connect(port, '127.0.0.1'), pause);
          else c.connect(port, '127.0.0.1');
          say('client', 'again', pause || c.readyState);
        });
        c.connect(port, '127.0.0.1');
      });
    });
  }
}
scene('after a refusal', () => {
  const server = net.createServer(s => { s.end('at last'); server.close(); }).listen(0, '127.0.0.1', () => {
    const c = new net.Socket();
    hold();
    let rounds = 0;
    collect(c, 'client');
    c.on('error', error => say('client', message(error)));
    c.on('close', hadError => {
      say('client', 'close', !!hadError);
      if (++rounds === 2) return release();
      c.connect(server.address().port, '127.0.0.1', () => say('client', 'connected'));
    });
    c.connect(1, '127.0.0.1');
  });
});
setTimeout(play, 0);
