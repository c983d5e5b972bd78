// process.getActiveResourcesInfo: what each thing is called, when it comes and when it goes. The lists are printed at the end,
// and without the pipes of standard output and error, which Node lists once it has touched them.
const fs = require('fs');
const dgram = require('dgram');
const dns = require('dns');
const net = require('net');
const {spawn} = require('child_process');

const lists = [];
const note = (where) => { lists.push(where + ': ' + process.getActiveResourcesInfo().filter((name) => name !== 'PipeWrap').join(' ')); };
const print = () => { for (const list of lists) console.log(list); };

note('start');
const timer = setTimeout(() => {}, 10000);
const interval = setInterval(() => {}, 10000);
const immediate = setImmediate(() => {});
note('timers');
timer.unref();
note('unref');
timer.ref();
clearInterval(interval);
clearImmediate(immediate);
note('cleared');
clearTimeout(timer);

fs.stat('/', () => note('in its callback'));
note('stat');
fs.promises.stat('/');
note('promise');
dns.lookup('localhost', () => {});
dns.lookupService('127.0.0.1', 80, () => {});
note('lookups');

setTimeout(() => {
  note('in a timer');
  const server = net.createServer((socket) => socket.resume()).listen(0, '127.0.0.1', () => {
    note('server');
    server.unref();
    note('server unref');
    server.ref();
    const client = net.connect(server.address().port, '127.0.0.1', () => {
      setTimeout(() => {
        note('connected');
        client.destroy();
        server.close();
        note('closing');
        setTimeout(others, 30);
      }, 30);
    });
  });
}, 200);

function others() {
  note('closed');
  const socket = dgram.createSocket('udp4');
  socket.bind(0, '127.0.0.1', () => {
    note('datagrams');
    socket.unref();
    note('datagrams unref');
    socket.close();
    setTimeout(() => {
      const watcher = fs.watch('/', () => {});
      note('watch');
      watcher.unref();
      note('watch unref');
      watcher.close();
      fs.watchFile('/', () => {});
      note('watchFile');
      fs.unwatchFile('/');
      setTimeout(() => {
        const child = spawn('sleep', ['0.1'], {stdio: 'ignore'});
        note('child');
        child.unref();
        note('child unref');
        child.ref();
        child.on('close', () => setTimeout(() => {
          note('end');
          print();
        }, 20));
      }, 20);
    }, 20);
  });
}
