// env: TZ=Europe/Berlin
// A program in Berlin: days that are longer and shorter, ends of months, and the results of setters.
const date = new Date(2026, 2, 28, 2, 30);
for (let i = 0; i < 3; i++) {
  console.log(String(date), date.getTimezoneOffset());
  date.setDate(date.getDate() + 1);
}
const autumn = new Date(2026, 9, 24, 2, 30);
for (let i = 0; i < 3; i++) {
  console.log(autumn.toISOString(), autumn.toTimeString());
  autumn.setHours(autumn.getHours() + 24);
}
console.log(autumn.setMinutes(90), autumn.setSeconds(-1, 1500), autumn.setMilliseconds(0), autumn.toDateString());
const end = new Date(2024, 0, 31);
console.log(end.setMonth(1), end.toDateString(), end.setFullYear(2023, 1, 29), end.toDateString());
console.log(new Date(NaN).setMonth(1), new Date(NaN).setFullYear(2026), new Date(0).setTime(NaN), new Date(99, 0).getYear());
console.log(new Date(0, 0).toString());
console.log(new Date(-1e14).toString());
console.log(new Date(8.64e15).toString(), String(new Date(8.64e15 + 1)));
process.env.TZ = 'America/New_York';
console.log(date.toString(), date.getHours());
delete process.env.TZ;
process.env.TZ = 'UTC';
console.log(date.toString(), date.toLocaleString());
console.log([new Date(5), new Date(NaN)], {at: new Date(0)});
console.log(JSON.stringify([new Date(5), new Date(NaN)]));
console.log(`${new Date(0)}` === new Date(0) + '', new Date(7) - 2, new Date(7) > 6, +new Date(9));
