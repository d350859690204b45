/* Replay of the hands on a page: it only steps through what the page already says. */
(function () {
"use strict";
var HOLD = 400, REPEAT = 130, REST = 250, DONE = 1600;

function all(root, selector) { return Array.prototype.slice.call(root.querySelectorAll(selector)); }
function fill(text, values) { return text.replace(/\{(\w+)\}/g, function (whole, name) { return name in values ? values[name] : whole; }); }
function plain(node) { return node ? node.textContent.trim() : ""; }
function make(tag, name, text) {
  var made = document.createElement(tag);
  if (name) made.className = name;
  if (text) made.textContent = text;
  return made;
}

/* Tells in the button's own words that something was done, for a moment. */
function told(button, status, text) {
  if (!button.dataset.label) button.dataset.label = button.textContent;
  button.textContent = status.textContent = text;
  setTimeout(function () { button.textContent = button.dataset.label; status.textContent = ""; }, DONE);
}
function copied(text, then) {
  function old() {
    var area = make("textarea"), focus = document.activeElement;
    area.value = text;
    area.readOnly = true;
    area.style.cssText = "position:fixed;top:0;opacity:0";
    document.body.appendChild(area);
    area.select();
    var done = false;
    try { done = document.execCommand("copy"); } catch (_) { /* the reader can still select it */ }
    area.remove();
    if (focus && focus.focus) focus.focus();
    if (done) then();
  }
  if (navigator.clipboard && navigator.clipboard.writeText) navigator.clipboard.writeText(text).then(then, old);
  else old();
}

/* The record at the foot: to copy, to keep as a file. */
function source(article) {
  var tools = article.querySelector(".tp-tools"), pre = article.querySelector(".tp-source pre");
  if (!tools || !pre) return;
  var status = tools.querySelector("[role=status]");
  tools.addEventListener("click", function (event) {
    var button = event.target.closest("button");
    if (!button) return;
    var text = pre.textContent.replace(/\n*$/, "\n");
    if (button.dataset.do === "copy") copied(text, function () { told(button, status, button.dataset.done); });
    else {
      var link = make("a");
      link.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
      link.download = article.id + ".tpbn";
      link.click();
      setTimeout(function () { URL.revokeObjectURL(link.href); }, 1000);
    }
  });
  tools.hidden = false;
}

/* One row of a hand: its cards in each state. */
function Row(element) {
  this.element = element;
  this.box = element.querySelector(".tp-cards");
  var label = element.getAttribute("aria-label");
  this.kept = { label: label, nodes: Array.prototype.slice.call(this.box.childNodes) };
  this.name = label.slice(0, label.indexOf(":"));
  this.shown = this.read(this.kept.nodes, label);
  this.dealt = this.shown;
  this.void = make("span", "tp-void", "—");
}
Row.prototype.read = function (nodes, label) {
  var said = label.slice(label.indexOf(": ") + 2).split(".")[0].split(", ");
  return nodes.filter(function (node) { return node.dataset && node.dataset.c; }).map(function (node, index) {
    return { token: node.dataset.c, node: node, spoken: said[index] || plain(node) };
  });
};
Row.prototype.asDealt = function (label, cards) {
  this.dealt = this.read(cards.map(function (card) {
    var node = make("span", "", card[1]);
    node.dataset.c = card[0];
    return node;
  }), label);
};
Row.prototype.reset = function () {
  this.kept.nodes.forEach(function (node) { if (node.dataset) { node.classList.remove("tp-played", "tp-now", "tp-ahead"); node.hidden = false; } });
  this.box.replaceChildren.apply(this.box, this.kept.nodes);
  this.element.setAttribute("aria-label", this.kept.label);
};
Row.prototype.show = function (state, fallen, now, texts) {
  var cards = state === "dealt" ? this.dealt : this.shown, held = [], gone = [], nodes = [];
  cards.forEach(function (card) {
    var is = card.token === now, was = fallen[card.token];
    card.node.classList.toggle("tp-now", is);
    card.node.classList.toggle("tp-played", !!was && !is);
    card.node.classList.toggle("tp-ahead", !was);
    card.node.hidden = state === "left" && !!was && !is;
    (was ? gone : held).push(card.spoken);
    if (nodes.length) nodes.push(document.createTextNode(" "));
    nodes.push(card.node);
  });
  if (!cards.length || cards.every(function (card) { return card.node.hidden; })) nodes.push(this.void);
  this.box.replaceChildren.apply(this.box, nodes);
  var label = this.name + ": " + (held.join(", ") || texts.void) + ".";
  if (gone.length && state !== "left") label += " " + fill(texts.played, { cards: gone.join(", ") });
  this.element.setAttribute("aria-label", label);
};

function start(article) {
  source(article);
  var box = article.querySelector(".tp-viewer"), texts = box && box.dataset;
  var hands = article.querySelector(".tp-hands"), table = article.querySelector(".tp-tricks");
  if (!box || !table) return;
  var data = article.querySelector(".tp-data"), origin = data.dataset.origin, dealt = JSON.parse(data.textContent);
  var heading = hands.querySelector(".tp-h"), title = heading.textContent;
  var key = hands.querySelector(".tp-key-new"), said = box.querySelector(".tp-now-said"), sums = box.querySelector(".tp-now-sums");
  var slider = box.querySelector(".tp-slider"), centre = article.querySelector(".tp-centre"), status = box.querySelector("[role=status]");
  var names = {}, rows = {}, slots = {};
  all(hands, ".tp-seat").forEach(function (seat) {
    var letter = seat.dataset.k;
    names[letter] = plain(seat.querySelector(".tp-name"));
    rows[letter] = all(seat, ".tp-row").map(function (element) { return new Row(element); });
    (dealt[letter] || []).forEach(function (row) { rows[letter][row[0]].asDealt(row[1], row[2]); });
  });
  if (centre) all(centre, "[data-k]").forEach(function (slot) { slots[slot.dataset.k] = slot; });
  var sides = all(table, "thead .tp-n").slice(1).map(plain), begin = all(table, ".tp-start .tp-n").map(plain);

  /* The tricks as the table shows them, and every card as a step. */
  var steps = [], ends = [0], tricks = [];
  all(table, "tr[data-t]").forEach(function (line) {
    var cells = all(line, "td[data-k]").filter(function (cell) { return cell.dataset.k in names; });
    var numbers = all(line, ".tp-n").map(plain), first = 0;
    cells.forEach(function (cell, index) { if (cell.querySelector(".tp-lead")) first = index; });
    var trick = { number: +line.dataset.t, line: line, start: steps.length, points: numbers[0], totals: numbers.slice(1), winner: "" };
    cells.slice(first).concat(cells.slice(0, first)).forEach(function (cell) {
      var card = cell.querySelector("[data-c]");
      if (!card) return;
      if (cell.classList.contains("tp-w")) trick.winner = cell.dataset.k;
      steps.push({ trick: trick, seat: cell.dataset.k, token: card.dataset.c, card: card, cell: cell, place: steps.length - trick.start + 1 });
    });
    trick.end = steps.length;
    if (trick.end > trick.start) { tricks.push(trick); ends.push(trick.end); }
  });
  if (!steps.length) return;

  var at = null, state = origin === "dealt" ? "dealt" : "exchanged", resting = 0;

  function sentence() {
    if (!at) return texts.before;
    var step = steps[at - 1], trick = step.trick;
    var text = fill(step.place === 1 ? texts.leads : texts.plays, { trick: trick.number, seat: names[step.seat], card: step.card.getAttribute("aria-label") });
    if (at !== trick.end || !trick.winner) return text;
    var known = trick.totals.length && trick.totals.every(function (total) { return total && total !== "?"; });
    if (!trick.points || trick.points === "?") return text + " " + fill(texts.won, { seat: names[trick.winner] });
    var form = !known ? texts.wonPoints : trick.totals.length === 2 ? texts.wonPair : texts.wonMany;
    if (trick.points === "1") form = form === texts.wonPoints ? texts.wonOne : form === texts.wonPair ? texts.wonOnePair : texts.wonOneMany;
    return text + " " + fill(form, {
      seat: names[trick.winner], points: trick.points, first: trick.totals[0], second: trick.totals[1],
      totals: trick.totals.map(function (total, index) { return sides[index] + " " + total; }).join(", ")
    });
  }
  function running() {
    var found = begin, index = 0;
    while (index < tricks.length && tricks[index].end <= at) found = tricks[index++].totals;
    return sides.map(function (side, place) { return side + "\u2002" + (found[place] || (found.length ? "?" : "0")); });
  }
  function hash() {
    if (at === null) return "";
    if (!at) return "#" + article.id + "t0";
    var step = steps[at - 1];
    return "#" + article.id + "t" + step.trick.number + (at === step.trick.end && step.trick.winner ? "" : "." + step.place);
  }
  function clear() {
    all(article, ".tp-now").forEach(function (node) { node.classList.remove("tp-now"); });
    all(table, "[aria-current]").forEach(function (line) { line.removeAttribute("aria-current"); });
  }
  /* As the page stands without the script. */
  function still() {
    clear();
    Object.keys(rows).forEach(function (letter) { rows[letter].forEach(function (row) { row.reset(); }); });
    Object.keys(slots).forEach(function (letter) { slots[letter].replaceChildren(letter); slots[letter].classList.remove("tp-w"); });
    if (centre) centre.classList.remove("tp-stepping");
    heading.textContent = title;
    if (key) key.hidden = false;
  }
  function draw() {
    var fallen = {}, step = at ? steps[at - 1] : null, trick = step && step.trick;
    still();
    steps.slice(0, at).forEach(function (each) { (fallen[each.seat] = fallen[each.seat] || {})[each.token] = true; });
    Object.keys(rows).forEach(function (letter) {
      rows[letter].forEach(function (row) { row.show(state, fallen[letter] || {}, step && step.seat === letter ? step.token : "", texts); });
    });
    var pressed = states.filter(function (button) { return button.dataset.state === state; })[0];
    if (state !== origin && pressed) heading.textContent = pressed.dataset.title;
    if (key) key.hidden = state === "dealt";
    if (centre) {
      centre.classList.add("tp-stepping");
      steps.slice(trick ? trick.start : 0, at).forEach(function (each) {
        var card = each.card.cloneNode(true);
        card.classList.toggle("tp-now", each === step);
        slots[each.seat].replaceChildren(card);
        slots[each.seat].classList.toggle("tp-w", at === trick.end && each.seat === trick.winner);
      });
    }
    if (step) { step.cell.classList.add("tp-now"); trick.line.setAttribute("aria-current", "true"); }
  }
  /* quiet: in the middle of dragging or holding, so that only the step at which it rests is spoken and linked;
     first: as the page opens, which is no step. */
  function show(position, quiet, first) {
    at = Math.max(0, Math.min(steps.length, position));
    draw();
    slider.value = at;
    said.setAttribute("aria-live", quiet ? "off" : "polite");
    said.textContent = sentence();
    slider.setAttribute("aria-valuetext", said.textContent);
    sums.replaceChildren();
    running().forEach(function (sum, index) {
      if (index) sums.append(" : ");
      sums.append(make("span", "tp-fact", sum));
    });
    all(box, "[data-go]").forEach(function (button) {
      var back = button.dataset.go === "first" || button.dataset.go === "previous";
      button.setAttribute("aria-disabled", String(back ? at === 0 : at === steps.length));
    });
    clearTimeout(resting);
    if (!first) resting = setTimeout(rest, REST);
  }
  function rest() {
    if (said.getAttribute("aria-live") === "off") {
      said.setAttribute("aria-live", "polite");
      said.textContent = "";
      said.textContent = sentence();
    }
    try { history.replaceState(history.state, "", hash()); } catch (_) { /* a page without an address */ }
  }
  var moves = {
    first: function () { return 0; },
    last: function () { return steps.length; },
    previous: function () { return at - 1; },
    next: function () { return at + 1; },
    trick: function () { return ends.filter(function (end) { return end > at; })[0] || steps.length; },
    back: function () { return ends.filter(function (end) { return end < at; }).pop() || 0; }
  };
  function go(name, quiet) { show(moves[name](), quiet); onPhone(); }

  /* where the buttons stay at the foot of the screen, the table is brought into sight above them */
  var bar = box.querySelector(".tp-bar");
  function onPhone() {
    if (!centre || getComputedStyle(bar).position !== "sticky") return;
    var area = centre.getBoundingClientRect();
    if (area.top < 0 || area.bottom > bar.getBoundingClientRect().top) hands.scrollIntoView();
  }

  /* press and hold repeats */
  all(box, "[data-go]").forEach(function (button) {
    var timer = 0, held = false;
    function stop() { clearTimeout(timer); timer = 0; }
    button.addEventListener("pointerdown", function (event) {
      if (event.button) return;
      held = false;
      stop();
      timer = setTimeout(function again() {
        held = true;
        go(button.dataset.go, true);
        timer = setTimeout(again, button.dataset.go === "trick" ? REPEAT * 3 : REPEAT);
      }, HOLD);
    });
    ["pointerup", "pointerleave", "pointercancel", "blur"].forEach(function (name) { button.addEventListener(name, stop); });
    button.addEventListener("contextmenu", function (event) { if (timer || held) event.preventDefault(); });
    button.addEventListener("click", function () { if (!held) go(button.dataset.go); held = false; });
  });
  slider.max = steps.length;
  slider.addEventListener("input", function () { show(+slider.value, true); });
  var keys = { ArrowLeft: "previous", ArrowRight: "next", ArrowUp: "back", ArrowDown: "trick", Home: "first", End: "last" };
  box.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(event.key in keys) || event.target.tagName === "SELECT") return;
    event.preventDefault();
    go(keys[event.key], event.repeat);
  });

  /* a trick's row, or one card of it */
  function seen() {
    var area = hands.getBoundingClientRect();
    if (area.bottom < 0 || area.top > window.innerHeight) hands.scrollIntoView();
    else onPhone();
  }
  tricks.forEach(function (trick) {
    var head = trick.line.querySelector("th"), button = make("button", "tp-jump", plain(head));
    button.type = "button";
    button.setAttribute("aria-label", fill(texts.show, { trick: trick.number }));
    head.replaceChildren(button);
    trick.line.addEventListener("click", function (event) {
      if (event.target.closest("a") || String(window.getSelection())) return;
      var cell = event.target.closest("td"), position = trick.end;
      steps.forEach(function (step, index) { if (cell && step.cell === cell) position = index + 1; });
      show(position);
      seen();
    });
  });
  table.classList.add("tp-jumps");

  /* which hands */
  var different = Object.keys(dealt).length > 0;
  var offered = { dealt: origin === "dealt" || different, exchanged: origin === "exchanged", played: origin === "played", left: true };
  var states = all(box, "[data-state]").filter(function (button) { return !(button.hidden = !offered[button.dataset.state]); });
  if (origin === "played") state = "played";
  function press() { states.forEach(function (button) { button.setAttribute("aria-pressed", String(button.dataset.state === state)); }); }
  states.forEach(function (button) {
    button.addEventListener("click", function () { state = button.dataset.state; press(); draw(); });
  });
  box.querySelector(".tp-states").hidden = !origin || origin === "left";

  /* colours, links, paper */
  var colours = box.querySelector("select");
  colours.value = article.dataset.scheme || "two";
  colours.addEventListener("change", function () { article.dataset.scheme = colours.value; });
  var link = box.querySelector(".tp-link");
  link.addEventListener("click", function () {
    copied(location.href.split("#")[0] + hash(), function () { told(link, status, link.dataset.done); });
  });
  window.addEventListener("beforeprint", still);
  window.addEventListener("afterprint", draw);

  function follow(scroll) {
    var text = location.hash;
    try { text = decodeURIComponent(text); } catch (_) { /* as it stands */ }
    var found = /^#(.*?)t(\d+)(?:\.(\d+))?$/.exec(text);
    if (!found || found[1] !== article.id) return false;
    var trick = tricks.filter(function (each) { return each.number === +found[2]; })[0];
    if (!trick && +found[2]) return false;
    show(!trick ? 0 : found[3] ? Math.min(trick.start + Math.max(1, +found[3]), trick.end) : trick.end);
    if (scroll) hands.scrollIntoView();
    return true;
  }
  window.addEventListener("hashchange", function () { follow(true); });
  press();
  /* as the page stands: before the first card, or at the last one of a play that is not finished */
  show(hands.querySelector(".tp-row s") ? steps.length : 0, false, true);
  box.hidden = false;
  follow(true);
}

/* Starts every record below a root, those in shadow trees too; a record is started once. */
function tarokReplay(root) {
  root = root || document;
  all(root, ".tp-record").forEach(function (article) {
    if (article.dataset.ready) return;
    article.dataset.ready = "";
    start(article);
  });
  all(root, "*").forEach(function (element) { if (element.shadowRoot) tarokReplay(element.shadowRoot); });
}
window.tarokReplay = tarokReplay;
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", function () { tarokReplay(document); });
else tarokReplay(document);
})();
