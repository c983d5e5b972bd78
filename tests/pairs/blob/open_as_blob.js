const fs = require('fs');
const os = require('os');
const path = require('path');

async function main() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'blob-'));
  const name = path.join(folder, 'a.txt');
  fs.writeFileSync(name, 'hello world'.repeat(20000));
  const blob = await fs.openAsBlob(name, {type: 'Text/PLAIN'});
  console.log(blob, (await blob.text()).length);
  const part = blob.slice(6, 14);
  console.log(part, await part.text());
  const mixed = new Blob(['<', part, '|', blob.slice(131070, 131080), '>', blob.slice(-3)]);
  console.log(mixed.size, await mixed.text());
  console.log(await Promise.all([blob.slice(0, 5).text(), blob.slice(5, 11).text()]));
  fs.appendFileSync(name, '!');
  for (const each of [blob, part, mixed])
    await each.text().catch(error => console.log(error.name, error.message));
  console.log(await (await fs.openAsBlob(name)).slice(-2).text());
  fs.unlinkSync(name);
  await blob.arrayBuffer().catch(error => console.log(error.name, error.message));
  console.log((await blob.slice(0, 0).text()).length);
  try {
    fs.openAsBlob(name);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
  const none = await fs.openAsBlob(folder);
  await none.text().catch(error => console.log(error.name, error.message));
  fs.rmSync(folder, {recursive: true});
}
main();
