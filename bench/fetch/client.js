// Fetches a URL as often as the second argument says, one time after the other, and prints the CPU time of a fetch in
// microseconds. The third argument is the length that each body must have. client.cpp is the same program.
async function load(url, times, length) {
  for (let i = 0; i < times; i++) {
    const response = await fetch(url);
    const body = await response.arrayBuffer();
    if (body.byteLength !== length) throw new Error(`${body.byteLength} bytes were read`);
  }
}

(async () => {
  const url = process.argv[2];
  const times = Number(process.argv[3]);
  const length = Number(process.argv[4]);
  await load(url, times >> 2, length);
  const before = process.cpuUsage();
  await load(url, times, length);
  const used = process.cpuUsage(before);
  console.log((used.user + used.system) / times);
  process.exit(0);
})();
