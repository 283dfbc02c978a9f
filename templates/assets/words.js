/* Units word by word, as people type them, and what is likely meant by a wrong one. */
(function () {
  "use strict";

  var N = window.deriveNumbers, exact = N.exact, Wrong = window.deriveValues.Wrong;
  var TOKEN = /^\s*(?:(?:\*\*|\^)\s*([+-]?[0-9]{1,3}(?![0-9.]))|([*·×⋅])|(\/)|(\()|(\))|([A-Za-z\u00b5-\uffff][\w\u00b5-\uffff]*(?:-[A-Za-z]\w*)*|[%$])|(1(?![0-9.])))/;

  /* The entry of a word in the table of units. */
  function entry(word) {
    var found = (window.deriveUnits || []).filter(function (one) {
      return one.name === word || one.symbol === word || one.aliases.indexOf(word) >= 0;
    })[0];
    return found || (word.indexOf("-") > 0 ? entry(word.replace(/-/g, "_")) : null);
  }

  function spellings() {
    return [].concat.apply([], (window.deriveUnits || []).map(function (e) { return [e.name, e.symbol].concat(e.aliases); }))
      .filter(Boolean).sort();
  }

  /* The nearest spelling: other capitals, or another ending. */
  function guess(word, letter) {
    var low = word.toLowerCase(), all = spellings();
    if (word === "KB") return "kB or KiB";
    if (/^[kKMGTP]b$/.test(word)) return word[0] + "bit or " + word[0] + "B";
    var same = all.filter(function (s) { return s.toLowerCase() === low; });
    var stem = low.replace(/s$/, "").replace(/e$/, "");
    var near = same.pop() || all.filter(function (s) { return s.toLowerCase() === stem || s.toLowerCase() === stem + "s"; })[0] || "";
    function fits(s) { return JSON.stringify(entry(s).dimensions) === JSON.stringify(letter.dimensions); }
    if (near && !fits(near)) {
      near = all.filter(function (s) { return s.toLowerCase() === near.toLowerCase() && fits(s); })[0] || "";
    }
    if (word.length === 1) {
      var known = letter.accepts.concat(letter.units.map(function (u) { return u[0]; }));
      near = known.filter(function (u) { return u[0] === word; })[0] || near;
    }
    return near;
  }

  /* Gb/s as Gbit/s, as networks are sold; without the time, Gb may be a slip for GB. */
  function bitsPerSecond(text) {
    var found = /^\s*([kMGTP])b\s*(?:\/|\sper\s)\s*([A-Za-z]+)\s*$/.exec(text), below = found && entry(found[2]);
    var timed = below && JSON.stringify(below.dimensions) === '{"time":1}' && entry(found[1] + "bit");
    return timed ? found[1] + "bit/" + found[2] : text;
  }

  /* A unit word by word: its factor to base units, dimensions and kinds. */
  function readUnit(text, letter, whole) {
    function fail(why) { throw new Wrong(letter, whole, "{} is not a value: " + why); }
    var made = { name: text, factor: exact(1), dimensions: {}, kinds: {} }, parts = [];
    var rest = bitsPerSecond(text), sign = 1, group = 1, wants = true, inside = false, slash = false, last = null;
    function word(name, power) {
      var found = entry(name);
      if (!found) {
        var near = guess(name, letter);
        throw new Wrong(letter, name, "there is no unit {}" + (near ? " (did you mean " + near + "?)" : ""));
      }
      var factor = exact(found.factor), shown = name === found.name ? name : found.symbol || found.name;
      var part = parts.filter(function (p) { return p[0] === shown; })[0];
      if (part) part[1] += power; else parts.push([shown, power]);
      for (var i = 0; i < Math.abs(power); i++) made.factor = power > 0 ? N.times(made.factor, factor) : N.over(made.factor, factor);
      [[found.dimensions, made.dimensions], [found.kinds, made.kinds]].forEach(function (pair) {
        Object.keys(pair[0]).forEach(function (key) {
          pair[1][key] = (pair[1][key] || 0) + pair[0][key] * power;
          if (!pair[1][key]) delete pair[1][key];
        });
      });
    }
    function each(name, power) {
      (entry(name) || name.indexOf("-") < 0 ? [name] : name.split("-")).forEach(function (piece) { word(piece, power); });
    }
    function ready() {
      if (!wants && (inside ? sign === -1 : slash)) fail("what follows '/' needs parentheses, as in USD/(GPU hour)");
      if (!wants) sign = 1;
    }
    if (/^\s*(one|number|dimensionless)?\s*$/.test(text)) return { name: "1", factor: exact(1), dimensions: {}, kinds: {} };
    while (rest.trim()) {
      var t = TOKEN.exec(rest);
      if (!t) fail(/^\s*[\^*]/.test(rest) ? "a power must be a small whole number" : "a unit cannot hold '" + rest.trim()[0] + "'");
      rest = rest.slice(t[0].length);
      if (t[1] !== undefined) {
        if (wants || !last) fail("a power stands without a unit");
        if (Math.abs(Number(t[1])) > 9) fail("a unit's exponent is at most 9");
        if (Number(t[1]) === 0) fail("a unit's exponent is not zero");
        last.forEach(function (p) { each(p[0], p[1] * (Number(t[1]) - 1)); });
        last = null;
      } else if (t[2] || t[3] || t[6] === "per") {
        if (wants && (slash || made.started || t[2])) fail("two operators follow each other");
        sign = t[2] ? 1 : -1;
        wants = true;
        if (!inside) slash = sign === -1;
      } else if (t[4]) {
        if (inside) fail("parentheses nest only once");
        ready();
        inside = true; group = sign; sign = 1; wants = true;
      } else if (t[5]) {
        if (!inside || wants) fail("a parenthesis closes nothing");
        inside = false; group = 1; last = null;
      } else {
        ready();
        if (t[6]) { last = [[t[6], sign * group]]; each(t[6], sign * group); } else last = null;
        wants = false;
      }
      made.started = true;
    }
    if (inside) fail("a parenthesis is not closed");
    if (wants) fail("a unit is missing after '" + text.trim().slice(-1) + "'");
    var pure = !Object.keys(made.dimensions).length && !Object.keys(made.kinds).length && N.compare(made.factor, exact(1)) === 0;
    made.name = pure ? "1" : named(parts);
    return made;
  }

  /* USD/(GPU hour): words with their powers, what cancels left out. */
  function named(parts) {
    function side(sign) {
      return parts.filter(function (p) { return p[1] * sign > 0; })
        .map(function (p) { return p[0] + (p[1] * sign === 1 ? "" : "^" + p[1] * sign); });
    }
    var below = side(-1), head = side(1).join(" ") || "1";
    return !below.length ? head : head + "/" + (below.length === 1 ? below[0] : "(" + below.join(" ") + ")");
  }

  var BASES = { information: "byte", time: "second", operations: "FLOP", money: "USD", energy: "joule", mass: "kilogram" };

  /* The slip that is likely behind a unit that measures another thing. */
  function whyWrong(given, letter) {
    function per(kinds) { return Object.keys(kinds).filter(function (k) { return kinds[k] < 0; }).sort().join(" and "); }
    function one(unit) { var k = Object.keys(unit.kinds); return !Object.keys(unit.dimensions).length && k.length === 1 && unit.kinds[k[0]] === 1; }
    var ours = given.dimensions, theirs = letter.dimensions, ratio = {};
    Object.keys(ours).concat(Object.keys(theirs)).forEach(function (k) { ratio[k] = (ours[k] || 0) - (theirs[k] || 0); });
    var off = Object.keys(ratio).filter(function (k) { return ratio[k]; });
    if (!off.length) {
      var a = per(given.kinds), b = per(letter.kinds);
      if (a && b && a !== b) return "per " + a + " is not per " + b;
      if (one(given) && one(letter)) return "these count different things";
      if (a && !b) return "it is per " + a + ", but a total is meant";
      return Object.keys(letter.kinds).some(function (k) { return given.kinds[k] !== letter.kinds[k]; }) ? "" : "it counts something that is not asked for";
    }
    if (off.length !== 1 || Math.abs(ratio[off[0]]) !== 1 || !Object.keys(ours).length || !Object.keys(theirs).length) return "";
    var name = BASES[off[0]], power = ratio[off[0]];
    if (theirs[off[0]] === -power) return power > 0 ? "'/" + name + "' is missing" : "'" + name + "' is missing";
    return power > 0 ? "'" + name + "' does not belong" : "'/" + name + "' does not belong";
  }

  window.deriveWords = { readUnit, whyWrong };
})();
