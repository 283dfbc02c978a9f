/* Letters of which a range is known: what holds for every value of them, and what for some. */
(function (root) {
  "use strict";

  var {
    ONE, TINY, INF, Missing, run, Fraction, exact, compare, floor, range, around, enclose, Slope,
    still, SLOPES, named, Relation
  } = root.deriveNumbers;

  var MOST_PARTS = 512;
  var STRICT = { "<=": "<", ">=": ">", "<": "<", ">": ">" }, LOOSE = { "<=": "<=", ">=": ">=", "<": "<=", ">": ">=" };

  /* What the page does not answer; a number among the words stands for a letter. */
  function Refused(says) { this.says = says; }

  /* A range inside what its letter can be; of whole numbers from the first to the last. */
  function clipped(letter, given) {
    var own = range(letter), made = { low: own.low, high: own.high, lowOpen: own.lowOpen, highOpen: own.highOpen, whole: own.whole };
    if (given.low && (!own.low || compare(given.low, own.low) >= 0)) { made.low = given.low; made.lowOpen = given.lowOpen; }
    if (given.high && (!own.high || compare(given.high, own.high) <= 0)) { made.high = given.high; made.highOpen = given.highOpen; }
    if (own.whole) {
      if (made.low) made.low = inward(made.low, ONE, made.lowOpen);
      if (made.high) made.high = inward(made.high, -ONE, made.highOpen);
      made.lowOpen = made.highOpen = false;
    }
    return made;
  }

  function inward(end, step, open) {
    var below = floor(end), whole = below * end.d === end.n;
    return new Fraction(whole ? (open ? below + step : below) : step > 0 ? below + ONE : below, ONE);
  }

  function isEmpty(a) {
    var order = a.low && a.high ? compare(a.low, a.high) : -1;
    return order > 0 || (order === 0 && (a.lowOpen || a.highOpen));
  }

  /* An enclosure of all values of a range. */
  function hulled(a) {
    var low = a.low ? enclose(a.low)[0] : -INF, high = a.high ? enclose(a.high)[1] : INF;
    return [a.low && low === 0 && a.lowOpen ? TINY : low, high];
  }

  function uses(steps, place) { return steps.some(function (step) { return named(step, place); }); }

  /* 1 where a value rises with a letter all over a box, -1 where it falls, 0 where it stands still, else null. */
  function way(steps, inputs, box, place) {
    var letters = Object.keys(box).map(Number), seen = {}, fixed = inputs.map(function (a) { return a ? still(around(a)) : null; });
    var todo = [letters.map(function (k) { return hulled(box[k]); })];
    for (var left = MOST_PARTS; todo.length; left--) {
      var part = todo.pop(), told = left > 0 ? wayOn(part) : null;
      if (told !== null) seen[told] = true;
      else if (left <= 0 || !halve(part, todo)) return null;
      if (seen[1] && seen[-1]) return null;
    }
    return seen[1] ? 1 : seen[-1] ? -1 : 0;

    function wayOn(part) {
      letters.forEach(function (k, i) { fixed[k] = new Slope(part[i], k === place ? [1, 1] : [0, 0], true, true); });
      var found = run(steps, fixed, SLOPES);
      if (!(found instanceof Slope) || !found.sure) return null;
      return found.s[0] === 0 && found.s[1] === 0 ? 0 : found.s[0] >= 0 ? 1 : found.s[1] <= 0 ? -1 : null;
    }
  }

  function size(a) {
    if (a[0] === a[1]) return 0;
    return a[0] > 0 ? Math.log(Math.min(a[1], 1e300)) - Math.log(Math.max(a[0], 1e-300)) : Math.min(a[1] - a[0], 1e300);
  }

  function halfway(a) {
    if (a[0] > 0) return Math.sqrt(Math.max(a[0], 1e-300)) * Math.sqrt(Math.min(a[1], 1e300));
    if (a[1] === INF) return Math.max(1, 2 * a[0]);
    return a[0] === -INF ? Math.min(-1, 2 * a[1]) : (a[0] + a[1]) / 2;
  }

  /* A part cut across its widest side. */
  function halve(part, todo) {
    var widest = part.reduce(function (best, a, i) { return size(a) > size(part[best]) ? i : best; }, 0), a = part[widest], middle = halfway(a);
    if (size(a) < 1e-9 || !(a[0] < middle && middle < a[1])) return false;
    [[a[0], middle], [middle, a[1]]].forEach(function (half) {
      var made = part.slice();
      made[widest] = half;
      todo.push(made);
    });
    return true;
  }

  /* A claim without its uncertain letters: at the corner where it is hardest, or easiest, to meet. */
  function settled(claim, inputs, target, box, around_, reading) {
    var free = Object.keys(box).map(Number).filter(function (k) { return uses(claim.left, k) || uses(claim.right, k); });
    function relation(op, says, values) {
      var made = new Relation(claim.left, claim.right, op, says, values, target);
      made.letter = claim.letter;
      made.condition = claim.condition ? claim.says : "";
      return made;
    }
    if (!free.length) return [relation(claim.op, claim.says, inputs)];
    var steps = claim.left.concat(claim.right, [["sub"]]), ways = free.map(function (k) {
      var told = way(steps, inputs, around_, k);
      if (told === null) throw new Refused(["It is not certain here whether this rises or falls with ", k, " all over the range: give ", k, " one value, or ask the command line below."]);
      return told;
    });
    var up = claim.op[0] === "<", sides = claim.op === "=="
      ? [["<=", -1], [">=", 1]] : [[claim.op, (reading === "every") === up ? 1 : -1]];
    return sides.map(function (side) { return corner(side[0], side[1]); });

    function corner(op, sense) {
      var values = inputs.slice(), where = [], attained = true;
      free.forEach(function (k, i) {
        var high = ways[i] * sense >= 0, end = high ? box[k].high : box[k].low;
        if (!ways[i] && !end) { high = false; end = box[k].low || exact(1); }
        if (!end) throw new Refused([k, " has no " + (high ? "upper" : "lower") + " end here: give both ends, or ask the command line below."]);
        attained = attained && !(high ? box[k].highOpen : box[k].lowOpen);
        values[k] = end;
        if (ways[i]) where.push(box[k].says[high ? 1 : 0]);
      });
      var made = relation(attained ? op : (reading === "some" ? STRICT : LOOSE)[op], claim.says + (where.length ? " at " + where.join(" and ") : ""), values);
      made.corner = values;
      return made;
    }
  }

  /* Whether a condition on uncertain letters alone holds for all of them; null where it depends. */
  function decided(truth, inputs, box) {
    var fixed = inputs.map(function (a) { return a ? still(around(a)) : null; });
    Object.keys(box).forEach(function (k) { fixed[k] = new Slope(hulled(box[k]), [0, 0], true, true); });
    var found = run(truth, fixed, SLOPES);
    return found instanceof Missing ? null : found;
  }

  Object.assign(root.deriveNumbers, { Refused, clipped, isEmpty, uses, way, settled, decided });
})(typeof window === "undefined" ? globalThis : window);
