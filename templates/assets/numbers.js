/* Programs of the book run in the browser, on numbers of any kind.
 *
 * A program is a list of steps in postfix order, as the book holds it. What
 * runs it here: fractions of whole numbers of any size. Nothing touches the
 * page, so that Node can run it too; the files that follow add to the same
 * object: arithmetics.js, slopes.js, search.js, solver.js.
 */
(function (root) {
  "use strict";

  var big = BigInt, ZERO = big(0), ONE = big(1);
  var EPS = Math.pow(2, -52), ULPS = Math.pow(2, -50), TINY = 5e-324, MAX = Number.MAX_VALUE, INF = Infinity;
  var MOST_TERMS = 100000, MOST_BITS = 20000;

  /* --- what is missing, and why ------------------------------------------ */

  function Missing(why, open) { this.why = why; this.open = open; }
  function none(why) { return new Missing(why, false); }
  var DIVISION = none("division by zero"), ROOT = none("root of a negative number");
  var LOGARITHM = none("logarithm of a number that is not positive");
  var POWER = none("power that is no real number");
  var NO_BRANCH = none("no branch of the definition applies");
  var BOUNDS = none("sum whose bounds are no integers");
  var TOO_LONG = new Missing("sum of more than 100000 terms", true);
  var TIE = new Missing("two sides that 15 digits do not tell apart", true);

  function lost(values) {
    var found = null;
    for (var i = 0; i < values.length; i++) {
      if (values[i] instanceof Missing && (!found || (found.open && !values[i].open))) found = values[i];
    }
    return found;
  }

  /* --- running a program -------------------------------------------------- */

  function run(steps, inputs, arith, indices) {
    var stack = [];
    for (var i = 0; i < steps.length; i++) {
      var name = steps[i][0], detail = steps[i][1];
      if (name === "const") stack.push(arith.constant(detail));
      else if (name === "fixed") stack.push(arith.fixed(detail));
      else if (name === "input") stack.push(inputs[detail]);
      else if (name === "index") stack.push(indices[detail]);
      else {
        var takes = takesOf(steps[i]);
        var taken = stack.splice(stack.length - takes, takes);
        var gone = name === "select" || name === "and" || name === "or" ? null : lost(taken);
        stack.push(gone || (name === "sum" || name === "product"
          ? loop(name, taken, detail, inputs, arith, indices || [])
          : arith[name].apply(arith, taken)));
      }
    }
    return stack[0];
  }

  var TAKES = {
    sub: 2, div: 2, pow: 2, lt: 2, le: 2, eq: 2, ne: 2, sum: 2, product: 2, select: 3,
    pi: 0, "true": 0, "false": 0, undefined: 0
  };

  function takesOf(step) {
    var name = step[0];
    if (name === "const" || name === "input" || name === "index" || name === "fixed") return 0;
    return TAKES[name] === undefined ? (typeof step[1] === "number" ? step[1] : 1) : TAKES[name];
  }

  function loop(name, bounds, body, inputs, arith, indices) {
    var low = arith.whole(bounds[0]), high = arith.whole(bounds[1]);
    if (low === null || high === null) return arith.vague || BOUNDS;
    if (high - low >= MOST_TERMS) return TOO_LONG;
    var total = arith.constant(name === "sum" ? 0 : 1);
    for (var i = low; i <= high; i++) {
      var term = run(body, inputs, arith, [arith.constant(i)].concat(indices));
      if (term instanceof Missing) return term;
      total = name === "sum" ? arith.add(total, term) : arith.mul(total, term);
    }
    return total;
  }

  /* What all arithmetics share: truths, and the many-ary operations of pairs. */
  function arithmetic(own) {
    var made = {
      select: function (truth, yes, no) { return truth instanceof Missing ? truth : truth ? yes : no; },
      and: function () { return first(arguments, false); },
      or: function () { return first(arguments, true); },
      not: function (truth) { return !truth; },
      "true": function () { return true; },
      "false": function () { return false; },
      undefined: function () { return NO_BRANCH; },
      log2: function (a) { return this.div(this.log(a), this.log(this.constant(2))); }
    };
    Object.keys(own).forEach(function (name) { made[name] = own[name]; });
    ["add", "mul", "max", "min"].forEach(function (name) {
      var pair = own[name];
      made[name] = function () {
        var total = arguments[0];
        for (var i = 1; i < arguments.length; i++) {
          if (total instanceof Missing) return total;
          total = pair(total, arguments[i]);
        }
        return total;
      };
    });
    return made;
  }

  function first(truths, decides) {
    for (var i = 0; i < truths.length; i++) if (truths[i] === decides) return decides;
    return lost(truths) || !decides;
  }

  /* --- fractions ---------------------------------------------------------- */

  function Fraction(n, d) { this.n = n; this.d = d; }

  function fraction(n, d) {
    if (d < ZERO) { n = -n; d = -d; }
    var a = n < ZERO ? -n : n, b = d;
    while (b) { var rest = a % b; a = b; b = rest; }
    return a > ONE ? new Fraction(n / a, d / a) : new Fraction(n, d);
  }

  function exact(value) {
    if (value instanceof Fraction) return value;
    if (typeof value === "string") {
      var parts = value.split("/");
      return new Fraction(big(parts[0]), big(parts[1] || 1));
    }
    var shift = 0;
    while (value !== Math.floor(value)) { value *= 2; shift++; }
    return new Fraction(big(value), ONE << big(shift));
  }

  function remembered(make) {
    var known = {};
    return function (c) { return known[c] || (known[c] = make(c)); };
  }

  function plus(a, b) { return fraction(a.n * b.d + b.n * a.d, a.d * b.d); }
  function minus(a, b) { return fraction(a.n * b.d - b.n * a.d, a.d * b.d); }
  function times(a, b) { return fraction(a.n * b.n, a.d * b.d); }
  function over(a, b) { return fraction(a.n * b.d, a.d * b.n); }
  function compare(a, b) { var l = a.n * b.d, r = b.n * a.d; return l < r ? -1 : l > r ? 1 : 0; }
  function bits(n) { return (n < ZERO ? -n : n).toString(16).length * 4; }
  function signOf(a) { return a.n < ZERO ? -1 : a.n > ZERO ? 1 : 0; }

  function floor(a) {
    var q = a.n / a.d;
    return a.n < ZERO && q * a.d !== a.n ? q - ONE : q;
  }

  /* The nearest float, or its neighbour: 64 bits are divided and scaled. */
  function number(a) {
    var shift = bits(a.d) - bits(a.n) + 64;
    var q = shift >= 0 ? (a.n << big(shift)) / a.d : a.n / (a.d << big(-shift));
    var value = Number(q), half = Math.trunc(shift / 2);
    return value * Math.pow(2, -half) * Math.pow(2, half - shift);
  }

  /* The whole root of a whole number, or null. */
  function wholeRoot(n, k) {
    if (n < big(2)) return n;
    var guess = big(Math.round(Math.pow(number(new Fraction(n, ONE)), 1 / k)) || 1), K = big(k);
    for (var i = 0; i < 60; i++) {
      var next = ((K - ONE) * guess + n / pow(guess, K - ONE)) / K;
      if (next === guess || next === guess + ONE || next === guess - ONE) break;
      guess = next;
    }
    for (var near = guess - ONE; near <= guess + big(2); near += ONE) {
      if (near >= ZERO && pow(near, K) === n) return near;
    }
    return null;
  }

  function pow(base, exponent) { return base ** exponent; }

  /* The letter's own range in base units. */
  function range(letter) {
    var factor = exact(letter.factor);
    return {
      low: letter.low === "" ? null : times(exact(letter.low), factor),
      high: letter.high === "" ? null : times(exact(letter.high), factor),
      lowOpen: letter.open[0], highOpen: letter.open[1], whole: letter.whole
    };
  }

  function inside(domain, value) {
    var low = domain.low ? compare(value, domain.low) : 1, high = domain.high ? compare(value, domain.high) : -1;
    return (low > 0 || (low === 0 && !domain.lowOpen)) && (high < 0 || (high === 0 && !domain.highOpen));
  }

  /* To some digits; what lies half-way, as far as floats tell, goes to the even digit. */
  function rounded(value, digits) {
    var parts = Math.abs(value).toExponential(14).split("e"), all = parts[0].replace(".", "");
    var half = /^50*$/.test(all.slice(digits)), even = Number(all[digits - 1]) % 2 === 0;
    if (!half || !even) return Number(value.toPrecision(digits));
    return (value < 0 ? -1 : 1) * Number(all[0] + "." + all.slice(1, digits) + "e" + parts[1]);
  }

  function numberText(value, digits) {
    if (!isFinite(value)) return value > 0 ? "more than 1.79e308" : value < 0 ? "less than -1.79e308" : "not known";
    if (value === Math.floor(value) && Math.abs(value) < 1e7 && value % 1e6) return String(value);
    var short = rounded(value, digits);
    if (!short) return "0";
    var size = Math.floor(Math.log10(Math.abs(short)) + 1e-12);
    if (size >= -3 && size < 6) return String(short);
    var power = Math.floor(size / 3) * 3;
    return String(Number((short / Math.pow(10, power)).toPrecision(digits))) + "e" + power;
  }

  root.deriveNumbers = {
    big, ZERO, ONE, EPS, ULPS, TINY, MAX, INF, MOST_BITS, Missing, none, DIVISION, ROOT, LOGARITHM,
    POWER, TIE, run, takesOf, arithmetic, Fraction, fraction, exact, remembered, plus, minus,
    times, over, compare, bits, signOf, floor, number, wholeRoot, pow, range, inside,
    numberText
  };
})(typeof window === "undefined" ? globalThis : window);
