'use strict';
// nginx in front of a server, and as a server of its own.
const fs = require('fs');
const path = require('path');
const {start} = require('../support/programs.js');
const {freePort} = require('../parity/server.js');
const {tools} = require('./tools.js');

// Starts an nginx with four ports: `own`, which serves files by TLS (a GET of /small is 5 bytes, of /big 3 MB), `plain`,
// which serves them without TLS, and, where there are upstream ports, `byTls` and `byHttp`, which both end the clients'
// TLS and pass the requests on to https://localhost:{upstream.tls} and http://127.0.0.1:{upstream.http}.
async function startNginx(certificates, folder, upstream) {
  const ports = {own: await freePort(), byTls: await freePort(), byHttp: await freePort()};
  fs.mkdirSync(path.join(folder, 'html'), {recursive: true});
  fs.writeFileSync(path.join(folder, 'html/small'), 'xxxxx');
  fs.writeFileSync(path.join(folder, 'html/big'), 'x'.repeat(3e6));
  const file = name => path.join(certificates, name);
  const secure = port => `listen 127.0.0.1:${port} ssl; server_name localhost; ssl_certificate ${file('ec.pem')};
    ssl_certificate_key ${file('ec.key')}; ssl_session_cache shared:s${port}:1m; client_max_body_size 10m;`;
  const passes = (port, scheme, to) => `upstream u${port} { server 127.0.0.1:${to}; keepalive 4; }
  server { ${secure(port)}
    location / { proxy_pass ${scheme}://u${port}; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host localhost; proxy_ssl_verify on; proxy_ssl_trusted_certificate ${file('ca.pem')};
      proxy_ssl_name localhost; proxy_ssl_server_name on; proxy_ssl_protocols TLSv1.2 TLSv1.3; } }`;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const config = port => `daemon off;
master_process off;
pid ${folder}/pid;
error_log stderr error;
events { worker_connections 512; }
http {
  access_log off;
  default_type text/plain;
  ${temporary.map(name => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server { listen 127.0.0.1:${port}; root ${folder}/html; }
  server { ${secure(ports.own)} root ${folder}/html; }
  ${upstream ? passes(ports.byTls, 'https', upstream.tls) + '\n  ' + passes(ports.byHttp, 'http', upstream.http) : ''}
}
`;
  // start() chooses the port without TLS.
  const script = 'printf "%s" "$CONFIG" | sed "s/@PORT@/$PORT/" >"$0/nginx.conf" && exec "$1" -p "$0" -c "$0/nginx.conf" -e stderr';
  const {port, child} = await start(['/bin/sh', '-c', script, folder, tools.nginx], {CONFIG: config('@PORT@')}, 'ignore');
  return {...ports, plain: port, child};
}

module.exports = {startNginx};
