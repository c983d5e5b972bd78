// Headers that are objects made by the program: of a response, of a request, and in setHeaders.
const http = require('http');

const server = http.createServer((request, response) => {
  const headers = {'Content-Type': 'text/plain', 'X-Number': 5, 'X-True': true, 'X-Null': null};
  headers['X-List'] = ['a', 'b'];
  const name = 'X-' + request.headers['x-name'];
  headers[name] = request.headers['x-count'];
  if (request.url === '/map') {
    response.setHeaders(new Map([['X-Map', 'm'], ['X-Other', 'o']]));
    response.writeHead(200, 'Fine', headers);
    response.end('map');
    return;
  }
  try {
    response.writeHead(200, {...headers, 'X-Missing': undefined});
  } catch (error) {
    console.log(error.code, error.message);
  }
  response.writeHead(201, {...headers, 'X-Number': 6});
  response.end('object');
});
server.listen(0, '127.0.0.1', () => {
  const ask = (path, then) => {
    const headers = {};
    for (const [key, value] of Object.entries({'X-Name': 'Dynamic', 'X-Count': 3})) headers[key] = value;
    http.get({agent: false, headers, host: '127.0.0.1', path, port: server.address().port}, response => {
      console.log(response.statusCode, response.statusMessage);
      for (let i = 0; i < response.rawHeaders.length; i += 2) {
        if (response.rawHeaders[i] !== 'Date') console.log(response.rawHeaders[i], response.rawHeaders[i + 1]);
      }
      response.resume().on('end', then);
    });
  };
  ask('/', () => ask('/map', () => server.close()));
});
