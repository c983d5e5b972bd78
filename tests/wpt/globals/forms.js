'use strict';
// The forms that Node.cpp's Request and Response read from a body.
const {call, promise} = require('../bridge.js');

class Body {
  #body;
  #type;
  constructor(body, {headers} = {}) {
    const request = new globalThis.Headers(headers);
    this.#type = request.get('content-type') || '';
    this.#body = body;
  }
  async formData() {
    const bytes = this.#body instanceof Uint8Array || this.#body instanceof ArrayBuffer ? Buffer.from(this.#body) : Buffer.from(`${this.#body}`);
    const entries = await promise(call('formData', this instanceof Request, this.#type, bytes.toString('base64')), list => list);
    const form = new FormData();
    for (const [name, value] of entries) form.append(name, value);
    return form;
  }
}
class Response extends Body {}
class Request extends Body {
  constructor(url, init = {}) { super(init.body, init); }
}

module.exports = {Request, Response};

// A fetch of a data URL.
async function fetchData(url) {
  const [status, type, body] = await promise(call('fetch data', `${url}`), list => list);
  const bytes = Buffer.from(body, 'base64');
  return {status, headers: new globalThis.Headers({'content-type': type}), arrayBuffer: async () => new Uint8Array(bytes).buffer};
}
module.exports.fetchData = fetchData;
