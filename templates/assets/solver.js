/* Programs of the book run in the browser, and laws solved for any letter.
 *
 * A program is a list of steps in postfix order, as the book holds it. Three
 * arithmetics run it: floats for curves; enclosures with slopes, which show
 * that no root was missed; and exact fractions of whole numbers, which decide.
 * Nothing here touches the page, so that Node can run it too.
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
  var ANGLE = none("angle of a sine or cosine beyond one");
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

  /* --- enclosures: [low, high], rounded outward ---------------------------- */

  function down(x) { return x === INF ? MAX : x === 0 ? 0 : x - Math.abs(x) * EPS - TINY; }
  function up(x) { return x === -INF ? -MAX : x === 0 ? 0 : x + Math.abs(x) * EPS + TINY; }
  function around(a) { return a instanceof Fraction ? enclose(a) : a; }

  function enclose(a) {
    var near = number(a);
    if (!isFinite(near)) return near > 0 ? [MAX, INF] : [-INF, -MAX];
    if (Math.abs(near) < 1e300 && (near === 0 ? a.n === ZERO : Math.abs(near) > 1e-290) &&
        compare(exact(near), a) === 0) return [near, near];
    return [near - Math.abs(near) * EPS - TINY, near + Math.abs(near) * EPS + TINY];
  }

  function wide(low, high) {
    low = Math.min(low, MAX); high = Math.max(high, -MAX);
    return [low - Math.abs(low) * ULPS - TINY, high + Math.abs(high) * ULPS + TINY];
  }

  function iadd(a, b) {
    if (a[0] === 0 && a[1] === 0) return b;
    if (b[0] === 0 && b[1] === 0) return a;
    return [under(a[0] + b[0], -INF), over2(a[1] + b[1], INF)];
  }
  function under(x, none_) { return x !== x ? none_ : x === 0 ? -TINY : down(x); }
  function over2(x, none_) { return x !== x ? none_ : x === 0 ? TINY : up(x); }
  function ineg(a) { return [-a[1], -a[0]]; }
  function product(x, y) { return x && y ? x * y : 0; }
  function imul(a, b) {
    if ((a[0] === 0 && a[1] === 0) || (b[0] === 0 && b[1] === 0)) return [0, 0];
    if (a[0] === 1 && a[1] === 1) return b;
    if (b[0] === 1 && b[1] === 1) return a;
    var p = product(a[0], b[0]), q = product(a[0], b[1]), r = product(a[1], b[0]), s = product(a[1], b[1]);
    var low = Math.min(p, q, r, s), high = Math.max(p, q, r, s);
    if (a[0] > 0 && b[0] > 0) return [Math.max(TINY, down(low)), up(Math.max(high, TINY))];
    return [down(low), up(high)];
  }
  function iinv(a) {
    if (a[0] > 0) return [Math.max(TINY, down(1 / a[1])), up(1 / a[0])];
    if (a[1] < 0) return [down(1 / a[1]), Math.min(-TINY, up(1 / a[0]))];
    return [-INF, INF];
  }
  function hull(a, b) { return [Math.min(a[0], b[0]), Math.max(a[1], b[1])]; }
  function rising(f) { return function (a) { return wide(f(a[0]), f(a[1])); }; }
  var iexp = rising(Math.exp), iatan = rising(Math.tanh);
  function ipow(a, y) {
    var p = Math.pow(a[0], y[0]), q = Math.pow(a[0], y[1]), r = Math.pow(a[1], y[0]), s = Math.pow(a[1], y[1]);
    var made = wide(Math.min(p, q, r, s), Math.max(p, q, r, s));
    return [Math.max(a[0] > 0 ? TINY : 0, made[0]), made[1]];
  }
  function iwhole(a, k) {
    if (k === 0) return [1, 1];
    if (k < 0) return iinv(iwhole(a, -k));
    if (a[0] >= 0 || k % 2) {
      var low = Math.pow(a[0], k), high = Math.pow(a[1], k), made = wide(low, high);
      return a[0] > 0 ? [Math.max(TINY, made[0]), made[1]] : a[0] === 0 ? [0, made[1]] : made;
    }
    if (a[1] <= 0) return iwhole(ineg(a), k);
    return [0, wide(0, Math.max(Math.pow(a[0], k), Math.pow(a[1], k)))[1]];
  }

  /* --- exact arithmetic: fractions, or an enclosure where there is none ----- */

  function both(exactly, enclosed) {
    return function (a, b) {
      return a instanceof Fraction && b instanceof Fraction ? exactly(a, b) : enclosed(around(a), around(b));
    };
  }

  function side(a) {
    if (a instanceof Fraction) return signOf(a);
    return a[0] > 0 ? 1 : a[1] < 0 ? -1 : a[0] === 0 && a[1] === 0 ? 0 : null;
  }

  function told(test) {
    return function (a, b) {
      var s = side(EXACT.sub(a, b));
      return s === null ? TIE : test(s);
    };
  }

  function power(a, y) {
    var sign = side(a), grows = side(y);
    if (sign === null) return TIE;
    if (sign === 0) return grows < 0 ? DIVISION : exact(grows === 0 ? 1 : 0);
    if (a instanceof Fraction && y instanceof Fraction) {
      var k = Number(y.d), top = y.n < ZERO ? -y.n : y.n;
      if (sign < 0 && y.d !== ONE) return POWER;
      if (k < 60 && big(Math.max(bits(a.n), bits(a.d))) * top < big(MOST_BITS)) {
        var above = k === 1 ? a.n : wholeRoot(a.n, k), below = k === 1 ? a.d : wholeRoot(a.d, k);
        if (above !== null && below !== null) {
          return y.n < ZERO ? fraction(pow(below, top), pow(above, top)) : new Fraction(pow(above, top), pow(below, top));
        }
      }
    }
    if (sign < 0) {
      return y instanceof Fraction && y.d === ONE ? iwhole(around(a), Number(y.n)) : POWER;
    }
    if (y instanceof Fraction && y.d === ONE && top < big(1000)) return iwhole(around(a), Number(y.n));
    return ipow(around(a), around(y));
  }

  function known(table, f, limit) {
    return function (a) {
      if (a instanceof Fraction && a.d === ONE && table[a.n] !== undefined) return exact(table[a.n]);
      var inside = around(a);
      if (limit && (inside[0] < -1 || inside[1] > 1)) return inside[0] > 1 || inside[1] < -1 ? ANGLE : TIE;
      return f(inside);
    };
  }

  function waves(f, turn) {
    return function (a) {
      if (!(a[1] - a[0] < 3)) return [-1, 1];
      var p = f(a[0]), q = f(a[1]), made = wide(Math.min(p, q), Math.max(p, q));
      var low = Math.floor((a[0] / Math.PI) - turn - 1e-9), high = Math.floor((a[1] / Math.PI) - turn + 1e-9);
      for (var k = low + 1; k <= high; k++) made = hull(made, k % 2 ? [-1, -1] : [1, 1]);
      return [Math.max(-1, made[0]), Math.min(1, made[1])];
    };
  }
  var isin = waves(Math.sin, 0.5), icos = waves(Math.cos, 0);

  function whole(round) {
    return function (a) {
      if (a instanceof Fraction) return new Fraction(round > 0 ? -floor(new Fraction(-a.n, a.d)) : floor(a), ONE);
      var f = round > 0 ? Math.ceil : Math.floor;
      return f(a[0]) === f(a[1]) ? exact(f(a[0])) : TIE;
    };
  }

  var EXACT = arithmetic({
    constant: remembered(exact),
    fixed: function (a) { return a.exact; },
    whole: function (a) { return a instanceof Fraction && a.d === ONE ? Number(a.n) : null; },
    add: both(plus, iadd),
    mul: both(times, imul),
    sub: both(minus, function (a, b) { return iadd(a, ineg(b)); }),
    div: function (a, b) {
      var sign = side(b);
      if (sign === 0) return DIVISION;
      if (sign === null) return TIE;
      return both(over, function (x, y) { return imul(x, iinv(y)); })(a, b);
    },
    pow: power,
    neg: function (a) { return a instanceof Fraction ? new Fraction(-a.n, a.d) : ineg(a); },
    abs: function (a) { var s = side(a); return s === null ? [0, Math.max(-a[0], a[1])] : s < 0 ? EXACT.neg(a) : a; },
    sqrt: function (a) { var s = side(a); return s === null ? TIE : s < 0 ? ROOT : power(a, exact("1/2")); },
    exp: known({ 0: 0 + 1 }, iexp),
    log: function (a) {
      var s = side(a);
      return s === null ? TIE : s <= 0 ? LOGARITHM : a.n === ONE && a.d === ONE ? exact(0) : rising(Math.log)(around(a));
    },
    log2: function (a) {
      var s = side(a);
      if (s === null || s <= 0) return s === null ? TIE : LOGARITHM;
      if (a instanceof Fraction && (a.n === ONE || a.d === ONE)) {
        var text = (a.n * a.d).toString(2);
        if (text.lastIndexOf("1") === 0) return exact((text.length - 1) * (a.n === ONE ? -1 : 1));
      }
      return rising(Math.log2)(around(a));
    },
    sin: known({ 0: 0 }, isin),
    cos: known({ 0: 1 }, icos),
    asin: known({ 0: 0 }, rising(Math.asin), true),
    acos: known({ 1: 0 }, function (a) { return wide(Math.acos(a[1]), Math.acos(a[0])); }, true),
    tanh: known({ 0: 0 }, iatan),
    pi: function () { return wide(Math.PI, Math.PI); },
    floor: whole(-1),
    ceil: whole(1),
    max: function (a, b) { return largest(a, b, 1); },
    min: function (a, b) { return largest(a, b, -1); },
    lt: told(function (s) { return s < 0; }),
    le: told(function (s) { return s <= 0; }),
    eq: told(function (s) { return s === 0; }),
    ne: told(function (s) { return s !== 0; })
  });

  function largest(a, b, way) {
    var s = side(EXACT.sub(a, b));
    if (s !== null) return s * way >= 0 ? a : b;
    a = around(a); b = around(b);
    var f = way > 0 ? Math.max : Math.min;
    return [f(a[0], b[0]), f(a[1], b[1])];
  }

  /* --- floats, for curves --------------------------------------------------- */

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
  ["abs", "sqrt", "exp", "log", "log2", "sin", "cos", "asin", "acos", "tanh", "floor", "ceil"].forEach(function (name) {
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

  /* --- slopes: an enclosure of the values and of the slopes on a stretch ----- */

  /* v: values, s: slopes, sure: a value exists throughout, smooth: no jump. */
  function Slope(v, s, sure, smooth) { this.v = v; this.s = s; this.sure = sure; this.smooth = smooth; }
  var FLAT = [0, 0], ANY = [-INF, INF];
  function still(v) { return new Slope(v, FLAT, true, true); }
  function joined(v, s, a, b) { return new Slope(v, s, a.sure && b.sure, a.smooth && b.smooth); }
  function through(a, v, s, sure) { return new Slope(v, imul(s, a.s), a.sure && sure !== false, a.smooth); }
  function isPoint(a) { return a.v[0] === a.v[1] && a.s[0] === 0 && a.s[1] === 0; }
  /* A domain that ends at zero: what lies below is left out, and the value unsure. */
  function above(a, why) {
    if (a.v[1] < 0 || (why !== ROOT && a.v[1] === 0)) return why;
    if (a.v[0] > 0 || (why === ROOT && a.v[0] === 0)) return a;
    return new Slope([why === ROOT ? 0 : TINY, Math.max(TINY, a.v[1])], a.s, false, a.smooth);
  }
  function steps(round) {
    return function (a) {
      var low = round(a.v[0]), high = round(a.v[1]);
      return new Slope([low, high], low === high ? FLAT : ANY, a.sure, a.smooth && low === high);
    };
  }
  function chosen(a, b, way) {
    if (way * (a.v[0] - b.v[1]) >= 0 && way > 0) return new Slope(a.v, a.s, a.sure && b.sure, a.smooth && b.smooth);
    if (way < 0 && a.v[1] <= b.v[0]) return new Slope(a.v, a.s, a.sure && b.sure, a.smooth && b.smooth);
    if (way > 0 ? b.v[0] >= a.v[1] : b.v[1] <= a.v[0]) return new Slope(b.v, b.s, a.sure && b.sure, a.smooth && b.smooth);
    var f = way > 0 ? Math.max : Math.min;
    return joined([f(a.v[0], b.v[0]), f(a.v[1], b.v[1])], hull(a.s, b.s), a, b);
  }
  var UNTOLD = new Missing("not told on this stretch", true);
  function truth(yes, no) {
    return function (a, b) {
      return yes(a.v, b.v) ? true : no(a.v, b.v) ? false : UNTOLD;
    };
  }
  function same(a, b) { return a[0] === a[1] && a[0] === b[0] && b[0] === b[1]; }
  function apart(a, b) { return a[1] < b[0] || b[1] < a[0]; }

  var SLOPES = arithmetic({
    vague: new Slope(ANY, ANY, false, false),
    constant: remembered(function (c) { return still(enclose(exact(c))); }),
    fixed: function (a) { return a.still; },
    whole: function (a) { return a.v[0] === a.v[1] && a.v[0] === Math.floor(a.v[0]) ? a.v[0] : null; },
    add: function (a, b) { return joined(iadd(a.v, b.v), iadd(a.s, b.s), a, b); },
    sub: function (a, b) { return joined(iadd(a.v, ineg(b.v)), iadd(a.s, ineg(b.s)), a, b); },
    mul: function (a, b) { return joined(imul(a.v, b.v), iadd(imul(a.s, b.v), imul(a.v, b.s)), a, b); },
    div: function (a, b) {
      if (b.v[0] === 0 && b.v[1] === 0) return DIVISION;
      if (b.v[0] <= 0 && b.v[1] >= 0) return new Slope(ANY, ANY, false, false);
      var inverse = iinv(b.v), v = imul(a.v, inverse);
      return joined(v, imul(iadd(a.s, ineg(imul(v, b.s))), inverse), a, b);
    },
    pow: function (a, y) {
      if (isPoint(y) && y.v[0] === Math.floor(y.v[0]) && Math.abs(y.v[0]) < 1000) {
        var k = y.v[0];
        if (k < 0 && a.v[0] <= 0 && a.v[1] >= 0) return new Slope(ANY, ANY, false, false);
        return through(a, iwhole(a.v, k), imul([k, k], iwhole(a.v, k - 1)));
      }
      var b = above(a, POWER);
      if (b instanceof Missing) return a.v[1] === 0 && y.v[0] > 0 ? still(FLAT) : POWER;
      if (isPoint(y)) return through(b, ipow(b.v, y.v), imul(y.v, ipow(b.v, iadd(y.v, [-1, -1]))));
      return SLOPES.exp(SLOPES.mul(y, SLOPES.log(b)));
    },
    neg: function (a) { return new Slope(ineg(a.v), ineg(a.s), a.sure, a.smooth); },
    abs: function (a) {
      if (a.v[0] >= 0) return a;
      if (a.v[1] <= 0) return SLOPES.neg(a);
      return new Slope([0, Math.max(-a.v[0], a.v[1])], hull(a.s, ineg(a.s)), a.sure, a.smooth);
    },
    sqrt: function (a) {
      var b = above(a, ROOT);
      if (b instanceof Missing) return b;
      var v = [Math.max(b.v[0] > 0 ? TINY : 0, wide(Math.sqrt(b.v[0]), 0)[0]), wide(0, Math.sqrt(b.v[1]))[1]];
      return through(b, v, v[0] > 0 ? iinv([2 * v[0], 2 * v[1]]) : [0, INF]);
    },
    exp: function (a) { var v = iexp(a.v); v[0] = Math.max(v[0], TINY); return through(a, v, v); },
    log: function (a) {
      var b = above(a, LOGARITHM);
      return b instanceof Missing ? b : through(b, rising(Math.log)(b.v), iinv(b.v));
    },
    sin: function (a) { return through(a, isin(a.v), icos(a.v)); },
    cos: function (a) { return through(a, icos(a.v), ineg(isin(a.v))); },
    asin: function (a) { return arc(a, rising(Math.asin), 1); },
    acos: function (a) { return arc(a, function (v) { return wide(Math.acos(v[1]), Math.acos(v[0])); }, -1); },
    tanh: function (a) {
      var v = iatan(a.v), t = imul(v, v);
      return through(a, v, [Math.max(0, down(1 - t[1])), Math.min(1, up(1 - t[0]))]);
    },
    pi: function () { return still(wide(Math.PI, Math.PI)); },
    floor: steps(Math.floor),
    ceil: steps(Math.ceil),
    max: function (a, b) { return chosen(a, b, 1); },
    min: function (a, b) { return chosen(a, b, -1); },
    lt: truth(function (a, b) { return a[1] < b[0]; }, function (a, b) { return a[0] >= b[1]; }),
    le: truth(function (a, b) { return a[1] <= b[0]; }, function (a, b) { return a[0] > b[1]; }),
    eq: truth(same, apart),
    ne: truth(apart, same),
    select: function (test, yes, no) {
      if (test === true || test === false) return test ? yes : no;
      if (test instanceof Missing && !test.open) return test;
      if (yes instanceof Missing || no instanceof Missing) {
        var left = yes instanceof Missing ? no : yes;
        return left instanceof Missing ? left : new Slope(left.v, ANY, false, false);
      }
      return new Slope(hull(yes.v, no.v), ANY, yes.sure && no.sure, false);
    }
  });

  function arc(a, f, way) {
    if (a.v[0] > 1 || a.v[1] < -1) return ANGLE;
    var inside = [Math.max(-1, a.v[0]), Math.min(1, a.v[1])];
    var sure = a.v[0] >= -1 && a.v[1] <= 1;
    return new Slope(f(inside), imul(way > 0 ? [0, INF] : [-INF, 0], a.s), a.sure && sure, a.smooth);
  }

  /* Quotients with one line: above and below are kept apart, so that x / (x + 1) stays sharp. */
  function Ratio(n, d) { this.n = n; this.d = d; }
  function flat(a) { return a instanceof Ratio ? (a.d ? SLOPES.div(a.n, a.d) : a.n) : a; }
  function twice(a, b) { return !a ? b : !b ? a : SLOPES.mul(a, b); }
  function crossed(a, b, join) {
    if (a.d === b.d) return new Ratio(join(a.n, b.n), a.d);
    return new Ratio(join(twice(a.n, b.d), twice(b.n, a.d)), twice(a.d, b.d));
  }
  var RATIOS = { vague: new Ratio(SLOPES.vague, null) };
  Object.keys(SLOPES).forEach(function (name) {
    if (name === "vague") return;
    RATIOS[name] = function () {
      var made = SLOPES[name].apply(SLOPES, Array.prototype.map.call(arguments, flat));
      return made instanceof Slope ? new Ratio(made, null) : made;
    };
  });
  RATIOS.whole = function (a) { return SLOPES.whole(flat(a)); };
  RATIOS.neg = function (a) { return new Ratio(SLOPES.neg(a.n), a.d); };
  RATIOS.sub = function (a, b) { return crossed(a, b, SLOPES.sub); };
  RATIOS.div = function (a, b) {
    if (b.n.v[0] === 0 && b.n.v[1] === 0) return DIVISION;
    return new Ratio(twice(a.n, b.d), twice(a.d, b.n));
  };
  [["add", function (a, b) { return crossed(a, b, function (x, y) { return SLOPES.add(x, y); }); }],
    ["mul", function (a, b) { return new Ratio(SLOPES.mul(a.n, b.n), twice(a.d, b.d)); }]].forEach(function (pair) {
    RATIOS[pair[0]] = function () { return Array.prototype.reduce.call(arguments, pair[1]); };
  });

  /* What lies above the line, where what lies below keeps its sign. */
  function above_(a) {
    if (!(a instanceof Ratio) || !a.d) return a instanceof Ratio ? a.n : a;
    if (a.d instanceof Missing || a.n instanceof Missing) return a.n instanceof Missing ? a.n : a.d;
    if (!(a.d.v[0] > 0 || a.d.v[1] < 0)) return SLOPES.div(a.n, a.d);
    var n = a.d.v[0] > 0 ? a.n : SLOPES.neg(a.n);
    return new Slope(n.v, n.s, n.sure && a.d.sure, n.smooth && a.d.smooth);
  }

  /* --- where a difference of two sides may change its sign -------------------- */

  /* One side minus the other in one letter; the rest are exact numbers. */
  function Difference(steps, inputs, place) {
    this.steps = folded(steps, inputs, place);
    this.inputs = inputs;
    this.place = place;
    this.fixed = inputs.map(function (a) { return a ? still(enclose(a)) : null; });
    this.lined = this.fixed.map(function (a) { return a && new Ratio(a, null); });
  }

  /* Whether the sign, or that of the slope, is the same all over. */
  function tells(a) {
    return a.v[0] > 0 || a.v[1] < 0 || (a.smooth && (a.s[0] > 0 || a.s[1] < 0));
  }

  /* What does not depend on the letter is computed once, exactly. */
  function folded(steps, inputs, place) {
    var stack = [];
    steps.forEach(function (step) {
      var takes = takesOf(step), taken = stack.splice(stack.length - takes, takes);
      var made = [].concat.apply([], taken.map(function (part) { return part.steps; })).concat([step]);
      var free = taken.some(function (part) { return part.free; }) || names(step, place);
      if (!free && takes) {
        var value = run(made, inputs, EXACT);
        if (value instanceof Fraction || Array.isArray(value)) made = [["fixed", { exact: value, still: still(around(value)) }]];
      }
      stack.push({ steps: made, free: free });
    });
    return stack[0].steps;
  }

  function takesOf(step) {
    var name = step[0];
    if (name === "const" || name === "input" || name === "index" || name === "fixed") return 0;
    return TAKES[name] === undefined ? (typeof step[1] === "number" ? step[1] : 1) : TAKES[name];
  }

  function names(step, place) {
    if (step[0] === "index") return true;
    if (step[0] === "input") return step[1] === place;
    return Array.isArray(step[1]) && step[0] !== "fixed" && step[1].some(function (inner) { return names(inner, place); });
  }

  Difference.prototype.on = function (low, high) {
    var here = new Slope([low, high], [1, 1], true, true);
    this.lined[this.place] = new Ratio(here, null);
    var found = run(this.steps, this.lined, RATIOS), seen = above_(found);
    if (!(found instanceof Ratio && found.d) || (seen instanceof Slope && seen.sure && tells(seen))) return seen;
    this.fixed[this.place] = here;
    return run(this.steps, this.fixed, SLOPES);
  };

  /* -1, 0 or 1 at a fraction; null where there is no value or none is told. */
  Difference.prototype.at = function (point) {
    var quick = this.near(enclose(point));
    if (quick !== null) return quick;
    var found = this.exactly(point);
    if (found instanceof Missing) return null;
    this.rough = !(found instanceof Fraction);
    return side(found);
  };

  /* -1 or 1 where floats tell the sign. */
  Difference.prototype.near = function (point) {
    var quick = this.on(point[0], point[1]);
    return !(quick instanceof Slope && quick.sure) ? null : quick.v[0] > 0 ? 1 : quick.v[1] < 0 ? -1 : null;
  };

  /* The same at a float; where values are no fractions, exactness would tell no more. */
  Difference.prototype.hit = function (c) {
    var quick = this.near([c, c]);
    return quick === null && !this.rough ? this.at(exact(c)) : quick;
  };

  Difference.prototype.exactly = function (point) {
    this.inputs[this.place] = point;
    return run(this.steps, this.inputs, EXACT);
  };

  function cut(low, high) {
    if (low < 0 && high > 0) return 0;
    if (high <= 0) { var mirrored = cut(-high, -low); return mirrored === null ? null : -mirrored; }
    var c = low === 0 ? Math.min(1, high * Math.pow(2, -32)) : high === INF ? Math.max(1, low * Math.pow(2, 32)) : 0;
    if (c) return c > 1e-60 && c < 1e60 ? c : null;
    if (high - low <= 1e-12 * high) return null;
    c = Math.sqrt(low) * Math.sqrt(high);
    return c > low && c < high ? c : null;
  }

  /* Places that part the letter's range into stretches without a change of sign. */
  function borders(difference, low, high) {
    var todo = [[low, high]], found = [], left = 2000;
    while (todo.length && left--) {
      var part = todo.pop(), a = part[0], b = part[1], seen = difference.on(a || TINY, b);
      if (seen instanceof Missing && !seen.open) continue;
      if (seen instanceof Slope && seen.sure) {
        if (seen.v[0] > 0 || seen.v[1] < 0) continue;
        if (seen.smooth && monotone(difference, a, b, seen.s, found)) continue;
      }
      var c = cut(a, b);
      if (c !== null) todo.push([c, b], [a, c]);
      else if (a && b < INF && -a < INF) found.push(corner(difference, a, b, seen));
    }
    found.complete = left > 0;
    return found;
  }

  function monotone(difference, a, b, slope, found) {
    var flat = slope[0] === 0 && slope[1] === 0;
    if (!flat && slope[0] <= 0 && slope[1] >= 0) return false;
    if (flat) {
      var inner = b === INF ? a + 1 : a === -INF ? b - 1 : (a + b) / 2;
      var here = difference.at(exact(inner));
      if (here === null) return false;
      return true;
    }
    var rises = slope[0] > 0, left = a === -INF ? null : difference.hit(a), right = b === INF ? null : difference.hit(b);
    if (left === null && right === null) return false;
    if (left === null) { if (right === 0) found.push(point(exact(b))); return right === 0 || (right < 0) === rises; }
    if (right === null) { if (left === 0) found.push(point(exact(a))); return left === 0 || (left > 0) === rises; }
    if (left === 0) found.push(point(exact(a)));
    if (right === 0) found.push(point(exact(b)));
    if (left * right < 0) found.push(narrowed(difference, a, b, left));
    return true;
  }

  /* A stretch too small to cut: a jump, a touch, or a crossing that is too steep to tell. */
  function corner(difference, a, b, seen) {
    var left = difference.hit(a), right = difference.hit(b);
    if (seen instanceof Slope && seen.sure && seen.smooth && left * right < 0) return narrowed(difference, a, b, left);
    return { low: exact(a), high: exact(b), jump: true };
  }

  function point(a) { return { low: a, high: a }; }

  /* Halve a bracket down to neighbouring floats, or to where the sign is not told. */
  function narrowed(difference, a, b, left) {
    var low = halved(a, b, function (c) { return difference.hit(c) === left; });
    var high = halved(low[0], b, function (c) { return difference.hit(c) !== -left; });
    return recognised(difference, low[0], high[1]);
  }

  function halved(a, b, keeps) {
    for (var i = 0; i < 2200; i++) {
      var c = a > 0 && b / a > 4 ? Math.sqrt(a) * Math.sqrt(b) : a < 0 && b < 0 && a / b > 4 ? -Math.sqrt(-a) * Math.sqrt(-b) : a + (b - a) / 2;
      if (!(c > a && c < b)) break;
      if (keeps(c)) a = c; else b = c;
    }
    return [a, b];
  }

  /* The simplest fraction of a bracket, where the difference is zero there. */
  function recognised(difference, a, b) {
    var low = exact(a), high = exact(b), simple = simplest(low, high);
    return difference.at(simple) === 0 ? point(simple) : { low: low, high: high };
  }

  function simplest(low, high) {
    if (signOf(high) < 0) { var s = simplest(new Fraction(-high.n, high.d), new Fraction(-low.n, low.d)); return new Fraction(-s.n, s.d); }
    if (signOf(low) <= 0) return exact(0);
    var whole = floor(low);
    if (whole * low.d === low.n) return new Fraction(whole, ONE);
    if (whole < floor(high)) return new Fraction(whole + ONE, ONE);
    var rest = simplest(new Fraction(high.d, high.n - whole * high.d), new Fraction(low.d, low.n - whole * low.d));
    return new Fraction(whole * rest.n + rest.d, rest.n);
  }

  /* --- a question: which values of one letter satisfy everything --------------- */

  var HOLDS = {
    "==": function (s) { return s === 0; },
    "<=": function (s) { return s <= 0; },
    "<": function (s) { return s < 0; },
    ">=": function (s) { return s >= 0; },
    ">": function (s) { return s > 0; }
  };

  function Relation(left, right, op, says, inputs, place) {
    this.op = op;
    this.says = says;
    this.left = left;
    this.right = right;
    this.inputs = inputs;
    this.difference = new Difference(left.concat(right, [["sub"]]), inputs.slice(), place);
  }

  /* true, false, or null where it cannot be told. */
  Relation.prototype.at = function (point) {
    var found = this.difference.exactly(point);
    if (found instanceof Missing) return found.open ? null : false;
    var s = side(found);
    if (s === null && this.difference.at(point) !== null) s = this.difference.at(point);
    return s === null ? null : HOLDS[this.op](s);
  };

  function constant(value) { return [["const", value.d === ONE ? String(value.n) : value.n + "/" + value.d]]; }

  /* The law, the bounds and the conditions as relations in the target. */
  function relations(data, question) {
    var target = question.target, inputs = question.values.slice(), list = [], told = [], whole = [];
    var law = data.law, bound = question.bounds.filter(function (b) { return b.place !== target; });
    inputs[target] = null;
    function relation(left, right, op, says) { return new Relation(left, right, op, says, inputs, target); }
    if (!bound.length) list.push(relation(law.left, law.right, law.op, law.says));
    bound.forEach(function (b) {
      var made = relation(data.alone[b.place], constant(b.value), b.op, b.says);
      made.letter = b.place;
      list.push(made);
    });
    question.bounds.forEach(function (b) {
      if (b.place === target) list.push(relation([["input", target]], constant(b.value), b.op, b.says));
    });
    data.conditions.forEach(function (condition) {
      var missing = condition.uses.filter(function (place) { return place !== target && !inputs[place]; });
      if (missing.length) {
        told.push({ says: condition.says, holds: null, missing: missing });
      } else if (condition.uses.indexOf(target) < 0) {
        var found = run(condition.truth, inputs, EXACT);
        told.push({ says: condition.says, holds: found instanceof Missing ? null : found });
      } else if (condition.op) {
        var own = relation(condition.left[0], condition.right[0], condition.op, condition.says);
        own.condition = true;
        list.push(own);
      } else {
        whole.push(condition);
      }
    });
    return { list: list, told: told, whole: whole, kind: law.op === "==" && !question.bounds.length ? "equation" : "range", inputs: inputs };
  }

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

  function middle(a) { return a.low === a.high ? a.low : over(plus(a.low, a.high), exact(2)); }

  /* All places of all relations in rising order; brackets that touch are one. */
  function places(list, domain) {
    var low = domain.low ? number(domain.low) : -INF, high = domain.high ? number(domain.high) : INF, all = [];
    var complete = true;
    list.forEach(function (relation, which) {
      var found = borders(relation.difference, low, high);
      complete = complete && found.complete;
      found.forEach(function (place) { place.of = [which]; all.push(place); });
    });
    [domain.low, domain.high].forEach(function (end) { if (end) { var p = point(end); p.of = []; all.push(p); } });
    all.sort(function (a, b) { return compare(a.low, b.low) || compare(a.high, b.high); });
    var kept = [];
    all.forEach(function (place) {
      var last = kept[kept.length - 1];
      if (!last || compare(place.low, last.high) > 0) { kept.push(place); return; }
      last.of = last.of.concat(place.of);
      last.jump = last.jump && place.jump;
      if (compare(place.low, place.high) === 0) { last.low = last.high = place.low; last.jump = false; }
    });
    kept.forEach(function (place) {
      if (compare(place.low, place.high) === 0) { place.exact = place.low; place.high = place.low; }
      else if (place.jump) place.exact = simplest(place.low, place.high);
    });
    kept.complete = complete;
    return kept;
  }

  function holdsAt(list, place) {
    return list.map(function (relation, which) {
      if (place.exact) return relation.at(place.exact);
      if (place.of.indexOf(which) >= 0) return relation.op.length > 1;
      return relation.at(middle(place));
    });
  }

  function every(truths) {
    return truths.indexOf(false) >= 0 ? false : truths.indexOf(null) >= 0 ? null : true;
  }

  function between(before, after) {
    if (!before && !after) return exact(1);
    if (!before) return minus(after.low, exact(1));
    if (!after) return plus(times(before.high, exact(2)), exact(1));
    return exact(number(over(plus(before.high, after.low), exact(2))));
  }

  /* The intervals in which all relations hold, and the roots of the law. */
  function sweep(list, domain, equation) {
    var found = places(list, domain), pieces = [], roots = [], doubt = !found.complete;
    for (var i = 0; i <= found.length; i++) {
      var before = found[i - 1], after = found[i], probe = between(before, after);
      var there = inside(domain, probe) ? list.map(function (r) { return r.at(probe); }) : [false];
      pieces.push({ gap: true, holds: every(there) });
      if (after) {
        var here = holdsAt(list, after), value = after.exact || middle(after);
        var all = inside(domain, value) ? every(here) : false;
        pieces.push({ place: after, holds: all, truths: here });
        if (equation && here[0] && inside(domain, value)) roots.push({ place: after, kept: all === true, truths: here, flat: there[0] === true });
        doubt = doubt || all === null;
      }
      /* Where the law holds on both sides, or at an end of the range, there is no root. */
      var last = roots[roots.length - 1];
      if (last && last.place === before && there[0] === true && (last.flat || !before.of.length)) roots.pop();
    }
    return { spans: spansOf(pieces), roots: roots, doubt: doubt };
  }

  function spansOf(pieces) {
    var spans = [], now = null;
    pieces.forEach(function (piece, i) {
      if (piece.holds !== true) { now = null; return; }
      if (!now) {
        now = piece.gap ? { low: i ? pieces[i - 1].place : null, lowOpen: true } : { low: piece.place, lowOpen: false };
        spans.push(now);
      }
      var next = pieces[i + 1];
      now.high = piece.gap ? (next ? next.place : null) : piece.place;
      now.highOpen = !!piece.gap;
    });
    return spans.map(function (s) { s.single = s.low && s.low === s.high; return s; });
  }

  function valueOf(place) { return place.exact || middle(place); }

  /* --- whole numbers, by the relations themselves ------------------------------ */

  var MOST_TRIED = 20000;

  function Whole(list, whole, inputs, target, domain) {
    var all = this;
    this.takes = function (n) {
      var value = exact(n);
      if (!inside(domain, value)) return false;
      inputs[target] = value;
      return whole.every(function (c) { return run(c.truth, inputs, EXACT) === true; });
    };
    this.holds = function (n) {
      return all.takes(n) ? every(list.map(function (r) { return r.at(exact(n)); })) : false;
    };
    this.divisors = null;
    whole.forEach(function (c) {
      var number_ = c.of.length ? run(c.of[0], inputs, EXACT) : null;
      if (number_ instanceof Fraction && number_.d === ONE && number_.n < big(1e12)) all.divisors = divisors(Number(number_.n));
    });
    /* The next number that the conditions on whole numbers allow. */
    this.next = function (n, way, enough) {
      if (all.divisors) {
        var rest = all.divisors.filter(function (d) { return (d - n) * way > 0 && all.takes(d); });
        return rest.length ? rest[way > 0 ? 0 : rest.length - 1] : null;
      }
      for (var i = 0; i < MOST_TRIED; i++) {
        n += way;
        if (!inside(domain, exact(n))) return null;
        if (all.takes(n) && (!enough || enough(n))) return n;
      }
      return undefined;
    };
  }

  function divisors(n) {
    var low = [], high = [];
    for (var d = 1; d * d <= n; d++) {
      if (n % d === 0) { low.push(d); if (d * d < n) high.unshift(n / d); }
    }
    return low.concat(high);
  }

  function integers(spans, list, whole) {
    var holds = function (n) { return whole.holds(n) === true; };
    var smallest, largest, doubt = false;
    for (var i = 0; i < spans.length && smallest === undefined; i++) smallest = reach(spans[i], 1);
    for (var j = spans.length - 1; j >= 0 && largest === undefined; j--) largest = reach(spans[j], -1);
    /* The divisors of a number that the target must divide are few. */
    function listed(span, way) {
      var some = whole.divisors.filter(function (n) {
        var value = exact(n);
        return (!span.low || compare(value, span.low.low) >= 0) && (!span.high || compare(value, span.high.high) <= 0);
      });
      if (way < 0) some.reverse();
      return some.filter(holds)[0];
    }
    function reach(span, way) {
      if (whole.divisors) return listed(span, way);
      var end = way > 0 ? span.low : span.high, other = way > 0 ? span.high : span.low;
      if (!end) return null;
      var n = Number(floor(way > 0 ? end.low : end.high)) + (way > 0 ? -1 : 2);
      var last = other ? Number(floor(way > 0 ? other.high : other.low)) + way * 2 : way * INF;
      for (var k = 0; k < MOST_TRIED && (last - n) * way >= 0; k++, n += way) {
        if (whole.holds(n) === null) doubt = true;
        if (holds(n)) return n;
      }
      if (k >= MOST_TRIED) doubt = true;
      return undefined;
    }
    var made = { smallest: smallest === undefined ? null : smallest, largest: largest === undefined ? null : largest };
    made.empty = smallest === undefined && largest === undefined;
    made.doubt = doubt;
    made.beyond = [made.smallest === null ? null : whole.next(made.smallest, -1), made.largest === null ? null : whole.next(made.largest, 1)];
    return made;
  }

  function solve(data, question) {
    var held = relations(data, question), target = question.target, letter = data.letters[target];
    var domain = range(letter), found = sweep(held.list, domain, held.kind === "equation");
    var kept = found.roots.filter(function (r) { return r.kept; })[0];
    var answer = {
      kind: held.kind, root: kept && found.spans.every(function (s) { return s.single; }) ? kept.place : null, roots: found.roots, spans: found.spans,
      told: held.told, list: held.list, domain: domain, doubt: found.doubt, integer: null
    };
    if (domain.whole) {
      var whole = new Whole(held.list, held.whole, held.inputs.slice(), target, domain);
      if (held.kind === "range") answer.integer = integers(found.spans, held.list, whole);
      else if (answer.root && fits(held, valueOf(kept.place), target)) answer.integer = beside(valueOf(kept.place), domain);
      if (answer.integer && answer.integer.doubt) answer.doubt = true;
    }
    held.list.forEach(function (r) {
      if (r.condition) answer.told.push({ says: r.says, holds: kept || found.spans.length ? true : null });
    });
    held.whole.forEach(function (c) {
      answer.told.push({ says: c.says, holds: held.kind === "range" && answer.integer && !answer.integer.empty ? true : null });
    });
    return answer;
  }

  /* Whether the conditions on whole numbers hold at a root. */
  function fits(held, root, target) {
    var inputs = held.inputs.slice();
    inputs[target] = root;
    return held.whole.every(function (c) { return run(c.truth, inputs, EXACT) === true; });
  }

  function beside(root, domain) {
    var below = floor(root), above = below * root.d === root.n ? below : below + ONE;
    var ends = [below, above].map(function (n) { return inside(domain, new Fraction(n, ONE)) ? Number(n) : null; });
    return { below: ends[0], above: ends[1] };
  }

  /* Both sides of a relation at a number, exact where they can be. */
  function sidesAt(relation, point) {
    var inputs = relation.difference.inputs.slice();
    inputs[relation.difference.place] = point;
    return [relation.left, relation.right].map(function (side_) { return run(side_, inputs, EXACT); });
  }

  root.deriveNumbers = {
    Missing: Missing, Fraction: Fraction, run: run, EXACT: EXACT, FLOATS: FLOATS, SLOPES: SLOPES,
    exact: exact, fraction: fraction, number: number, compare: compare, floor: floor, side: side,
    plus: plus, minus: minus, times: times, over: over, value: value, simplest: simplest,
    Difference: Difference, solve: solve, valueOf: valueOf, sidesAt: sidesAt, inside: inside, range: range, Relation: Relation, HOLDS: HOLDS, borders: borders, around: around, enclose: enclose, still: still
  };
})(typeof window === "undefined" ? globalThis : window);
