// https.request() and https.get() with all forms of arguments, the certificates that they trust, and their errors.
const https = require('https');
const http = require('http');
const tls = require('tls');
const {scene, say, play, serve, tell, certificate} = require('./scenes.js');
const other = certificate('other', 'DNS:other.example');
const echo = (request, response) => {
  say('server', request.method, request.url, request.headers.host, request.socket.encrypted, request.socket.servername || 'none');
  request.setEncoding('utf8').on('data', text => response.write(text));
  request.on('end', () => response.end('.'));
};
scene('options', () => serve({}, echo, (to, close) => tell(https.get({...to, path: '/a?b=c'}), close)));
scene('a text', () => serve({}, echo, ({port, ca}, close) => tell(https.get(`https://127.0.0.1:${port}/text`, {ca}), close)));
scene('a URL', () => serve({}, echo, ({port, ca}, close) => tell(https.get(new URL(`https://127.0.0.1:${port}/url`), {ca}), close)));
scene('a body', () => serve({}, echo, (to, close) => {
  const request = https.request({...to, method: 'POST', path: '/body'}, response => say('client', response.headers['transfer-encoding']));
  tell(request, close);
  request.write('one ');
  request.end('two');
}));
scene('a name in the options', () => serve({}, echo, (to, close) => tell(https.get({...to, servername: 'localhost'}), close)));
scene('a name in the Host header', () => serve({}, echo, (to, close) => tell(https.get({...to, headers: {Host: 'localhost:1'}}), close)));
scene('an agent of its own', () => serve({}, echo, (to, close) => tell(https.get({...to, agent: false}), close)));
scene('a connection of its own', () => serve({}, echo, (to, close) => tell(https.get({...to, createConnection: options => tls.connect(options)}), close)));
scene('protocols', () => serve({}, echo, (to, close) => tell(https.get({...to, ALPNProtocols: ['h2', 'http/1.1']}), close)));
scene('the certificate', () => serve({}, echo, (to, close) => tell(https.get(to, response => {
  const {subject, subjectaltname} = response.socket.getPeerCertificate();
  say('client', subject.CN, subjectaltname, response.socket.getProtocol());
}), close)));
scene('not trusted', () => serve({}, echo, (to, close) => tell(https.get({...to, ca: other}), close)));
scene('not trusted, but asked', () => serve({}, echo, (to, close) => tell(https.get({...to, ca: other, rejectUnauthorized: false}), close)));
scene('another name', () => serve({}, echo, (to, close) => tell(https.get({...to, servername: 'other.example'}), close)));
scene('another name that is accepted', () => serve({}, echo, (to, close) => tell(https.get({...to, servername: 'other.example', checkServerIdentity(host, cert) {
  say('client', host, cert.subject.CN);
}}), close)));
scene('wrong arguments', () => {
  const wrong = f => {
    try {
      f();
    } catch (error) {
      say('client', error.code, error.message);
    }
  };
  wrong(() => https.get('http://localhost'));
  wrong(() => https.get({protocol: 'http:'}));
  wrong(() => https.get({agent: new http.Agent()}));
  wrong(() => http.get({agent: new https.Agent()}));
  wrong(() => https.get('localhost'));
  wrong(() => https.get({path: '/a b'}));
  wrong(() => https.createServer({headersTimeout: -1}));
});
play();
