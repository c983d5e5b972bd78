'use strict';
// A client for other people's servers.
//   node client.js https://localhost:8443 CA.pem GET:/path POST:/path:BYTES …
// It sends the requests one after the other by an agent that keeps connections, and says what each response was. The
// environment variable MAX_VERSION has the effect of the option maxVersion.
const fs = require('fs');
const https = require('https');

const [base, ca, ...steps] = process.argv.slice(2);
const options = {keepAlive: true, ca: fs.readFileSync(ca)};
if (process.env.MAX_VERSION) options.maxVersion = process.env.MAX_VERSION;
const agent = new https.Agent(options);

function next(at) {
  if (at === steps.length) return agent.destroy();
  const [method, path, bytes] = steps[at].split(':');
  const request = https.request(base + path, {method, agent}, response => {
    const {socket} = response;
    const how = [socket.getProtocol(), socket.authorized, socket.isSessionReused(), request.reusedSocket];
    let length = 0;
    let others = 0;
    response.on('data', chunk => {
      length += chunk.length;
      for (const byte of chunk) others += byte !== 120;
    });
    response.on('end', () => {
      console.log(method, path, response.statusCode, length, others, ...how);
      next(at + 1);
    });
  });
  request.on('error', error => {
    console.log(method, path, error.code);
    next(at + 1);
  });
  if (bytes) request.write(Buffer.alloc(+bytes, 'x'));
  request.end();
}
next(0);
