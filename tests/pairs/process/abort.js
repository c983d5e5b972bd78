process.on('exit', () => console.log('never'));
console.log('aborting');
process.abort();
