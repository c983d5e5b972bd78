// The constants of Number and Math, each with its sign.
console.log(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER + Number.MAX_SAFE_INTEGER);
console.log(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY === Infinity, -Number.NEGATIVE_INFINITY === Infinity);
console.log(Number.isSafeInteger(Number.MIN_SAFE_INTEGER), Number.isSafeInteger(Number.MIN_SAFE_INTEGER - 1));
console.log(Number.MAX_VALUE, Number.MAX_VALUE * 2, Number.MIN_VALUE / 2, Number.EPSILON, Number.NaN);
