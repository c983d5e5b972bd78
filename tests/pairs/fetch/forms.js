const http = require('http');

async function main() {
  const form = new FormData();
  form.append('name', 'Ann\nB');
  form.append('file', new File(['bytes'], 'a"b.txt', {type: 'text/x'}));
  form.append('blob', new Blob(['x'.repeat(100000)]));
  const server = http.createServer((request, response) => {
    console.log(request.headers['content-length'], request.headers['content-type'].replace(/\d{11}$/, 'N'));
    let body = '';
    request.on('data', data => body += data);
    request.on('end', () => {
      response.writeHead(200, {'Content-Type': request.headers['content-type']});
      response.end(body);
    });
  });
  await new Promise(resolve => server.listen(0, resolve));
  const response = await fetch('http://127.0.0.1:' + server.address().port, {method: 'POST', body: form});
  const again = await response.formData();
  console.log([...again.keys()], again.get('name'), again.get('file').name, again.get('file').type, await again.get('file').text());
  console.log(again.get('blob').name, again.get('blob').size, response.bodyUsed);
  server.close();

  for (const [type, body] of [['application/x-www-form-urlencoded', 'a=b&c=%20d+e&a=f'], ['text/plain', 'x'], ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=X', '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\nv\r\n--X--'], ['multipart/form-data; boundary="X"', '--X'], ['', '']])
    try {
      const read = await new Response(body, {headers: {'Content-Type': type}}).formData();
      for (const [name, value] of read) console.log(name, value);
    } catch (error) {
      console.log(error.name, error.message, error.cause ? error.cause.message : 'without a cause');
    }
  const blob = await new Response(new Blob(['bytes'], {type: 'a/b'})).blob();
  console.log(blob, await blob.text());
  const own = new Request('http://x/', {method: 'POST', body: form});
  console.log((await own.formData()).get('name') === 'Ann\r\nB', own.bodyUsed);
}
main();
