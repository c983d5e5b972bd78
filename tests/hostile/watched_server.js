'use strict';
// A server that hostile clients attack: what it must keep is checked, and counted. No file descriptor may remain open
// after a scene, and the memory may not grow from one run of a scene to the next.
const fs = require('fs');
const {sleep} = require('../parity/client.js');
const {Server} = require('../parity/server.js');

const mb = bytes => `${(bytes / 1048576).toFixed(1)} MB`;

class WatchedServer {
  // Starts the server. Returns after it listens on `port`.
  static async start(command) {
    const watched = new WatchedServer();
    watched.server = new Server('Node.cpp', command,
      {ASAN_OPTIONS: `${process.env.ASAN_OPTIONS || ''}:quarantine_size_mb=8:malloc_context_size=2`});
    watched.port = await watched.server.port();
    watched.pid = watched.server.child.pid;
    watched.passed = 0;
    watched.failed = 0;
    return watched;
  }
  check(holds, text) {
    if (holds) {
      this.passed++;
    } else {
      this.failed++;
      console.log(`FAILED: ${text}`);
    }
  }
  memory() { return +/VmRSS:\s*(\d+)/.exec(fs.readFileSync(`/proc/${this.pid}/status`, 'latin1'))[1] * 1024; }
  descriptors() { return fs.readdirSync(`/proc/${this.pid}/fd`).length; }
  // Remembers how many descriptors are open without clients.
  isIdle() { this.idle = this.descriptors(); }
  // Waits up to ten seconds until the descriptors of a scene's clients are closed.
  async checkDescriptors(scene) {
    for (let i = 0; i < 500 && this.descriptors() > this.idle; i++) await sleep(20);
    this.check(this.descriptors() <= this.idle, `${scene}: ${this.descriptors() - this.idle} descriptors stay open`);
  }
  // `behind` has the memory after each of three runs of the scene. The last two may differ by 15 % or 6 MB, since malloc
  // decides itself what it gives back to the kernel.
  checkMemory(scene, behind) {
    const allowed = behind[1] + Math.max(behind[1] * 0.15, 6 * 1048576);
    this.check(behind[2] <= allowed, `${scene}: memory grows: ${behind.map(mb).join(', ')}`);
  }
  // Stops the server, which reports leaks when it runs under a sanitizer, and ends this process.
  async end() {
    this.check(this.server.deaths === 0, `the server has ended: ${this.server.stderr}`);
    await this.server.stop();
    console.log(`${this.passed} passed, ${this.failed} failed`);
    process.exit(this.failed ? 1 : 0);
  }
}

module.exports = {WatchedServer, sleep, mb};
