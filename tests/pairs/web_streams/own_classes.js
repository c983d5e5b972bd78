// A class of a program's own that is a TransformStream, and a pair of streams.
class Batch extends TransformStream {
  constructor(size) {
    let batch = [];
    super({
      transform(item, controller) {
        batch.push(item);
        if (batch.length < size) return;
        controller.enqueue(batch.join('+'));
        batch = [];
      },
      flush(controller) {
        if (batch.length > 0) controller.enqueue(batch.join('+'));
      },
    });
    this.size = size;
  }
}
(async () => {
  const batch = new Batch(2);
  for await (const text of ReadableStream.from(['a', 'b', 'c']).pipeThrough(batch)) console.log(text, batch.size);
  const {readable, writable} = new Batch(1);
  for await (const text of ReadableStream.from(['d']).pipeThrough({readable, writable})) console.log(text);
  const form = new FormData();
  form.append('name', 'Ann');
  form.append('file', new Blob(['text']), 'a.txt');
  for (const [name, value] of form) {
    console.log(name, value instanceof File, typeof value === 'string' ? value : value.name);
    if (value instanceof File) console.log(value.size);
  }
})();
