// Starts a child with the program's own user and group, by each function that has the options uid and gid.
const {spawn, spawnSync, execFile} = require('child_process');
const uid = process.getuid(), gid = process.getgid();
const same = text => text.trim() === `${uid} ${gid}`;
const ids = ['-c', 'echo $(id -u) $(id -g)'];
console.log(same(spawnSync('sh', ids, {uid, gid}).stdout.toString()));
const child = spawn('sh', ids, {uid, gid});
child.stdout.setEncoding('utf8').on('data', text => console.log(same(text)));
child.on('close', code => {
  console.log('close', code);
  execFile('sh', ids, {uid, gid}, (error, stdout) => console.log(error ? 'failed' : 'fine', same(stdout)));
});
