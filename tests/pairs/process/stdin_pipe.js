// stdin: passed on
// Input is piped to the output. A program that pauses its input ends without reading the rest.
process.stdin.pipe(process.stdout);
process.stdin.on('end', () => process.stdout.write('.\n'));
