'use strict';
// A small express: routers, middleware, parameters, error handlers, cookies and sessions.
const http = require('http');
const crypto = require('crypto');
const querystring = require('querystring');
class HttpError extends Error {
  constructor(status, message = http.STATUS_CODES[status], options) {
    super(message, options);
    this.status = status;
    this.expose = status < 500;
  }
}
class Router {
  constructor() { this.stack = []; }
  use(path, ...handlers) {
    if (typeof path === 'function' || path instanceof Router) { handlers.unshift(path); path = '/'; }
    for (const handler of handlers) this.stack.push({prefix: path.replace(/\/$/, ''), handler});
    return this;
  }
  add(method, path, handlers) {
    const names = [];
    const pattern = new RegExp('^' + path.replace(/[.+]/g, '\\$&').replace(/:(\w+)(\([^)]*\))?(\?)?|\*/g, (match, name, regex = '([^/]+?)', optional) => {
      names.push(name ?? 'rest');
      return name ? regex + (optional ?? '') : '(.*)';
    }) + '/?$');
    this.stack.push({method, pattern, names, handlers});
    return this;
  }
  get(path, ...handlers) { return this.add('GET', path, handlers); }
  post(path, ...handlers) { return this.add('POST', path, handlers); }
  delete(path, ...handlers) { return this.add('DELETE', path, handlers); }
  async handle(req, res, path, done) {
    let index = 0;
    const next = async (error) => {
      while (index < this.stack.length) {
        const layer = this.stack[index++];
        if (layer.pattern) {
          if (error || layer.method !== req.method && !(layer.method === 'GET' && req.method === 'HEAD')) continue;
          const match = layer.pattern.exec(path);
          if (!match) continue;
          req.params = {};
          layer.names.forEach((name, i) => { if (match[i + 1] !== undefined) req.params[name] = decodeURIComponent(match[i + 1]); });
          try {
            for (const handler of layer.handlers) {
              let passed = false;
              await handler(req, res, (e) => { passed = true; if (e) throw e; });
              if (!passed) return;
            }
          } catch (e) { error = e; }
          continue;
        }
        if (!path.startsWith(layer.prefix) || !/^(\/|$)/.test(path.slice(layer.prefix.length))) continue;
        const rest = path.slice(layer.prefix.length) || '/';
        try {
          if (layer.handler instanceof Router) { if (!error) return await layer.handler.handle(req, res, rest, next); }
          else if (layer.handler.length === 4) { if (error) return await layer.handler(error, req, res, next); }
          else if (!error) return await layer.handler(req, res, next);
        } catch (e) { error = e; }
      }
      return done(error);
    };
    return next();
  }
}
const sessions = new Map();
let sequence = 0;
const sign = (value) => `${value}.${crypto.createHmac('sha256', 'secret').update(value).digest('base64url').slice(0, 12)}`;
function session(req, res, next) {
  req.cookies = Object.fromEntries((req.headers.cookie ?? '').split(/;\s*/).filter(Boolean).map(pair => pair.split('=').map(decodeURIComponent)));
  const {sid} = req.cookies;
  if (sid && sid === sign(sid.split('.')[0])) req.session = sessions.get(sid);
  if (!req.session) {
    const id = sign(`s${++sequence}`);
    sessions.set(id, req.session = {views: 0, id});
    res.setHeader('Set-Cookie', [`sid=${encodeURIComponent(id)}; Path=/; HttpOnly`, 'seen=1']);
  }
  req.session.views++;
  return next();
}
async function body(req, res, next) {
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  const raw = Buffer.concat(chunks).toString();
  if (raw.length > 100) throw new HttpError(413);
  switch (req.headers['content-type']?.split(';')[0]) {
    case 'application/json':
      try { req.body = JSON.parse(raw); } catch (cause) { throw new HttpError(400, 'bad json', {cause}); }
      break;
    case 'application/x-www-form-urlencoded': req.body = {...querystring.parse(raw)}; break;
    default: req.body = raw;
  }
  return next();
}
const json = (res, value, status = 200) => {
  const text = JSON.stringify(value);
  res.writeHead(status, {'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(text), ETag: `"${crypto.createHash('sha1').update(text).digest('hex').slice(0, 8)}"`});
  res.end(res.req.method === 'HEAD' ? undefined : text);
};
const items = [{id: 1, name: 'tea'}, {id: 2, name: 'żur'}];
const api = new Router()
  .get('/items', (req, res) => json(res, items.filter(({name}) => name.includes(req.query.q ?? ''))))
  .get('/items/:id(\\d+)', (req, res) => {
    const item = items.find(({id}) => id === +req.params.id);
    if (!item) throw new HttpError(404, `no item ${req.params.id}`);
    json(res, item);
  })
  .post('/items', (req, res, next) => next(req.session.views > 50 ? new HttpError(429) : undefined), (req, res) => {
    const {name, tags: [first = 'none', ...more] = []} = req.body;
    if (!name?.trim()) throw new HttpError(422, 'name is required');
    items.push({id: items.length + 1, name});
    res.setHeader('Location', `/api/items/${items.length}`);
    json(res, {...items.at(-1), first, more}, 201);
  })
  .delete('/items/:id', (req, res) => { res.statusCode = items.splice(items.findIndex(({id}) => id == req.params.id) >>> 0, 1).length ? 204 : 404; res.end(); })
  .get('/crash', () => undefined.x)
  .get('/files/*', (req, res) => json(res, req.params))
  .get('/:a/:b?', (req, res) => json(res, {params: req.params, query: req.query, cookies: Object.keys(req.cookies)}));
const app = new Router()
  .use((req, res, next) => { res.setHeader('X-Powered-By', 'tests'); const at = req.url.indexOf('?'); req.query = at < 0 ? {} : querystring.parse(req.url.slice(at + 1)); return next(); })
  .use(session, body)
  .use('/api', api)
  .get('/', (req, res) => res.end(`views: ${req.session.views}`))
  .use((error, req, res, next) => error instanceof HttpError && error.status === 404 ? json(res, {missing: error.message}, 404) : next(error))
  .use((error, req, res, next) => json(res, {error: error.expose ? error.message : 'internal', cause: error.cause?.name, type: error.constructor.name}, error.status ?? 500));
const server = http.createServer((req, res) => {
  app.handle(req, res, req.url.split('?')[0], (error) => { res.writeHead(error ? 500 : 404).end(error ? String(error) : 'Not Found'); });
});
function request(method, path, {headers = {}, data} = {}) {
  return new Promise((resolve, reject) => {
    const req = http.request({port: server.address().port, host: '127.0.0.1', method, path, headers, agent: false}, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (d) => text += d).on('end', () => resolve({status: res.statusCode, headers: res.headers, text}));
    });
    req.on('error', reject).end(data);
  });
}
server.listen(0, '127.0.0.1', async () => {
  let cookie = '';
  const J = {'Content-Type': 'application/json'};
  for (const [line, data, headers] of [
    ['GET /'], ['GET /'], ['GET /api/items?q=%C5%BC'], ['GET /api/items/2/'], ['HEAD /api/items/1'], ['GET /api/items/9'],
    ['POST /api/items', '{"name":"jam","tags":["a","b","c"]}', J], ['POST /api/items', '{"name":" "}', J], ['POST /api/items', '{nope', J],
    ['POST /api/items', 'name=x+y&tags=1', {'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8'}], ['POST /api/items', 'x'.repeat(101)],
    ['DELETE /api/items/1'], ['DELETE /api/items/77'], ['GET /api/crash'], ['GET /api/files/a/b.txt'], ['GET /api/x%20y?k=1&k=2&l'], ['GET /api/x/y'], ['GET /apix'], ['PUT /'], ['GET /api/%zz/1'],
  ]) {
    const [method, path] = line.split(' ');
    const {status, headers: {date, ...rest}, text} = await request(method, path, {data, headers: {...headers, ...cookie && {Cookie: cookie}}});
    if (rest['set-cookie']) cookie = rest['set-cookie'].map(c => c.split(';', 1)[0]).join('; ');
    console.log(line, status, JSON.stringify(rest), text);
  }
  console.log(sessions.size, [...sessions.values()][0]);
  server.close();
});
