/* Two arithmetics for programs: enclosures [low, high], rounded outward, and exact
 * fractions that give way to enclosures where there is no fraction.
 */
(function (root) {
  "use strict";

  var {
    big, ZERO, ONE, EPS, ULPS, TINY, MAX, INF, MOST_BITS, DIVISION, ROOT, LOGARITHM, POWER,
    TIE, arithmetic, Fraction, fraction, exact, remembered, plus, minus, times, over, compare,
    bits, signOf, floor, number, wholeRoot, pow
  } = root.deriveNumbers;

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
  /* A sum of floats is zero only where it is so exactly. */
  function under(x, none_) { return x !== x ? none_ : down(x); }
  function over2(x, none_) { return x !== x ? none_ : up(x); }
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
  var iexp = rising(Math.exp);
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

  /* A logarithm of a fraction: near one its distance from one tells more digits than a float. */
  function nearOne(a) { return a instanceof Fraction && Math.abs(number(a) - 1) < 0.25; }
  function ilog(a) {
    return nearOne(a) ? rising(Math.log1p)(enclose(minus(a, exact(1)))) : rising(Math.log)(around(a));
  }

  /* --- exact arithmetic: fractions, or an enclosure where there is none ----- */

  /* Nothing times anything is nothing, however little is known of the other. */
  function unlessZero(a, operation) {
    return a instanceof Fraction && a.n === ZERO ? a : operation();
  }

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
    if (nearOne(a)) return iexp(imul(around(y), ilog(a)));
    if (y instanceof Fraction && y.d === ONE && top < big(1000)) return iwhole(around(a), Number(y.n));
    return ipow(around(a), around(y));
  }

  function known(table, f) {
    return function (a) {
      if (a instanceof Fraction && a.d === ONE && table[a.n] !== undefined) return exact(table[a.n]);
      return f(around(a));
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

  var PRODUCT = both(times, imul), QUOTIENT = both(over, function (x, y) { return imul(x, iinv(y)); });

  var EXACT = arithmetic({
    constant: remembered(exact),
    fixed: function (a) { return a.exact; },
    whole: function (a) { return a instanceof Fraction && a.d === ONE ? Number(a.n) : null; },
    add: both(plus, iadd),
    mul: function (a, b) {
      return unlessZero(a, function () { return unlessZero(b, function () { return PRODUCT(a, b); }); });
    },
    sub: both(minus, function (a, b) { return iadd(a, ineg(b)); }),
    div: function (a, b) {
      var sign = side(b);
      if (sign === 0) return DIVISION;
      if (sign === null) return TIE;
      return unlessZero(a, function () { return QUOTIENT(a, b); });
    },
    pow: power,
    neg: function (a) { return a instanceof Fraction ? new Fraction(-a.n, a.d) : ineg(a); },
    abs: function (a) { var s = side(a); return s === null ? [0, Math.max(-a[0], a[1])] : s < 0 ? EXACT.neg(a) : a; },
    sqrt: function (a) { var s = side(a); return s === null ? TIE : s < 0 ? ROOT : power(a, exact("1/2")); },
    exp: known({ 0: 0 + 1 }, iexp),
    log: function (a) {
      var s = side(a);
      return s === null ? TIE : s <= 0 ? LOGARITHM : a.n === ONE && a.d === ONE ? exact(0) : ilog(a);
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

  Object.assign(root.deriveNumbers, {
    down, up, around, enclose, wide, iadd, ineg, imul, iinv, hull, rising, iexp, ilog, nearOne, ipow, iwhole,
    side, isin, icos, EXACT
  });
})(typeof window === "undefined" ? globalThis : window);
