// The figures of a histogram, digit by digit, and its errors.
const {createHistogram} = require('perf_hooks');
const show = h => {
  console.log(h.count, h.min, h.max, h.mean, h.stddev, h.exceeds);
  console.log(h.countBigInt, h.minBigInt, h.maxBigInt, h.exceedsBigInt);
  console.log([...h.percentiles].map(([step, value]) => step + ':' + value).join(' '));
  console.log([...h.percentilesBigInt].map(([step, value]) => step + ':' + value).join(' '));
  if (h.count) console.log([0.1, 1, 25, 50, 75, 90, 99, 99.9, 100].map(p => h.percentile(p) + '/' + h.percentileBigInt(p)).join(' '));
};
const h = createHistogram();
show(h);
for (const value of [1, 2, 3, 1000, 2047, 2048, 5000, 123456789]) h.record(value);
show(h);
let seed = 1;
for (let i = 0; i < 20000; ++i) {
  seed = seed * 16807 % 2147483647;
  h.record(seed % 1000000 + 1);
}
h.record(9007199254740991);
h.record(5n);
show(h);
for (const options of [{lowest: 1, highest: 1000, figures: 1}, {lowest: 1000, highest: 100000, figures: 2},
                       {lowest: 3, highest: 1000000, figures: 5}, {figures: 4}]) {
  const other = createHistogram(options);
  for (const value of [1, 7, 999, 1001, 2500, 99999, 250000]) other.record(value);
  show(other);
  h.add(other);
}
show(h);
const json = JSON.parse(JSON.stringify(h));
console.log(json.count, json.min, json.max, json.mean, json.stddev, json.exceeds, json.percentiles['50']);
console.log(Math.round(h.skewness * 1e6), Math.round(h.kurtosis * 1e6));
h.reset();
show(h);
const delta = createHistogram();
delta.recordDelta();
console.log(delta.count);
delta.recordDelta();
console.log(delta.count, delta.min > 0);
const attempt = f => {
  try {
    f();
    console.log('fine');
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};
attempt(() => h.record(0));
attempt(() => h.record(-1));
attempt(() => h.record(1.5));
attempt(() => h.record(2 ** 53));
attempt(() => h.percentile(0));
attempt(() => h.percentile(101));
attempt(() => h.percentile(NaN));
attempt(() => createHistogram({lowest: 0}));
attempt(() => createHistogram({lowest: 5, highest: 9}));
attempt(() => createHistogram({figures: 6}));
attempt(() => createHistogram({figures: 0}));
