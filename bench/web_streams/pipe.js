'use strict';
// Pipes 1 MiB in chunks of 64 bytes through web streams, as often as the argument says, and prints the CPU time of a pipe in
// microseconds. pipe.cpp is the same program.
const rounds = Number(process.argv[2] || 20);
const through = process.argv[3] === 'transform';
const chunk = new Uint8Array(64);

async function pipe() {
  let left = 16384;
  let written = 0;
  const source = new ReadableStream({
    pull(controller) {
      controller.enqueue(chunk);
      if (--left === 0) controller.close();
    },
  });
  const sink = new WritableStream({
    write(chunk) {
      written += chunk.length;
    },
  });
  await (through ? source.pipeThrough(new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk);
    },
  })) : source).pipeTo(sink);
  if (written !== 1 << 20) throw new Error(`${written} bytes were written`);
}

(async () => {
  for (let i = 0; i < rounds; i++) await pipe();
  const before = process.cpuUsage();
  for (let i = 0; i < rounds; i++) await pipe();
  const {user, system} = process.cpuUsage(before);
  console.log((user + system) / rounds);
})();
