const {Blob, resolveObjectURL} = require('buffer');

async function main() {
  const url = URL.createObjectURL(new Blob(['xyz'], {type: 'q/r'}));
  console.log(url.replace(/[0-9a-f]{4}/g, 'h'), url.length);
  console.log(resolveObjectURL(url), await resolveObjectURL(url).text());
  console.log(resolveObjectURL(url + '#a'), resolveObjectURL(url + '?a'), resolveObjectURL(url + ':a'));
  console.log(resolveObjectURL('foo'), resolveObjectURL('blob:nodedata:1-2'), resolveObjectURL('blob:other:1'));
  URL.revokeObjectURL('no URL');
  URL.revokeObjectURL(url);
  URL.revokeObjectURL(url);
  console.log(resolveObjectURL(url));
  try {
    URL.createObjectURL(undefined);
  } catch (error) {
    console.log(error.code, error.message);
  }
}
main();
