const http = require('http');
const {once} = require('events');

// Asks three shops at the same time what an article costs, and passes the first good answer on. The other requests are
// cancelled. The query says what each shop does: /?a=20/ok&b=5/fail&c=300/moved&limit=100. /open returns the number of
// connections to the shops that a request is waiting on.

const names = ['a', 'b', 'c'];
let waiting = 0;
const shops = names.map((name) => http.createServer((request, response) => {
  const parts = (request.url + '/').split('/');
  waiting++;
  response.on('close', () => { waiting--; });
  setTimeout(() => {
    if (parts[2] === 'hang') return;
    if (parts[2] === 'moved') {
      response.writeHead(302, {'Location': '/0/ok'});
      response.end();
      return;
    }
    if (parts[2] === 'stall') {
      response.write('{"shop":');
      return;
    }
    if (parts[2] === 'bad') {
      response.end('{"shop":');
      return;
    }
    response.statusCode = parts[2] === 'ok' ? 200 : 503;
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({shop: name, price: 100 + name.charCodeAt(0)}));
  }, Number(parts[1]));
}));

async function ask(port, path, signal) {
  const response = await fetch('http://127.0.0.1:' + port + '/' + path, {headers: {'Accept': 'application/json'}, signal: signal});
  if (!response.ok) throw new Error('status ' + response.status);
  return await response.json();
}

async function cheapest(query) {
  const controller = new AbortController();
  const timeout = AbortSignal.timeout(Number(query.get('limit') || 1000));
  const signal = AbortSignal.any([controller.signal, timeout]);
  const requests = [];
  for (const [i, shop] of shops.entries()) {
    const path = query.get(names[i]) || '0/ok';
    requests.push(ask(shop.address().port, path, signal));
  }
  try {
    return await Promise.any(requests);
  } catch (error) {
    throw timeout.aborted ? timeout.reason : error;
  } finally {
    controller.abort();
  }
}

const server = http.createServer(async (request, response) => {
  const url = new URL(request.url, 'http://localhost');
  if (url.pathname === '/open') {
    response.end(waiting + ' open\n');
    return;
  }
  try {
    const offer = await cheapest(url.searchParams);
    response.end(offer.shop + ' sells it for ' + offer.price + '\n');
  } catch (error) {
    response.statusCode = error.name === 'TimeoutError' ? 504 : 502;
    response.end(error.message + '\n');
  }
});

(async () => {
  for (const shop of shops) {
    shop.listen(0, '127.0.0.1');
    await once(shop, 'listening');
  }
  server.listen(process.env.PORT || 2012, '127.0.0.1');
})();
