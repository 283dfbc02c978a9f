/* Numbers and units as people type them: the grammar of the terminal. */
(function () {
  "use strict";

  var N = window.deriveNumbers, exact = N.exact;

  var NUMBER = /^([+-]?)([0-9][0-9_,]*)?(\.[0-9_]*)?([eE][+-]?[0-9]+)?/;
  var GROUPED = /^(?:[0-9]+(?:_[0-9]+)*|[0-9]{1,3}(?:,[0-9]{3})+)$/;
  var SCALES = {
    k: "1000", K: "1000", thousand: "1000", M: "1000000", million: "1000000",
    B: "1000000000", G: "1000000000", billion: "1000000000", T: "1000000000000", trillion: "1000000000000",
    Ki: "1024", Mi: "1048576", Gi: "1073741824", Ti: "1099511627776"
  };
  var TOKEN = /^\s*(?:(?:\*\*|\^)\s*([+-]?[0-9]{1,3}(?![0-9.]))|([*·×⋅])|(\/)|(\()|(\))|([A-Za-z\u00b5-\uffff][\w\u00b5-\uffff]*(?:-[A-Za-z]\w*)*|[%$])|(1(?![0-9.])))/;

  function Wrong(letter, text, says, plain) {
    var accepts = letter.accepts, shown = "'" + (text.length > 40 ? text.slice(0, 39) + "…" : text) + "'";
    var wanted = accepts.length === 1 && accepts[0] === "1" ? "; give a plain number" : "; give a number in " + listing(accepts);
    this.message = plain || letter.id + ": " + says.replace("{}", shown) + wanted;
  }

  function listing(words) {
    return words.length < 2 ? words.join("") : words.slice(0, -1).join(", ") + " or " + words[words.length - 1];
  }

  function readNumber(text, fail) {
    var found = NUMBER.exec(text), whole = found[2] || "", part = found[3] || "", power = found[4] || "";
    if (!/[0-9]/.test(whole + part)) fail("it does not begin with a number");
    if (whole && !GROUPED.test(whole)) fail("a comma groups thousands, as in 32,768; decimals have a point");
    if (part.length > 1 && !GROUPED.test(part.slice(1))) fail("an underscore stands between digits");
    var digits = whole.replace(/[,_]/g, ""), decimals = part.slice(1).replace(/_/g, "");
    if (digits.length + decimals.length > 60) fail("it has more than 60 digits");
    var exponent = Number(power.slice(1) || 0);
    if (power.length > 6 || Math.abs(exponent) > 400) fail("its exponent is beyond 400");
    exponent -= decimals.length;
    var value = exact((found[1] === "-" ? "-" : "") + (digits + decimals || "0"));
    var ten = exact("1" + "0".repeat(Math.abs(exponent)));
    return { value: exponent < 0 ? N.over(value, ten) : N.times(value, ten), typed: found[0], rest: text.slice(found[0].length) };
  }

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
    var found = near && entry(near);
    if (found && JSON.stringify(found.dimensions) !== JSON.stringify(letter.dimensions)) near = "";
    if (word.length === 1 && !near) {
      near = (letter.units.map(function (u) { return u[0]; }).filter(function (u) { return u[0] === word; })[0]) || "";
    }
    return near;
  }

  /* A unit word by word: its factor to base units, dimensions and kinds. */
  function readUnit(text, letter, whole) {
    var known = letter.units.filter(function (u) { return u[0] === text; })[0];
    if (known && !window.deriveUnits) return { name: text, factor: exact(known[1]), dimensions: letter.dimensions, kinds: letter.kinds };
    function fail(why) { throw new Wrong(letter, whole, "{} is not a value: " + why); }
    var made = { name: text, factor: exact(1), dimensions: {}, kinds: {} }, parts = [];
    var rest = text, sign = 1, group = 1, wants = true, inside = false, slash = false, last = null;
    function word(name, power) {
      var found = entry(name);
      if (!found) {
        var near = guess(name, letter);
        throw new Wrong(letter, name, "there is no unit {}" + (near ? ", did you mean " + near + "?" : ""));
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
      return Object.keys(letter.kinds).some(function (k) { return given.kinds[k] !== letter.kinds[k]; }) ? "" : "it counts more than is asked";
    }
    if (off.length !== 1 || Math.abs(ratio[off[0]]) !== 1 || !Object.keys(ours).length || !Object.keys(theirs).length) return "";
    var name = BASES[off[0]], power = ratio[off[0]];
    if (theirs[off[0]] === -power) return power > 0 ? "'/" + name + "' is missing" : "'" + name + "' is missing";
    return power > 0 ? "'" + name + "' is too much" : "'/" + name + "' is too much";
  }

  function agrees(unit, letter) {
    var keys = Object.keys(unit.dimensions);
    if (keys.length !== Object.keys(letter.dimensions).length) return false;
    if (keys.some(function (k) { return unit.dimensions[k] !== letter.dimensions[k]; })) return false;
    var kinds = Object.keys(unit.kinds), plain = !keys.length && !Object.keys(letter.kinds).length;
    if (plain && letter.count && kinds.length === 1 && unit.kinds[kinds[0]] === 1) return true;
    return kinds.every(function (k) {
      var place = (window.deriveUnits || []).some(function (e) { return e.role === "place" && e.kinds[k]; });
      return letter.kinds[k] === unit.kinds[k] || (letter.kinds[k] === undefined && place && unit.kinds[k] === -1);
    });
  }

  /* One number with its unit; `text` is all that was typed. */
  function single(part, letter, unitName, text, fail) {
    var found = readNumber(part, fail), rest = found.rest, note = "";
    if (/^\s*[\^*]/.test(rest)) fail("arithmetic is not read; write a number such as 1e9");
    var scaled = readScale(rest, letter);
    if (scaled) {
      found.value = N.times(found.value, exact(SCALES[scaled]));
      rest = rest.trim().slice(scaled.length);
      found.typed += (scaled.length > 2 ? " " : "") + scaled;
      if (scaled === "K") note = found.typed + " read as 1000s, not " + found.typed + "i";
    }
    var unit = readUnit(rest.trim() || unitName, letter, text);
    if (!agrees(unit, letter)) {
      var slip = whyWrong(unit, letter);
      throw new Wrong(letter, text, "{} is in " + unit.name + ", but " + letter.declared + " is measured here" + (slip ? " (" + slip + ")" : ""));
    }
    return { value: N.times(found.value, unit.factor), typed: found.typed, unit: unit.name, factor: unit.factor, note: note };
  }

  function readScale(rest, letter) {
    var word = rest.trim().split(" ")[0];
    return letter.count && SCALES[word] ? word : "";
  }

  /* A typed value in base units, with its number and its unit apart; for a range both ends. */
  function read(typed, letter, unitName) {
    var text = typed.replace(/[\u00a0\u2009\u202f\t]/g, " ").replace(/\u2212/g, "-").trim();
    function fail(why) { throw new Wrong(letter, typed, "{} is not a value: " + why); }
    if (!text) fail("it is empty");
    if (text.length > 100) fail("it is longer than 100 characters");
    if (text.indexOf("..") >= 0) return readRange(text, letter, unitName, fail);
    if (text.indexOf(":") > 0) throw new Wrong(letter, text, "", letter.id + " = " + text + " cannot be: " + letter.id + " is one value here; a grid belongs to a sweep");
    var found = single(text, letter, unitName, text, fail), domain = N.range(letter);
    if (!N.inside(domain, found.value) || (domain.whole && found.value.d !== exact(1).n)) {
      throw new Wrong(letter, text, "", letter.id + " = " + found.typed + (found.unit === "1" || !found.unit ? "" : " " + found.unit) + " cannot be: " + letter.id + " is " + letter.domain);
    }
    return found;
  }

  /* 600..989 TFLOP/s; a low end without a unit has that of the high end. */
  function readRange(text, letter, unitName, fail) {
    var cut = text.indexOf(".."), low = text.slice(0, cut).trim(), high = text.slice(cut + 2).trim();
    if (!low && !high) fail("an interval needs at least one end");
    if (low && high) {
      var own = readNumber(low, fail).rest, lent = readNumber(high, fail).rest, word = readScale(lent, letter);
      if (!own.trim()) low += word ? lent.trim().slice(word.length) : lent;
    }
    var ends = [low, high].map(function (part) { return part ? single(part, letter, unitName, text, fail) : null; });
    if (ends[0] && ends[1] && N.compare(ends[0].value, ends[1].value) > 0) fail("its low end is above its high end");
    var one = !ends[0] || !ends[1] || ends[0].unit === ends[1].unit, unit = (ends[1] || ends[0]).unit;
    return {
      low: ends[0] && ends[0].value, high: ends[1] && ends[1].value, unit: unit, note: "",
      shown: ends.map(function (end) { return end && withUnit(end.typed, end.unit); }),
      typed: ends.map(function (end) { return !end ? "" : one ? end.typed : withUnit(end.typed, end.unit); }).join(".."),
      mixed: !one
    };
  }

  function withUnit(text, unit) { return !unit || unit === "1" ? text : text + " " + unit; }

  window.deriveValues = { Wrong, read };
})();
