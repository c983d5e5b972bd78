// The channel between parent and child: fork, messages in both directions, disconnect, and a child without a channel.
// replay: children
const { fork, spawn } = require('child_process');

if (process.argv[2] === 'echo') {
  process.on('message', message => {
    if (message === 'end') process.disconnect();
    else process.send({ echoed: message, connected: process.connected });
  });
  if (process.argv[3]) process.on('disconnect', () => console.log('child: disconnect', process.connected));
  process.send('ready');
} else if (process.argv[2] === 'late') {
  // Messages that come before there is a listener are kept.
  setTimeout(() => {
    process.on('message', message => {
      console.log('child: late', JSON.stringify(message));
      if (message === 2) process.exit(9);
    });
  }, 50);
  process.channel.ref();
} else if (process.argv[2] === 'idle') {
  console.log('child: idle', process.connected, process.channel !== undefined, process.env.NODE_CHANNEL_FD);
} else if (process.argv[2] === 'none') {
  console.log('child: none', process.connected ? true : false, process.channel === undefined);
} else {
  const me = __filename;
  const steps = [
    next => {
      const child = fork(me, ['echo']);
      console.log(child.connected, child.killed, child.stdin, child.stdout, child.stdio.length);
      child.on('message', message => {
        console.log('parent:', JSON.stringify(message));
        if (message === 'ready') {
          child.send('text');
          child.send({ a: [1, 2, { b: null }], c: 'ä\u{1F600}\n' });
          child.send(1.5);
          child.send(false);
          child.send(null, error => console.log('sent', error));
        } else if (message.echoed === null) {
          child.send('end');
        }
      });
      child.on('disconnect', () => console.log('parent: disconnect', child.connected));
      child.on('exit', (code, signal) => console.log('exit', code, signal));
      child.on('close', (code, signal) => {
        console.log('close', code, signal);
        child.send('too late', error => {
          console.log(error.code, error.message);
          child.on('error', other => { console.log('error', other.code, other.message); next(); });
          child.send('later still');
        });
      });
    },
    next => {
      const child = fork(me, ['late']);
      child.send(1);
      child.send(2);
      child.on('close', code => { console.log('late', code); next(); });
    },
    next => {
      const child = fork(me, ['idle']);
      child.on('disconnect', () => console.log('idle: disconnect'));
      child.on('close', code => { console.log('idle', code); next(); });
    },
    next => {
      const child = spawn(process.execPath, process.argv[1] === me ? [me, 'none'] : ['none'], { stdio: ['ignore', 'pipe', 'inherit'] });
      child.stdout.on('data', chunk => console.log(chunk.toString().trim()));
      console.log(child.connected, child.channel === undefined);
      child.on('close', () => next());
    },
    next => {
      const child = fork(me, ['echo', 'tell'], { silent: true });
      child.stdout.on('data', chunk => console.log('its output:', chunk.toString().trim()));
      child.once('message', () => {
        child.disconnect();
        console.log(child.connected);
        child.once('error', error => console.log(error.code, error.message));
        child.disconnect();
      });
      child.on('exit', code => console.log('silent', code));
      child.stdout.on('close', () => next());
    },
    next => {
      const child = fork(me, ['echo'], { silent: true });
      const big = 'x'.repeat(300000);
      child.on('message', message => {
        if (message === 'ready') {
          child.send(big);
          child.send('behind');
        } else if (message.echoed === 'behind') {
          child.kill();
        } else {
          console.log(message.echoed.length, message.echoed === big);
        }
      });
      child.on('exit', (code, signal) => { console.log('big', code, signal); next(); });
    },
    next => {
      for (const bad of [() => fork(me, [], { stdio: ['pipe', 'pipe', 'pipe'] }), () => fork(me, [], { stdio: 'other' }),
        () => spawn('true', [], { stdio: ['ipc', 'ipc'] })]) {
        try {
          bad();
        } catch (error) {
          console.log(error.name, error.code, error.message);
        }
      }
      next();
    },
  ];
  (function run() {
    const step = steps.shift();
    if (step) step(run);
  })();
}
