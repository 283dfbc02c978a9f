/* Numbers and units as people read them. */
(function () {
  "use strict";

  var { exact, number, numberText } = window.deriveNumbers;

  function factorOf(unit) { return number(exact(unit[1])); }

  /* The unit in which a value reads best: the largest in which it is at least 1. */
  function natural(letter, base) {
    var ladder = letter.units.filter(function (u) { return u[2]; });
    var own = letter.units.find(function (u) { return u[0] === letter.unit; }) || [letter.unit, letter.factor, 1];
    if (!base || ladder.length < 2 || !isFinite(base)) return own;
    var best = ladder[0], size = Math.abs(Number(base.toPrecision(6)));
    for (var i = 1; i < ladder.length; i++) {
      var value = size / factorOf(ladder[i]), step = Math.log10(factorOf(ladder[i]) / factorOf(ladder[i - 1]));
      var smooth = Math.abs(step - Math.round(step)) < 1e-9 || Math.abs(value - Math.round(value)) < 1e-9;
      if (value >= (smooth ? 1 : 2) * (1 - 1e-12)) best = ladder[i];
    }
    return best;
  }

  function withUnit(text, unit) { return !unit || unit === "1" ? text : text + " " + unit; }

  function format(letter, base, digits, unit) {
    var u = unit || natural(letter, base);
    return withUnit(numberText(base / factorOf(u), digits || 6), u[0]);
  }

  /* Figures as people write them, 6.44 billion parameters, 1.2 × 10⁻³⁸: derive/site/figures.py. */
  var POWER = /(?<!\w)(?<![0-9]\.)(-?)([0-9]+)(?:\.([0-9]+))?e([+-]?[0-9]{1,3})(?!\w|\.[0-9])( (?:param|token|byte)(?![\w/^]))?/g;
  var SCALES = [[12, " trillion"], [9, " billion"], [6, " million"]];
  var COUNTED = { " param": " parameters", " token": " tokens", " byte": " bytes" };

  function inWords(text) {
    return text.replace(POWER, function (all, sign, whole, part, power, unit) {
      var digits = (whole + (part || "")).replace(/^0+/, ""), size = digits.length - (part || "").length - 1 + Number(power);
      digits = digits.replace(/0+$/, "");
      if (!digits) return "0" + (unit || "");
      if (size >= -4 && size < 6) return sign + plainly(digits, size) + (unit || "");
      var scale = size < 15 && SCALES.find(function (one) { return size >= one[0]; });
      if (scale) return sign + plainly(digits, size - scale[0]) + scale[1] + (COUNTED[unit] || unit || "");
      var raised = String(size).replace(/./g, function (one) { return "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(one)]; });
      return sign + (digits === "1" ? "" : plainly(digits, 0) + " × ") + "10" + raised + (unit || "");
    });
  }

  /* Digits of which the first stands for ten to the power of `size`. */
  function plainly(digits, size) {
    if (size < 0) return "0." + "0".repeat(-size - 1) + digits;
    var whole = digits.slice(0, size + 1).padEnd(size + 1, "0"), part = digits.slice(size + 1);
    return (size >= 4 ? whole.replace(/\B(?=(?:\d{3})+$)/g, ",") : whole) + (part && "." + part);
  }

  /* The same in a field, 70B where that can be read. */
  function asTyped(text) { return text.replace(POWER, function (all) { return lettered(all) || all; }); }

  /* Where there is little room: 182.6B token. */
  function inShort(text) { return text.replace(POWER, function (all) { return lettered(all) || inWords(all); }); }

  /* A number with the letter of its scale, or nothing. */
  function lettered(text) {
    var found = /^(\S+) ([mbt])r?illion(?: |$)/.exec(inWords(text)), unit = / \w+$/.exec(text);
    return found && found[1] + found[2].toUpperCase() + (unit ? unit[0] : "");
  }

  function make(name, attributes, text) {
    var svg = /^(svg|g|path|line|circle|text|title)$/.test(name);
    var made = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
    Object.keys(attributes || {}).forEach(function (key) { made.setAttribute(key, attributes[key]); });
    if (text !== undefined) made.textContent = text;
    return made;
  }

  window.deriveShowing = { numberText, factorOf, natural, withUnit, format, inWords, inShort, asTyped, make };
})();
