// The entries of URLSearchParams, Headers and FormData: as objects, as lists, as JSON.
const params = new URLSearchParams('b=1&a=x%20y&b=2&7=z');
console.log(Object.fromEntries(params), Object.fromEntries(params.entries()), [...params], JSON.stringify([...params]));
console.log([...params].map((e) => e[0] + ':' + e[1]), new Map(params));
const headers = new Headers([['B', '1'], ['A', '2']]);
console.log(Object.fromEntries(headers), JSON.stringify([...headers]), JSON.stringify(Object.fromEntries(headers)));
const form = new FormData();
form.append('name', 'ann');
form.append('file', new Blob(['text']), 'a.txt');
const object = Object.fromEntries(form);
console.log(object.name, object.file.name, [...form].length, JSON.stringify(Object.fromEntries(form).name));
