// The values that the object process provides, and the arguments that its functions refuse.
const message = error => `${error.name} ${error.code} ${error.message}`;
const attempt = f => {
  try {
    console.log(f());
  } catch (error) {
    console.log(message(error), error.errno, error.syscall, error.path, error.dest);
  }
};
console.log(process.platform, process.arch, process.pid > 0, process.ppid > 0);
console.log(process.uptime() > 0, process.uptime() < 9);
const [seconds, nanoseconds] = process.hrtime();
console.log(seconds > 0, nanoseconds >= 0 && nanoseconds < 1e9);
const passed = process.hrtime([seconds, nanoseconds]);
console.log(passed[0], passed[1] >= 0);
console.log(process.hrtime.bigint() <= process.hrtime.bigint());
const memory = process.memoryUsage();
console.log(memory.rss > memory.heapUsed, memory.heapTotal >= memory.heapUsed, process.memoryUsage.rss() > 1e6);
// The kernel estimates how a short run divides into user and system time. Only the sum is measured.
const cpu = process.cpuUsage();
console.log(cpu.user + cpu.system > 0, cpu.system >= 0, process.cpuUsage(cpu).user < cpu.user + 1e6);
attempt(() => process.cpuUsage({user: -1, system: 0}));
attempt(() => process.cpuUsage({user: 0, system: Infinity}));
const usage = process.resourceUsage();
console.log(usage.userCPUTime + usage.systemCPUTime > 0, usage.maxRSS > 1000, usage.minorPageFault > 0, usage.ipcSent, usage.swappedOut);
process.chdir('/tmp');
console.log(process.cwd());
process.chdir('/');
attempt(() => process.chdir('/surely/not/there'));
attempt(() => process.chdir('/etc/hostname'));
console.log(process.cwd());
attempt(() => process.kill(process.pid, 0));
attempt(() => process.kill(999999, 0));
attempt(() => process.kill(process.pid, 'SIGNONE'));
attempt(() => process.kill(process.pid, 999));
console.log(process.umask(0o022) >= 0, process.umask());
console.log(process.umask(0o077), process.umask());
console.log(process.getuid() === process.geteuid(), process.getgid() === process.getegid());
process.title = 'a title';
console.log(process.title);
attempt(() => process.on('SIGKILL', () => {}) && 'not reached');
console.log(process.listenerCount('SIGKILL'));
