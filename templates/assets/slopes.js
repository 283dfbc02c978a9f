/* Enclosures of the values and of the slopes of a program on a stretch of one letter:
 * they show that no root was missed.
 */
(function (root) {
  "use strict";

  var {
    TINY, INF, Missing, DIVISION, ROOT, LOGARITHM, POWER, arithmetic, exact, remembered, down,
    up, enclose, wide, iadd, ineg, imul, iinv, hull, rising, iexp, ipow, iwhole, isin, icos
  } = root.deriveNumbers;

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
      if (a.log) return still(a.log);
      var b = above(a, LOGARITHM);
      return b instanceof Missing ? b : through(b, rising(Math.log)(b.v), iinv(b.v));
    },
    sin: function (a) { return through(a, isin(a.v), icos(a.v)); },
    cos: function (a) { return through(a, icos(a.v), ineg(isin(a.v))); },
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

  Object.assign(root.deriveNumbers, {
    Slope, still, steps, truth, SLOPES, Ratio, flat, RATIOS, above_
  });
})(typeof window === "undefined" ? globalThis : window);
