// Blobs, Files and FormData as an upload service and its client handle them.
async function main() {
  const form = new FormData();
  form.append('name', 'Ann');
  form.append('tags', 'a');
  form.append('tags', 'b "quoted"\r\n');
  form.set('file', new File(['hello ', new Blob(['blob ']), new Uint8Array([119, 111])], 'ż "x".txt', {type: 'Text/Plain', lastModified: 5}));
  form.append('raw', new Blob(['raw'], {type: 'x/y'}));
  for (const [key, value] of form) console.log(key, typeof value === 'string' ? JSON.stringify(value) : `${value.name} ${value.type} ${value.size} ${value.constructor.name}`);
  console.log(form.get('tags'), form.getAll('tags').length, form.has('none'), form.get('none'), [...form.keys()].join());
  const response = new Response(form);
  console.log(response.headers.get('content-type').slice(0, 30));
  const back = await response.formData();
  for (const [key, value] of back.entries()) console.log(key, typeof value === 'string' ? JSON.stringify(value) : `${value.name} ${value.type} ${await value.text()}`);
  back.delete('tags');
  console.log([...back.keys()].join());

  const blob = new Blob(['0123456789', new Uint8Array([65, 66])], {type: 'TEXT/x'});
  console.log(blob.size, blob.type, await blob.slice(2, 5).text(), await blob.slice(-4, -1, 'a/b').text(), blob.slice(20).size);
  console.log(new Uint8Array(await blob.slice(9).arrayBuffer()), (await blob.bytes()).length);
  let parts = '';
  for await (const chunk of blob.stream()) parts += `[${chunk.length}]`;
  console.log(parts);
  const clone = structuredClone(blob);
  console.log(clone.size, await clone.text());
  const file = new File([blob], 'n.txt');
  console.log(file.name, file.size, file instanceof Blob, structuredClone(file).name);

}
main();
