// env: TMPDIR=/var/tmp/
const os = require('os');
const {constants} = os;

console.log(constants.signals);
console.log(constants.errno);
console.log(constants.dlopen, constants.UV_UDP_REUSEADDR);
console.log(constants.priority.PRIORITY_LOW, constants.priority.PRIORITY_HIGHEST, Object.keys(constants.priority).length);
console.log(constants.signals['SIGTERM'], constants.signals['SIGNONE'], Object.keys(constants.signals).length);
for (const [name, number] of Object.entries(constants.dlopen)) console.log(name, number);
console.log(JSON.stringify(os.EOL), os.devNull, os.arch(), os.platform(), os.endianness());

// The same file is read by both.
const fs = require('fs');
const read = (path) => fs.readFileSync(path, 'utf8').trim();
console.log(os.type(), os.release() === read('/proc/sys/kernel/osrelease'), os.version() === read('/proc/sys/kernel/version'));
console.log(os.hostname() === read('/proc/sys/kernel/hostname'), os.machine());
console.log(os.totalmem() === parseInt(read('/proc/meminfo').split(/\s+/)[1]) * 1024, os.freemem() < os.totalmem());
console.log(Math.abs(os.uptime() - parseFloat(read('/proc/uptime'))) < 5, os.loadavg().length);
console.log(os.cpus().length, os.cpus()[0].model, Object.keys(os.cpus()[0].times), os.availableParallelism() >= 1);
console.log(os.userInfo(), os.homedir() === os.userInfo().homedir, os.tmpdir());

for (const [name, addresses] of Object.entries(os.networkInterfaces())) console.log(name, addresses);
