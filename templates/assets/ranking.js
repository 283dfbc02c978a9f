/* The ranking of derive/search, step by step, so that a page finds what the terminal finds. */
(function (root) {
  "use strict";

  var GREEK, LITTLE, ASKS, ENDINGS, VERBS, KINDS, COMMON, LETTER_IN, SAID;
  var INHERITED = [10, 8, 6];
  var VALUE = /(?<![a-z0-9.])[0-9][0-9.,]*(?:e[0-9]+|%|[a-z]{1,2}(?![a-z0-9]))/g;
  var CARD = /(?<![a-z0-9])(?:gb|h|a|b|v|mi)[1-9]00(?![0-9])/;
  var TOKEN = /[a-z][a-z0-9]*(?:_[a-z0-9]+)*|[0-9]+(?:\.[0-9]+)?|[-+/^=()<>,]/g;
  var COMMAND = /\\(?:math\w+|text|operatorname)\b/g;
  var FUNCTIONS = ["sqrt", "log", "exp", "max", "min", "ceil", "floor"];
  var HUMPED = /[A-Za-z]*[a-z][A-Z][a-z][A-Za-z]*/g, HUMP = /(?<=[a-z])(?=[A-Z][a-z])/g;
  var stems = new Map();

  /* What both know alike: derive/search says it, and index.js brings it. */
  function read(tables) {
    GREEK = tables.greek;
    LITTLE = new Set(tables.little);
    ASKS = new Set(tables.asks);
    ENDINGS = tables.endings;
    VERBS = tables.verbs;
    KINDS = tables.kinds;
    COMMON = tables.common;
    LETTER_IN = new RegExp(tables.letter);
    SAID = tables.said.map(one => [new RegExp(one[0], "g"), one[1]]);
  }

  /* --- words ---------------------------------------------------------------------- */

  function folded(text) {
    var spelled = Array.from(text).map(c => GREEK[c] ? " " + GREEK[c] + " " : c).join("");
    return spelled.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/'/g, "");
  }

  function words(text) {
    var plain = SAID.reduce((said, one) => said.replace(one[0], one[1]), folded(text));
    return (plain.match(/[a-z]+|[0-9]+/g) || []).map(stem);
  }

  function stem(word) {
    if (!stems.has(word)) stems.set(word, cut(word));
    return stems.get(word);
  }

  function cut(word) {
    for (var i = 0; i < ENDINGS.length; i += 1) {
      var ending = ENDINGS[i];
      if (word.endsWith(ending[0]) && word.length > ending[0].length + 1) return word.slice(0, -ending[1]) + ending[2];
    }
    if (word.endsWith("s") && word.length > 3 && !/(ss|us|is|as)$/.test(word)) word = word.slice(0, -1);
    var verb = VERBS.find(one => word.endsWith(one[0]) && word.length > 5);
    if (verb) return word.slice(0, -verb[0].length) + verb[1];
    if (word.endsWith("ing") && word.length > 6) return word.slice(0, -3);
    if (word.endsWith("ed") && word.length > 5) return word.slice(0, -2);
    return word.endsWith("ism") && word.length > 6 ? word.slice(0, -3) : word;
  }

  function distance(first, second, most) {
    if (Math.abs(first.length - second.length) > most) return most + 1;
    var before = [], last = Array.from({ length: second.length + 1 }, (_, i) => i);
    for (var row = 1; row <= first.length; row += 1) {
      var now = [row];
      for (var column = 1; column <= second.length; column += 1) {
        var same = first[row - 1] === second[column - 1];
        var cost = Math.min(last[column] + 1, now[column - 1] + 1, last[column - 1] + (same ? 0 : 1));
        if (row > 1 && column > 1 && first[row - 1] === second[column - 2] && first[row - 2] === second[column - 1]) cost = Math.min(cost, before[column - 2] + 1);
        now.push(cost);
      }
      if (Math.min.apply(null, now) > most) return most + 1;
      before = last;
      last = now;
    }
    return Math.min(last[last.length - 1], most + 1);
  }

  /* --- a law that is typed ----------------------------------------------------------- */

  function lawTokens(text) {
    text = text.replace(/≥|>=/g, ">").replace(/≤|<=/g, "<").replace(/==/g, "=").replace(/\*\*/g, "^");
    return folded(text.replace(COMMAND, "")).replace(/[*·]/g, " ").replace(/[{}]/g, "").match(TOKEN) || [];
  }

  function spelled(name) { return lawTokens(name.replace(COMMAND, "").replace(/\\/g, "")).join(""); }

  function typedLaw(query, known) {
    var found = [], tokens = lawTokens(query.replace(/\\/g, ""));
    for (var i = 0; i < tokens.length; i += 1) {
      if (/^[a-z]/.test(tokens[i]) && !known.has(tokens[i])) {
        if (tokens[i].length > 6 || tokens[i].indexOf("_") >= 0) return [];
        found = found.concat(tokens[i].split(""));
      } else found.push(tokens[i]);
    }
    return found.length > 2 && found.some(token => /^[a-z]/.test(token)) ? found : [];
  }

  /* A query without the words before and after the law in it: (p-1)/m bubble. */
  function withoutWords(query) {
    var parts = query.split(/\s+/), law = parts.map(part => !/^[A-Za-z][A-Za-z-]{2,}[,:?]?$/.test(part));
    return parts.slice(law.indexOf(true), law.lastIndexOf(true) + 1).join(" ");
  }

  /* The factors of a law that is typed in words; a sign of multiplication tells it from a phrase. */
  function spokenFactors(query) {
    if (!/\S *[*×] *\S/.test(query)) return [];
    var telling = query.split(/[-+*/×=^(),]/).map(part => words(part).filter(word => !LITTLE.has(word)));
    telling = telling.filter(factor => factor.length);
    return telling.length > 2 ? telling : [];
  }

  function spokenLikeness(fitting, law) {
    var at = law.findIndex(token => /^[=<>]$/.test(token)), met = 0;
    var left = Array.from(new Set(law.slice(at + 1).filter(alphanumeric))), most = Math.max(fitting.length, left.length);
    fitting.slice().sort((a, b) => a.size - b.size).forEach(function (meant) {
      var place = left.findIndex(token => meant.has(token));
      if (place >= 0) { left.splice(place, 1); met += 1; }
    });
    var share = Math.floor(1000 * met / most);
    return share >= 600 ? share : 0;
  }

  function likeness(typed, law, spellings) {
    var at = law.findIndex(token => /^[=<>]$/.test(token));
    var sides = at < 0 ? [law] : [law, law.slice(0, at), law.slice(at + 1)];
    function same(one, other) { return one === other || (spellings.has(other) && spellings.get(other).has(one)); }
    function agree(part) { return part.length === typed.length && part.every((token, i) => same(typed[i], token)); }
    function parts(side) {
      var mine = typed.filter(alphanumeric), theirs = side.filter(alphanumeric);
      if (mine.length !== theirs.length || mine.length < 3 || typed.length !== side.length) return false;
      mine.slice().forEach(function (token) {
        if (theirs.indexOf(token) >= 0 && mine.indexOf(token) >= 0) { theirs.splice(theirs.indexOf(token), 1); mine.splice(mine.indexOf(token), 1); }
      });
      return mine.every(function (token) {
        var place = theirs.findIndex(other => same(token, other));
        if (place >= 0) theirs.splice(place, 1);
        return place >= 0;
      });
    }
    if (sides.some(agree)) return 1000;
    if (sides.some(parts)) return 800;
    for (var start = 0; start + typed.length <= law.length; start += 1) {
      if (agree(law.slice(start, start + typed.length))) return 150 + Math.floor(300 * typed.length / law.length);
    }
    return Math.max.apply(null, [0].concat(sides.slice(1).map(side => shape(typed, side, same))));
  }

  /* The same numbers and signs, and letters as often; one letter at least has to agree. */
  function shape(typed, side, same) {
    var mine = signature(typed), theirs = signature(side);
    if (mine.others.length < 3 || mine.text !== theirs.text) return 0;
    var agree = mine.letters.filter(one => theirs.letters.some(other => same(one, other))).length;
    return agree ? 240 + 60 * agree : 0;
  }

  function signature(tokens) {
    var counts = {}, others = [];
    tokens.forEach(function (token) {
      if (/^[a-z]/.test(token)) counts[token] = (counts[token] || 0) + 1;
      else if (token !== "(" && token !== ")") others.push(token);
    });
    var letters = Object.keys(counts), often = letters.map(one => counts[one]).sort((a, b) => a - b);
    return { letters: letters, others: others, text: others.sort().join(" ") + "|" + often.join(" ") };
  }

  function alphanumeric(token) { return /^[a-z0-9]/.test(token); }

  /* --- the index ------------------------------------------------------------------------ */

  function joined(names) {
    var found = new Map();
    names.forEach(function (name) {
      for (var i = 0; i + 1 < name.length; i += 1) {
        var pair = [name[i], name[i + 1]];
        if (pair.every(function (word) { return /^[a-z]{2,}$/.test(word); }) && !found.has(pair[0] + pair[1])) found.set(pair[0] + pair[1], pair);
      }
    });
    return found;
  }

  function Index(records, tables) {
    read(tables);
    var own = records.map(record => record.names.map(words)), where = new Map();
    var pairs = joined([].concat.apply([], own)), inherited = new Map();
    this.records = records;
    this.entries = [].concat.apply([], records.filter(record => record.kind === "entry").map(record => words(record.id)));
    this.where = where;
    this.parted = function (word) {
      var whole = words(word).join("");
      return where.has(whole) || pairs.has(whole) ? word : word.replace(HUMP, " ");
    };
    this.split = name => [].concat.apply([], name.map(word => pairs.get(word) || [word]));
    records.forEach(function (record, number) {
      record.formulas.forEach(function (formula, place) {
        var some = inherited.get(formula) || [];
        inherited.set(formula, some.concat(own[number].map(name => [this.split(name), INHERITED[place] || 5], this)));
      }, this);
    }, this);
    this.names = records.map(function (record, number) {
      var names = own[number].map(name => [this.split(name), 10], this);
      return record.kind === "formula" ? names.concat(inherited.get(record.id) || []) : names;
    }, this);
    this.prose = records.map(record => new Set(this.split(record.words.split(" ").filter(Boolean))), this);
    records.forEach(function (record, number) {
      function put(word) { if (!where.has(word)) where.set(word, new Set()); where.get(word).add(number); }
      this.names[number].forEach(function (name) { name[0].forEach(put); });
      this.prose[number].forEach(put);
    }, this);
  }

  Index.prototype.search = function (query) {
    return this.ranked(query).map(one => this.records[one[1]], this);
  };

  Index.prototype.ranked = function (query) {
    query = Array.from(query).slice(0, 200).join("").trim();
    var plain = folded(query), self = this, laws = this.laws(query), candidates = new Set(laws.keys()), found = [];
    var amounts = new Set([].concat.apply([], (plain.match(VALUE) || []).map(words)));
    var asks = query.endsWith("?") || ASKS.has(plain.split(/\s+/).filter(Boolean)[0]);
    var asked = asks ? 200 : amounts.size ? 150 : -200;
    var meant = (asked > 0 && CARD.test(plain) ? ["gpu"] : []).concat(LETTER_IN.test(plain) ? ["letter"] : []);
    var typed = Array.from(new Set(this.split(words(query.replace(HUMPED, this.parted)).concat(meant)))).slice(0, 24), near = typed.map(this.near, this);
    var weights = typed.map((word, i) => self.weight(word, near[i]));
    var ofLaws = weights.map((one, i) => amounts.has(typed[i]) ? 1 : one);
    var ofMachines = weights.map((one, i) => amounts.has(typed[i]) ? 3 : one);
    var examples = new Set(Array.from(amounts).filter(word => /^[0-9]+$/.test(word)).concat(this.entries));
    var saying = typed.filter(word => !LITTLE.has(word)), weak = [];
    var patient = saying.length >= 4 || saying.every(word => self.where.has(word));
    var telling = near.filter((_, i) => !LITTLE.has(typed[i]));
    (telling.length ? telling : near).forEach(function (like) {
      like.forEach(function (_, other) { self.where.get(other).forEach(function (number) { candidates.add(number); }); });
    });
    candidates.forEach(function (number) {
      var kind = self.records[number].kind, question = kind === "question";
      var mine = kind === "entry" ? ofMachines : (question ? ofMachines : ofLaws).map((weight, i) => examples.has(typed[i]) && !self.says(number, typed[i]) ? 1 : weight);
      var score = self.score(number, near, mine);
      if (laws.size && !laws.has(number) && score < 600) score = Math.floor(score / 2);
      var extra = !question ? self.extra(number, query) : asked > 0 ? Math.floor(asked * Math.min(score, 600) / 600) : asked;
      if (laws.has(number) || score >= 120) found.push([score + extra + (laws.get(number) || 0), number]);
      else if (score >= 30 && patient) weak.push([score + extra, number]);
    });
    function order(a, b) { return b[0] - a[0] || a[1] - b[1]; }
    return found.length < 3 ? found.sort(order).concat(weak.sort(order)) : found.sort(order);
  };

  Index.prototype.says = function (number, word) {
    return this.prose[number].has(word) || this.names[number].some(name => name[0].indexOf(word) >= 0);
  };

  Index.prototype.near = function (word) {
    var like = new Map(), longer = new Map();
    if (this.where.has(word)) like.set(word, 10);
    if (word.length < 2 || /^[0-9]/.test(word)) return like;
    this.where.forEach(function (_, other) {
      if (other === word) return;
      if (other.startsWith(word)) like.set(other, word.length > 2 ? 8 : 4);
      else if (other.length > 3 && word.startsWith(other)) longer.set(other, 7);
    });
    return like.size ? like : new Map(Array.from(this.slips(word)).concat(Array.from(longer)));
  };

  Index.prototype.slips = function (word) {
    var found = new Map(), most = word.length > 7 ? 2 : 1, least = most;
    if (word.length < 4) return found;
    this.where.forEach(function (_, other) {
      var far = other.length > 2 ? distance(word, other, most) : most + 1;
      if (far > least) return;
      if (far < least) found.clear();
      least = far;
      found.set(other, other[0] === word[0] ? 7 - far : 5 - far);
    });
    return found;
  };

  Index.prototype.weight = function (word, like) {
    if (LITTLE.has(word)) return 1;
    if (!like.size) return 3;
    var best = Math.max.apply(null, Array.from(like.values())), count = 0, where = this.where;
    like.forEach(function (how, other) { if (how === best) count = Math.max(count, where.get(other).size); });
    var row = COMMON.find(one => count <= one[0]), weight = row ? row[1] : 2;
    return /^[a-z]{2,}$/.test(word) ? weight : Math.floor((weight + 1) / 2);
  };

  Index.prototype.score = function (number, near, weights) {
    var prose = this.prose[number], best = 0, total = weights.reduce((sum, one) => sum + one, 0);
    var said = near.map(function (like) {
      var most = 0;
      like.forEach(function (how, other) { if (how > most && prose.has(other)) most = how; });
      return 4 * most;
    });
    this.names[number].forEach(function (one) {
      var got = 0, whole = 0, filled = 0, name = one[0];
      near.forEach(function (like, i) {
        var met = name.reduce((most, word) => Math.max(most, like.get(word) || 0), 0);
        got += weights[i] * Math.max(one[1] * met, said[i]);
      });
      name.forEach(function (word) {
        var weight = LITTLE.has(word) ? 1 : 4;
        whole += 10 * weight;
        filled += weight * near.reduce((most, like) => Math.max(most, like.get(word) || 0), 0);
      });
      var cover = Math.floor(10 * got / total), full = whole ? Math.floor(1000 * filled / whole) : 0;
      best = Math.max(best, Math.floor(cover * cover * (600 + Math.floor(400 * full / 1000)) / 1000000));
    });
    return best;
  };

  Index.prototype.extra = function (number, query) {
    var record = this.records[number];
    var exact = record.kind === "symbol" && record.names.indexOf(query) >= 0;
    return (KINDS[record.kind] || 0) + record.prior + (exact ? 250 : 0);
  };

  Index.prototype.laws = function (query) {
    this.spellings = this.spellings || letters(this.records);
    var found = new Map(), spellings = this.spellings, known = new Set(FUNCTIONS);
    spellings.forEach(function (some) { some.forEach(function (one) { if (one.length > 1) known.add(one); }); });
    function agreeing(like) {
      this.records.forEach(function (record, number) {
        var agrees = record.law ? like(record.tokens = record.tokens || lawTokens(record.law)) : 0;
        if (agrees) found.set(number, Math.max(agrees, found.get(number) || 0));
      });
    }
    new Set([query, withoutWords(query)]).forEach(function (part) {
      var typed = typedLaw(part, known);
      if (typed.length) agreeing.call(this, law => likeness(typed, law, spellings));
    }, this);
    var fitting = found.size ? [] : spokenFactors(query).map(this.meant, this);
    if (fitting.length) agreeing.call(this, law => spokenLikeness(fitting, law));
    return found;
  };

  /* The letters, and the number, that the words of a factor may mean in a law. */
  Index.prototype.meant = function (factor) {
    var meant = new Set([factor.join("")]);
    this.records.forEach(function (record, number) {
      var named = record.kind === "symbol" && this.names[number].some(function (name) {
        return factor.every(word => name[0].indexOf(word) >= 0);
      });
      if (named) meant.add(spelled(record.id));
    }, this);
    return meant;
  };

  function letters(records) {
    var found = new Map();
    records.forEach(function (record) {
      if (record.kind !== "symbol") return;
      var own = record.names.filter(name => name.indexOf(" ") < 0).map(spelled);
      found.set(spelled(record.id), new Set(own.concat(own.map(one => one.split("_")[0]))));
    });
    return found;
  }

  root.deriveRanking = { Index: Index };
})(typeof window === "undefined" ? globalThis : window);
