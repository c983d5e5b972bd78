// process.stdout and process.stderr as streams, and console output through them. (They are pipes here.)
const out = process.stdout;
console.log(out.fd, process.stderr.fd, out.isTTY, out.columns, out.rows);
console.log(out.writable, out.writableEnded, out.destroyed, out.writableHighWaterMark, out.writableLength);
console.log(out.write('text\n'));
out.write(Buffer.from('bytes\n'));
out.write('6865780a', 'hex');
out.write('caf\u00e9 ');
out.write('caf\u00e9\n', 'latin1', () => console.log('written'));
console.log('between');
process.nextTick(() => console.log('tick'));
try {
  out.write(null);
} catch (error) {
  console.log(error.code, error.message);
}
setTimeout(() => {
  out.cork();
  out.write('corked ');
  console.log('by console');
  out.write('and ');
  out.uncork();
  out.write('uncorked\n');
  out.on('close', () => console.log('close'));
  out.on('finish', () => console.log('finish'));
  out.destroy();
  console.log(out.destroyed, out.writable);
}, 5);
setTimeout(() => {
  console.log(out.write('after destroy\n'));
  process.exitCode = 4;
}, 10);
