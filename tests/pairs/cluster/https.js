// replay: children
const cluster = require('cluster');
const https = require('https');
const {execFileSync} = require('child_process');

// Two workers serve HTTPS at one port. They resume each other's sessions, since all have the ticket keys of the worker
// that listened first.
function primary() {
  const pem = execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes',
    '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-keyout', '-'],
    {stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8'});
  const play = (name, env, next) => {
    console.log('--', name);
    const agent = new https.Agent({ca: pem});
    const first = Object.keys(cluster.workers).length;
    let listening = 0;
    const ask = (port, left) => {
      if (left === 0) return cluster.disconnect(next);
      https.get({host: '127.0.0.1', port, agent}, response => {
        console.log(response.statusCode, response.socket.authorized, response.socket.isSessionReused() ? 'resumed' : 'anew');
        response.setEncoding('utf8').on('data', text => console.log(text));
        response.on('end', () => setTimeout(ask, 20, port, left - 1));
      });
    };
    cluster.on('listening', (worker, address) => {
      if (++listening !== 2) return;
      console.log(first, address.address, address.addressType);
      ask(address.port, 5);
    });
    // The variable is another one for each worker.
    for (const each of ['a', 'b']) cluster.fork({PEM: pem, ...env, EACH: each});
  };
  play('keys at random', {}, () => {
    play('each with keys of its own', {KEYS: 1}, () => {
      play('other keys at each connection', {LATER: 1}, () => console.log('all gone'));
    });
  });
}

function worker() {
  const options = {key: process.env.PEM, cert: process.env.PEM};
  if (process.env.KEYS) options.ticketKeys = Buffer.from(process.env.EACH.repeat(48));
  const server = https.createServer(options, (request, response) => {
    response.end(`${request.url} ${request.socket.encrypted} ${request.socket.remoteAddress}`);
  });
  if (process.env.LATER) {
    server.on('connection', () => {
      const keys = server.getTicketKeys();
      keys[0] ^= 1;
      server.setTicketKeys(keys);
    });
  }
  server.listen(0, '127.0.0.1');
}

if (cluster.isPrimary) primary();
else worker();
