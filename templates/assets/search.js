/* Where the difference of two sides may change its sign: stretches cut until it is known. */
(function (root) {
  "use strict";

  var {
    ONE, TINY, INF, Missing, run, takesOf, Fraction, exact, signOf, floor, around, enclose, ilog, nearOne, side, EXACT,
    Slope, still, SLOPES, Ratio, RATIOS, above_
  } = root.deriveNumbers;

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
      var free = taken.some(function (part) { return part.free; }) || named(step, place);
      if (!free && takes) {
        var value = run(made, inputs, EXACT);
        if (value instanceof Fraction || Array.isArray(value)) {
          var known = still(around(value));
          if (nearOne(value)) known.log = ilog(value);
          made = [["fixed", { exact: value, still: known }]];
        }
      }
      stack.push({ steps: made, free: free });
    });
    return stack[0].steps;
  }

  function named(step, place) {
    if (step[0] === "index") return true;
    if (step[0] === "input") return step[1] === place;
    return Array.isArray(step[1]) && step[0] !== "fixed" && step[1].some(function (inner) { return named(inner, place); });
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
    return side(found);
  };

  /* -1 or 1 where floats tell the sign. */
  Difference.prototype.near = function (point) {
    var quick = this.on(point[0], point[1]);
    return !(quick instanceof Slope && quick.sure) ? null : quick.v[0] > 0 ? 1 : quick.v[1] < 0 ? -1 : null;
  };

  /* The same at a float. */
  Difference.prototype.hit = function (c) { return this.at(exact(c)); };

  Difference.prototype.exactly = function (point) {
    this.inputs[this.place] = point;
    return run(this.steps, this.inputs, EXACT);
  };

  function cut(low, high) {
    if (low < 0 && high > 0) return 0;
    if (high <= 0) { var mirrored = cut(-high, -low); return mirrored === null ? null : -mirrored; }
    var c = low === 0 ? Math.min(1, high * Math.pow(2, -32)) : high === INF ? Math.max(1, low * Math.pow(2, 32)) : 0;
    if (c) return c > 1e-300 && c < 1e300 ? c : null;
    if (high - low <= 1e-12 * high) return null;
    c = Math.sqrt(low) * Math.sqrt(high);
    return c > low && c < high ? c : null;
  }

  /* A letter against a number: the place itself, however far from the floats. */
  function spelled(steps) {
    var letter = steps[0][0] === "input" ? 0 : 1, other = steps[1 - letter], last = steps[2];
    if (steps.length !== 3 || last[0] !== "sub" || steps[letter][0] !== "input") return null;
    return other[0] === "fixed" && other[1].exact instanceof Fraction ? other[1].exact : other[0] === "const" ? exact(other[1]) : null;
  }

  /* Places that part the letter's range into stretches without a change of sign. */
  function borders(difference, low, high) {
    var alone = spelled(difference.steps);
    if (alone) return Object.assign([point(alone)], { complete: true });
    var todo = [[low, high]], found = [], left = 2000, beyond = false;
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
      else beyond = true;
    }
    /* Where floats end and nothing was found, a place may lie beyond. */
    found.complete = left > 0 && (found.length > 0 || !beyond);
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
    if (left === null) {
      if (right === 0) found.push(point(exact(b)));
      return right === 0 || (right < 0) === rises || tied(difference, a, -1, b, right, found);
    }
    if (right === null) {
      if (left === 0) found.push(point(exact(a)));
      return left === 0 || (left > 0) === rises || tied(difference, b, 1, a, left, found);
    }
    if (left === 0) found.push(point(exact(a)));
    if (right === 0) found.push(point(exact(b)));
    if (left * right < 0) found.push(narrowed(difference, a, b, left));
    return true;
  }

  /* A root so near to an end that 15 digits do not tell its sign there: just beyond it they do. */
  function tied(difference, end, way, other, sign, found) {
    for (var step = Math.abs(end) * Math.pow(2, -50); step < Math.abs(end) * 1e-6; step *= 4) {
      var out = end + way * step;
      if (difference.hit(out) !== -sign) continue;
      var seen = difference.on(Math.min(end, out), Math.max(end, out));
      if (!(seen instanceof Slope && seen.sure && seen.smooth)) return false;
      found.push(way > 0 ? narrowed(difference, other, out, sign) : narrowed(difference, out, other, -sign));
      return true;
    }
    return false;
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

  /* --- a relation of two sides in one letter ------------------------------------ */

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

  Object.assign(root.deriveNumbers, {
    named, Difference, borders, point, simplest, HOLDS, Relation
  });
})(typeof window === "undefined" ? globalThis : window);
