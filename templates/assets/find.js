/* The page "Find": a search that needs no server, and the ways from what is known to what is wanted. */
(function () {
  "use strict";

  var MOST = 40;
  var FURTHEST = 4;
  var make, link;

  /* This file comes after the search and its index. */
  function start() {
    var part = document.querySelector(".d-find");
    if (!part || part.classList.contains("d-ready")) return;
    make = window.deriveSeek.make;
    link = window.deriveSeek.link;
    open();
  }

  /* --- the search ------------------------------------------------------------- */

  function open() {
    document.querySelector(".d-find").classList.add("d-ready");
    var input = document.getElementById("d-query");
    var list = document.querySelector(".d-hits");
    var told = document.getElementById("d-found");
    function show() {
      var found = window.deriveSeek.search(input.value);
      list.textContent = "";
      told.textContent = input.value.trim() ? window.deriveSeek.counted(found) : "";
      found.slice(0, MOST).forEach(function (one) { list.appendChild(window.deriveSeek.item(one)); });
      history.replaceState(history.state, "", input.value ? "#q=" + encodeURIComponent(input.value) : location.pathname + location.search);
    }
    function begin() {
      var begun = /^#q=(.*)/.exec(location.hash);
      if (begun) input.value = decodeURIComponent(begun[1]);
      if (input.value) show();
    }
    begin();
    input.addEventListener("input", show);
    window.addEventListener("hashchange", function () { if (document.contains(input)) begin(); });
    ways();
  }

  /* --- from known to wanted ----------------------------------------------------- */

  /* The symbols that are known, by number, in the order in which they were added; and their values or bounds, as typed. */
  var known = [];
  var values = new Map();

  function ways() {
    var all = window.deriveIndex;
    var have = document.getElementById("d-have");
    var want = document.getElementById("d-want");
    var chips = document.querySelector(".d-chips");
    var names = document.getElementById("d-letters-known");
    all.symbols.forEach(function (one) {
      var option = make("option");
      option.value = one[0] + " — " + one[2];
      names.appendChild(option);
    });

    function know(text) {
      var parts = /^([^=<>]*)=?([^]*)$/.exec(text), number = meant(parts[1]);
      if (number < 0) return false;
      if (known.indexOf(number) < 0) known.push(number);
      if (parts[2].trim()) values.set(number, parts[2].trim().slice(0, 100));
      return true;
    }
    function add() {
      if (!know(have.value)) return;
      have.value = "";
      draw();
    }
    function forget(number) {
      known.splice(known.indexOf(number), 1);
      values.delete(number);
      draw();
      have.focus();
    }
    function told() {
      var target = meant(want.value);
      var parts = known.map(given);
      var said = parts.length || target >= 0 ? "#know=" + [target < 0 ? "" : all.symbols[target][0]].concat(parts).map(encodeURIComponent).join("&") : location.pathname + location.search;
      history.replaceState(history.state, "", said);
      answer(target);
    }
    function draw() {
      chips.textContent = "";
      known.forEach(function (number) { chips.appendChild(chip(number, forget, told)); });
      told();
    }
    function begin() {
      var begun = /^#know=(.*)/.exec(location.hash), parts;
      try { parts = begun ? begun[1].split("&").map(decodeURIComponent) : []; } catch (damaged) { return; }
      if (!parts.length) return;
      var target = meant(parts[0]);
      want.value = target < 0 ? "" : all.symbols[target][0] + " — " + all.symbols[target][2];
      parts.slice(1).forEach(know);
      draw();
    }

    have.addEventListener("change", add);
    have.addEventListener("keydown", function (event) { if (event.key === "Enter") { event.preventDefault(); add(); } });
    want.addEventListener("input", told);
    begin();
    if (have.value) add();
    else if (want.value) told();
  }

  /* One known symbol: its letter and meaning, a field for its value, and how to forget it. */
  function chip(number, forget, told) {
    var symbol = window.deriveIndex.symbols[number];
    var item = make("li", "d-chip");
    var label = make("label", "", symbol[1] + "  " + symbol[2] + " ");
    var field = make("input");
    field.value = values.get(number) || "";
    field.placeholder = "value or bound";
    field.spellcheck = false;
    field.autocomplete = "off";
    field.addEventListener("input", function () { values.set(number, field.value.trim()); told(); });
    label.appendChild(field);
    var button = make("button", "", "×");
    button.type = "button";
    button.setAttribute("aria-label", "Forget " + symbol[2]);
    button.addEventListener("click", function () { forget(number); });
    item.appendChild(label);
    item.appendChild(button);
    return item;
  }

  /* A known symbol as the terminal and the addresses of calculators write it. */
  function given(number) {
    var value = values.get(number) || "";
    return window.deriveIndex.symbols[number][0] + (/^([<>]|$)/.test(value) ? value : "=" + value);
  }

  /* The symbol that a field names: by its entry in the list, its id, or its letter. */
  function meant(text) {
    var name = text.split(" — ")[0].trim();
    var symbols = window.deriveIndex.symbols;
    var by = function (place) { return symbols.findIndex(function (one) { return one[place] === name; }); };
    return name ? Math.max(by(0), by(0) < 0 ? by(1) : -1) : -1;
  }

  /* Every symbol that can be had, with the formula that gives it and after how many steps. */
  function reach(known) {
    var all = window.deriveIndex;
    var had = new Map(known.map(function (number) { return [number, { step: 0, by: -1, needs: [] }]; }));
    for (var step = 1; step <= FURTHEST; step += 1) {
      var fresh = [];
      all.formulas.forEach(function (formula, number) {
        var missing = formula[4].filter(function (one) { return !had.has(one) && !all.symbols[one][5]; });
        if (missing.length !== 1 || !uses(formula, had)) return;
        fresh.push([missing[0], { step: step, by: number, needs: formula[4].filter(function (one) { return one !== missing[0]; }) }]);
      });
      fresh.forEach(function (one) { if (!had.has(one[0])) had.set(one[0], one[1]); });
      if (!fresh.length) break;
    }
    return had;
  }

  /* Something given must enter: defaults alone are no question. */
  function uses(formula, had) {
    return formula[4].some(function (one) { return had.has(one); });
  }

  function chain(had, target) {
    var steps = [];
    var seen = new Set();
    (function walk(number) {
      var here = had.get(number);
      if (!here || here.by < 0 || seen.has(number)) return;
      seen.add(number);
      here.needs.forEach(walk);
      steps.push([here.by, number]);
    })(target);
    return steps;
  }

  function answer(target) {
    var all = window.deriveIndex;
    var list = document.querySelector(".d-ways");
    var told = document.querySelector(".d-told");
    list.textContent = "";
    if (!known.length) { told.textContent = "Add what you know. The formulas that then give something, alone or one after the other, are listed here."; return; }
    if (target < 0) { within(list, told); return; }
    var direct = all.formulas.map(function (formula, number) {
      var missing = formula[4].filter(function (one) { return one !== target && known.indexOf(one) < 0 && !all.symbols[one][5]; });
      var holds = formula[4].indexOf(target) >= 0 && formula[4].some(function (one) { return known.indexOf(one) >= 0; });
      return { formula: number, missing: missing, holds: holds };
    }).filter(function (one) { return one.holds && one.missing.length <= 2; })
      .sort(function (a, b) { return a.missing.length - b.missing.length; });
    var whole = chain(reach(known), target);
    told.textContent = summary(direct, whole, all.symbols[target][2]);
    if (whole.length > 1) list.appendChild(drawn(whole, target));
    direct.slice(0, MOST).forEach(function (one) {
      var item = make("li");
      item.appendChild(calculator(one.formula, target));
      if (one.missing.length) item.appendChild(make("span", "d-more", "needs also " + one.missing.map(named).join(", ")));
      list.appendChild(item);
    });
  }

  function summary(direct, whole, wanted) {
    var complete = direct.filter(function (one) { return !one.missing.length; }).length;
    if (complete) return complete + (complete === 1 ? " formula gives " : " formulas give ") + wanted + " from this alone; where several do, compare what they leave out.";
    if (whole.length) return "A chain of " + whole.length + " formulas gives " + wanted + ".";
    return direct.length ? "Nothing gives " + wanted + " from this alone. Nearest:" : "No formula joins what you know with " + wanted + ".";
  }

  function named(number) {
    var symbol = window.deriveIndex.symbols[number];
    return symbol[1] + " (" + symbol[2] + ")";
  }

  /* The calculator of a formula, asked for a symbol, with the values that are known filled in. */
  function calculator(number, target) {
    var formula = window.deriveIndex.formulas[number];
    var parts = known.filter(function (one) { return one !== target && formula[4].indexOf(one) >= 0 && values.get(one); }).map(given);
    return link(formula[2] + "#solve=" + [window.deriveIndex.symbols[target][0]].concat(parts).map(encodeURIComponent).join("&"), formula[1]);
  }

  function quoted(word) { return /^[\w@%+=:,./-]+$/.test(word) ? word : "'" + word.replace(/'/g, "'\\''") + "'"; }

  function drawn(whole, target) {
    var all = window.deriveIndex;
    var item = make("li", "d-chain");
    whole.forEach(function (one) {
      var step = make("p", "", named(one[1]) + " from ");
      step.appendChild(calculator(one[0], one[1]));
      item.appendChild(step);
    });
    var words = known.map(function (number) { return values.get(number) ? quoted(given(number)) : given(number) + "=…"; });
    item.appendChild(make("code", "", "derive find " + all.symbols[target][0] + " " + words.join(" ")));
    return item;
  }

  /* Without a wish: everything that one formula alone gives. */
  function within(list, told) {
    var all = window.deriveIndex;
    var found = [];
    reach(known).forEach(function (one, number) { if (one.step === 1) found.push([one.by, number]); });
    told.textContent = found.length ? "One formula away:" : "No formula needs only this. Add more, or say what you want to see what is missing.";
    found.slice(0, MOST).forEach(function (one) {
      var item = make("li");
      item.appendChild(calculator(one[0], one[1]));
      item.appendChild(make("span", "d-more", "gives " + named(one[1])));
      list.appendChild(item);
    });
  }

  start();
  if (window.document$) window.document$.subscribe(start);
})();
