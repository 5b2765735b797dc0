// The gallery: the solutions that travelled, one of each orbit or all, sifted, sorted, and one in large.

import { button, check, h, select } from "./dom.js";
import { drawn } from "./drawing.js";
import { orbits } from "./orbits.js";
import { counted, number, TEXTS } from "./texts.js";
import { drawnPng, drawnSvg, drawnText, fen } from "./export.js";

/** Solutions shown at a time; orbits are computed for at most MANY solutions. */
const SHOWN = 24;
const MANY = 20_000;

/** What solutions are sorted by. */
const SORTS = {
  number: (_gallery, i) => i,
  size: ({ classes }, i) => classes.found[i].size,
  pieces: ({ list }, i) => list[i].length,
};

class Gallery {
  constructor(doc, app) {
    this.doc = doc;
    this.app = app;
    this.game = app.game;
    this.list = this.game.answers.list;
    this.whole = doc.answers.way === "listed";
    this.grouped = this.whole && doc.model.symmetries !== undefined && this.list.length <= MANY;
    this.classes = this.grouped ? orbits(doc.model.symmetries, app.atoms, this.list) : null;
  }

  /** What the symmetries that leave a solution as it is are called. */
  kept(i) {
    const { kept } = this.classes.found[i];
    return kept.length > 3
      ? `${kept.length} symmetries: ${kept.slice(0, 2).join(", ")}, …`
      : kept.join(", ") || "no symmetry";
  }

  /** The solutions that are asked for, in their order. */
  chosen() {
    const position = this.app.state.w ? this.game.placed : [];
    let some = this.game.answers.matching(position);
    if (this.grouped && this.app.state.f) some = some.filter((i) => this.classes.found[i].leader === i);
    if (this.grouped && this.app.state.y) some = some.filter((i) => this.kept(i) === this.app.state.y);
    const key = SORTS[this.grouped || this.app.state.o === "pieces" ? this.app.state.o : "number"] ?? SORTS.number;
    return some.sort((a, b) => key(this, a) - key(this, b) || a - b);
  }

  name(i) {
    return this.whole || this.doc.answers.order ? `No. ${number(i + 1)}` : `example ${number(i + 1)}`;
  }
}

/** Copies a text, which is also selected in an area. */
function copied(value, area, app) {
  Object.assign(area, { value, hidden: false }).select();
  app.copy(value);
}

/** Copies a picture; where the browser does not, it is saved. */
async function copiedPng(app, one) {
  const canvas = await drawnPng(app, one);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    app.say(TEXTS.copied);
  } catch {
    h("a", { href: canvas.toDataURL("image/png"), download: "solution.png" }).click();
    app.say("The picture is saved: this browser does not copy pictures.");
  }
}

export function mountList(element, doc, app) {
  const gallery = new Gallery(doc, app);
  const controls = h("div.controls");
  const count = h("p.count", { role: "status" });
  const thumbs = h("ul.thumbs");
  const pages = h("div.tools.pages");
  const one = h("div.one");
  element.append(controls, count, h("div.shelf", thumbs, one), pages);

  const go = (changes) => app.put({ p: null, ...changes });
  const showControls = () => {
    const sorts = [
      "number",
      ...(gallery.grouped ? ["size"] : []),
      ...(gallery.list.some((one) => one.length !== gallery.list[0].length) ? ["pieces"] : []),
    ];
    const kept = gallery.grouped ? [...new Set(gallery.list.map((_, i) => gallery.kept(i)))].sort() : [];
    const flag = (key, text) => check(text, Boolean(app.state[key]), (on) => go({ [key]: on ? "1" : null }));
    const found = [flag("w", "only those that contain the position above")];
    if (gallery.grouped) found.unshift(flag("f", "without symmetric copies"));
    if (kept.length > 1) {
      const names = [["", "any"], ...kept.map((x) => [x, x])];
      found.push(select("symmetry ", names, (y) => go({ y: y || null }), app.state.y));
    }
    const called = sorts.map((x) => [x, x === "pieces" && doc.model.moves ? "number of moves" : TEXTS.sorts[x]]);
    found.push(select("sorted by ", called, (o) => go({ o: o === "number" ? null : o }), app.state.o));
    controls.replaceChildren(...found);
  };

  const thumb = (i, selected) => {
    const images = app.state.f && gallery.grouped ? `, ${TEXTS.images(gallery.classes.found[i].size)}` : "";
    const state = { "aria-pressed": String(i === selected), class: "thumb" };
    const shown = button(drawn(app, gallery.list[i]), () => app.put({ s: String(i + 1) }), state);
    shown.append(h("span", gallery.name(i) + images));
    return h("li", shown);
  };

  const showOne = (i, all) => {
    const place = all.indexOf(i);
    const area = h("textarea", { readonly: true, hidden: true, rows: 4, "aria-label": "The solution as text" });
    const solution = gallery.list[i];
    const step = (by) => () => app.put({ s: String(all[place + by] + 1), p: String(Math.floor((place + by) / SHOWN)) });
    const orbit = gallery.classes?.found[i];
    const copies = { text: () => drawnText(app, solution), svg: () => drawnSvg(app, solution) };
    if (!doc.model.moves && app.layout.ranked) copies.fen = () => fen(app, solution);
    one.replaceChildren(
      h("h3", gallery.name(i)),
      drawn(app, solution, app.atoms.written(solution)),
      h("p.names", app.atoms.written(solution)),
      orbit ? h("p.soft", TEXTS.orbit(orbit.orbit + 1, gallery.classes.number, orbit.size, gallery.kept(i))) : "",
      h(
        "div.tools",
        button("Previous", step(-1), { disabled: place < 1, class: "previous" }),
        button("Next", step(1), { disabled: place < 0 || place + 1 >= all.length, class: "next" }),
        button("Put it on the board", () => app.game.put(solution, TEXTS.played(i + 1)), { class: "play" }),
        ...Object.entries(copies).map(([name, make]) =>
          button(TEXTS.copyAs[name], () => copied(make(), area, app), { class: `copy-${name}` }),
        ),
        button("Copy PNG", () => copiedPng(app, solution), { class: "copy-png" }),
      ),
      area,
    );
  };

  let last = "";
  const render = () => {
    const { f, w, y, o, s, p, m, t, e } = app.state;
    const now = JSON.stringify([f, w, y, o, s, p, w && m, w && t, w && e]);
    if (now === last) return;
    last = now;
    const all = gallery.chosen();
    const page = Math.max(0, Math.min(Number(p) || 0, Math.ceil(all.length / SHOWN) - 1));
    const asked = Number(s) - 1;
    const selected = gallery.list[asked] ? asked : all[0];
    if (!controls.contains(document.activeElement)) showControls();
    const { complete, total } = doc.answers;
    count.textContent = `${number(all.length)} of ${counted(complete ? total : TEXTS.atLeast(total), doc.model.unit)}`;
    thumbs.replaceChildren(...all.slice(page * SHOWN, (page + 1) * SHOWN).map((i) => thumb(i, selected)));
    const turn = (to, text, name) =>
      button(text, () => app.put({ p: String(to) }), { disabled: to < 0 || to * SHOWN >= all.length, class: name });
    pages.replaceChildren(
      ...(all.length > SHOWN ? [turn(page - 1, "Previous page", "back"), turn(page + 1, "Next page", "forward")] : []),
    );
    if (selected === undefined) one.replaceChildren();
    else showOne(selected, all);
  };
  app.on("change", render);
  render();
}
