/* The instrument of the front page: a run's fields, and what follows from them.
 *
 * The page holds the first answer already. This script comes with the first touch,
 * or when the address holds a run.
 */
(function () {
  "use strict";

  var box = document.querySelector(".d-run"), data = window.deriveRuns;
  if (!box || box.hasAttribute("data-started")) return;
  box.setAttribute("data-started", "");

  var { read, Wrong } = window.deriveValues, number = window.deriveNumbers.number, make = window.deriveShowing.make;
  var out = box.querySelector(".d-run-out"), first = {};
  function all(selector) { return Array.prototype.slice.call(box.querySelectorAll(selector)); }

  /* --- numbers as a person writes them: the same lines as derive/site/figures.py ------- */

  function short(value) {
    if (!value) return "0";
    var digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value)) + 1e-12)), text = value.toFixed(digits).split(".");
    var whole = text[0].replace(/\B(?=(\d{3})+$)/g, ","), part = (text[1] || "").replace(/0+$/, "");
    return part ? whole + "." + part : whole;
  }

  function scaled(value, scales, gap, plain) {
    var fit = scales.filter(function (one) { return value >= one[0]; })[0];
    return fit ? short(value / fit[0]) + gap + fit[1] : short(value) + plain;
  }

  var COUNTS = [[1e12, " trillion"], [1e9, " billion"], [1e6, " million"]];

  function amount(value, kind) {
    if (!isFinite(value)) return "not known";
    if (kind === "bytes") return scaled(value, [[1e12, "TB"], [1e9, "GB"], [1e6, "MB"], [1e3, "kB"]], " ", " byte");
    if (kind === "percent") return short(100 * value) + " %";
    if (kind === "seconds") return value >= 1 ? short(value) + " s" : short(1000 * value) + " ms";
    if (kind === "days") return short(value / 86400) + " days";
    if (kind === "count") return scaled(value, COUNTS, "", "");
    if (kind === "money") return "$" + scaled(value, COUNTS, "", "");
    return short(value);
  }

  /* --- what is asked --------------------------------------------------------------------- */

  function question() {
    var asked = { model: "", gpu: "", letters: {}, choices: {}, text: {}, wrong: [] };
    all("[data-of]").forEach(function (field) {
      var name = field.getAttribute("data-of"), told = field.parentNode.querySelector(".d-wrong");
      asked.text[name] = field.value.trim();
      if (field.tagName === "SELECT") {
        if (name === "model" || name === "gpu") asked[name] = field.value; else asked.choices[name] = field.value;
        return;
      }
      try {
        var found = read(field.value, data.letters[name], data.letters[name].unit);
        if (found.shown) throw new Wrong(data.letters[name], "", "", "one value stands here, no range");
        asked.letters[name] = number(found.value);
        told.textContent = "";
      } catch (problem) {
        if (!(problem instanceof Wrong)) throw problem;
        if (problem.later) { window.deriveLoad("units.js").then(update); asked.wrong.push(""); return; }
        told.textContent = problem.message;
        asked.wrong.push(problem.message);
      }
      told.hidden = !told.textContent;
      field.setAttribute("aria-invalid", told.textContent ? "true" : "false");
    });
    return asked;
  }

  /* --- the law behind a letter, filled in -------------------------------------------------- */

  function href(run, letter) {
    var row = run.by[letter];
    while (row && !row.by) row = run.by[row.same || row.largest];
    var page = row && data.pages[row.by];
    if (!page) return "";
    var asked = row.letter || page[2], words = [asked];
    page[1].forEach(function (one) {
      var value = run.at((row.with || {})[one[0]] || one[0]);
      if (one[0] === asked || value !== value) return;
      words.push(one[0] + "=" + Number((value / one[1]).toPrecision(12)) + (one[2] === "1" ? "" : " " + one[2]));
    });
    var folder = location.protocol === "file:" && page[0].slice(-1) === "/" ? "index.html" : "";
    return page[0] + folder + "#solve=" + words.map(encodeURIComponent).join("&");
  }

  function linked(text, to) {
    if (!to) return make("span", {}, text);
    return make("a", { href: to }, text);
  }

  function unspaced(node) { return node.textContent.replace(/\s+/g, ""); }

  /* A link that is replaced while it is pressed is not followed: with the same words it stays. */
  function put(selector, parts) {
    var at = out.querySelector(selector), fresh = at.cloneNode(false);
    parts.forEach(function (part) { fresh.appendChild(typeof part === "string" ? document.createTextNode(part) : part); });
    var links = at.querySelectorAll("a"), others = fresh.querySelectorAll("a");
    if (links.length && links.length === others.length && unspaced(at) === unspaced(fresh)) {
      links.forEach(function (link, i) { link.setAttribute("href", others[i].getAttribute("href")); });
    } else at.replaceChildren.apply(at, Array.from(fresh.childNodes));
  }

  /* --- what is shown ------------------------------------------------------------------------- */

  function show(asked, run) {
    var memory = run.at("M_gpu"), room = Math.max(memory, run.capacity), fits = memory <= run.capacity;
    out.classList.toggle("d-open", Boolean(run.trouble.length));
    out.querySelector(".d-run-wrong").hidden = !run.trouble.length;
    put(".d-run-wrong", run.trouble.slice(0, 1).map(function (one) { return "Not possible: " + one + "."; }));
    if (run.trouble.length) return;
    var verdict = out.querySelector(".d-run-verdict");
    verdict.className = "d-run-verdict " + (fits ? "d-good" : "d-bad");
    put(".d-run-verdict", [make("strong", {}, fits ? "It fits." : "It does not fit."), " The fullest GPU holds ", linked(amount(memory, "bytes"), href(run, "M_gpu")),
      " of " + amount(run.capacity, "bytes") + ": " + amount(Math.abs(run.capacity - memory), "bytes") + (fits ? " to spare." : " too much.")]);
    var bar = [], keys = [];
    data.memory.forEach(function (letter) {
      var value = run.at(letter), name = data.parts[letter] || letter;
      if (!(value > 0)) return;
      var part = make("span", { "class": "d-part d-" + letter, style: "width:" + (100 * value / room).toFixed(3) + "%" });
      bar.push(part);
      var item = make("li", { "class": "d-" + letter }), said = linked(name, href(run, letter));
      item.appendChild(said);
      item.appendChild(make("span", {}, amount(value, "bytes")));
      keys.push(item);
    });
    bar.push(make("span", { "class": "d-brim", style: "left:" + (100 * run.capacity / room).toFixed(3) + "%" }));
    put(".d-stack", bar);
    put(".d-keys", keys);
    data.figures.forEach(function (row) {
      put("[data-figure='" + row.of + "']", [linked(amount(run.at(row.of), row.as), href(run, row.of))]);
    });
  }

  function command(asked) {
    var words = ["derive estimate", "--model", asked.model, "--gpu", asked.gpu];
    data.asked.forEach(function (name) { words.push(name + "=" + asked.text[name]); });
    Object.keys(asked.choices).forEach(function (name) { words.push(name + "=" + asked.choices[name]); });
    box.querySelector(".d-run-command code").textContent = words.map(function (word) { return /^[\w@%+=:,./ -]+$/.test(word) && !/=.* /.test(word) ? word : "'" + word + "'"; }).join(" ");
  }

  function update() {
    var asked = question();
    if (asked.wrong.length) {
      out.classList.add("d-open");
      return;
    }
    show(asked, window.deriveRun.run(data, asked));
    command(asked);
    best.hidden = true;
  }

  /* --- the best layouts ------------------------------------------------------------------------- */

  var best = box.querySelector(".d-run-best");

  function search() {
    var asked = question();
    if (asked.wrong.length) return;
    var found = window.deriveRun.layouts(data, asked), body = best.querySelector("tbody");
    body.textContent = "";
    best.hidden = false;
    best.querySelector("p").textContent = found.length
      ? found.length + " layouts fit; the fastest, by the same laws:" : "No layout of these GPUs fits: take more of them, or shard more.";
    best.querySelector(".d-scroll").hidden = !found.length;
    found.slice(0, 5).forEach(function (one) {
      var row = body.appendChild(make("tr")), used = one.layout;
      [used.TP, used.p, short(one.run.at("N_dp")), used.b, used.recompute, amount(one.run.at("M_gpu"), "bytes"), short(one.run.at("R_gpu")), amount(one.run.at("T_train"), "days")]
        .forEach(function (text) { row.appendChild(make("td", {}, String(text))); });
      var take = row.appendChild(make("td")).appendChild(make("button", { type: "button" }, "Take"));
      take.setAttribute("aria-label", "Take TP " + used.TP + ", " + used.p + " stages, micro-batch " + used.b + ", recompute " + used.recompute);
      take.addEventListener("click", function () {
        Object.keys(used).forEach(function (name) { box.querySelector("[data-of='" + name + "']").value = used[name]; });
        update();
        remember();
        out.querySelector(".d-run-verdict").scrollIntoView({ block: "nearest" });
      });
    });
  }

  /* --- the address --------------------------------------------------------------------------------- */

  function remember() {
    var said = all("[data-of]").map(function (field) { return field.getAttribute("data-of") + "=" + field.value.trim(); });
    try { history.replaceState(history.state, "", "#run=" + said.map(encodeURIComponent).join("&")); } catch (refused) { /* a disk may refuse */ }
  }

  function recall() {
    var found = /^#run=(.+)$/.exec(location.hash);
    if (!found) return;
    try {
      found[1].split("&").map(decodeURIComponent).forEach(function (part) {
        var cut = part.indexOf("="), field = box.querySelector("[data-of='" + part.slice(0, cut).replace(/\W/g, "") + "']");
        if (!field) return;
        var value = part.slice(cut + 1, cut + 101);
        if (field.tagName !== "SELECT" || Array.prototype.some.call(field.options, function (o) { return o.value === value; })) field.value = value;
      });
    } catch (damaged) { /* an address that cannot be read asks nothing */ }
  }

  all("[data-of]").forEach(function (field) { first[field.getAttribute("data-of")] = field.value; });
  box.addEventListener("input", function () { update(); remember(); });
  box.addEventListener("change", function (event) {
    var name = event.target.getAttribute("data-of"), model = name === "model" && data.models[event.target.value];
    /* A model brings its own length of a sequence and its own number of tokens. */
    if (model) ["s", "D"].forEach(function (letter) {
      var own = (data.own[event.target.value] || {})[letter];
      if (own) box.querySelector("[data-of='" + letter + "']").value = own;
    });
    update();
    remember();
  });
  box.addEventListener("click", function (event) {
    var button = event.target.closest("button");
    if (!button) return;
    if (button.matches(".d-search-layouts")) search();
    if (button.matches(".d-share")) {
      remember();
      if (navigator.clipboard && window.isSecureContext) navigator.clipboard.writeText(location.href);
      button.textContent = navigator.clipboard && window.isSecureContext ? "Copied" : "It is in the address bar";
    }
  });
  window.addEventListener("hashchange", function () { recall(); update(); });
  recall();
  update();
})();
