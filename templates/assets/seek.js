/* The search: in the head of every page and on the page "Find", with or without a server.
 *
 * What it searches is index.js: a script, since a disk serves no data.
 */
(function () {
  "use strict";

  var ROOT = document.currentScript.src.replace(/assets\/derive\/[^/]*$/, "");
  var SHOWN = 12;
  var KINDS = { entry: "catalogue", page: "guide" };
  var all = null;

  function make(tag, className, text) {
    var node = document.createElement(tag);
    if (className) node.className = className;
    if (text) node.textContent = text;
    return node;
  }

  /* A disk shows a folder's list of files where a server shows its page. */
  function address(path) {
    return ROOT + (location.protocol === "file:" ? path.replace(/(^|\/)(#|$)/, "$1index.html$2") : path);
  }

  function link(path, text) {
    var node = make("a", "", text);
    node.href = address(path);
    return node;
  }

  /* The records in the order in which the terminal has them: ties are told by it. */
  function records() {
    var known = window.deriveIndex, other = function (kinds) {
      return known.others.filter(function (one) { return kinds.indexOf(one[0]) >= 0; }).map(function (one) {
        return { kind: one[0], id: one[1], title: one[2], more: one[3], names: one[4], words: one[5], law: "", prior: 0, formulas: one[8], path: one[9] };
      });
    };
    return [].concat(
      known.formulas.map(function (one) {
        return { kind: "formula", id: one[0], title: one[1], path: one[2], more: one[3], names: [one[1]].concat(one[7]), words: one[8], law: one[9], prior: one[10], formulas: [] };
      }),
      other(["term"]),
      known.symbols.map(function (one) {
        return { kind: "symbol", id: one[0], title: one[2], glyph: one[1], path: one[3], more: one[4], names: [one[2]].concat(one[6]), words: one[7], law: "", prior: 0, formulas: [] };
      }),
      other(["entry", "source", "notation", "errata", "question", "page"])
    );
  }

  function search(query) {
    all = all || new window.deriveRanking.Index(records(), window.deriveIndex.tables);
    return query.trim() ? all.search(query) : [];
  }

  /* The record of a kind that has exactly this id. */
  function named(kind, id) {
    all = all || new window.deriveRanking.Index(records(), window.deriveIndex.tables);
    return all.records.find(function (one) { return one.kind === kind && one.id === id; });
  }

  /* A law on one line, each letter as it is drawn: what stands below it upright. */
  function drawn(law) {
    var line = make("span", "d-hit-law"), glyphs = {};
    window.deriveIndex.symbols.forEach(function (one) { glyphs[one[0]] = one[1]; });
    law.split(/([A-Za-z]\w*)/).forEach(function (part) {
      var glyph = glyphs[part], below = part.split("_").slice(1).join(" ");
      if (!glyph) { line.appendChild(document.createTextNode(part.replace(/-/g, "−"))); return; }
      line.appendChild(make("var", "", glyph.split("_")[0]));
      if (below) line.appendChild(make("sub", "", below));
    });
    return line;
  }

  function item(record) {
    var made = make("li");
    made.appendChild(make("span", "d-kind", KINDS[record.kind] || record.kind));
    made.appendChild(link(record.path, record.glyph ? record.glyph + "  " + record.title : record.title));
    if (record.law) made.appendChild(drawn(record.law));
    else if (record.more) made.appendChild(make("span", "d-more", record.more));
    return made;
  }

  function counted(found) {
    if (!found.length) return "Nothing has this name or these words. Try fewer or shorter words.";
    return found.length + (found.length === 1 ? " record" : " records");
  }

  /* --- in the head of a page ------------------------------------------------------ */

  function attach(form) {
    var input = form.querySelector("input"), out = form.querySelector(".d-seek-out");
    var told = out.appendChild(make("p")), list = out.appendChild(make("ol", "d-hits"));
    told.setAttribute("role", "status");
    list.setAttribute("aria-label", "What was found");

    function show() {
      var found = search(input.value);
      list.textContent = "";
      told.textContent = input.value.trim() ? counted(found) : "Words, a letter, a question or a law: ring allreduce, Ψ, how many gpus, 6ND.";
      found.slice(0, SHOWN).forEach(function (one) { list.appendChild(item(one)); });
      if (found.length > SHOWN) {
        list.appendChild(make("li")).appendChild(link("find/#q=" + encodeURIComponent(input.value), "All " + found.length + " records"));
      }
    }

    function close() {
      form.classList.remove("d-open");
      if (form.contains(document.activeElement)) document.activeElement.blur();
    }

    function open() { form.classList.add("d-open"); show(); }

    /* Arrow keys walk from the field through what was found, and back. */
    function walk(event) {
      var links = [input].concat(Array.prototype.slice.call(list.querySelectorAll("a")));
      var now = links.indexOf(document.activeElement), step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key === "Escape") { input.value = ""; close(); }
      else if (step && links[now + step]) links[now + step].focus();
      else if (!step) return;
      event.preventDefault();
    }

    input.addEventListener("input", show);
    input.addEventListener("focus", open);
    form.addEventListener("keydown", walk);
    form.addEventListener("submit", function (event) {
      event.preventDefault();
      var first = list.querySelector("a");
      if (first) first.click();
    });
    list.addEventListener("click", function (event) { if (event.target.closest("a")) close(); });
    document.addEventListener("pointerdown", function (event) { if (!form.contains(event.target)) close(); });
    form.addEventListener("focusout", function (event) {
      if (event.relatedTarget && !form.contains(event.relatedTarget)) form.classList.remove("d-open");
    });
    if (form.contains(document.activeElement)) open();
  }

  window.deriveSeek = { make: make, address: address, link: link, search: search, named: named, item: item, counted: counted, attach: attach };
})();
