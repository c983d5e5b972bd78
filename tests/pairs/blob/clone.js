async function main() {
  const blob = new Blob(['abc'], {type: 'a/b'});
  const copy = structuredClone(blob);
  console.log(copy, copy === blob, await copy.text());
  const file = structuredClone(new File([blob, 'd'], 'name', {lastModified: 5}));
  console.log(file, file.name, file.lastModified, await file.text());
}
main();
