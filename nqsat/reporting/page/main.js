// The page begins here: the document is read, the panels are mounted, and the link holds what they show.
//
// A panel is a module with one function, exported, whose name is its own (all modules become one):
//
//     export function mountThing(element, doc, app) { … }
//
//     element   an empty element to fill, with h, s and button of dom.js; nothing is ever read as HTML
//     doc       the document, as nqsat/viewing/__init__.py describes it; read only
//     app       .state     what the link holds, a text by each key; read only
//               .put({key: text, …})   changes it, null takes a key away; the link and all listeners know
//               .go({key: text, …})    the same, and .undo() and .redo() know it, too
//               .on("change", f)       f() after every change, wherever it comes from
//               .say(text)             read out by screen readers
//               .copy(text)            to the clipboard, and says so
//               .game      the position, and what remains: game.js; null without a model
//               .atoms     men or moves, their names, squares and pictures: atoms.js; null without a model
//               .layout  squares, their names, steps and attacks: layout.js; null without a model
//     To draw a small board: picture(app.layout, {men, line, moves, marks}) of drawing.js.
//
// It has a line in PANELS below, its module one in MODULES of __init__.py, before main.js, and its texts
// stand in texts.js. It is mounted if the document has its section. Keys of the state: m men, t tour, e moves,
// k kind (play.js), s p f w y o (gallery.js), watch at by (search.js), pieces squares (draft.js).
// A new one has a word of its own.

import { atomsOf } from "./atoms.js";
import { mountBoard } from "./board.js";
import { button, h, list } from "./dom.js";
import { mountEditor } from "./editor.js";
import { mountEvidence } from "./evidence.js";
import { Layout } from "./layout.js";
import { mountList } from "./gallery.js";
import { MovesGame, PlacementGame, TourGame } from "./play.js";
import { mountSearch } from "./search.js";
import { number, TEXTS } from "./texts.js";

/**
 * In order: its name, the section of the document that it shows, the heading, what mounts it, if it is folded.
 *
 * @type {[string, string, string, (element: HTMLElement, doc: any, app: App) => void, boolean?][]}
 */
const PANELS = [
  ["editor", "editor", TEXTS.board, mountEditor],
  ["board", "model", TEXTS.board, mountBoard],
  ["list", "answers", "Solutions", mountList],
  ["evidence", "answers", "Why believe it", mountEvidence],
  ["search", "search", "The search, watched", mountSearch, true],
];

/** What is played on the board of a document. */
function gameOf(app) {
  const { moves, tour } = app.doc.model;
  return tour ? new TourGame(app) : moves ? new MovesGame(app) : new PlacementGame(app);
}

class App {
  constructor(doc, live) {
    this.doc = doc;
    this.live = live;
    this.layout = doc.model ? new Layout(doc.model.board, doc.model.kinds) : null;
    this.atoms = doc.model ? atomsOf(doc.model, this.layout) : null;
    this.listeners = [];
    this.past = []; // what the link held before each step that can be undone, and what was undone
    this.future = [];
    this.state = this.read();
    this.game = doc.model ? gameOf(this) : null;
    addEventListener("hashchange", () => {
      this.state = this.read();
      this.tell();
    });
  }

  read() {
    return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  }

  put(changes) {
    const all = Object.entries({ ...this.state, ...changes }).filter(([, text]) => text !== null);
    this.state = Object.fromEntries(all);
    const text = new URLSearchParams(this.state).toString();
    try {
      history.replaceState(null, "", `#${text}`);
    } catch {
      // A page inside a notebook has no address of its own: it answers all the same.
    }
    this.tell();
  }

  /** As `put`, and it can be undone. */
  go(changes) {
    this.past.push(this.held(changes));
    this.future = [];
    this.put(changes);
  }

  /** What the link holds by the keys of some changes. */
  held(changes) {
    return Object.fromEntries(Object.keys(changes).map((key) => [key, this.state[key] ?? null]));
  }

  /** Whether there was anything to undo. */
  undo(from = this.past, to = this.future) {
    const changes = from.pop();
    if (!changes) return false;
    to.push(this.held(changes));
    this.put(changes);
    return true;
  }

  redo() {
    return this.undo(this.future, this.past);
  }

  tell() {
    this.game?.update();
    this.listeners.forEach((listener) => listener());
  }

  on(event, listener) {
    this.listeners.push(listener);
  }

  say(text) {
    this.live.textContent = text;
  }

  /** Copy a text; where the clipboard is closed it stands selected, to be copied by hand. */
  copy(text) {
    navigator.clipboard?.writeText(text).then(
      () => this.say(TEXTS.copied),
      () => this.say("Copy the selected text."),
    );
  }
}

function head({ title, statement, answers, puzzle }) {
  if (puzzle) {
    return h("header", h("h1", { title }, title), h("p.total", h("strong", "Puzzle")), h("p.statement", statement));
  }
  const orbits = answers?.orbits && h("span.orbits", `${number(answers.orbits)} up to symmetry`);
  return h(
    "header",
    h("h1", { title }, title),
    h("p.statement", statement),
    answers && h("p.total", h("strong", answers.text.replace(/\d{4,}/g, number)), orbits),
    answers?.why ? h("p", answers.why) : null,
  );
}

/** One line that leads to what is below. */
function ways(mounted) {
  const links = mounted.filter(([name]) => name in TEXTS.ways);
  return h(
    "nav.soft.ways",
    links.flatMap(([name, element], i) => [
      i ? " · " : "",
      button(TEXTS.ways[name], () => {
        element.closest("details")?.setAttribute("open", "");
        element.scrollIntoView({ behavior: "smooth" });
      }),
    ]),
  );
}

/** The engine that counted, and what the page leaves out, in small print. */
function foot({ nqsat, answers, left }) {
  const missing = left.length ? h("details.left", h("summary", "What this page leaves out"), list(left)) : null;
  const by = answers && h("p", `counted by ${answers.by}`, answers.note ? `; ${answers.note}` : "");
  return h("footer.soft", by ?? null, missing, h("p", TEXTS.made(nqsat)));
}

function start() {
  const doc = JSON.parse(document.getElementById("nqsat").textContent);
  const live = h("p.hidden", { "aria-live": "polite" });
  const app = new App(doc, live);
  const main = document.getElementById("page");
  const kept = main.querySelector(".kept"); // made before the page, and shown without scripts, too
  const header = head(doc);
  main.replaceChildren(header);
  const curious = h("details.curious", h("summary", doc.puzzle ? TEXTS.answer : TEXTS.curious));
  const mounted = [];
  for (const [name, section, heading, mount, folded] of PANELS) {
    if (doc[section] === undefined || (name === "list" && !doc.answers.sent)) continue;
    const body = h("div.body");
    const title = h("h2", { id: `h-${name}` }, heading);
    const panel = h("section", { class: `panel ${name}`, "aria-labelledby": `h-${name}` }, title, body);
    (folded || (doc.puzzle && name !== "board") ? curious : main).append(panel);
    mounted.push([name, panel]);
    mount(body, doc, app);
  }
  main.append(kept);
  if (app.state.watch) curious.open = true; // the link leads there
  if (curious.children.length > 1) main.append(curious);
  if (!doc.puzzle) header.append(ways(mounted));
  main.append(foot(doc), live);
}

start();
