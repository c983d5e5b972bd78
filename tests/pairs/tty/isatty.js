const tty = require('tty');

for (const fd of [0, 1, 2, -1, 1.5, NaN, 2 ** 31, 900]) console.log(fd, tty.isatty(fd));
console.log(process.stdout.isTTY, process.stderr.isTTY, process.stdout.columns);
