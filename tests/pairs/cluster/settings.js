// replay: children Settings that are made by setupMaster, the older name of setupPrimary; the scheduling policy; and
// the process of a worker.
const cluster = require('cluster');
if (cluster.isPrimary) {
  console.log(cluster.SCHED_RR, cluster.SCHED_NONE, cluster.schedulingPolicy === cluster.SCHED_RR);
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupMaster({args: ['one', 'two'], silent: true});
  console.log(cluster.settings.args.join(), cluster.settings.silent);
  cluster.setupPrimary({args: ['three'], silent: true});
  console.log(cluster.settings.args.join(), cluster.settings.silent, cluster.schedulingPolicy === cluster.SCHED_RR);
  const worker = cluster.fork();
  worker.process.stdout.setEncoding('utf8').on('data', text => console.log('it wrote', text.trim()));
  worker.on('message', message => {
    console.log(message, worker.process.pid > 0, worker.process.connected);
    worker.destroy();
  });
  worker.on('exit', (code, signal) => console.log('exit', code, signal, worker.isDead(), worker.process.killed));
} else {
  console.log(process.argv.slice(2).join());
  setTimeout(() => process.send('ready'), 50);
}
