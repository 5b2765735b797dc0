// The page begins here: the document is read, the panels are mounted, and the link holds what they show.
// panels.js says how a panel is made.

import { atomsOf } from "./atoms.js";
import { mountBoard } from "./board.js";
import { button, h, list } from "./dom.js";
import { mountEditor } from "./editor.js";
import { mountEvidence } from "./evidence.js";
import { Layout } from "./layout.js";
import { mountList } from "./gallery.js";
import { PANELS } from "./panels.js";
import { MovesGame, PlacementGame, TourGame } from "./play.js";
import { number, sayProjections, TEXTS } from "./texts.js";

PANELS.unshift(
  { name: "editor", section: "editor", heading: TEXTS.board, mount: mountEditor },
  { name: "board", section: "model", heading: TEXTS.board, mount: mountBoard },
  {
    name: "list", section: "answers", mount: mountList,
    get heading() { return TEXTS.list; }, get way() { return TEXTS.see; },
  },
  { name: "evidence", section: "answers", heading: "Why believe it", mount: mountEvidence, way: "Why believe it" },
);

/** What is played on the board of a document. */
function gameOf(app) {
  const { moves, tour } = app.doc.model;
  return tour ? new TourGame(app) : moves ? new MovesGame(app) : new PlacementGame(app);
}

class App {
  constructor(doc, live) {
    if (doc.model?.unit === "projections") sayProjections();
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

  /** Copy a text; without a clipboard it is selected, to be copied by hand. */
  copy(text) {
    navigator.clipboard?.writeText(text).then(
      () => this.say(TEXTS.copied),
      () => this.say("Copy the selected text."),
    );
  }
}

function head({ title, statement, answers, puzzle }) {
  if (puzzle) return h("header", h("h1", title), h("p.statement", statement));
  const orbits = answers?.orbits && h("span.orbits", `${number(answers.orbits)} up to symmetry`);
  return h(
    "header",
    h("h1", title),
    h("p.statement", statement),
    answers && h("p.total", h("strong", answers.text.replace(/\d{4,}/g, number)), orbits),
    answers?.why ? h("p", answers.why) : null,
  );
}

/** One line that leads to what is below. */
function ways(mounted) {
  const links = mounted.filter(({ panel }) => panel.way);
  return h(
    "nav.soft.ways",
    links.flatMap(({ panel, element }, i) => [
      i ? " · " : "",
      button(panel.way, () => {
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
  const kept = main.querySelector(".kept"); // made before the page, and also shown without scripts
  const header = head(doc);
  main.replaceChildren(header);
  const folds = new Map(); // by the words that are shown while they are folded
  const fold = (words) => {
    if (!folds.has(words)) folds.set(words, h("details.curious", h("summary", words)));
    return folds.get(words);
  };
  const mounted = [];
  for (const panel of PANELS) {
    const { name, section, heading, mount, folded } = panel;
    if (doc[section] === undefined || (name === "list" && !doc.answers.sent)) continue;
    const body = h("div.body");
    const title = h("h2", { id: `h-${name}` }, heading);
    const element = h("section", { class: `panel ${name}`, "aria-labelledby": `h-${name}` }, title, body);
    const words = doc.puzzle && name !== "board" ? TEXTS.answer : folded;
    (words ? fold(words) : main).append(element);
    if (words && app.state[name]) fold(words).open = true; // the link leads there
    mounted.push({ panel, element });
    mount(body, doc, app);
  }
  main.append(kept, ...folds.values());
  if (!doc.puzzle) header.append(ways(mounted));
  main.append(foot(doc), live);
}

start();
