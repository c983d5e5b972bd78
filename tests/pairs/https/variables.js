// What programs write every day: variables that are assigned later, checks of identity that return nothing, the system's
// certificates together with one of their own, and what an agent holds.
const net = require('net');
const tls = require('tls');
const https = require('https');
const {certificate} = require('../tls/scenes.js');

const pem = certificate('localhost', 'DNS:localhost,IP:127.0.0.1');
const other = certificate('other', 'DNS:other.example');
const names = [];
let port, backend, agent;
try { tls.createServer({key: pem, cert: pem, ALPNProtocols: ['h2', '']}); } catch (error) { console.log(error.name, error.code, error.message); }
const everything = [...tls.rootCertificates, pem];
console.log(everything.length - tls.rootCertificates.length, tls.rootCertificates[0].startsWith('-----BEGIN CERTIFICATE-----'));
let good = 0;
for (const one of tls.rootCertificates) good += one.includes('END CERTIFICATE') ? 1 : 0;
console.log(good === tls.rootCertificates.length);
const copy = [...tls.rootCertificates];
console.log(copy.push(pem) - tls.rootCertificates.length);

// STARTTLS: the plain socket is a variable that its own listeners use.
function upgrade(next) {
  let plain, secure;
  const server = net.createServer(socket => {
    socket.once('data', () => {
      socket.write('go');
      const mine = new tls.TLSSocket(socket, {isServer: true, key: pem, cert: pem});
      mine.once('data', chunk => mine.end('got ' + chunk));
    });
  });
  server.listen(0, '127.0.0.1', () => {
    port = server.address().port;
    plain = net.connect({port, host: '127.0.0.1'}, () => {
      plain.write('STARTTLS');
    });
    plain.once('data', () => {
      secure = tls.connect({socket: plain, servername: 'localhost', ca: everything}, () => {
        console.log(secure.authorized, secure.getPeerCertificate().subject);
        secure.write('hello');
      });
      secure.pipe(process.stdout, {end: false});
      secure.on('close', () => { console.log(); server.close(next); });
    });
  });
}
function ask(options, next) {
  https.get({host: '127.0.0.1', port, agent, timeout: backend, ...options}, response => {
    names.push(response.socket.getPeerCertificate().subject.CN + ' ' + response.headers['x-served']);
    response.resume().on('end', () => setTimeout(next, 5));
  }).on('error', error => { console.log(error.message); next(); });
}
function serve() {
  let served = 0;
  const server = https.createServer({key: other, cert: other}, (request, response) => {
    served++;
    response.writeHead(200, {'X-Served': served});
    response.end();
  });
  server.listen(0, '127.0.0.1', () => {
    port = server.address().port;
    backend = 5000;
    agent = new https.Agent({keepAlive: true, ca: [pem, other]});
    ask({checkServerIdentity: () => {}}, () => {
      ask({checkServerIdentity: () => undefined}, () => {
        ask({checkServerIdentity: (host, cert) => cert.subject.CN === 'other' ? undefined : new Error('no')}, () => {
          ask({checkServerIdentity: host => new Error('not ' + host)}, () => {
            ask({servername: 'other.example'}, () => {
              console.log(names.join());
              console.log(Object.values(agent.freeSockets).map(sockets => sockets.length).join(), Object.values(agent.sockets).length, Object.values(agent.requests).length);
              for (const [name, sockets] of Object.entries(agent.freeSockets)) console.log(name.startsWith('127.0.0.1:' + port), sockets[0].authorized);
              agent.destroy();
              server.close();
            });
          });
        });
      });
    });
  });
}
upgrade(serve);
