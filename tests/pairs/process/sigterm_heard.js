const timer = setInterval(() => {}, 1000);
process.on('SIGTERM', (name, number) => {
  console.log('heard', name, number);
  clearInterval(timer);
});
process.kill(process.pid, 'SIGTERM');
