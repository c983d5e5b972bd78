async function main() {
  const blob = new Blob(['abc'], {type: 'a/b'});
  const copy = structuredClone(blob);
  console.log(copy, copy === blob, await copy.text());
  const file = structuredClone(new File([blob, 'd'], 'name', {lastModified: 5}));
  console.log(file, file.name, file.lastModified, await file.text());
  // Inside of objects and arrays: the same Blob twice is one Blob in the clone, and a File stays a File.
  const form = {name: 'x', files: [blob, file, blob], first: blob};
  const cloned = structuredClone(form);
  console.log(cloned);
  console.log(cloned.files[0] === cloned.first, cloned.files[0] === cloned.files[2], cloned.first === blob);
  console.log(await cloned.first.text(), cloned.files[1].name, await cloned.files[1].text());
  console.log(structuredClone([blob])[0].size, structuredClone({blob}, {transfer: []}).blob.type);
}
main();
