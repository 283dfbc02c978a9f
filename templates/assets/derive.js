/* Hover cards and the arrow keys inside formulas.
 *
 * Everything listens on the document, so pages that the theme swaps in
 * without a reload work without being told; nothing here needs a server.
 */
(function () {
  "use strict";

  var tip = null;
  var owner = null;
  var closing = 0;
  var waiting = null;
  var home = document.currentScript ? document.currentScript.src.replace(/[^/]*$/, "") : "";
  var loaded = {};

  /* A script beside this one, fetched when it is first needed; a disk serves scripts, no data. */
  function load(name) {
    if (!loaded[name]) {
      loaded[name] = new Promise(function (done, failed) {
        var script = document.createElement("script");
        script.src = home + name;
        script.onload = done;
        script.onerror = failed;
        document.head.appendChild(script);
      });
    }
    return loaded[name];
  }

  window.deriveLoad = load;

  /* The lines of a card; none where the letter is not known yet. */
  function card(target) {
    var text = target.getAttribute("data-tip");
    if (text) return [text];
    var name = target.getAttribute("data-s");
    var row = document.querySelector(".d-symbols th a[data-s='" + name + "']");
    var known = row ? told(row.closest("tr")) : (window.deriveSymbols || {})[name] || [];
    return [known[0], known[1], known[2] ? "typically " + known[2] : ""].filter(Boolean);
  }

  /* What the table of symbols on this page says of a letter. */
  function told(row) {
    function text(selector) {
      var found = row.querySelector(selector);
      return found ? found.textContent.trim() : "";
    }
    var fixed = text(".d-domain") === "fixed", facts = fixed ? [text("th"), text(".d-unit")] : [text(".d-unit"), text(".d-domain")];
    return [text(".d-meaning a") || row.querySelector(".d-meaning").firstChild.textContent.trim(), facts.filter(Boolean).join(fixed ? " " : " · "), text(".d-range")];
  }

  function box() {
    if (tip && document.body.contains(tip)) return tip;
    tip = document.createElement("div");
    tip.id = "d-tip";
    tip.className = "d-tip";
    tip.setAttribute("role", "tooltip");
    tip.hidden = true;
    tip.addEventListener("pointerenter", function () { clearTimeout(closing); });
    tip.addEventListener("pointerleave", hideSoon);
    document.body.appendChild(tip);
    return tip;
  }

  function show(target) {
    var lines = card(target);
    if (!lines.length) {
      waiting = window.deriveSymbols ? null : target;
      if (waiting) load("symbols.js").then(function () { if (waiting === target && document.contains(target)) show(target); });
      return;
    }
    hide();
    var made = box();
    lines.forEach(function (line) {
      var part = document.createElement("p");
      part.textContent = line;
      made.appendChild(part);
    });
    made.hidden = false;
    place(made, target.getBoundingClientRect(), (target.closest("math") || target).getBoundingClientRect());
    owner = target;
    owner.setAttribute("aria-describedby", "d-tip");
    twins(target, true);
  }

  /* Beside the letter, but below or above the whole formula, so as not to cover it. */
  function place(made, at, whole) {
    var room = document.documentElement.clientWidth;
    var size = made.getBoundingClientRect();
    var left = Math.max(8, Math.min(at.left + at.width / 2 - size.width / 2, room - size.width - 8));
    var above = whole.bottom + size.height + 8 > window.innerHeight && whole.top > size.height + 8;
    var top = above ? whole.top - size.height - 6 : whole.bottom + 6;
    made.style.left = left + window.scrollX + "px";
    made.style.top = top + window.scrollY + "px";
  }

  /* The same letter lights up in the whole formula and in its table. */
  function twins(target, on) {
    var name = target.getAttribute("data-s");
    if (!name) return;
    document.querySelectorAll("a[data-s]").forEach(function (one) {
      if (one.getAttribute("data-s") === name) one.classList.toggle("d-same", on);
    });
  }

  function hide() {
    clearTimeout(closing);
    waiting = null;
    if (owner) {
      owner.removeAttribute("aria-describedby");
      twins(owner, false);
    }
    owner = null;
    if (tip) {
      tip.hidden = true;
      tip.textContent = "";
    }
  }

  function hideSoon() {
    clearTimeout(closing);
    closing = setTimeout(hide, 150);
  }

  function explained(event) {
    return event.target.closest ? event.target.closest("[data-s], [data-tip]") : null;
  }

  document.addEventListener("pointerover", function (event) {
    var target = explained(event);
    if (!target || event.pointerType === "touch") return;
    clearTimeout(closing);
    if (target !== owner) show(target);
  });

  document.addEventListener("pointerout", function (event) {
    waiting = null;
    if (owner && explained(event) === owner) hideSoon();
  });

  document.addEventListener("focusin", function (event) {
    var target = explained(event);
    if (target && target.matches(":focus-visible")) show(target);
    else if (owner) hide();
  });

  /* A finger has no way to point: its first tap on a letter shows the card, a second one follows the link. */
  var finger = false;
  document.addEventListener("pointerdown", function (event) { finger = event.pointerType === "touch"; });
  document.addEventListener("click", function (event) {
    var target = finger ? explained(event) : null;
    var told = target && (target.hasAttribute("data-s") || !target.hasAttribute("href"));
    if (!told || target === owner) { hide(); return; }
    event.preventDefault();
    show(target);
  });

  /* A letter with an index is two links and one stop. */
  function letters(group) {
    var last = null;
    return Array.prototype.filter.call(group.querySelectorAll("a[data-s]"), function (link) {
      var around = link.closest("msub, msup, msubsup");
      var again = last && around && around === last.around && last.name === link.getAttribute("data-s");
      last = { around: around, name: link.getAttribute("data-s") };
      return !again;
    });
  }

  function step(event) {
    var group = event.target.closest ? event.target.closest(".d-eq[tabindex]") : null;
    if (!group) return;
    var links = letters(group);
    var now = links.indexOf(document.activeElement);
    var moves = {
      ArrowRight: Math.min(now + 1, links.length - 1),
      ArrowLeft: Math.max(now - 1, 0),
      Home: 0,
      End: links.length - 1
    };
    if (!links.length || !Object.prototype.hasOwnProperty.call(moves, event.key)) return;
    event.preventDefault();
    links[moves[event.key]].focus();
  }

  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape") {
      var group = owner && owner.closest(".d-eq[tabindex]");
      hide();
      if (group && group.contains(document.activeElement)) group.focus();
    } else if (!event.altKey && !event.ctrlKey && !event.metaKey) {
      step(event);
    }
  });

  /* A disk shows a folder's list of files where a server shows its page. */
  if (location.protocol === "file:") {
    document.querySelectorAll("a[href]").forEach(function (link) {
      if (link.protocol === "file:" && link.pathname.slice(-1) === "/") link.pathname += "index.html";
    });
  }

  /* --- what is fetched when it is first needed ------------------------------ */

  /* A signal of the reader: nobody looks at the page before, and nothing is fetched. */
  var awake = false;

  ["scroll", "pointermove", "pointerdown", "keydown", "focusin"].forEach(function (sign) {
    window.addEventListener(sign, function () {
      if (awake) return;
      awake = true;
      named();
    }, { once: true, passive: true });
  });

  /* A page names the scripts that it alone needs; the last of them uses the others. */
  function named() {
    document.querySelectorAll("[data-script]").forEach(function (part) {
      var names = part.getAttribute("data-script").split(" "), last = names.pop();
      if (!awake && !part.hasAttribute("data-now") && !/^#(q|know|run)=/.test(location.hash)) return;
      Promise.all(names.map(load)).then(function () { load(last); });
    });
  }

  /* The search in the head of the page; the head stays when the theme swaps the rest. */
  function head() {
    var bar = document.querySelector(".md-header__inner");
    if (!bar || bar.querySelector(".d-seek")) return;
    var form = bar.appendChild(document.createElement("form")), input = form.appendChild(document.createElement("input"));
    form.className = "d-seek";
    form.setAttribute("role", "search");
    input.type = "search";
    input.placeholder = "Search";
    input.setAttribute("aria-label", "Search");
    input.autocomplete = "off";
    form.appendChild(document.createElement("div")).className = "d-seek-out";
    form.addEventListener("submit", function (event) { event.preventDefault(); });
    input.addEventListener("focus", function () {
      Promise.all([load("seek.js"), load("index.js")]).then(function () { window.deriveSeek.attach(form); });
    }, { once: true });
    document.addEventListener("keydown", function (event) {
      var busy = event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select, textarea");
      if (busy || (event.key !== "/" && event.key !== "s")) return;
      event.preventDefault();
      input.focus();
    });
  }

  /* The letters of other documents: a choice kept from another page, or made here. */
  function otherLetters() {
    var choice = document.querySelector("select.d-letters"), kept = "";
    if (!choice) return;
    choice.parentNode.classList.add("d-ready");
    try { kept = localStorage.getItem("derive-letters"); } catch (_) { /* a private window forgets */ }
    if (kept) load("letters.js");
    else ["focus", "change"].forEach(function (sign) { choice.addEventListener(sign, function () { load("letters.js"); }, { once: true }); });
  }

  /* A calculator starts with the first touch of its reader, or when the address holds a question. */
  function calculators() {
    document.querySelectorAll(".d-calc").forEach(function (box) {
      if (/^#solve=/.test(location.hash)) {
        start(box, []);
        box.scrollIntoView();
        return;
      }
      var early = [], signs = ["pointerover", "focusin", "input", "change", "click"];
      function touched(event) {
        if (!box.calculator && /^(input|change|click)$/.test(event.type)) early.push(event);
        start(box, early, function () { signs.forEach(function (sign) { box.removeEventListener(sign, touched); }); });
      }
      signs.forEach(function (sign) { box.addEventListener(sign, touched); });
      filled(box).forEach(function (field) { touched({ type: "change", target: field }); });
    });
  }

  /* On a slow line the fields stand there before this script does: what its reader filled in meanwhile. */
  function filled(box) {
    return Array.prototype.filter.call(box.querySelectorAll("input, select"), function (field) {
      if (field.type === "radio") return field.checked && !field.defaultChecked;
      if (field.type === "checkbox") return field.checked !== field.defaultChecked;
      if (!field.options) return field.value !== field.defaultValue;
      var first = Array.prototype.findIndex.call(field.options, function (option) { return option.defaultSelected; });
      return field.selectedIndex !== Math.max(0, first);
    });
  }

  /* What was done before the scripts were there is done again. */
  function start(box, early, done) {
    if (box.hasAttribute("data-started")) return;
    box.setAttribute("data-started", "");
    load("solver.js").then(function () { return load("calculator.js"); })
      .then(function () {
        box.calculator = new window.deriveCalculator(box);
        if (done) done();
        early.forEach(function (event) { box.calculator[event.type === "click" ? "clicked" : "changed"](event); });
      });
  }

  window.addEventListener("hashchange", function () {
    var box = document.querySelector(".d-calc");
    if (!box || !/^#solve=/.test(location.hash)) return;
    if (box.calculator) box.calculator.reopen();
    else start(box, []);
  });

  /* Folded parts open where the address leads into them. */
  function unfold() {
    var part = location.hash.length > 1 && document.getElementById(location.hash.slice(1)), opened = false;
    for (; part; part = part.parentElement) if (part.tagName === "DETAILS" && !part.open) {
      opened = part.open = true;
      part.classList.add("d-read");
    }
    if (opened) document.getElementById(location.hash.slice(1)).scrollIntoView();
  }

  window.addEventListener("hashchange", unfold);
  /* The theme opens everything for the printer: what its reader opened is printed, and the derivation. */
  document.addEventListener("click", function (event) {
    var part = event.target.closest("summary") && event.target.closest("details.d-fold");
    if (part) part.classList.toggle("d-read", !part.open);
  });

  /* The theme tells when it has swapped the page; from a disk it swaps none, and tells nothing. */
  function begin() { hide(); head(); otherLetters(); named(); calculators(); unfold(); }
  if (window.document$ && location.protocol !== "file:") window.document$.subscribe(begin);
  else begin();
})();
