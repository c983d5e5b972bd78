const {Worker, isMainThread, parentPort, workerData} = require('worker_threads');
if (isMainThread) {
  const worker = new Worker(__filename, {stdin: true, stdout: true, stderr: true, name: 'reader', workerData: 1});
  let out = '', err = '';
  worker.stdout.setEncoding('utf8').on('data', (chunk) => { out += chunk; });
  worker.stderr.on('data', (chunk) => { err += chunk; });
  worker.stdout.on('end', () => console.log('stdout:', out.trim()));
  worker.stderr.on('end', () => console.log('stderr:', err.trim()));
  worker.stdin.write('some ');
  worker.stdin.end('input');
  worker.on('exit', (code) => {
    console.log('exit', code);
    const plain = new Worker(__filename, {workerData: 2});
    plain.on('exit', () => console.log('plain exit', plain.stdin));
  });
} else if (workerData === 1) {
  let got = '';
  process.stdin.on('data', (chunk) => { got += chunk; });
  process.stdin.on('end', () => {
    console.log('got', got, process.stdout.isTTY);
    console.error('to stderr');
  });
} else {
  process.stdin.on('data', () => {});
  process.stdin.on('end', () => console.log('no input'));
}
