/* The search: in the head of every page and on the page "Find", with or without a server.
 *
 * What it searches is index.js: a script, since a disk serves no data.
 */
(function () {
  "use strict";

  var ROOT = document.currentScript.src.replace(/assets\/derive\/[^/]*$/, "");
  var SHOWN = 12;
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

  function folded(text) {
    return text.normalize("NFKD").replace(/[\u0300-\u036f\\{}]/g, "").toLowerCase();
  }

  /* Kind, title, address, what else is said, names to be met whole, words, and words that count less. */
  function records() {
    var known = window.deriveIndex;
    return [].concat(
      known.symbols.map(function (one) { return ["symbol", one[1] + "  " + one[2], one[3], [one[0], one[4]].filter(Boolean).join(" · "), [one[0], one[1]].concat(one[6].split(" ")), one[2], ""]; }),
      known.formulas.map(function (one) { return ["formula", one[1], one[2], one[3], [one[0]], one[1] + " " + one[0].replace(/_/g, " "), one[7]]; }),
      known.terms.map(function (one) { return ["term", one[0], one[1], one[2], one[3].split(" ").concat(one[0]), one[0] + " " + one[3], one[2]]; }),
      known.sources.map(function (one) { return ["source", one[0], one[1], one[2], [], one[0] + " " + one[2] + " " + one[3], ""]; }),
      known.entries.map(function (one) { return ["catalogue", one[0], one[1], one[2], one[3], one[0] + " " + one[3].join(" ").replace(/-/g, " "), ""]; }),
      known.guides.map(function (one) { return ["guide", one[0], one[1], one[2], [], one[0] + " " + one[3], one[2] + " " + one[4]]; })
    ).map(function (one) {
      return { kind: one[0], title: one[1], path: one[2], more: one[3], names: one[4], low: one[4].map(folded), text: " " + folded(one[5]), rest: " " + folded(one[6]) };
    });
  }

  /* A whole name counts most, as typed before in any case; then beginnings of words; then parts; then the rest. */
  function score(record, query, words) {
    var exact = record.names.indexOf(query) >= 0 ? 200 : record.low.indexOf(folded(query)) >= 0 ? 120 : 0, found = 0;
    for (var i = 0; i < words.length; i += 1) {
      var word = words[i], spaced = word.replace(/_/g, " "), here = 0;
      if (record.text.indexOf(" " + spaced) >= 0) here = 20;
      else if (record.low.indexOf(word) >= 0) here = 30;
      else if (word.length > 2 && record.text.indexOf(spaced) >= 0) here = 6;
      else if (word.length > 2 && record.rest.indexOf(" " + spaced) >= 0) here = 4;
      if (!here) return exact;
      found += here;
    }
    return exact + found + 30 / (1 + record.text.length / 10);
  }

  function search(query) {
    var words = folded(query).split(/[\s,]+/).filter(Boolean);
    if (!words.length) return [];
    all = all || records();
    return all.map(function (one) { return [score(one, query.trim(), words), one]; })
      .filter(function (one) { return one[0] > 0; })
      .sort(function (a, b) { return b[0] - a[0]; })
      .map(function (one) { return one[1]; });
  }

  function item(record) {
    var made = make("li");
    made.appendChild(make("span", "d-kind", record.kind));
    made.appendChild(link(record.path, record.title));
    if (record.more) made.appendChild(make("span", "d-more", record.more));
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
      told.textContent = input.value.trim() ? counted(found) : "A word, a letter or an acronym: all-reduce, Ψ, N_opt, MFU.";
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

  window.deriveSeek = { make: make, address: address, link: link, search: search, item: item, counted: counted, attach: attach };
})();
