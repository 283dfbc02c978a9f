/* The calculator of a formula, and the plot bound to it.
 *
 * The page holds the first answer and the first curve already. This script
 * comes when a calculator comes into view; it reads the formula's programs
 * from the page, so that it works from a disk and builds no code at run time.
 */
(function () {
  "use strict";

  var N = window.deriveNumbers, exact = N.exact, number = N.number;
  var SIGNS = { "<=": "≤", ">=": "≥", "<": "<", ">": ">", "=": "=" };

  /* --- numbers and units as people type them ------------------------------- */

  var NUMBER = /^([+-]?)([0-9][0-9_,]*)?(\.[0-9_]*)?([eE][+-]?[0-9]+)?/;
  var GROUPED = /^(?:[0-9]+(?:_[0-9]+)*|[0-9]{1,3}(?:,[0-9]{3})+)$/;
  var RELATION = /^(<=|=<|≤|⩽|>=|=>|≥|⩾|<|>|==?)/;
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

  /* A typed value in base units, with its number and its unit apart. */
  function read(typed, letter, unitName) {
    var text = typed.replace(/[\u00a0\u2009\u202f\t]/g, " ").replace(/\u2212/g, "-").trim();
    function fail(why) { throw new Wrong(letter, typed, "{} is not a value: " + why); }
    if (!text) fail("it is empty");
    if (text.length > 100) fail("it is longer than 100 characters");
    if (text.indexOf("..") > 0 || text.indexOf(":") > 0) fail("the page takes one value; a range belongs to the command line");
    var found = readNumber(text, fail), rest = found.rest, note = "";
    if (/^\s*[\^*]/.test(rest)) fail("arithmetic is not read; write a number such as 1e9");
    var word = rest.trim().split(" ")[0];
    if (letter.count && SCALES[word]) {
      found.value = N.times(found.value, exact(SCALES[word]));
      rest = rest.trim().slice(word.length);
      found.typed += (word.length > 2 ? " " : "") + word;
      if (word === "K") note = found.typed + " read as 1000s, not " + found.typed + "i";
    }
    rest = rest.trim();
    var unit = readUnit(rest || unitName, letter, text);
    if (!agrees(unit, letter)) {
      var slip = whyWrong(unit, letter);
      throw new Wrong(letter, text, "{} is in " + unit.name + ", but " + letter.declared + " is measured here" + (slip ? " (" + slip + ")" : ""));
    }
    var value = N.times(found.value, unit.factor), domain = N.range(letter);
    if (!N.inside(domain, value) || (domain.whole && value.d !== exact(1).n)) {
      throw new Wrong(letter, text, "", letter.id + " = " + found.typed + (unit.name === "1" || !unit.name ? "" : " " + unit.name) + " cannot be: " + letter.id + " is " + letter.domain);
    }
    return { value: value, typed: found.typed, unit: unit.name, factor: unit.factor, note: note };
  }

  /* --- numbers and units as people read them --------------------------------- */

  function numberText(value, digits) {
    if (!isFinite(value)) return String(value);
    if (value === Math.floor(value) && Math.abs(value) < 1e7 && value % 1e6) return String(value);
    var short = Number(value.toPrecision(digits));
    if (!short) return "0";
    var size = Math.floor(Math.log10(Math.abs(short)) + 1e-12);
    if (size >= -3 && size < 6) return String(short);
    var power = Math.floor(size / 3) * 3;
    return String(Number((short / Math.pow(10, power)).toPrecision(digits))) + "e" + power;
  }

  function factorOf(unit) { return number(exact(unit[1])); }

  /* The unit in which a value reads best: the largest in which it is at least 1. */
  function natural(letter, base) {
    var ladder = letter.units.filter(function (u) { return u[2]; });
    var own = letter.units.filter(function (u) { return u[0] === letter.unit; })[0] || [letter.unit, letter.factor, 1];
    if (!base || ladder.length < 2 || !isFinite(base)) return own;
    var best = ladder[0], size = Math.abs(Number(base.toPrecision(6)));
    for (var i = 1; i < ladder.length; i++) {
      var value = size / factorOf(ladder[i]), step = Math.log10(factorOf(ladder[i]) / factorOf(ladder[i - 1]));
      var smooth = Math.abs(step - Math.round(step)) < 1e-9 || Math.abs(value - Math.round(value)) < 1e-9;
      if (value >= (smooth ? 1 : 2) * (1 - 1e-12)) best = ladder[i];
    }
    return best;
  }

  function shownUnit(name) { return name === "1" ? "" : name; }

  function withUnit(text, unit) { return shownUnit(unit) ? text + " " + unit : text; }

  function format(letter, base, digits, unit) {
    var u = unit || natural(letter, base);
    return withUnit(numberText(base / factorOf(u), digits || 6), u[0]);
  }

  /* --- the calculator ---------------------------------------------------------- */

  function make(name, attributes, text) {
    var svg = /^(svg|g|path|line|circle|text|title)$/.test(name);
    var made = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
    Object.keys(attributes || {}).forEach(function (key) { made.setAttribute(key, attributes[key]); });
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function Calculator(box) {
    var self = this;
    this.box = box;
    this.data = JSON.parse(box.querySelector("script[type='application/json']").textContent);
    this.rows = Array.prototype.slice.call(box.querySelectorAll("[data-row]")).map(function (row) {
      return {
        row: row, radio: row.querySelector("input[type=radio]"), sign: row.querySelector(".d-sign"),
        field: row.querySelector(".d-field"), unit: row.querySelector(".d-unit-of"), wrong: row.querySelector(".d-wrong"),
        result: row.querySelector(".d-result"), glyph: row.querySelector("math")
      };
    });
    this.target = this.data.target;
    this.unitChosen = false;
    this.plot = box.querySelector(".d-plot") ? new window.derivePlot(this, box.querySelector(".d-plot")) : null;
    box.addEventListener("input", function (event) { self.changed(event); });
    box.addEventListener("change", function (event) { self.changed(event); });
    box.addEventListener("click", function (event) { self.clicked(event); });
    this.readHash();
    this.update();
  }

  Calculator.prototype.changed = function (event) {
    var at = event.target, place = this.placeOf(at), row = this.rows[place];
    if (row && at === row.radio) this.ask(place);
    else if (row && at === row.unit && place === this.target) this.unitChosen = true;
    else if (at.matches(".d-preset")) this.preset(at);
    else if (row && at === row.sign) {
      if (place !== this.target && at.value !== "=") this.alone(place);
      if (place === this.target && !row.field.value.trim()) row.field.value = row.result.textContent.replace("–", "");
      this.follow();
    }
    if (row && event.type === "change" && at === row.field) this.tidy(place);
    if (this.plot && at.closest(".d-plot-bar")) this.plot.chosen(at);
    this.update();
    if (!at.closest(".d-plot-bar")) this.writeHash();
  };

  Calculator.prototype.placeOf = function (at) {
    var row = at.closest("[data-row]");
    return row ? Number(row.getAttribute("data-row")) : -1;
  };

  /* Make another letter the unknown; the old one keeps its answer as a given. */
  Calculator.prototype.ask = function (place) {
    var old = this.target, row = this.rows[old], answer = this.answer;
    if (place === old) return;
    if (answer && answer.base !== null) {
      var unit = this.data.letters[old].units.filter(function (u) { return u[0] === row.unit.value; })[0];
      var value = answer.base, letter = this.data.letters[old];
      if (letter.whole) value = Math.max(1, Math.round(value));
      row.field.value = numberText(value / (unit ? factorOf(unit) : 1), 6);
    }
    row.sign.value = "=";
    this.rows[place].sign.value = "=";
    this.rows[place].field.value = "";
    this.target = place;
    this.unitChosen = false;
    this.follow();
  };

  /* The plot shows what is asked: the answer, or the bounded letter against it. */
  Calculator.prototype.follow = function () {
    var bounded = this.rows.map(function (row) { return row.sign.value !== "="; }).indexOf(true);
    if (this.plot) this.plot.follow(this.target, bounded === this.target ? -1 : bounded);
  };

  /* One bound at a time: a second would need the command line. */
  Calculator.prototype.alone = function (place) {
    this.rows.forEach(function (row, i) { if (i !== place) row.sign.value = "="; });
  };

  /* A unit or a sign that was typed moves to its own field. */
  Calculator.prototype.tidy = function (place) {
    var row = this.rows[place], text = row.field.value.trim(), sign = RELATION.exec(text);
    if (sign) {
      var kind = sign[1].replace(/=<|≤|⩽/, "<=").replace(/=>|≥|⩾/, ">=").replace("==", "=");
      row.sign.value = { "<": "<=", ">": ">=" }[kind] || kind;
      row.field.value = text.slice(sign[0].length).trim();
      if (row.sign.value !== "=") this.alone(place);
    }
    try {
      var found = read(row.field.value, this.data.letters[place], row.unit.value);
      row.field.value = found.typed;
      choose(row.unit, found.unit);
    } catch (wrong) { if (!(wrong instanceof Wrong)) throw wrong; }
  };

  function choose(select, name) {
    var has = Array.prototype.some.call(select.options, function (o) { return o.value === name; });
    if (!has) select.add(new Option(name, name));
    select.value = name;
  }

  Calculator.prototype.preset = function (select) {
    var self = this, preset = this.data.presets[select.value];
    if (!preset) return;
    this.data.letters.forEach(function (letter, place) {
      var text = preset.values[letter.id];
      if (text === undefined || place === self.target) return;
      self.rows[place].field.value = text;
      self.rows[place].sign.value = "=";
      self.tidy(place);
    });
  };

  /* Every field read; what cannot be read is told beside its field. */
  Calculator.prototype.question = function () {
    var self = this, values = [], bounds = [], wrong = 0;
    this.givens = [];
    this.rows.forEach(function (row, place) {
      var letter = self.data.letters[place], asked = place === self.target, sign = row.sign.value, said = "";
      values[place] = null;
      var bounded = sign !== "=", blank = !row.field.value.trim();
      if ((asked && !bounded) || (letter.optional && blank)) { tell(row, ""); return; }
      try {
        var text = row.field.value.trim(), typed = RELATION.exec(text);
        var found = read(typed ? text.slice(typed[0].length) : text, letter, row.unit.value);
        var shown = withUnit(found.typed, found.unit);
        if (bounded) {
          if (!asked && (self.data.law.op !== "==" || !self.data.alone[place])) {
            throw new Wrong(letter, "", "", "a bound on " + letter.id + " has no single end here; give it a value, or ask the command line");
          }
          bounds.push({ place: place, op: sign, value: found.value, says: letter.id + " " + sign + " " + shown, shown: shown });
        } else values[place] = found.value;
        self.givens.push({ place: place, sign: sign, text: shown });
        said = found.note;
      } catch (problem) {
        if (!(problem instanceof Wrong)) throw problem;
        wrong++;
        tell(row, problem.message, true);
        return;
      }
      tell(row, said);
    });
    return wrong ? null : { target: this.target, values: values, bounds: bounds };
  };

  function tell(row, text, bad) {
    row.wrong.textContent = text;
    row.wrong.hidden = !text;
    row.wrong.classList.toggle("d-note-only", !bad);
    row.field.setAttribute("aria-invalid", bad ? "true" : "false");
  }

  Calculator.prototype.update = function () {
    var self = this;
    this.rows.forEach(function (row, place) {
      var asked = place === self.target;
      row.row.classList.toggle("d-asked", asked);
      row.radio.checked = asked;
      row.field.hidden = asked && row.sign.value === "=";
      row.result.hidden = !row.field.hidden;
    });
    var question = this.asked = this.question();
    this.answer = question ? this.solved(question) : null;
    this.show(question);
    if (this.plot) this.plot.draw();
  };

  Calculator.prototype.solved = function (question) {
    var found = N.solve(this.data, question);
    found.base = found.root ? number(N.valueOf(found.root)) : null;
    if (found.base === null && found.spans.length) {
      var first = found.spans[0], held = first.low && !first.lowOpen && number(N.valueOf(first.low)) !== 0;
      var end = held ? first.low : first.high || first.low;
      found.base = end ? number(N.valueOf(end)) : 1;
      if (found.integer && found.integer.smallest !== null) found.base = found.integer.smallest;
      else if (found.integer && found.integer.largest !== null) found.base = found.integer.largest;
    }
    return found;
  };

  /* --- the answer in words ------------------------------------------------------ */

  /* Words and letters: a number in the list stands for the letter with that place. */
  Calculator.prototype.say = function (parent, parts) {
    var self = this;
    parts.forEach(function (part) {
      parent.appendChild(typeof part === "number" ? self.rows[part].glyph.cloneNode(true) : document.createTextNode(part));
    });
    return parent;
  };

  Calculator.prototype.show = function (question) {
    var row = this.rows[this.target], answer = this.answer, letter = this.data.letters[this.target];
    var head = this.box.querySelector(".d-answer"), list = this.box.querySelector(".d-reasons");
    head.textContent = "";
    list.textContent = "";
    head.parentNode.classList.toggle("d-open", !answer);
    if (!answer) {
      row.result.textContent = "–";
      head.textContent = "One of the values cannot be read.";
      this.conditions([]);
      this.command();
      return;
    }
    var unit = this.unitChosen ? letter.units.filter(function (u) { return u[0] === row.unit.value; })[0] : answer.base === null ? null : natural(letter, answer.base);
    if (unit) choose(row.unit, unit[0]);
    row.result.textContent = answer.base === null ? "–" : numberText(answer.base / (unit ? factorOf(unit) : 1), 6);
    this.say(head, this.headline(answer, unit));
    this.reasons(answer, question).forEach(function (parts) { list.appendChild(this.say(make("li"), parts)); }, this);
    this.conditions(answer.told);
    this.command();
  };

  Calculator.prototype.headline = function (answer, unit) {
    var target = this.target, letter = this.data.letters[target], whole = answer.integer;
    function value(place) { return format(letter, number(N.valueOf(place)), 6, unit); }
    if (answer.root) return [target, " = " + value(answer.root)];
    if (!answer.spans.length || (whole && answer.kind === "range" && whole.empty)) return ["No ", target, " satisfies this"];
    if (whole && whole.smallest !== null && whole.largest !== null && whole.smallest === whole.largest) return [target, " = " + whole.smallest];
    if (whole && whole.smallest !== null && whole.largest === null) return ["smallest ", target, " = " + whole.smallest];
    if (whole && whole.smallest === null && whole.largest !== null) return ["largest ", target, " = " + whole.largest];
    if (whole && whole.smallest !== null) return [whole.smallest + " ≤ ", target, " ≤ " + whole.largest];
    var parts = [];
    answer.spans.slice(0, 3).forEach(function (span, i) {
      if (i) parts.push(", or ");
      parts = parts.concat(spanParts(span, target, value, answer.domain));
    });
    if (answer.spans.length > 3) parts.push(", and " + (answer.spans.length - 3) + " more");
    return parts;
  };

  function spanParts(span, target, value, domain) {
    if (span.single) return [target, " = " + value(span.low)];
    var zero = span.low && number(N.valueOf(span.low)) === 0 && domain.low && !number(domain.low);
    if (!span.high && (!span.low || zero)) return ["any ", target];
    if (!span.high) return [target, (span.lowOpen ? " > " : " ≥ ") + value(span.low)];
    if (!span.low || zero) return [target, (span.highOpen ? " < " : " ≤ ") + value(span.high)];
    return [value(span.low) + (span.lowOpen ? " < " : " ≤ "), target, (span.highOpen ? " < " : " ≤ ") + value(span.high)];
  }

  Calculator.prototype.reasons = function (answer, question) {
    var self = this, target = this.target, letter = this.data.letters[target], made = [], whole = answer.integer;
    function spanText(span) {
      return spanParts(span, target, function (p) { return format(letter, number(N.valueOf(p))); }, answer.domain);
    }
    if (whole && answer.kind === "range" && !whole.empty) {
      made.push(spanText(answer.spans[0]).concat(answer.spans.length > 1 ? [" and further stretches"] : []));
      var lower = whole.smallest !== null && whole.beyond[0], upper = whole.largest !== null && whole.beyond[1];
      if (lower !== false && lower !== null && lower !== undefined) made.push(this.neighbour(answer, whole.smallest), this.neighbour(answer, lower));
      if (upper !== false && upper !== null && upper !== undefined) made.push(this.neighbour(answer, whole.largest), this.neighbour(answer, upper));
    }
    if (whole && answer.kind === "equation" && !this.isGiven()) {
      if (whole.below !== whole.above) {
        [whole.below, whole.above].forEach(function (n) { if (n !== null) made.push(self.neighbour(answer, n)); });
      }
    }
    var others = answer.root ? answer.roots.filter(function (r) { return r.place !== answer.root; }) : [];
    others.slice(0, 4).forEach(function (root) {
      made.push([root.kept ? "also " : "not ", target, " = " + format(letter, number(N.valueOf(root.place))) + (root.kept ? "" : ", where a condition fails")]);
    });
    if (others.length > 4) made.push(["and " + (others.length - 4) + " more"]);
    if (!answer.spans.length) made.push(this.whyNone(answer));
    if (answer.doubt) made.push(["Part of the range is too close to tell with 15 digits: ask the command line below."]);
    return made;
  };

  /* Whether the law gives the target as it stands. */
  Calculator.prototype.isGiven = function () {
    var left = this.data.law.left;
    return left.length === 1 && left[0][0] === "input" && left[0][1] === this.target;
  };

  Calculator.prototype.whyNone = function (answer) {
    var alone = answer.list.map(function (relation) { return relation.says; });
    return ["With these values no ", this.target, " (" + this.data.letters[this.target].domain + ") satisfies "]
      .concat(this.spoken(alone.join(" and ")), ["."]);
  };

  /* A whole number with the value that decides it. */
  Calculator.prototype.neighbour = function (answer, n) {
    var list = answer.list, target = this.target, failing = list.filter(function (r) { return r.at(exact(n)) === false; })[0];
    var relation = failing || list[0], sides = N.sidesAt(relation, exact(n)), data = this.data;
    var left = data.law.left, own = left.length === 1 && left[0][0] === "input" ? left[0][1] : null;
    var bound = relation.letter, is = bound !== undefined ? bound : relation === list[0] && data.law.op === "==" && own !== target ? own : null;
    var parts = [target, " = " + n + ": "];
    function side(value, k) {
      if (value instanceof N.Missing) return "no value, " + value.why;
      var pair = N.around(value);
      return k === null || k === undefined ? numberText((pair[0] + pair[1]) / 2, 6) : format(data.letters[k], (pair[0] + pair[1]) / 2);
    }
    if (is !== null && is !== undefined) {
      parts.push(is, " = " + side(sides[bound !== undefined ? 0 : 1], is));
      if (bound === undefined) return parts;
      parts.push(", so ");
    }
    return parts.concat(this.spoken(relation.says), [failing ? " does not hold" : " holds"]);
  };

  /* A relation in words with its letters typeset: a name that is a letter's becomes its glyph. */
  Calculator.prototype.spoken = function (says) {
    var names = this.data.letters.map(function (letter) { return letter.id; });
    return says.split(/([A-Za-z_]\w*)/).map(function (word) {
      var place = names.indexOf(word);
      return place >= 0 ? place : word.replace("<=", "≤").replace(">=", "≥");
    });
  };

  Calculator.prototype.conditions = function (told) {
    var marks = this.box.querySelectorAll(".d-condition");
    this.data.conditions.forEach(function (condition, i) {
      var found = told.filter(function (t) { return t.says === condition.says; })[0], mark = marks[i];
      var state = !found ? "" : found.holds === true ? "holds" : found.holds === false ? "does not hold" : "not decided here";
      mark.setAttribute("data-state", state);
      mark.querySelector(".d-state").textContent = state;
    });
  };

  /* --- the same question elsewhere: in the address, on the command line ------------ */

  function quoted(word) { return /^[\w@%+=:,./-]+$/.test(word) ? word : "'" + word.replace(/'/g, "'\\''") + "'"; }

  Calculator.prototype.command = function () {
    var self = this, words = ["derive", "solve", this.data.id, this.data.letters[this.target].id];
    (this.givens || []).forEach(function (given) {
      var id = self.data.letters[given.place].id;
      words.push(given.sign === "=" ? id + "=" + given.text : id + " " + given.sign + " " + given.text);
    });
    if (this.unitChosen) words.push("--in", this.rows[this.target].unit.value);
    this.box.querySelector(".d-command code").textContent = words.map(quoted).join(" ");
  };

  Calculator.prototype.writeHash = function () {
    if (!this.givens) return;
    var self = this, parts = [this.data.letters[this.target].id + (this.unitChosen ? "@" + this.rows[this.target].unit.value : "")];
    this.givens.forEach(function (given) { parts.push(self.data.letters[given.place].id + given.sign + given.text); });
    var hash = "#solve=" + parts.map(encodeURIComponent).join("&");
    try { history.replaceState(history.state, "", hash); } catch (refused) { this.hash = hash; }
    this.hash = hash;
  };

  Calculator.prototype.readHash = function () {
    var self = this, found = /^#solve=(.+)$/.exec(location.hash);
    if (!found) return;
    var parts;
    try { parts = found[1].split("&").map(decodeURIComponent); } catch (damaged) { return; }
    var places = {}, head = parts[0].split("@");
    this.data.letters.forEach(function (letter, place) { places[letter.id] = place; });
    if (places[head[0]] === undefined) return;
    this.target = places[head[0]];
    this.rows.forEach(function (row) { row.sign.value = "="; });
    parts.slice(1).forEach(function (part) {
      var given = /^(\w+)(<=|>=|=)(.*)$/.exec(part), place = given ? places[given[1]] : undefined;
      if (place === undefined) return;
      self.rows[place].sign.value = given[2];
      self.rows[place].field.value = given[3].slice(0, 100);
      self.tidy(place);
    });
    if (head[1] && readable(head[1], this.data.letters[this.target])) {
      choose(this.rows[this.target].unit, head[1]);
      this.unitChosen = true;
    }
    this.hash = location.hash;
    this.follow();
  };

  Calculator.prototype.reopen = function () {
    if (location.hash === this.hash) return;
    this.readHash();
    this.update();
  };

  function readable(unit, letter) { return letter.units.some(function (u) { return u[0] === unit; }); }

  Calculator.prototype.clicked = function (event) {
    var button = event.target.closest("button"), self = this;
    if (!button) return;
    if (button.matches(".d-copy")) {
      copy(this.box.querySelector(".d-command code").textContent, button);
    } else if (button.matches(".d-link")) {
      this.writeHash();
      copy(location.href.split("#")[0] + this.hash, button);
    } else if (button.matches(".d-keep") && this.plot) {
      this.plot.keep();
      self.plot.draw();
    }
  };

  function copy(text, button) {
    var label = button.getAttribute("data-label") || button.textContent;
    button.setAttribute("data-label", label);
    function done(said) {
      button.textContent = said;
      setTimeout(function () { button.textContent = label; }, 1500);
    }
    if (navigator.clipboard && window.isSecureContext) {
      navigator.clipboard.writeText(text).then(function () { done("Copied"); }, function () { done("Not allowed"); });
      return;
    }
    /* A page on a disk has no clipboard of its own. */
    var area = make("textarea", { "aria-hidden": "true" });
    area.value = text;
    document.body.appendChild(area);
    area.select();
    var ok = document.execCommand("copy");
    area.remove();
    button.focus();
    done(ok ? "Copied" : "Not allowed");
  }

  window.deriveCalculator = { Calculator: Calculator, read: read, numberText: numberText, natural: natural, format: format, make: make };
})();
