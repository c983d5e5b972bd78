// Bodies that are streams and forms, and what is compressed.
const http = require('http');
const zlib = require('zlib');
const text = 'a line of text\n'.repeat(20000);
const server = http.createServer((request, response) => {
  let body = '';
  request.setEncoding('latin1');
  request.on('data', (data) => { body += data; });
  request.on('end', () => {
    const path = request.url;
    if (path === '/echo') {
      const {'content-type': type = '', 'content-length': length = '', 'transfer-encoding': coding = ''} = request.headers;
      response.setHeader('X-Sent', [type.replace(/\d+$/, 'N'), length, coding].join('|'));
      response.end(body.replace(/0\d{11}/g, 'N'));
    } else if (path === '/gzip') {
      response.setHeader('Content-Encoding', 'gzip');
      response.end(zlib.gzipSync(text));
    } else if (path === '/deflate') {
      response.setHeader('Content-Encoding', 'deflate');
      response.end(zlib.deflateSync(text));
    } else if (path === '/raw') {
      response.setHeader('Content-Encoding', 'Deflate');
      response.end(zlib.deflateRawSync(text));
    } else if (path === '/br') {
      response.setHeader('Content-Encoding', 'br');
      response.end(zlib.brotliCompressSync(text));
    } else if (path === '/zstd') {
      response.setHeader('Content-Encoding', 'zstd');
      response.end(zlib.zstdCompressSync(text));
    } else if (path === '/twice') {
      response.setHeader('Content-Encoding', 'gzip, br');
      response.end(zlib.brotliCompressSync(zlib.gzipSync(text)));
    } else if (path === '/form') {
      response.setHeader('Content-Type', 'application/x-www-form-urlencoded');
      response.end('a=1&b=2+3&a=%C3%BC');
    } else {
      response.end(text);
    }
  });
});
async function main(base) {
  for (const path of ['/gzip', '/deflate', '/raw', '/br', '/zstd', '/twice', '/plain']) {
    const response = await fetch(base + path);
    const answer = await response.text();
    console.log(path, response.headers.get('content-encoding'), answer.length, answer === text);
  }
  const response = await fetch(base + '/plain');
  const copy = response.clone();
  let bytes = 0;
  console.log(response.bodyUsed, response.body === response.body, response.body.locked);
  for await (const chunk of response.body) bytes += chunk.length;
  console.log(bytes, response.bodyUsed, copy.bodyUsed, (await copy.text()) === text);
  try {
    await response.text();
  } catch (error) {
    console.log(error.message);
  }
  const reader = (await fetch(base + '/echo', {method: 'POST', body: 'short'})).body.getReader();
  const first = await reader.read();
  console.log(Buffer.from(first.value).toString(), first.done, (await reader.read()).done);
  const left = await fetch(base + '/plain');
  await left.body.cancel();
  console.log(left.bodyUsed);
  console.log((await fetch(base + '/plain', {method: 'HEAD'})).body);

  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from('first '));
      controller.enqueue(Buffer.from('second'));
      controller.close();
    },
  });
  const sent = await fetch(base + '/echo', {method: 'POST', body: stream, duplex: 'half'});
  console.log(sent.headers.get('x-sent'), await sent.text());
  const piped = await fetch(base + '/echo', {method: 'POST', body: (await fetch(base + '/plain')).body, duplex: 'half'});
  console.log(piped.headers.get('x-sent'), (await piped.text()) === text);
  try {
    await fetch(base + '/echo', {method: 'POST', body: new ReadableStream()});
  } catch (error) {
    console.log(error.message);
  }
  const blob = await fetch(base + '/echo', {method: 'POST', body: new Blob(['a', 'blob'], {type: 'text/x'})});
  console.log(blob.headers.get('x-sent'), await blob.text());
  const form = new FormData();
  form.append('name', 'Ann "A"');
  form.append('file', new Blob(['content'], {type: 'text/plain'}), 'a.txt');
  const posted = await fetch(base + '/echo', {method: 'POST', body: form});
  console.log(posted.headers.get('x-sent').replace(/\d+\|/, 'L|'), JSON.stringify(await posted.text()));
  const again = await new Response(form).formData();
  console.log(again.get('name'), again.get('file').name, again.get('file').type, await again.get('file').text());
  const plain = await (await fetch(base + '/form')).formData();
  console.log([...plain]);
  try {
    await new Response('x').formData();
  } catch (error) {
    console.log(error.message);
  }
}
server.listen(0, '127.0.0.1', () => main('http://127.0.0.1:' + server.address().port).then(() => process.exit()));
