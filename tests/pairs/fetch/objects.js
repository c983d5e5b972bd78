// Headers, Request and Response as a program makes them.
function fails(f) {
  try {
    f();
    console.log('no error');
  } catch (error) {
    console.log(error.name + ': ' + error.message + (error.cause ? ' <- ' + error.cause.message : ''));
  }
}
async function rejects(promise) {
  try {
    console.log('no error', await promise);
  } catch (error) {
    console.log(error.name + ': ' + error.message);
  }
}
async function main() {
  const headers = new Headers({'Content-Type': 'text/plain', 'X-B': ' padded\t', 'accept': '*/*', 'X-Empty': ''});
  headers.append('x-b', 'second');
  headers.append('Set-Cookie', 'a=1');
  headers.append('set-cookie', 'b=2');
  headers.append('Cookie', 'c=3');
  headers.append('cookie', 'd=4');
  for (const [name, value] of headers) console.log(name, '=', value);
  console.log([...headers.keys()].join(), [...headers.values()].join('|'));
  console.log(headers.get('X-b'), headers.get('missing'), headers.has('ACCEPT'), headers.has('missing'), headers.getSetCookie());
  headers.set('X-B', 'only');
  headers.delete('accept');
  headers.set('set-cookie', 'z=9');
  headers.forEach((value, name, all) => console.log(name, value, all === headers));
  console.log(headers);
  const steps = headers.entries();
  console.log(steps.next().value, steps.next().done);
  headers.set('A-First', '1');
  console.log(steps.next().value);
  console.log(new Headers(headers).get('set-cookie'), [...new Headers([['a', '1'], ['A', '2']])]);
  fails(() => headers.append('a b', 'c'));
  fails(() => headers.append('', 'c'));
  fails(() => headers.append('a', 'b\nc'));
  fails(() => headers.set('a', 'b\0c'));
  fails(() => headers.set('ü', 'c'));
  fails(() => headers.get('a:b'));
  fails(() => headers.has(''));
  fails(() => headers.delete('('));
  fails(() => headers.append('a', '€'));
  fails(() => headers.append('日', 'x'));
  fails(() => new Headers({'a b': 'c'}));
  headers.append('x-latin', 'é');
  console.log(headers.get('x-latin'));

  const request = new Request('http://example.com/a?b#c', {method: 'post', body: 'text', headers: headers, redirect: 'manual'});
  console.log(request.method, request.url, request.headers.get('content-type'), request.redirect, request.mode, request.credentials,
    request.cache, request.referrer, request.referrerPolicy, request.integrity, request.keepalive, request.duplex, request.destination, request.bodyUsed, request.isReloadNavigation, request.isHistoryNavigation);
  const copy = request.clone();
  console.log(await request.text(), request.bodyUsed, copy.bodyUsed, await copy.text(), copy.url);
  fails(() => request.clone());
  const other = new Request(new Request('http://example.com/', {method: 'PUT', body: 'body', headers: {'X-A': '1'}}), {headers: {'X-B': '2'}});
  console.log(other.method, [...other.headers], await other.text());
  // A body that is undefined is none.
  const missing = undefined;
  console.log(JSON.stringify(await new Response(missing).text()), new Request('http://example.com/', {body: missing}).body === null);
  fails(() => new Request('/relative'));
  fails(() => new Request('http://user@example.com/'));
  fails(() => new Request('http://example.com/', {body: 'x'}));
  fails(() => new Request('http://example.com/', {method: 'a b'}));
  fails(() => new Request('http://example.com/', {method: 'trace'}));
  fails(() => new Request('http://example.com/', {mode: 'navigate'}));
  fails(() => new Request('http://example.com/', {mode: 'other'}));
  fails(() => new Request('http://example.com/', {mode: 'no-cors', method: 'PUT'}));
  fails(() => new Request('http://example.com/', {redirect: 'other'}));
  fails(() => new Request('http://example.com/', {cache: 'only-if-cached'}));
  fails(() => new Request('http://example.com/', {duplex: 'full'}));
  fails(() => new Request('http://example.com/', {referrer: 'a b'}));
  console.log(new Request('http://example.com/', {referrer: ''}).referrer === '', new Request('http://example.com/', {referrer: 'http://a.b/c'}).referrer);
  const controller = new AbortController();
  const aborted = new Request('http://example.com/', {signal: controller.signal});
  const cloned = aborted.clone();
  controller.abort();
  console.log(aborted.signal.aborted, aborted.signal.reason.name, cloned.signal.aborted, aborted.signal === controller.signal);

  const response = new Response('{"a":[1,2]}', {status: 201, statusText: 'Made', headers: {'X-A': '1'}});
  console.log(response.status, response.statusText, response.ok, response.redirected, response.type, response.url === '', [...response.headers]);
  const second = response.clone();
  console.log(await response.json(), (await second.json()).a[1], response.bodyUsed);
  await rejects(response.text());
  fails(() => response.clone());
  response.headers.set('X-B', 'still mutable');
  console.log(response.headers.get('x-b'));
  const made = Response.json({b: [true, null]}, {status: 202, headers: {'X-A': '2'}});
  console.log(made.status, [...made.headers], await made.text());
  const moved = Response.redirect('http://example.com/there?x=ü', 301);
  console.log(moved.status, moved.headers.get('location'), moved.type, moved.ok);
  fails(() => moved.headers.set('a', 'b'));
  fails(() => Response.redirect('nowhere'));
  fails(() => Response.redirect('http://a/', 200));
  const failed = Response.error();
  console.log(failed.type, failed.status, failed.ok, failed.statusText === '');
  fails(() => new Response('x', {status: 199}));
  fails(() => new Response('x', {status: 600}));
  fails(() => new Response('x', {status: 204}));
  fails(() => new Response('x', {statusText: 'a\nb'}));
  await rejects(new Response('{"a":').json());
  await rejects(new Response('').json());
  console.log(await new Response('\ufeffmarked').text(), await new Response().text() === '', new Response(null, {status: 204}).bodyUsed);
  console.log(Buffer.from(await new Response('bytes').arrayBuffer()).toString(), await new Response('abc').bytes());
  console.log(await new Response(Buffer.from([0x61, 0xff, 0x62])).text());
  const blob = await new Response('blob', {headers: {'Content-Type': 'Text/HTML; Charset="utf-8"; a="b c"'}}).blob();
  console.log(blob.type, blob.size, await blob.text());
  console.log(new Response(new URLSearchParams('a=b')).headers.get('content-type'), new Response(new Blob(['x'], {type: 'a/b'})).headers.get('content-type'),
    new Response(Buffer.from('x')).headers.get('content-type'));

  for (const url of ['data:,a%20b', 'data:text/plain;base64,aGk=', 'data:TEXT/html;Charset=x;b="c d",%3cp%3e', 'data:;base64,aG k', 'data:;base64,aGk', 'data:a;base64,!', 'data:x',
    'data:text/plain; base64,aGk=', 'data:%zz,%zz%4', 'data:a/b;base64;x,aGk=', 'about:blank', 'foo:bar', 'nothing', 'blob:nodedata:none']) {
    try {
      const answer = await fetch(url);
      console.log(url, answer.status, answer.statusText, answer.type, answer.url === url, [...answer.headers], await answer.text());
    } catch (error) {
      console.log(url, error.name, error.message, error.cause.message);
    }
  }
  const at = URL.createObjectURL(new Blob(['0123456789'], {type: 'text/x'}));
  for (const range of ['', 'bytes=2-4', 'bytes=-3', 'bytes = 8-', 'bytes=20-', 'bytes=3-2', 'lines=1-2', 'bytes=0-99']) {
    try {
      const answer = await fetch(at, range ? {headers: {Range: range}} : {});
      console.log(range, answer.status, answer.statusText, [...answer.headers], await answer.text());
    } catch (error) {
      console.log(range, error.message, error.cause.message);
    }
  }
}
main();
