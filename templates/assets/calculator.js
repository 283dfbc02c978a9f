/* The calculator of a formula, and the plot bound to it.
 *
 * The page holds the first answer and the first curve already. This script
 * comes when its reader touches the calculator; it reads the formula's programs
 * from the page, so that it works from a disk and builds no code at run time.
 */
(function () {
  "use strict";

  var N = window.deriveNumbers, exact = N.exact, number = N.number;
  var { Wrong, read, takesScale } = window.deriveValues, load = window.deriveLoad;
  var { numberText, factorOf, natural, withUnit, format, inWords, asTyped, make } = window.deriveShowing;
  var RELATION = /^(<=|=<|≤|⩽|>=|=>|≥|⩾|<|>|==?)/;

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
    this.untidy = [];
    this.early = [];
    this.plot = this.limits = null;
    if (box.querySelector(".d-plot")) this.whenSeen(box.querySelector(".d-plot"));
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
      if (place === this.target && !row.field.value.trim()) row.field.value = (row.brief || "").replace("–", "");
      this.follow();
    }
    if (row && event.type === "change" && at === row.field) this.tidy(place);
    if (at.closest(".d-plot-bar")) { if (this.plot) this.plot.chosen(at); else this.early.push(at); }
    this.update();
    if (!at.closest(".d-plot-bar")) this.writeHash();
  };

  /* The plot's script comes when the plot comes near; the page holds its first curve. */
  Calculator.prototype.whenSeen = function (frame) {
    var self = this;
    function begin() {
      load("plot.js").then(function () {
        self.plot = new window.derivePlot(self, frame);
        if (self.followed) self.follow();
        self.early.forEach(function (at) { self.plot.chosen(at); });
        self.plot.draw();
      });
    }
    if (!window.IntersectionObserver) { begin(); return; }
    new IntersectionObserver(function (seen, watch) {
      if (!seen.some(function (one) { return one.isIntersecting; })) return;
      watch.disconnect();
      begin();
    }, { rootMargin: "160px" }).observe(frame);
  };

  /* Units beyond those that the letters name: their table, and the reader of words. */
  Calculator.prototype.fetchUnits = function () {
    var self = this;
    this.units = this.units || load("units.js").then(function () {
      self.untidy.splice(0).forEach(function (place) { self.tidy(place); });
      self.update();
      if (self.hash) self.writeHash();
    });
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
      var value = answer.base, letter = this.data.letters[old];
      var unit = letter.units.find(function (u) { return u[0] === row.unit.value; });
      if (letter.whole) value = Math.max(1, Math.round(value));
      row.field.value = typing(letter, numberText(value / (unit ? factorOf(unit) : 1), 6));
    }
    row.sign.value = "=";
    this.rows[place].sign.value = "=";
    this.rows[place].field.value = "";
    this.target = place;
    this.unitChosen = false;
    this.follow();
  };

  /* The plot shows what is asked: the answer, or the letter that the law gives and that is bounded. */
  Calculator.prototype.follow = function () {
    var data = this.data, target = this.target, bounded = this.rows.map(function (row, i) { return i !== target && isRange(row) ? i : -1; })
      .filter(function (i) { return i >= 0; });
    var met = bounded.filter(function (i) { return data.law.op === "==" && data.alone[i] && (bounded.length < 2 || i === N.given(data)); });
    this.followed = true;
    if (this.plot) this.plot.follow(target, met.length ? met[0] : -1);
  };

  function isRange(row) { return row.sign.value !== "=" || row.field.value.indexOf("..") >= 0; }

  /* A unit or a sign that was typed moves to its own field. */
  Calculator.prototype.tidy = function (place) {
    var row = this.rows[place], text = row.field.value.trim(), sign = RELATION.exec(text);
    if (sign) {
      choose(row.sign, kindOf(sign[1]));
      row.field.value = text.slice(sign[0].length).trim();
    }
    try {
      var found = read(row.field.value, this.data.letters[place], row.unit.value);
      row.field.value = found.typed;
      if (!found.mixed) choose(row.unit, found.unit);
    } catch (wrong) {
      if (!(wrong instanceof Wrong)) throw wrong;
      if (wrong.later) this.untidy.push(place);
    }
  };

  function typing(letter, text) { return takesScale(letter) ? asTyped(text) : text; }

  function kindOf(typed) { return typed.replace(/=<|≤|⩽/, "<=").replace(/=>|≥|⩾/, ">=").replace("==", "="); }

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
      self.rows[place].field.value = typing(letter, text);
      self.rows[place].sign.value = "=";
      self.tidy(place);
    });
  };

  /* Every field read; what cannot be read is told beside its field. */
  Calculator.prototype.question = function () {
    var self = this, values = [], ranges = {}, wrong = 0, waiting = false;
    this.givens = [];
    this.rows.forEach(function (row, place) {
      var letter = self.data.letters[place], asked = place === self.target, text = row.field.value.trim();
      values[place] = null;
      if ((asked && !isRange(row)) || (letter.optional && !text)) { tell(row, ""); return; }
      try {
        var typed = RELATION.exec(text), sign = typed ? kindOf(typed[1]) : row.sign.value;
        var found = read(typed ? text.slice(typed[0].length) : text, letter, row.unit.value);
        var shown = found.mixed ? found.typed : withUnit(found.typed, found.unit);
        if (sign !== "=" || found.shown) ranges[place] = ranged(letter, place, sign, found, shown);
        else values[place] = found.value;
        self.givens.push({ place: place, sign: sign, text: shown });
        tell(row, found.note);
      } catch (problem) {
        if (!(problem instanceof Wrong)) throw problem;
        if (problem.later) {
          waiting = true;
          self.fetchUnits();
          tell(row, "");
          return;
        }
        wrong++;
        tell(row, problem.message, true);
      }
    });
    this.waiting = waiting;
    return wrong || waiting ? null : { target: this.target, values: values, ranges: ranges };
  };

  /* A bound, or both ends of a range, in base units with their words. */
  function ranged(letter, place, sign, found, shown) {
    if (sign === "=") return { place: place, low: found.low, high: found.high, lowOpen: false, highOpen: false, shown: found.shown };
    if (found.shown) throw new Wrong(letter, "", "", letter.id + ": a bound has one value; a range stands after '='");
    var up = sign[0] === "<", open = sign.length < 2;
    return { place: place, low: up ? null : found.value, high: up ? found.value : null, lowOpen: !up && open, highOpen: up && open, shown: [shown, shown] };
  }

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
      row.field.hidden = asked && !isRange(row);
      row.result.hidden = !row.field.hidden;
    });
    var question = this.asked = this.question();
    if (this.waiting) return;
    this.answer = question ? this.solved(question) : null;
    this.show(question);
    this.others();
    if (this.plot) this.plot.draw();
  };

  /* Other laws on the letter that is asked for, fetched with the first answer that is a range. */
  Calculator.prototype.others = function () {
    var self = this, frame = this.box.querySelector(".d-limits");
    if (this.limits) this.limits.update();
    else if (frame && !this.fetched && this.answer && this.answer.kind === "range") {
      this.fetched = load("limits.js").then(function () {
        self.limits = new window.deriveLimits(self, frame);
        self.limits.update();
      });
    }
  };

  Calculator.prototype.solved = function (question) {
    var found = N.solve(this.data, question);
    found.base = found.root ? number(N.valueOf(found.root)) : null;
    if (found.base === null && found.spans.length) {
      var first = found.spans[0], held = first.low && !first.lowOpen && number(N.valueOf(first.low)) !== 0;
      var end = held ? first.low : first.high || first.low;
      found.base = end ? number(N.valueOf(end)) : 1;
      if (found.integer && found.integer.largest !== null) found.base = found.integer.largest;
      else if (found.integer && found.integer.smallest !== null) found.base = found.integer.smallest;
    }
    return found;
  };

  /* --- the answer in words ------------------------------------------------------ */

  /* Words and letters: a number in the list stands for the letter with that place. */
  Calculator.prototype.say = function (parent, parts) {
    var self = this;
    parts.forEach(function (part) {
      parent.appendChild(typeof part === "number" ? self.rows[part].glyph.cloneNode(true) : document.createTextNode(inWords(part)));
    });
    return parent;
  };

  Calculator.prototype.show = function (question) {
    var row = this.rows[this.target], answer = this.answer, letter = this.data.letters[this.target];
    var head = this.box.querySelector(".d-answer"), list = this.box.querySelector(".d-reasons");
    head.textContent = "";
    list.textContent = "";
    head.parentNode.classList.toggle("d-open", !answer || Boolean(answer.refused));
    if (!answer) {
      row.result.textContent = row.brief = "–";
      head.textContent = "One of the values cannot be read.";
      this.conditions([]);
      this.command();
      return;
    }
    var unit = this.unitChosen ? letter.units.find(function (u) { return u[0] === row.unit.value; }) : answer.base === null ? null : natural(letter, answer.base);
    if (unit) choose(row.unit, unit[0]);
    row.brief = brief(answer, unit ? factorOf(unit) : 1);
    row.result.textContent = inWords(typing(letter, row.brief));
    this.say(head, this.headline(answer, unit));
    this.reasons(answer, question).forEach(function (parts) { list.appendChild(this.say(make("li"), parts)); }, this);
    this.conditions(answer.told);
    this.command();
  };

  /* The whole answer in a few signs, for the letter's own row: 2 to 4, ≥ 14, ≤ 0.05. */
  function brief(answer, factor) {
    var whole = answer.integer, span = answer.spans[0];
    function text(value) { return numberText(value / factor, 6); }
    function end(place) { return text(number(N.valueOf(place))); }
    if (answer.root || answer.base === null || !span) return answer.base === null || !answer.root ? "–" : text(answer.base);
    if (whole && whole.smallest !== null && whole.smallest === whole.largest) return text(whole.smallest);
    if (whole && (whole.smallest !== null || whole.largest !== null)) return between(whole.smallest === null ? "" : text(whole.smallest), whole.largest === null ? "" : text(whole.largest));
    if (span.single) return end(span.low);
    var zero = span.low && number(N.valueOf(span.low)) === 0;
    return between(!span.low || (zero && span.high) ? "" : end(span.low), span.high ? end(span.high) : "");
  }

  function between(low, high) { return low && high ? low + " to " + high : low ? "≥ " + low : high ? "≤ " + high : "any"; }

  Calculator.prototype.headline = function (answer, unit) {
    var target = this.target, letter = this.data.letters[target], whole = answer.integer;
    function value(place) { return format(letter, number(N.valueOf(place)), 6, unit); }
    if (answer.refused) return answer.refused;
    if (answer.root) return [target, " = " + value(answer.root)];
    if (!answer.spans.length || (whole && answer.kind === "range" && whole.empty)) return ["No ", target, " satisfies this"];
    if (whole && whole.smallest !== null && whole.smallest === whole.largest) return [target, " = " + whole.smallest];
    if (whole && whole.smallest !== null && whole.largest === null) return ["smallest ", target, " = " + whole.smallest];
    if (whole && whole.smallest === null && whole.largest !== null) return ["largest ", target, " = " + whole.largest];
    if (whole && whole.smallest !== null) return [target, " = " + whole.smallest + " to " + whole.largest + "; largest " + whole.largest];
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
      var lower = whole.beyond[0], upper = whole.beyond[1];
      if (lower != null) made.push(this.neighbour(answer, whole.smallest), this.neighbour(answer, lower));
      if (upper != null) made.push(this.neighbour(answer, whole.largest), this.neighbour(answer, upper));
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
    if (answer.refused) return made;
    if (!answer.spans.length) made.push(this.whyNone(answer));
    else if (!whole && (answer.list.length > 1 || answer.letters.length) && answer.reading === "every") made = made.concat(this.binding(answer));
    if (answer.letters.length) made = made.concat(this.uncertainty(answer));
    if (answer.doubt) made.push(["Part of the range is too close to tell with 15 digits: ask the command line below."]);
    return made;
  };

  /* Which of several relations sets each end of a range. */
  Calculator.prototype.binding = function (answer) {
    var self = this, span = answer.spans[0], ends = span.single ? [[span.low, "set"]] : [[span.low, "lower end set"], [span.high, "upper end set"]];
    return ends.map(function (end) {
      var by = ((end[0] && end[0].of) || []).map(function (i) { return answer.list[i].says; });
      return by.length ? [end[1] + " by "].concat(self.spoken(by.filter(function (s, i) { return by.indexOf(s) === i; }).join(" and "))) : null;
    }).filter(Boolean);
  };

  /* How what is uncertain was read, and what holds for some of its values only. */
  Calculator.prototype.uncertainty = function (answer) {
    var names = [];
    answer.letters.forEach(function (k, i) { names.push(i ? " and " : "", k); });
    if (answer.reading === "some") return [["all that "].concat(names, [" can lead to; its ends lie at ends of what was given"])];
    var made = [["safe: holds for every value of "].concat(names)];
    if (answer.possible) made.push(["possible: "].concat(this.headline(answer.possible, null), [", for some value of "], names));
    return made;
  };

  /* Whether the law gives the target as it stands. */
  Calculator.prototype.isGiven = function () {
    return N.given(this.data) === this.target;
  };

  Calculator.prototype.whyNone = function (answer) {
    var alone = answer.list.map(function (relation) { return relation.says; });
    return ["With these values no ", this.target, " (" + this.data.letters[this.target].domain + ") satisfies "]
      .concat(this.spoken(alone.join(" and ")), ["."]);
  };

  /* A whole number with the value that decides it. */
  Calculator.prototype.neighbour = function (answer, n) {
    var list = answer.list, target = this.target, failing = list.find(function (r) { return r.at(exact(n)) === false; });
    var relation = failing || list[0], sides = N.sidesAt(relation, exact(n)), data = this.data;
    var left = data.law.left, own = left.length === 1 && left[0][0] === "input" ? left[0][1] : null;
    var bound = relation.letter, is = bound !== undefined ? bound : relation === list[0] && data.law.op === "==" && own !== target ? own : null;
    var parts = [target, " = " + n + ": "];
    function side(value, k) {
      if (value instanceof N.Missing) return "no value, outside the law's domain (" + value.why + ")";
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
    return inWords(says).split(/([A-Za-z_]\w*)/).map(function (word) {
      var place = names.indexOf(word);
      return place >= 0 ? place : word.replace("<=", "≤").replace(">=", "≥");
    });
  };

  /* Which letters a condition waits for. */
  Calculator.prototype.open = function (missing) {
    var names = (missing || []).map(function (place) { return this.data.letters[place].id; }, this);
    return names.length ? "open: " + names.join(" and ") + " not given" : "not decided here";
  };

  Calculator.prototype.conditions = function (told) {
    var marks = this.box.querySelectorAll(".d-condition");
    this.data.conditions.forEach(function (condition, i) {
      var found = told.find(function (t) { return t.says === condition.says; }), mark = marks[i];
      var state = !found ? "" : found.holds === true ? "holds" : found.holds === false ? "does not hold" : this.open(found.missing);
      mark.setAttribute("data-state", state);
      var out = mark.querySelector(".d-state");
      out.textContent = "";
      this.say(out, this.spoken(state));
    }, this);
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
      var given = /^(\w+)(<=|>=|<|>|=)(.*)$/.exec(part), place = given ? places[given[1]] : undefined;
      if (place === undefined) return;
      choose(self.rows[place].sign, given[2]);
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

  window.deriveCalculator = Calculator;
})();
