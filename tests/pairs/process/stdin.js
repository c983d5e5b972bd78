// stdin: some words of input
process.stdin.setEncoding('utf8');
let all = '';
console.log(process.stdin.fd, process.stdin.isTTY, process.stdin.readableFlowing);
process.stdin.on('data', chunk => { all += chunk; });
process.stdin.on('end', () => console.log('end', JSON.stringify(all)));
process.stdin.on('close', () => console.log('close'));
process.on('exit', code => console.log('exit', code));
