const tls = require('tls');
const {scene, say, play, certificate, server, client} = require('./scenes.js');
const pem = certificate('localhost', 'DNS:localhost,DNS:other');
const keys = Buffer.alloc(48, 7);
// Connects twice. The second connection offers the TLS session that the first one got, so that the server can resume
// it.
function told(name, options, asked, again = {}, prepare = () => {}) {
  scene(name, () => {
    const made = server({key: pem, cert: pem, ticketKeys: keys, ...options}, socket => { say('server', 'resumed', socket.isSessionReused()); socket.end('x'); }, port => {
      let session;
      const connect = (name, more, then) => {
        const socket = client(tls.connect({port, host: '127.0.0.1', servername: 'localhost', ca: pem, ...asked, ...more}), name);
        socket.on('session', got => { session = got; });
        socket.on('secureConnect', () => say(name, 'resumed', socket.isSessionReused(), socket.authorized));
        socket.on('close', then);
        socket.resume();
      };
      connect('first', {}, () => connect('second', {session, ...again}, () => { say('second', session ? session.length > 100 : 'none'); made.close(); }));
    });
    prepare(made);
  });
}
for (const maxVersion of ['TLSv1.2', 'TLSv1.3']) {
  told('a ticket, ' + maxVersion, {maxVersion}, {});
  told('another name, ' + maxVersion, {maxVersion}, {}, {servername: 'other'});
  told('other keys, ' + maxVersion, {maxVersion}, {}, {}, made => made.once('secureConnection', socket => socket.on('close', () => made.setTicketKeys(Buffer.alloc(48, 8)))));
}
scene('keys', () => {
  const made = tls.createServer({ticketKeys: keys});
  say('server', made.getTicketKeys().equals(keys));
  made.setTicketKeys(Buffer.alloc(48, 9));
  say('server', made.getTicketKeys()[0], made.getTicketKeys().length);
});
// A server that stores the sessions itself: SSL_OP_NO_TICKET is 0x4000.
const stored = new Map();
told('sessions that the server stores', {maxVersion: 'TLSv1.2', secureOptions: 0x4000}, {}, {}, made => {
  made.on('newSession', (id, data, done) => { say('server', 'newSession', id.length); stored.set(id.toString('hex'), data); setTimeout(done, 10); });
  made.on('resumeSession', (id, answer) => { say('server', 'resumeSession', stored.has(id.toString('hex'))); setTimeout(() => answer(null, stored.get(id.toString('hex'))), 10); });
});
told('a server that finds nothing', {maxVersion: 'TLSv1.2', secureOptions: 0x4000}, {}, {}, made => {
  made.on('resumeSession', (id, answer) => answer(null, null));
});
told('a server that fails to store', {maxVersion: 'TLSv1.2', secureOptions: 0x4000}, {}, {}, made => {
  made.on('resumeSession', (id, answer) => answer(Object.assign(new Error('no'), {code: 'MINE'})));
});
play();
