/* The arithmetic of floats: fast enough for curves. */
(function (root) {
  "use strict";

  var { Missing, DIVISION, POWER, run, arithmetic } = root.deriveNumbers;

  function plain(f) { return function (a, b) { var v = f(a, b); return v === v ? v : POWER; }; }
  var FLOATS = { constant: function (v) {
    if (typeof v === "number") return v;
    var parts = v.split("/");
    return Number(parts[0]) / Number(parts[1] || 1);
  } };
  FLOATS.whole = function (a) { return a === Math.floor(a) ? a : null; };
  FLOATS.add = function (a, b) { return a + b; };
  FLOATS.mul = function (a, b) { return a * b; };
  FLOATS.sub = function (a, b) { return a - b; };
  FLOATS.div = function (a, b) { return b === 0 ? DIVISION : a / b; };
  FLOATS.neg = function (a) { return -a; };
  FLOATS.pow = plain(Math.pow);
  FLOATS.pi = function () { return Math.PI; };
  ["abs", "sqrt", "exp", "log", "log2", "sin", "cos", "floor", "ceil"].forEach(function (name) {
    FLOATS[name] = plain(Math[name]);
  });
  FLOATS.max = function (a, b) { return Math.max(a, b); };
  FLOATS.min = function (a, b) { return Math.min(a, b); };
  FLOATS.lt = function (a, b) { return a < b; };
  FLOATS.le = function (a, b) { return a <= b; };
  FLOATS.eq = function (a, b) { return a === b; };
  FLOATS.ne = function (a, b) { return a !== b; };
  FLOATS = arithmetic(FLOATS);

  function value(steps, inputs) {
    var found = run(steps, inputs, FLOATS);
    return found instanceof Missing ? NaN : found;
  }

  Object.assign(root.deriveNumbers, { FLOATS, value });
})(typeof window === "undefined" ? globalThis : window);
