// stdin: passed on
// Input piped to output; and a program that pauses its input ends without reading the rest.
process.stdin.pipe(process.stdout);
process.stdin.on('end', () => process.stdout.write('.\n'));
