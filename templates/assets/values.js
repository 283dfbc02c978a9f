/* Numbers and units as people type them: the grammar of the terminal. */
(function () {
  "use strict";

  var N = window.deriveNumbers, exact = N.exact, withUnit = window.deriveShowing.withUnit;

  var NUMBER = /^([+-]?)([0-9][0-9_,]*)?(\.[0-9_]*)?([eE][+-]?[0-9]+)?/;
  var GROUPED = /^(?:[0-9]+(?:_[0-9]+)*|[0-9]{1,3}(?:,[0-9]{3})+)$/;
  var SCALES = {
    k: 1e3, K: 1e3, thousand: 1e3, M: 1e6, million: 1e6, B: 1e9, b: 1e9, bn: 1e9, G: 1e9, billion: 1e9, T: 1e12, trillion: 1e12,
    Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40
  };

  function Wrong(letter, text, says, plain) {
    var accepts = letter.accepts, shown = "'" + (text.length > 40 ? text.slice(0, 39) + "…" : text) + "'";
    var wanted = accepts.length === 1 && accepts[0] === "1" ? "; give a plain number" : "; give a number in " + listing(accepts);
    this.message = plain || letter.id + ": " + says.replace("{}", shown) + wanted;
  }

  function listing(words) {
    return words.length < 2 ? words.join("") : words.slice(0, -1).join(", ") + " or " + words[words.length - 1];
  }

  /* A decimal or a ratio of two: 1/3. */
  function readNumber(text, fail) {
    var above = readDecimal(text, fail), over = /^\s*\/\s*(?=[0-9.])/.exec(above.rest);
    if (!over) return above;
    var below = readDecimal(above.rest.slice(over[0].length), fail);
    if (below.value.n === exact(0).n) fail("it divides by zero");
    var value = N.over(above.value, below.value);
    return { value: value, typed: String(Number(N.number(value).toPrecision(4))), rest: below.rest };
  }

  function readDecimal(text, fail) {
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

  /* A unit that the letter names itself; any other is a matter of words.js and the table of units. */
  function readUnit(text, letter, whole) {
    var known = letter.units.find(function (u) { return u[0] === text; });
    if (window.deriveWords) return window.deriveWords.readUnit(text, letter, whole);
    if (known) return { name: text, factor: exact(known[1]), dimensions: letter.dimensions, kinds: letter.kinds };
    var later = new Wrong(letter, whole, "", "the table of units is being fetched");
    later.later = true;
    throw later;
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
    if (/^\s*[\^*]/.test(rest)) fail("arithmetic is not evaluated; write a number such as 1e9");
    var scaled = readScale(rest, letter);
    if (scaled) {
      found.value = N.times(found.value, exact(SCALES[scaled]));
      rest = rest.trim().slice(scaled.length);
      found.typed += (scaled.length > 2 ? " " : "") + scaled;
      if (scaled === "K") note = found.typed + " read as 1000s, not " + found.typed + "i";
    }
    var unit = readUnit(rest.trim() || unitName, letter, text);
    if (!agrees(unit, letter)) {
      var slip = window.deriveWords ? window.deriveWords.whyWrong(unit, letter) : "";
      throw new Wrong(letter, text, "{} is in " + unit.name + ", which does not convert to " + letter.declared + (slip ? " (" + slip + ")" : ""));
    }
    return { value: N.times(found.value, unit.factor), typed: found.typed, unit: unit.name, factor: unit.factor, note: note };
  }

  function readScale(rest, letter) {
    var word = rest.trim().split(" ")[0];
    return SCALES[word] && (takesScale(letter) || word.length > 2) ? word : "";
  }

  /* 30M and 70B are said of what is counted, and of its rate: tokens, tokens per second, GPU hours, money. */
  function takesScale(letter) {
    var kinds = letter.kinds, dimensions = letter.dimensions, keys = Object.keys(dimensions);
    var counted = Object.keys(kinds).filter(function (k) { return kinds[k] > 0; });
    return letter.count || (keys.join() === "money" && dimensions.money > 0) ||
      (counted.length === 1 && keys.every(function (k) { return dimensions[k] < 0 || k === "time"; }));
  }

  /* A typed value in base units, with its number and its unit apart; for a range both ends. */
  function read(typed, letter, unitName) {
    var text = typed.replace(/[\u00a0\u2009\u202f\t]/g, " ").replace(/\u2212/g, "-").trim();
    function fail(why) { throw new Wrong(letter, typed, "{} is not a value: " + why); }
    if (!text) fail("it is empty");
    if (text.length > 100) fail("it is longer than 100 characters");
    if (text.indexOf("..") >= 0) return readRange(text, letter, unitName, fail);
    if (text.indexOf(":") > 0) throw new Wrong(letter, text, "", letter.id + " = " + text + " is not allowed: " + letter.id + " is one value here; a grid belongs to a sweep");
    var found = single(text, letter, unitName, text, fail), domain = N.range(letter);
    if (!N.inside(domain, found.value) || (domain.whole && found.value.d !== exact(1).n)) {
      throw new Wrong(letter, text, "", letter.id + " = " + withUnit(found.typed, found.unit) + " is not allowed: " + letter.id + " is " + letter.domain);
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

  window.deriveValues = { Wrong, read, takesScale };
})();
