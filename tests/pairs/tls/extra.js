// NODE_EXTRA_CA_CERTS: a program trusts the certificates of this file, too. A file that is missing is one warning.
const fs = require('fs');
const os = require('os');
const path = require('path');
const tls = require('tls');
const {execFile} = require('child_process');
const {certificate} = require('./scenes.js');

if (process.argv[2]) {
  const own = tls.createSecureContext({minVersion: 'TLSv1.3'});
  const socket = tls.connect({port: process.argv[2], host: '127.0.0.1', servername: 'localhost', secureContext: own}, () => {
    console.log('trusted', socket.authorized, tls.getCACertificates('extra').length);
    socket.end();
  });
  socket.resume().on('error', error => console.log(error.code, tls.getCACertificates('extra').length));
} else {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'extra-'));
  const pem = certificate('localhost', 'DNS:localhost');
  fs.writeFileSync(path.join(folder, 'extra.pem'), pem + certificate('other', 'DNS:other.example'));
  const server = tls.createServer({key: pem, cert: pem}, socket => socket.resume());
  server.listen(0, '127.0.0.1', () => {
    const run = (file, next) => {
      const env = {...process.env, NODE_EXTRA_CA_CERTS: path.join(folder, file)};
      execFile(process.execPath, [__filename, String(server.address().port)], {env}, (error, stdout, stderr) => {
        console.log(file, stdout.trim(), stderr.split('Ignoring extra certs').length - 1);
        next();
      });
    };
    run('extra.pem', () => run('missing.pem', () => {
      fs.rmSync(folder, {recursive: true});
      server.close();
    }));
  });
}
