const crypto = require('crypto');
const http = require('http');

// Takes uploads, and answers each with a receipt: its name, its size, its SHA-256, and a signature by which the receipt can be
// checked later, by this service or by whoever has its public key.
//   PUT /uploads/NAME   the receipt
//   POST /check         whether the body is a receipt of this service
//   GET /key            the public key

const secret = process.env.SECRET || 'not a secret';
const beginning = Buffer.from('302e020100300506032b657004220420', 'hex');
const seed = crypto.scryptSync(secret, 'uploads', 32);
const privateKey = crypto.createPrivateKey({key: Buffer.concat([beginning, seed]), format: 'der', type: 'pkcs8'});
const publicKey = crypto.createPublicKey(privateKey);

function answer(response, status, text) {
  response.writeHead(status, {'Content-Type': 'text/plain'});
  response.end(text);
}

function upload(request, response, name) {
  const hash = crypto.createHash('sha256');
  let size = 0;
  request.on('data', chunk => {
    hash.update(chunk);
    size += chunk.length;
  });
  request.on('end', () => {
    const receipt = `${name} ${size} ${hash.digest('hex')}`;
    const signature = crypto.sign(null, Buffer.from(receipt), privateKey);
    answer(response, 201, `${receipt} ${signature.toString('base64url')}\n`);
  });
}

function check(request, response) {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', chunk => {
    body += chunk;
    if (body.length > 1000) request.destroy();
  });
  request.on('end', () => {
    const parts = body.trim().split(' ');
    const signature = Buffer.from(parts[3] || '', 'base64url');
    const receipt = Buffer.from(parts.slice(0, 3).join(' '));
    const isValid = parts.length === 4 && crypto.verify(null, receipt, publicKey, signature);
    answer(response, isValid ? 200 : 422, isValid ? 'valid\n' : 'not valid\n');
  });
}

const server = http.createServer((request, response) => {
  const name = /^\/uploads\/([\w.-]{1,100})$/.exec(request.url);
  if (request.method === 'PUT' && name) {
    upload(request, response, name[1]);
  } else if (request.method === 'POST' && request.url === '/check') {
    check(request, response);
  } else if (request.method === 'GET' && request.url === '/key') {
    answer(response, 200, publicKey.export({type: 'spki', format: 'pem'}));
  } else {
    answer(response, 404, 'There is no such page.\n');
  }
});
server.listen(process.env.PORT || 2000, '127.0.0.1');
