'use strict';
// The median of a list of numbers: of an even number of them, the mean of the two in the middle. NaN for an empty list.
module.exports.median = values => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};
