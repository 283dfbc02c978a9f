/* Other laws that bound the letter that is asked for: their answers with the values of this page. */
(function () {
  "use strict";

  var N = window.deriveNumbers, make = window.deriveShowing.make, { Wrong, read } = window.deriveValues;
  var ask = window.deriveCalculator.prototype, whole = null;
  var ROOT = document.currentScript.src.replace(/assets\/derive\/[^/]*$/, "");
  var FOLDER = location.protocol === "file:" ? "index.html" : "";

  /* The laws with their letters whole: the script says once what is the same in all of them. */
  function laws() {
    var all = window.deriveBounds;
    if (!whole) {
      whole = all.laws.map(function (law) {
        var letters = law.letters.map(function (row) {
          return Object.assign({}, all.letters[row[0]], { value: row[1], optional: row[2] });
        });
        return { title: law.title, address: ROOT + law.address.replace(/\/$/, "/" + FOLDER), data: Object.assign({}, law, { letters: letters }) };
      });
    }
    return whole;
  }

  function place(data, id) {
    return data.letters.findIndex(function (letter) { return letter.id === id; });
  }

  function Limits(calculator, box) {
    var self = this;
    this.calculator = calculator;
    this.box = box;
    this.list = box.querySelector("ol");
    this.all = box.querySelector(".d-limits-all");
    this.id = "";
    this.rows = [];
    box.addEventListener("change", function () {
      self.together();
      if (calculator.plot) calculator.plot.draw();
    });
  }

  /* The rows for one letter; they stay while only values change, and what is ticked with them. */
  Limits.prototype.of = function (id) {
    var self = this, own = this.calculator, glyph = own.rows[own.target].glyph;
    if (this.id === id) return;
    this.id = id;
    this.list.textContent = "";
    this.box.querySelector(".d-limits-of").replaceChildren(glyph.cloneNode(true));
    this.rows = laws().filter(function (law) {
      var at = place(law.data, id);
      return law.data.id !== own.data.id && at >= 0 && (N.uses(law.data.law.left, at) || N.uses(law.data.law.right, at));
    }).map(function (law, i) {
      var item = make("li"), label = make("label", { "class": "d-check" });
      var tick = make("input", { type: "checkbox", "aria-label": "Lay over: " + law.title }), link = make("a", {}, law.title);
      var answer = make("output", { "class": "d-limits-answer" }), taken = make("span", { "class": "d-limits-taken" });
      label.append(tick, " " + (i + 1));
      item.append(label, link, answer, taken);
      self.list.append(item);
      return { law: law, number: i + 1, tick: tick, link: link, answer: answer, taken: taken };
    });
  };

  Limits.prototype.update = function () {
    var own = this.calculator, answer = own.answer, letter = own.data.letters[own.target];
    if (answer && answer.kind === "range") this.of(letter.id);
    else if (answer) this.of("");
    this.box.hidden = !this.rows.length;
    /* The answer of before stands while units are fetched for a new question. */
    if (!own.asked || !answer || answer.refused) return;
    try { this.rows.forEach(function (row) { this.fill(row); }, this); } catch (wrong) {
      if (!(wrong instanceof Wrong) || !wrong.later) throw wrong;
      own.fetchUnits();
    }
    this.together();
  };

  /* One law with the values of this page; what it needs besides has its usual value, and is named. */
  Limits.prototype.fill = function (row) {
    var own = this.calculator, question = own.asked, data = row.law.data, target = place(data, this.id);
    var ranges = {}, taken = [], hash = [this.id], texts = {};
    own.givens.forEach(function (given) { texts[own.data.letters[given.place].id] = given.sign + given.text; });
    var values = data.letters.map(function (letter, k) {
      var here = place(own.data, letter.id);
      if (k === target) return null;
      if (texts[letter.id]) hash.push(letter.id + texts[letter.id]);
      if (here >= 0 && question.values[here]) return question.values[here];
      if (here >= 0 && question.ranges[here]) { ranges[k] = Object.assign({}, question.ranges[here], { place: k }); return null; }
      if (!letter.value) return null;
      taken.push(letter.id + " = " + letter.value);
      return read(letter.value, letter, letter.unit).value;
    });
    row.question = { target: target, values: values, ranges: ranges };
    row.result = ask.solved.call({ data: data }, row.question);
    row.answer.textContent = "";
    this.say(row.answer, ask.headline.call({ data: data, target: target }, row.result, null), data);
    row.taken.textContent = taken.length ? "assuming " + taken.join(", ") : "";
    row.link.href = row.law.address + "#solve=" + hash.map(encodeURIComponent).join("&");
  };

  /* Words of another law: its places are letters of this page where it has them. */
  Limits.prototype.say = function (parent, parts, data) {
    var own = this.calculator;
    [].concat(parts).forEach(function (part) {
      var here = typeof part === "number" ? place(own.data, data.letters[part].id) : -1;
      parent.append(here >= 0 ? own.rows[here].glyph.cloneNode(true) : typeof part === "number" ? data.letters[part].id : part);
    });
  };

  Limits.prototype.ticked = function () {
    return this.box.hidden ? [] : this.rows.filter(function (row) { return row.tick.checked && row.result && !row.result.refused; });
  };

  /* What the plot lays over its own: each law with its values as floats. */
  Limits.prototype.laid = function (values) {
    var own = this.calculator;
    return this.ticked().map(function (row) {
      var floats = row.law.data.letters.map(function (letter, k) {
        var here = place(own.data, letter.id), given = row.question.values[k];
        return here >= 0 ? values[here] : given ? N.number(given) : NaN;
      });
      return { number: row.number, data: row.law.data, values: floats };
    });
  };

  /* Both ends of an answer as numbers; nothing where it is not one stretch that every number in it belongs to. */
  function ends(answer, whole) {
    var span = answer.spans[0], n = answer.integer;
    if (answer.spans.length !== 1 || answer.doubt) return null;
    if (whole) return n && !n.empty ? [n.smallest === null ? -Infinity : n.smallest, n.largest === null ? Infinity : n.largest] : null;
    return [span.low ? N.number(N.valueOf(span.low)) : -Infinity, span.high ? N.number(N.valueOf(span.high)) : Infinity];
  }

  /* What holds under this law and all that are ticked, and which of them sets each end. */
  Limits.prototype.together = function () {
    var own = this.calculator, rows = this.ticked(), at = own.target, letter = own.data.letters[at];
    var all = [{ result: own.answer, name: "this law" }].concat(rows.map(function (row) { return { result: row.result, name: row.law.title, divides: row.law.data }; }));
    var found = rows.length ? all.map(function (one) { return one.result && ends(one.result, letter.whole); }) : [];
    var divided = [own.data].concat(rows.map(function (row) { return row.law.data; })).some(function (data) {
      return data.conditions.some(function (c) { return c.of.length && c.uses.indexOf(place(data, letter.id)) >= 0; });
    });
    this.all.hidden = !found.length || divided || found.indexOf(null) >= 0;
    this.all.textContent = "";
    if (this.all.hidden) return;
    var low = extreme(found, 0, Math.max), high = extreme(found, 1, Math.min), span = [low[0], high[0]];
    var text = span.map(function (v) { return isFinite(v) ? window.deriveShowing.format(letter, v) : ""; });
    var zero = !letter.whole && span[0] === 0;
    if (span[0] > span[1]) this.say(this.all, ["Together: no ", at, ". ", all[low[1]].name, " and ", all[high[1]].name, " exclude each other here."], own.data);
    else {
      var parts = ["Together: ", at, text[0] && !zero && text[1] ? (text[0] === text[1] ? " = " + text[0] : " = " + text[0] + " to " + text[1]) : text[1] ? " ≤ " + text[1] : text[0] ? " ≥ " + text[0] : " is free"];
      if (text[1]) parts.push("; the upper end is set by " + all[high[1]].name);
      else if (text[0]) parts.push("; the lower end is set by " + all[low[1]].name);
      this.say(this.all, parts.concat(["."]), own.data);
    }
  };

  function extreme(found, end, pick) {
    var values = found.map(function (pair) { return pair[end]; }), best = pick.apply(null, values);
    return [best, values.indexOf(best)];
  }

  window.deriveLimits = Limits;
})();
