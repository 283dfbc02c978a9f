/* The plot of a calculator: one letter against another, as an SVG of our own. */
(function () {
  "use strict";

  var N = window.deriveNumbers, C = window.deriveShowing, read = window.deriveValues.read, make = C.make;
  var LEFT = 74, RIGHT = 18, TOP = 14, LOW = 34, POINTS = 161;
  function said(letter, base, digits, unit) { return C.inShort(C.format(letter, base, digits, unit)); }

  var COLUMNS = 80, STEPS = 64, HALVED = 24;

  function Plot(calculator, box) {
    this.calculator = calculator;
    this.box = box;
    this.svg = box.querySelector("svg");
    if (box.querySelector(".d-narrow")) box.querySelector(".d-narrow").remove();
    this.across = box.querySelector(".d-across");
    this.upward = box.querySelector(".d-upward");
    this.logs = { x: box.querySelector(".d-log-x"), y: box.querySelector(".d-log-y") };
    this.other = box.querySelector(".d-other-curve");
    this.legend = box.querySelector(".d-legend");
    this.kept = null;
    this.mine = {};
    new ResizeObserver(() => {
      if (Math.abs(this.wide() - this.width) > 4) this.draw();
    }).observe(this.svg.parentNode);
  }

  /* The frame is lower beside the values than below them. */
  Plot.prototype.high = function () { return Math.max(200, this.svg.parentNode.clientHeight || 300); };

  Plot.prototype.wide = function () { return Math.max(280, Math.round(this.svg.parentNode.clientWidth)); };

  Plot.prototype.chosen = function (at) {
    if (at === this.across || at === this.upward) {
      var other = at === this.across ? this.upward : this.across;
      this.mine = {};
      /* A letter against itself shows nothing: the other axis takes another. */
      if (other.value === at.value) other.value = [...other.options].filter(o => o.value !== at.value)[0].value;
    }
    if (at === this.logs.x) this.mine.x = at.checked;
    if (at === this.logs.y) this.mine.y = at.checked;
  };

  Plot.prototype.follow = function (target, bounded) {
    var x = Number(this.across.value), up = bounded >= 0 ? bounded : target;
    var first = [...this.across.options].filter(o => Number(o.value) !== up)[0];
    this.upward.value = up;
    if (bounded >= 0) this.across.value = target;
    else if (x === up) this.across.value = first.value;
    this.mine = {};
  };

  /* What the curve shows: a function of one number, with the rest as it stands. */
  Plot.prototype.curve = function (values, steps) {
    return curve(this.calculator.data, values, Number(this.across.value), Number(this.upward.value), steps);
  };

  function curve(data, values, x, y, steps) {
    var inputs = values.slice();
    if (steps || data.alone[y]) {
      var program = steps || data.alone[y];
      return function (at) { inputs[x] = at; return N.value(program, inputs); };
    }
    var law = data.law, difference = law.left.concat(law.right, [["sub"]]), last = values[y] || 1;
    var domain = N.range(data.letters[y]), low = domain.low ? N.number(domain.low) : -Infinity, high = domain.high ? N.number(domain.high) : Infinity;
    return function (at) {
      inputs[x] = at;
      var found = root(function (v) { inputs[y] = v; return N.value(difference, inputs); }, last, low, high);
      if (found === found) last = found;
      return found;
    };
  }

  /* The crossing nearest to the last one: widen on both sides, then halve. Where a whole stretch
     holds there is none, and a jump, as at a pole, is passed over. */
  function root(f, near, low, high) {
    var a = near, b = near, fa = f(a), fb = fa;
    function met(v) { return f(v * 1.0001) === 0 || f(v * 0.9999) === 0 ? NaN : v; }
    if (fa === 0) return met(a);
    for (var i = 0; i < 60; i++) {
      var c = Math.max(low, a / 1.3), d = Math.min(high, b * 1.3), fc = f(c), fd = f(d), found = NaN;
      if (fc === 0 || fd === 0) return met(fc === 0 ? c : d);
      if (fa * fc < 0) found = halved(f, c, a, fc, fa);
      if (found !== found && fb * fd < 0) found = halved(f, b, d, fb, fd);
      if (found === found) return found;
      a = c; b = d; fa = fc; fb = fd;
    }
    return NaN;
  }

  function halved(f, a, b, fa, fb) {
    var size = Math.abs(fa) + Math.abs(fb);
    for (var i = 0; i < 60; i++) {
      var c = (a + b) / 2, fc = f(c);
      if (fc === 0) return c;
      if ((fc > 0) === (fa > 0)) a = c; else b = c;
    }
    /* What stays apart however near is a jump. */
    return Math.abs(f(b) - f(a)) <= 1e-6 * size ? (a + b) / 2 : NaN;
  }

  var COMPARES = { "<=": (a, b) => a <= b, ">=": (a, b) => a >= b, "<": (a, b) => a < b, ">": (a, b) => a > b };
  COMPARES["=="] = function (a, b) { return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b)); };

  /* Whether a law, its comparisons and what was bounded hold at a point; null where that is a curve. */
  function truth(data, values, ranges, x, y, itself) {
    var inputs = values.slice(), claims = [], law = data.law;
    function within(steps, given) {
      claims.push(function () {
        var v = N.value(steps, inputs);
        return (!given.low || v >= N.number(given.low) * (1 - 1e-12)) && (!given.high || v <= N.number(given.high) * (1 + 1e-12));
      });
    }
    function compared(op, left, right) {
      claims.push(() => COMPARES[op](N.value(left, inputs), N.value(right, inputs)));
    }
    var bounded = Object.keys(ranges).map(Number), own = bounded.filter(k => k === x || k === y);
    own.forEach(k => { within([["input", k]], ranges[k]); });
    if (law.op !== "==" || itself) compared(law.op, law.left, law.right);
    else if (!own.length) {
      var output = N.given(data), others = bounded.indexOf(output) >= 0 ? [output] : bounded;
      others.forEach(k => { if (data.alone[k]) within(data.alone[k], ranges[k]); });
    }
    if (!claims.length) return null;
    data.conditions.forEach(c => {
      if (c.op && c.op !== "==" && c.uses.every(k => k === x || k === y || values[k] === values[k])) compared(c.op, c.left[0], c.right[0]);
    });
    return function (across, upward) {
      if (x >= 0) inputs[x] = across;
      if (y >= 0) inputs[y] = upward;
      return claims.every(claim => claim());
    };
  }

  /* The stretches of one column in which something holds, from 0 to 1. */
  function stretches(holds) {
    var made = [], last = holds(0);
    if (last) made.push(0);
    for (var k = 1; k <= STEPS; k++) {
      var here = holds(k / STEPS);
      if (here !== last) made.push(changed(holds, (k - 1) / STEPS, k / STEPS, last));
      last = here;
    }
    if (last) made.push(1);
    return made;
  }

  function changed(holds, low, high, below) {
    for (var i = 0; i < HALVED; i++) {
      var middle = (low + high) / 2;
      if (holds(middle) === below) low = middle; else high = middle;
    }
    return (low + high) / 2;
  }

  /* The parts of the plane that hold together, column by column; where the number of stretches
     changes, one strip ends and another begins. As derive/book/plane.py. */
  function strips(column) {
    var made = [], at = 0, before = column(0), running = begun(0, before);
    function begun(t, ends) {
      var some = [];
      for (var i = 0; i < ends.length; i += 2) some.push([[t, ends[i], ends[i + 1]]]);
      return some;
    }
    function joined(t, ends) { running.forEach((strip, i) => { strip.push([t, ends[2 * i], ends[2 * i + 1]]); }); }
    for (var step = 1; step <= COLUMNS; step++) {
      var next = step / COLUMNS, here = column(next), a = at, b = next, first = here;
      if (here.length !== before.length) {
        for (var i = 0; i < HALVED; i++) {
          var middle = (a + b) / 2, found = column(middle);
          if (found.length === before.length) { a = middle; before = found; }
          else if (found.length === here.length) { b = middle; first = found; }
          else break;
        }
        joined(a, before);
        made = made.concat(running);
        running = begun(b, first);
      }
      joined(next, here);
      at = next; before = here;
    }
    return made.concat(running);
  }

  /* All letters as floats, the answer included. */
  Plot.prototype.values = function () {
    var calculator = this.calculator, values = calculator.data.letters.map(() => NaN);
    var question = calculator.asked, answer = calculator.answer, none = answer && !answer.refused && answer.base === null;
    /* Where no value satisfies the law, the plot shows why: the letter's axis needs none. */
    if (!question || !answer || (answer.base === null && !(none && Number(this.upward.value) === question.target))) return null;
    question.values.forEach((v, i) => { if (v) values[i] = N.number(v); });
    /* Of a range the end that decides, else its upper one. */
    Object.keys(question.ranges).forEach(k => {
      var corner = answer.list.map(r => r.corner && r.corner[k]).filter(Boolean)[0];
      values[k] = N.number(corner || question.ranges[k].high || question.ranges[k].low);
    });
    values[question.target] = none ? NaN : answer.base;
    return values;
  };

  /* From where to where: the usual range, widened to hold the point. */
  Plot.prototype.span = function (letter, now, near) {
    var usual = letter.typical, low = now / (near || 10), high = now * (near || 10);
    if (!near && usual.length && usual[1] > usual[0]) { low = Math.min(usual[0], now); high = Math.max(usual[1], now); }
    if (!(high > low)) { low = now - 1; high = now + 1; }
    var domain = N.range(letter), least = domain.low ? N.number(domain.low) : -Infinity, most = domain.high ? N.number(domain.high) : Infinity;
    low = Math.max(low, least); high = Math.min(high, most);
    if (!near && domain.high && !letter.typical.length) { low = Math.max(least, 0); }
    return [low, high];
  };

  function positive(list) { return list.filter(v => v > 0); }

  Plot.prototype.draw = function () {
    var values = this.values(), data = this.calculator.data, x = Number(this.across.value), y = Number(this.upward.value);
    this.box.classList.toggle("d-stale", !values);
    if (!values || x === y) return;
    var letters = [data.letters[x], data.letters[y]], across = this.span(letters[0], values[x]);
    var logX = this.mine.x === undefined ? across[0] > 0 && across[1] / across[0] > 20 : this.mine.x && across[1] > 0;
    if (logX && !(across[0] > 0)) across[0] = across[1] / 1000;
    var curves = [this.sample(this.curve(values), across, logX, letters[0].whole)];
    var other = this.second(values, across, logX), asked = this.calculator.asked.ranges, limits = this.calculator.limits;
    if (other) curves.push(other);
    var holds = truth(data, values, asked, x, y), laid = (limits ? limits.laid(values) : []).map(law => {
      var at = letters.map(letter => law.data.letters.findIndex(one => one.id === letter.id));
      return { number: law.number, data: law.data, values: law.values, x: at[0], y: at[1], holds: truth(law.data, law.values, {}, at[0], at[1]) };
    });
    var seen = curves.concat(laid.filter(law => law.y >= 0).map(law => this.sample(curve(law.data, law.values, law.x, law.y), across, logX, letters[0].whole)));
    var all = seen.flat().map(p => p[1]).filter(isFinite);
    var given = asked[y] || {};
    [given.low, given.high].forEach(end => { if (end) all.push(N.number(end)); });
    /* A letter that takes whole stretches of values has no curve, but a region. */
    var here = this.curve(values)(values[x]);
    if ((!isFinite(here) && isFinite(values[y])) || curves[0].filter(p => isFinite(p[1])).length < Math.max(2, curves[0].length / 3)) {
      if (!isFinite(values[y])) { this.blank(y); return; }
      curves[0] = [];
      holds = truth(data, values, asked, x, y, true);
      all = this.span(letters[1], values[y], 4);
      across = this.span(letters[0], values[x], 4);
      logX = Boolean(this.mine.x && across[0] > 0);
    }
    var low = Math.min(...all), high = Math.max(...all), plus = positive(all);
    var logY = this.mine.y === undefined ? plus.length === all.length && high / low > 30 : this.mine.y && plus.length > 0;
    if (logY) low = Math.min(...plus);
    if (!logY && low > 0 && low < high * 0.6) low = 0;
    if (!(high > low)) { low = logY ? low / 2 : low - Math.abs(low || 1) / 2; high = logY ? high * 2 : high + Math.abs(high || 1) / 2; }
    this.logs.x.checked = logX;
    this.logs.y.checked = logY;
    this.width = this.wide();
    var ax = axis(letters[0], across[0], across[1], logX, this.unitOf(x)), ay = axis(letters[1], low, high, logY, this.unitOf(y));
    this.title("x", x, ax);
    this.title("y", y, ay);
    this.paint(ax, ay, curves, [values[x], here], holds, laid);
  };

  Plot.prototype.blank = function (y) {
    var wide = this.width = this.wide(), HIGH = this.high();
    this.svg.setAttribute("viewBox", "0 0 " + wide + " " + HIGH);
    this.svg.textContent = "";
    this.svg.setAttribute("aria-label", "no value of " + this.calculator.data.letters[y].id + " here");
    this.svg.appendChild(make("text", { x: wide / 2, y: HIGH / 2, "text-anchor": "middle" }, "no value of " + this.calculator.data.letters[y].id + " here"));
  };

  /* The second curve: another convention, or what was kept. */
  Plot.prototype.second = function (values, across, logX) {
    var data = this.calculator.data, chosen = this.other ? this.other.value : "", letter = data.letters[Number(this.across.value)];
    this.legend.hidden = true;
    if (chosen === "kept" && this.kept) {
      this.tell(this.kept.says.cloneNode(true));
      return this.sample(this.curve(this.kept.values), across, logX, letter.whole);
    }
    if (chosen[0] === "v" && Number(this.upward.value) === data.target) {
      var variant = data.variants[Number(chosen.slice(1))];
      this.tell(variant.title);
      return this.sample(this.curve(values, variant.program), across, logX, letter.whole);
    }
    if (chosen[0] === "p") {
      var preset = data.presets[Number(chosen.slice(1))], moved = values.slice(), failed = false;
      data.letters.forEach((one, place) => {
        if (preset.values[one.id] === undefined || place === Number(this.upward.value)) return;
        try { moved[place] = N.number(read(preset.values[one.id], one, one.unit).value); } catch (wrong) { failed = true; if (wrong.later) this.calculator.fetchUnits(); }
      });
      if (failed) return null;
      this.tell(preset.title);
      return this.sample(this.curve(moved), across, logX, letter.whole);
    }
    return null;
  };

  /* What the second curve is: a title, or the answer that was kept, in its letters. */
  Plot.prototype.tell = function (says) {
    var second = this.legend.querySelector(".d-second");
    this.legend.hidden = false;
    second.textContent = typeof says === "string" ? says : "kept: ";
    if (typeof says !== "string") while (says.firstChild) second.appendChild(says.firstChild);
  };

  Plot.prototype.keep = function () {
    var values = this.values();
    if (!values) return;
    this.kept = { values: values, says: this.box.parentNode.querySelector(".d-answer").cloneNode(true) };
    var option = this.other.querySelector("option[value=kept]");
    option.disabled = option.hidden = false;
    this.other.value = "kept";
  };

  Plot.prototype.sample = function (f, across, log, whole) {
    var points = [], count = whole && across[1] - across[0] < POINTS ? Math.floor(across[1]) - Math.ceil(across[0]) : POINTS - 1;
    for (var i = 0; i <= count; i++) {
      var t = i / (count || 1), at = log ? across[0] * Math.pow(across[1] / across[0], t) : across[0] + t * (across[1] - across[0]);
      if (whole) at = Math.round(at);
      points.push([at, f(at)]);
    }
    return points;
  };

  /* --- axes ---------------------------------------------------------------------- */

  /* In the unit that suits it; but who chose hours or GiB, which no power of ten makes of seconds or GB, reads those. */
  function axis(letter, low, high, log, chosen) {
    var middle = log ? Math.sqrt(low * high) : high || low, unit = C.natural(letter, middle), factor = N.number(N.exact(unit[1]));
    var own = chosen && N.number(N.exact(chosen[1])), read;
    if (own && !decimal(own / factor)) { unit = read = chosen; factor = own; }
    var made = ticks(low / factor, high / factor, log);
    /* As many digits as tell one tick from the next. */
    var digits = log || !made[1] ? 4 : Math.max(4, Math.ceil(Math.log10(Math.abs(made[1] / (made[1] - made[0]))) + 1));
    return { low: low, high: high, log: log, letter: letter, unit: unit, read: read, factor: factor, ticks: made, digits: Math.min(digits, 12) };
  }

  function decimal(ratio) { var power = Math.log10(ratio); return Math.abs(power - Math.round(power)) < 1e-9; }

  function ticks(low, high, log) {
    var made = [], decades = log ? Math.log10(high / low) : 0;
    if (log && decades > 0.9) {
      var steps = decades > 4 ? [1] : decades > 1.6 ? [1, 3] : [1, 2, 5], stride = decades > 7 ? Math.ceil(decades / 6) : 1;
      for (var k = Math.floor(Math.log10(low)); k <= Math.ceil(Math.log10(high)); k++) {
        if (((k % stride) + stride) % stride) continue;
        steps.forEach(s => { made.push(Number(s + "e" + k)); });
      }
    } else {
      var raw = (high - low) / 5, size = Math.pow(10, Math.floor(Math.log10(raw))), step = raw / size;
      step = (step <= 1 ? 1 : step <= 2 ? 2 : step <= 5 ? 5 : 10) * size;
      for (var n = Math.ceil(low / step - 1e-9); n * step <= high * (1 + 1e-9); n++) made.push(Number((n * step).toPrecision(10)));
    }
    return made.filter(v => v >= low * (low > 0 ? 1 - 1e-9 : 1 + 1e-9) && v <= high * (1 + 1e-9));
  }

  var SUFFIXES = [[1e12, "T"], [1e9, "B"], [1e6, "M"], [1e3, "k"]], RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

  /* 3 GB, 30k, 10⁻⁵: never 3e0. */
  function label(axis_, v) {
    var unit = axis_.unit[0], size = Math.abs(v), text = String(Number(v.toPrecision(axis_.digits)));
    if (axis_.digits > 4) size = 1;
    if (axis_.letter.count && size >= 1e4) {
      SUFFIXES.some(s => { if (size >= s[0] && size < s[0] * 1e4) { text = Number((v / s[0]).toPrecision(4)) + s[1]; return true; } return false; });
      return text;
    }
    if (Object.keys(axis_.letter.dimensions).length && (size >= 1e3 || size < 0.1) && v && axis_.letter.units.length > 2) {
      var best = C.natural(axis_.letter, v * axis_.factor), ratio = axis_.factor / N.number(N.exact(best[1]));
      if (decimal(ratio) && best[0].length < 8) { text = String(Number((v * ratio).toPrecision(4))); unit = best[0]; }
    }
    if (/e/.test(text) || (v && (size >= 1e5 || size < 1e-3) && unit === axis_.unit[0])) {
      var parts = v.toExponential(2).split("e"), power = parts[1].replace("+", "").split("").map(c => c === "-" ? "⁻" : RAISED[c]).join("");
      text = (Number(parts[0]) === 1 ? "" : Number(parts[0]) + "·") + "10" + power;
    }
    return Object.keys(axis_.letter.dimensions).length && unit !== "1" && unit.length < 8 ? text + " " + unit : text;
  }

  /* The unit that somebody chose for a letter, if any. */
  Plot.prototype.unitOf = function (place) {
    var of = this.calculator, menu = of.rows[place].unit, one = menu.selectedOptions && menu.selectedOptions[0];
    if (place === of.target ? !of.unitChosen : one && one.defaultSelected) return null;
    return of.data.letters[place].units.filter(u => u[0] === menu.value)[0];
  };

  Plot.prototype.title = function (which, place, axis_) {
    var at = this.box.querySelector(".d-title-" + which);
    at.textContent = "";
    at.appendChild(this.calculator.rows[place].glyph.cloneNode(true));
    at.appendChild(document.createTextNode(" " + this.calculator.rows[place].row.querySelector(".d-means").textContent));
    /* Ticks of a long unit have none of their own. */
    var unit = axis_.unit[0].length < 8 ? this.calculator.rows[place].unit.value : axis_.unit[0];
    if (unit !== "1") at.appendChild(document.createTextNode(", in " + unit));
  };

  /* --- the drawing ------------------------------------------------------------------ */

  function share(a, v) { return a.log ? Math.log(v / a.low) / Math.log(a.high / a.low) : (v - a.low) / (a.high - a.low); }
  function unshare(a, t) { return a.log ? a.low * Math.pow(a.high / a.low, t) : a.low + t * (a.high - a.low); }

  /* Which stretches of the axis upward hold at a place across. */
  function columns(ax, ay, holds, steps) {
    return function (t) {
      var at = steps && ax.letter.whole ? Math.round(unshare(ax, t)) : unshare(ax, t);
      return stretches(h => holds(at, unshare(ay, h)));
    };
  }

  /* The stretches of a column in words; an end of the axis is none. */
  function told(letter, axis_, ends) {
    var made = [];
    function text(t) { return t > 1e-9 && t < 1 - 1e-9 ? said(letter, unshare(axis_, t), 4, axis_.read) : ""; }
    for (var i = 0; i < ends.length; i += 2) {
      var low = text(ends[i]), high = text(ends[i + 1]);
      made.push(low && high ? "from " + low + " to " + high : low ? "from " + low + " on" : high ? "up to " + high : "everywhere");
    }
    return made.join(" or ") || "nowhere on this axis";
  }

  Plot.prototype.paint = function (ax, ay, curves, now, holds, laid) {
    var svg = this.svg, wide = this.width, HIGH = this.high(), plot = { w: wide - LEFT - RIGHT, h: HIGH - TOP - LOW };
    function across(t) { return LEFT + t * plot.w; }
    function upward(t) { return TOP + (1 - t) * plot.h; }
    function px(v) { return across(share(ax, v)); }
    function py(v) { return upward(share(ay, v)); }
    function line(points) { return points.map((p, i) => (i ? "L" : "M") + across(p[0]).toFixed(1) + " " + upward(p[1]).toFixed(1)).join(""); }
    function fill(parts, name) {
      if (parts.length) svg.appendChild(make("path", { "class": name, d: parts.map(strip => {
        return line(strip.map(c => [c[0], c[2]]).concat(strip.map(c => [c[0], c[1]]).reverse())) + "Z";
      }).join("") }));
    }
    /* The borders of what holds, without those of the plot itself. */
    function edges(parts, column, name) {
      var path = "", all = [];
      parts.forEach(strip => {
        [1, 2].forEach(side => {
          var inner = strip.filter(c => c[side] > 1e-6 && c[side] < 1 - 1e-6).map(c => [c[0], c[side]]);
          path += line(inner);
          if (inner.length > all.length) all = inner;
        });
        [[strip[0], -1e-4], [strip[strip.length - 1], 1e-4]].forEach(end => {
          var c = end[0], beyond = c[0] + end[1], side = [[c[0], c[1]], [c[0], c[2]]];
          if (beyond <= 0 || beyond >= 1 || column(beyond).length) return;
          path += line(side);
          if (all.length < 2) all = side;
        });
      });
      if (path) svg.appendChild(make("path", { "class": name, d: path }));
      return all;
    }
    svg.setAttribute("viewBox", "0 0 " + wide + " " + HIGH);
    svg.textContent = "";
    var x = this.calculator.data.letters.indexOf(ax.letter), y = this.calculator.data.letters.indexOf(ay.letter), ranges = this.calculator.asked.ranges;
    var here = said(ax.letter, now[0], 0, ax.read), says = ay.letter.id + " against " + ax.letter.id, column = holds && columns(ax, ay, holds, !curves[0].length), parts = column ? strips(column) : [];
    var bounded = this.calculator.data.law.op === "==" && parts.length > 0 && Object.keys(ranges).length > 0;
    var drawn = curves[0].some(p => isFinite(p[1]));
    if (!drawn && !parts.length && !laid.length) { this.blank(y); return; }
    var ends = column ? column(share(ax, now[0])) : [];
    var answer = this.calculator.answer, along = bounded && this.calculator.target === x;
    if (bounded) says += "; the shaded region lies within what was given; " + this.box.parentNode.querySelector(".d-answer").textContent;
    else if (column) says += "; the shaded region is where the law holds: where " + ax.letter.id + " is " + here + ", " + ay.letter.id + " " + told(ay.letter, ay, ends);
    else says += "; now at " + here + ", " + said(ay.letter, now[1], 0, ay.read);
    var all = function (a, b) { return (!holds || holds(a, b)) && laid.every(law => law.holds(a, b)); };
    if (laid.length) says += "; with the laws laid over " + told(ay.letter, ay, columns(ax, ay, all)(share(ax, now[0])));
    svg.setAttribute("aria-label", says);
    var key = this.box.querySelector(".d-key");
    key.hidden = !parts.length && !laid.length;
    key.textContent = "shaded: where it holds" + (along ? "; thick: the answer" : "") + (laid.length ? "; darker: where the numbered laws hold, too" : "");
    fill(parts, "d-region");
    if (laid.length) fill(strips(columns(ax, ay, all)), "d-region");
    var free = 0;
    ax.ticks.forEach(v => {
      var at = px(v * ax.factor), text = label(ax, v);
      svg.appendChild(make("line", { "class": "d-grid", x1: at, x2: at, y1: TOP, y2: HIGH - LOW }));
      var end = at > wide - 40, half = text.length * 3.2, from = at - half * (end ? 2 : 1);
      if (from < free) return;
      free = from + 2 * half + 10;
      svg.appendChild(make("text", { x: at, y: HIGH - LOW + 19, "text-anchor": end ? "end" : "middle" }, text));
    });
    var last = 1e4;
    ay.ticks.forEach(v => {
      var at = py(v * ay.factor);
      svg.appendChild(make("line", { "class": "d-grid", x1: LEFT, x2: wide - RIGHT, y1: at, y2: at }));
      if (last - at < 16) return;
      last = at;
      svg.appendChild(make("text", { x: LEFT - 9, y: at + 4, "text-anchor": "end" }, label(ay, v)));
    });
    if (bounded) edges(parts, column, "d-edge");
    /* The answer lies along the axis across. */
    (along ? answer.spans : []).forEach(span => {
      var low = span.low ? N.number(N.valueOf(span.low)) : ax.low, high = span.high ? N.number(N.valueOf(span.high)) : ax.high;
      if (low > ax.high || high < ax.low) return;
      svg.appendChild(make("line", { "class": "d-span", x1: px(Math.max(low, ax.low)), x2: px(Math.min(high, ax.high)), y1: HIGH - LOW, y2: HIGH - LOW }));
    });
    laid.forEach((law, i) => {
      var own = columns(ax, ay, law.holds), edge = edges(strips(own), own, "d-edge d-edge-" + (i % 3 + 1));
      if (!edge.length) return;
      var at = edge[Math.round((edge.length - 1) * Math.max(0.1, 0.85 - i * 0.12))];
      svg.appendChild(make("text", { "class": "d-edge-of", x: across(at[0]), y: upward(at[1]) - 6, "text-anchor": "middle" }, String(law.number)));
    });
    curves.forEach((points, i) => {
      var path = "", pen = "M";
      points.forEach(p => {
        if (!isFinite(p[1]) || (ay.log && p[1] <= 0)) { pen = "M"; return; }
        path += pen + px(p[0]).toFixed(1) + " " + py(p[1]).toFixed(1);
        pen = "L";
      });
      svg.appendChild(make("path", { "class": "d-curve" + (i ? " d-curve-2" : ""), d: path }));
    });
    if (!curves[0].length && ends.length) {
      var from = px(now[0]), side = from > LEFT + plot.w / 2;
      svg.appendChild(make("line", { "class": "d-span", x1: from, x2: from, y1: upward(ends[0]), y2: upward(ends[1]) }));
      svg.appendChild(make("text", { "class": "d-here", x: from + (side ? -10 : 10), y: upward((ends[0] + ends[1]) / 2) + 4, "text-anchor": side ? "end" : "start" }, told(ay.letter, ay, ends)));
    } else if (isFinite(now[1]) && share(ay, now[1]) >= -0.01 && share(ay, now[1]) <= 1.01) {
      svg.appendChild(make("circle", { "class": "d-now", cx: px(now[0]), cy: py(now[1]), r: 5 }));
      /* The value, with the sign of the side on which it bounds; where the answer lies across, that, too. */
      var text = said(ay.letter, now[1], 4, ay.read), away = ends.map(e => Math.abs(e - share(ay, now[1])));
      if (ends.length && !ranges[y]) text = (away.indexOf(Math.min(...away)) % 2 ? "≤ " : "≥ ") + text;
      else if (ranges[y] && this.calculator.target === x) text += " at " + said(ax.letter, now[0], 4, ax.read);
      /* Beside the curve, on the side from which it comes, where there is room. */
      var room = text.length * 7 + 16, high = py(now[1]) < TOP + 24;
      var rises = curves[0].length > 1 && curves[0][curves[0].length - 1][1] > curves[0][0][1];
      var right = rises !== high ? px(now[0]) > LEFT + room : px(now[0]) > wide - RIGHT - room;
      svg.appendChild(make("text", { "class": "d-here", x: px(now[0]) + (right ? -10 : 10), y: py(now[1]) + (high ? 20 : -10), "text-anchor": right ? "end" : "start" },
        text));
    }
  };

  window.derivePlot = Plot;
})();
