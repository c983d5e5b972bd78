// What fetch makes of a form, and what it reads from bodies, good and malformed.
async function main() {
  const form = new FormData();
  form.append('a', '1\n2\r3\r\n4');
  form.append('b"\r\n', new Blob(['xx']));
  form.append('c', new File(['yy'], 'q"\n\r.txt', {type: 'text/x'}));
  form.append('d', new File([''], '', {type: 'A/B'}));
  form.append('é', 'zażółć');
  const response = new Response(form);
  const type = response.headers.get('content-type');
  const boundary = type.slice(type.indexOf('=') + 1);
  console.log(/^multipart\/form-data; boundary=----formdata-undici-0\d{11}$/.test(type));
  console.log(JSON.stringify((await response.text()).replaceAll(boundary, 'X')));
  console.log(await new Response(form).formData().then(again => [again.get('a'), again.get('c').name, typeof again.get('d'), again.get('b"\r\n').size]));

  const parts = [
    '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\nv\r\n--X--',
    '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\nv\r\n--X\r\ncontent-disposition:form-data; name=b; filename=c\r\nContent-Type: A/B; q=r \r\n\r\n\r\n--X--\r\nafter',
    'before\r\n--X\r\nContent-Disposition: FORM-DATA; NAME="a%22%0d%0A%41"; filename="x%0D"\r\nContent-Type: té\r\n\r\nv\r\n--X--',
    '--X\r\nContent-Disposition: form-data; name="a"; filename*=utf-8\'\'%e2%82%ac.txt; filename="x"\r\n\r\nv\r\n--X--',
    '--X\r\nContent-Disposition: form-data; filename="x"; filename*=UTF-8\'\'y; name="a"\r\nX-Other: 1\r\n\r\nv\r\n--X--',
    '--X\r\nContent-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64\r\n\r\nTWFu\r\n--X--',
    '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\n\ufeffv\r\n--X--',
    '--X\r\nContent-Disposition: form-data; name="a"; filename=""\r\n\r\n--X\r\n--X--',
    '--X--', '--X', '', 'junk', '--X\r\n', '--X\r\nA: b\r\n\r\nv\r\n--X--', '--X\r\nA b: c\r\n\r\nv\r\n--X--', '--X\r\n: c\r\n\r\nv\r\n--X--',
    '--X\r\nA\r\n\r\nv\r\n--X--', '--X \r\nA: b\r\n\r\nv\r\n--X--', '--XY\r\nA: b\r\n\r\nv\r\n--X--', '--X\r\nA{: b\r\n\r\nv\r\n--X--',
    '--X\r\nContent-Disposition: form-data\r\n\r\nv\r\n--X--', '--X\r\nContent-Disposition: attachment; name="a"\r\n\r\nv\r\n--X--',
    '--X\r\nContent-Disposition: form-data; name="a\r\n\r\nv\r\n--X--', '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\nv',
    '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\nv--X--', '--X\r\nContent-Disposition: form-data; name="a"\n\nv\r\n--X--',
    '--X\r\nContent-Disposition: form-data; name="a"; name="b"\r\nContent-Disposition: form-data; name="c"\r\n\r\nv\r\n--X--',
    '--X\r\nContent-Disposition: form-data; filename*=latin1\'\'y; name="a"\r\n\r\nv\r\n--X--',
  ];
  for (const part of parts)
    try {
      const read = await new Response(part, {headers: {'Content-Type': 'multipart/form-data; boundary=X'}}).formData();
      for (const [name, value] of read)
        console.log(JSON.stringify(name), typeof value === 'string' ? JSON.stringify(value) : [value.name, value.type, await value.text()]);
      console.log('read');
    } catch (error) {
      console.log(error.name, error.message, error.cause?.message);
    }
}
main();
