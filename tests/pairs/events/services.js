// EventTargets, AbortSignals with time-outs, and TextDecoders as services use them.
class Jobs extends EventTarget {
  constructor() {
    super();
    this.open = new Map();
    this.next = 1;
  }
  start(name, signal) {
    const id = this.next++;
    this.open.set(id, name);
    this.dispatchEvent(new CustomEvent('start', {detail: {id, name}}));
    return new Promise((resolve, reject) => {
      const end = () => {
        this.open.delete(id);
        this.dispatchEvent(new CustomEvent('end', {detail: {id, name, aborted: signal.aborted}}));
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', abort);
        end();
        resolve(name + ' done');
      }, 10);
      const abort = () => {
        clearTimeout(timer);
        end();
        reject(signal.reason);
      };
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, {once: true});
    });
  }
}

async function main() {
  const jobs = new Jobs();
  const log = [];
  const off = new AbortController();
  jobs.addEventListener('start', (event) => log.push(`${event.type} ${event.detail.id} ${event.detail.name}`), {signal: off.signal});
  jobs.addEventListener('end', (event) => log.push(`${event.type} ${event.detail.id} ${event.detail.aborted}`));
  jobs.addEventListener('start', () => log.push('first one'), {once: true});
  console.log(await jobs.start('plain', new AbortController().signal));
  off.abort();
  const user = new AbortController();
  const any = AbortSignal.any([user.signal, AbortSignal.timeout(1000)]);
  const late = jobs.start('by the user', any);
  setTimeout(() => user.abort(new Error('cancelled by the user')), 1);
  try {
    await late;
  } catch (error) {
    console.log(error.name, error.message, any.aborted, any.reason === error);
  }
  for (const signal of [AbortSignal.timeout(1), AbortSignal.any([AbortSignal.timeout(2), user.signal]), AbortSignal.abort(), AbortSignal.any([])]) {
    try {
      console.log(await jobs.start('job', signal));
    } catch (error) {
      console.log(error.name, error.message, error.code);
    }
  }
  console.log(log, jobs.open.size);
  try {
    user.signal.throwIfAborted();
  } catch (error) {
    console.log(error.message);
  }

  const bytes = new TextEncoder().encode('zażółć gęślą jaźń 🐢 \u0000 end');
  for (const size of [1, 2, 3, 5]) {
    const decoder = new TextDecoder();
    let text = '';
    for (let i = 0; i < bytes.length; i += size) text += decoder.decode(bytes.subarray(i, i + size), {stream: true});
    text += decoder.decode();
    console.log(size, text);
  }
  const fatal = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true});
  for (const part of [[0xef, 0xbb, 0xbf, 0x61], [0xc3], [0xff], [0x62]]) {
    try {
      console.log(JSON.stringify(fatal.decode(new Uint8Array(part), {stream: true})));
    } catch (error) {
      console.log(error.name, error.code, error.message);
    }
  }
  console.log(new TextDecoder('utf-16le').decode(new Uint8Array([0x7a, 0, 0x3d, 0xd8, 0x22, 0xdc])), new TextDecoder('windows-1250').decode(new Uint8Array([0xbf, 0xf3, 0xb3, 0x77])), new TextDecoder('latin1').encoding);
  console.log(new TextEncoder().encodeInto('żółw', new Uint8Array(5)));
  try {
    new TextDecoder('nonsense');
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
main().catch((error) => console.log('failed', error));
