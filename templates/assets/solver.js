/* A question: which values of one letter satisfy a law, its bounds and its conditions. */
(function (root) {
  "use strict";

  var {
    big, ONE, INF, Missing, run, Fraction, exact, plus, minus, times, over, compare, floor, number,
    range, inside, side, EXACT, borders, point, simplest, Refused, clipped, isEmpty, uses, settled, decided
  } = root.deriveNumbers;

  function constant(value) { return [["const", value.d === ONE ? String(value.n) : value.n + "/" + value.d]]; }

  function bounds(steps, letter, given) {
    return [[given.low, given.lowOpen ? ">" : ">=", 0], [given.high, given.highOpen ? "<" : "<=", 1]].filter(function (end) {
      return end[0];
    }).map(function (end) {
      var place = given.place;
      return { left: steps, right: constant(end[0]), op: end[1], letter: place, says: letter.id + " " + end[1] + " " + given.shown[end[2]] };
    });
  }

  /* The letter that a law gives as it stands. */
  function given(data) {
    var left = data.law.left, place = left.length === 1 && left[0][0] === "input" ? left[0][1] : -1;
    return data.law.op === "==" && place >= 0 && !uses(data.law.right, place) ? place : -1;
  }

  /* What a question claims: bounds on what the law gives, or the law itself. */
  function claims(data, question, box, eliminate) {
    var law = data.law, itself = [{ left: law.left, right: law.right, op: law.op, says: law.says }], output = given(data);
    var places = Object.keys(box).map(Number), one = places.length === 1 ? places[0] : -1, of = question.ranges;
    if (!places.length || law.op !== "==") return itself;
    if (box[output]) return bounds(law.right, data.letters[output], of[output]);
    if (one < 0 || !data.alone[one] || (of[one].low && of[one].high && !eliminate)) return itself;
    return bounds(data.alone[one], data.letters[one], of[one]);
  }

  /* The law, the bounds and the conditions as relations in the target; uncertain letters at their ends. */
  function relations(data, question, reading) {
    var target = question.target, inputs = question.values.slice(), told = [], whole = [], own = question.ranges[target], box = {};
    inputs[target] = null;
    Object.keys(question.ranges).forEach(function (k) {
      if (Number(k) === target) return;
      box[k] = clipped(data.letters[k], question.ranges[k]);
      box[k].says = ends(data.letters[k], question.ranges[k], box[k]);
      if (isEmpty(box[k])) throw new Refused([Number(k), " has no value in this range: it is " + data.letters[k].domain + "."]);
    });
    var everything = Object.assign({}, box);
    everything[target] = own ? clipped(data.letters[target], own) : range(data.letters[target]);
    var conditions = [];
    data.conditions.forEach(function (condition) { sorted(condition, data, target, inputs, box, told, conditions, whole); });
    var held;
    try {
      held = settle(claims(data, question, box));
    } catch (refused) {
      var others = claims(data, question, box, true);
      if (!(refused instanceof Refused) || others.some(isFree)) throw refused;
      held = settle(others);
    }
    held.told = told; held.whole = whole; held.inputs = inputs;
    held.kind = data.law.op === "==" && !Object.keys(question.ranges).length ? "equation" : "range";
    return held;

    function isFree(claim) { return Object.keys(box).some(function (k) { return uses(claim.left, Number(k)) || uses(claim.right, Number(k)); }); }

    function settle(claimed) {
      var all = own ? claimed.concat(bounds([["input", target]], data.letters[target], own)) : claimed;
      var read = reading || (all.some(function (c) { return c.op !== "==" && isFree(c); }) ? "every" : "some"), list = [];
      all.concat(conditions).forEach(function (claim) {
        list = list.concat(settled(claim, inputs, target, box, everything, read));
      });
      return {
        list: list, reading: read,
        letters: Object.keys(box).map(Number).filter(function (k) { return all.some(function (c) { return uses(c.left, k) || uses(c.right, k); }); })
      };
    }
  }

  /* Both ends of an uncertain letter in words: as they were typed, or where its domain ends. */
  function ends(letter, typed, clip) {
    return ["low", "high"].map(function (name, i) {
      var end = clip[name], own = end && typed[name] && compare(end, typed[name]) === 0;
      var text = own ? typed.shown[i] : end && number(over(end, exact(letter.factor))) + (letter.unit === "1" ? "" : " " + letter.unit);
      return letter.id + " = " + text;
    });
  }

  /* A condition on the target becomes a claim; the others are decided now. */
  function sorted(condition, data, target, inputs, box, told, claimed, whole) {
    var uncertain = condition.uses.filter(function (place) { return box[place]; });
    var missing = condition.uses.filter(function (place) { return place !== target && !inputs[place] && !box[place]; });
    if (missing.length) {
      told.push({ says: condition.says, holds: null, missing: missing });
    } else if (condition.uses.indexOf(target) < 0) {
      var found = uncertain.length ? decided(condition.truth, inputs, box) : run(condition.truth, inputs, EXACT);
      told.push({ says: condition.says, holds: found instanceof Missing ? null : found });
    } else if (condition.op) {
      claimed.push({ left: condition.left[0], right: condition.right[0], op: condition.op, says: condition.says, condition: true });
    } else if (uncertain.length) {
      told.push({ says: condition.says, holds: null });
    } else {
      whole.push(condition);
    }
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
    var middle_ = over(plus(before.high, after.low), exact(2)), near = number(middle_);
    return isFinite(near) ? exact(near) : middle_;
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
      var number_ = c.of.length && !uses(c.of[0], target) ? run(c.of[0], inputs, EXACT) : null;
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

  /* The answer to a question; words where the page does not know it. */
  function solve(data, question) {
    try {
      var answer = solved(data, question);
      if (answer.reading === "every" && answer.letters.length) answer.possible = possibly(data, question);
      return answer;
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      return { refused: refused.says, spans: [], roots: [], told: [], list: [], root: null, integer: null };
    }
  }

  /* The same for some value of what is uncertain; nothing where that is not known. */
  function possibly(data, question) {
    try { return solved(data, question, "some"); } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      return null;
    }
  }

  function solved(data, question, reading) {
    var held = relations(data, question, reading), target = question.target, letter = data.letters[target];
    var domain = range(letter), found = sweep(held.list, domain, held.kind === "equation");
    var kept = found.roots.filter(function (r) { return r.kept; })[0];
    var answer = {
      kind: held.kind, root: kept && found.spans.every(function (s) { return s.single; }) ? kept.place : null, roots: found.roots, spans: found.spans,
      told: held.told, list: held.list, domain: domain, doubt: found.doubt, integer: null, letters: held.letters, reading: held.reading
    };
    if (domain.whole) {
      var whole = new Whole(held.list, held.whole, held.inputs.slice(), target, domain);
      if (held.kind === "range") answer.integer = integers(found.spans, held.list, whole);
      else if (answer.root && fits(held, valueOf(kept.place), target)) answer.integer = beside(valueOf(kept.place), domain);
      if (answer.integer && answer.integer.doubt) answer.doubt = true;
    }
    held.list.forEach(function (r) {
      if (r.condition) answer.told.push({ says: r.condition, holds: kept || found.spans.length ? true : null });
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

  Object.assign(root.deriveNumbers, {
    valueOf, solve, sidesAt, given
  });
})(typeof window === "undefined" ? globalThis : window);
