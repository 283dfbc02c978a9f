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
  var asked = false;
  var waiting = null;
  var home = document.currentScript && document.currentScript.src;

  function card(target) {
    var text = target.getAttribute("data-tip");
    if (text) return [text];
    var known = window.deriveSymbols;
    var name = target.getAttribute("data-s");
    if (!known) { ask(target); return []; }
    if (!Object.prototype.hasOwnProperty.call(known, name)) return [];
    var lines = known[name];
    return [lines[0], lines[1], lines[2] ? "typically " + lines[2] : ""].filter(Boolean);
  }

  /* What the cards say is fetched with the first of them, as a script: a disk serves no data. */
  function ask(target) {
    waiting = target;
    if (asked) return;
    asked = true;
    var script = document.createElement("script");
    script.src = home.replace(/derive\.js/, "symbols.js");
    script.onload = function () { if (waiting && document.contains(waiting)) show(waiting); };
    document.head.appendChild(script);
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
    if (!lines.length) return;
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

  document.addEventListener("click", hide);

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

  /* A page names the script that it alone needs. */
  function load() {
    var search = document.querySelector(".md-search[role=dialog]");
    if (search) search.setAttribute("aria-label", "Search");  // the theme leaves it unnamed

    document.querySelectorAll("[data-script]").forEach(function (part) {
      var address = home.replace(/derive\.js/, part.getAttribute("data-script"));
      if (document.querySelector('script[src="' + address + '"]')) return;
      var script = document.createElement("script");
      script.src = address;
      document.head.appendChild(script);
    });
  }

  /* The theme tells when it has swapped the page. */
  load();
  if (window.document$) window.document$.subscribe(function () { hide(); load(); });
})();
