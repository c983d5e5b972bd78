// The users and groups of the process, its memory, and its .env files.
const fs = require('fs');
const os = require('os');
const attempt = f => {
  try {
    console.log(f());
  } catch (error) {
    console.log(error.name, error.code, error.message, error.errno, error.syscall);
  }
};
console.log(process.getgroups().includes(process.getegid()));
attempt(() => process.setuid('surely no user'));
attempt(() => process.seteuid('surely no user'));
attempt(() => process.setgid('surely no group'));
attempt(() => process.setegid('surely no group'));
attempt(() => process.setuid(-1));
attempt(() => process.setgid(1.5));
attempt(() => process.setegid(2 ** 32));
attempt(() => process.setgroups([0, 'surely no group']));
attempt(() => process.setgroups([0, -1]));
attempt(() => process.initgroups(0, 'surely no group'));
attempt(() => process.initgroups(4000000123, 0));
attempt(() => process.initgroups(-1, 0));
attempt(() => process.setuid(process.getuid()));
attempt(() => process.setgid(process.getgid()));
if (process.getuid() === 0) {
  attempt(() => process.setgroups([0, 1, 2]));
  attempt(() => process.getgroups().join());
  attempt(() => process.seteuid('nobody'));
  console.log(process.geteuid() > 0);
  attempt(() => process.setgroups([0]));
  attempt(() => process.initgroups('nobody', 0));
  attempt(() => process.setegid(5));
  attempt(() => process.seteuid(0));
  console.log(process.geteuid());
}
console.log(process.availableMemory() > 1e6, process.constrainedMemory() >= 0);
const before = process.threadCpuUsage();
let sum = 0;
for (let i = 0; i < 3000000; i++) sum += i % 7;
const used = process.threadCpuUsage(before);
console.log(used.user >= 0 && used.system >= 0, sum);
attempt(() => process.threadCpuUsage({user: -1, system: 0}));
const folder = fs.mkdtempSync(os.tmpdir() + '/env-');
process.chdir(folder);
attempt(() => process.loadEnvFile('nothing.env'));
attempt(() => process.loadEnvFile());
attempt(() => process.loadEnvFile('.'));
fs.writeFileSync('.env', 'NAME=value\nHOME=elsewhere\nQUOTED="two\nlines"\n');
process.env.HOME = 'here';
console.log(process.loadEnvFile(), process.env.NAME, process.env.HOME, process.env.QUOTED, process.env.NONE);
fs.writeFileSync('other', 'NAME=other\nOTHER=1');
process.loadEnvFile('other');
console.log(process.env.NAME, process.env.OTHER);
process.chdir('/');
fs.rmSync(folder, {recursive: true});
process.ref(setTimeout(() => console.log('later'), 5));
process.unref(setTimeout(() => console.log('never'), 1000));
process.ref({});
console.log(process.features.inspector !== undefined, process.features.tls, process.features.ipv6);
