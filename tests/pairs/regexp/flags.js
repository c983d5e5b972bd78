// Each flag has a property of its own, and the flags are listed in the order of the alphabet.
for (const flags of ['', 'g', 'i', 'm', 's', 'u', 'v', 'y', 'd', 'yusmigd']) {
  const r = new RegExp('a.b', flags);
  console.log(r.toString(), JSON.stringify(r.flags), r.global, r.ignoreCase, r.multiline, r.dotAll, r.unicode, r.unicodeSets, r.sticky, r.hasIndices);
}
console.log(/^b$/.test('a\nB\nc'), /^b$/i.test('a\nB\nc'), /^b$/im.test('a\nB\nc'), /a.b/.test('a\nb'), /a.b/s.test('a\nb'));
console.log(/[\p{L}--[a-z]]/v.test('a'), /[\p{L}--[a-z]]/v.test('A'));
for (const flags of ['gg', 'x', 'uv']) {
  try {
    new RegExp('a', flags);
  } catch (error) {
    console.log(error.name, error.message);
  }
}
