// Headers that a program changes before it sends them on.
const http = require('http');
const server = http.createServer((request, response) => {
  const headers = {...request.headers, 'x-via': 'me'};
  delete headers.host;
  delete headers.nothing;
  console.log(Object.keys(headers), 'x-name' in headers, 'host' in headers);
  const defaults = {'x-name': 'none', 'x-more': 'yes'};
  Object.assign(defaults, headers);
  delete defaults.connection;
  response.writeHead(200, defaults);
  const raw = list => list.filter((each, i) => i % 2 === 0).map(name => name.toLowerCase());
  response.end(raw(request.rawHeaders).join());
});
server.listen(0, '127.0.0.1', error => {
  if (error) throw error;
  http.get({agent: false, headers: {'X-Name': 'Ann'}, host: '127.0.0.1', port: server.address().port}, response => {
    console.log(response.headers['x-name'], response.headers['x-more'], response.headers['x-via']);
    response.setEncoding('utf8');
    response.on('data', text => console.log(text));
    response.on('end', () => server.close());
  });
});
