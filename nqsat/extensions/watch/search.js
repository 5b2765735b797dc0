// The search, watched: one clock for one search or two, the board and the tree next to it, and in words what
// happens and why.

import { button, h, press, select } from "../../reporting/page/dom.js";
import { PANELS } from "../../reporting/page/panels.js";
import { Replay, parting } from "./replay.js";
import { SEARCH } from "./search_texts.js";
import { Stage } from "./search_view.js";
import { byDepth, statistics } from "./statistics.js";
import { Words } from "./words.js";

const SPEEDS = [1, 2, 5, 10, 25, 60]; // steps a second

/** A slider from 0 on. */
function slider(label, act) {
  const oninput = (event) => act(Number(event.target.value));
  return h("input.clock", { type: "range", min: 0, value: 0, "aria-label": label, oninput });
}

class Watch {
  constructor(element, data, app) {
    this.app = app;
    this.element = element;
    this.unwatched = data.unwatched;
    this.words = new Words(data, app);
    this.replays = data.recordings.map((data) => new Replay(data));
    this.time = 0;
    this.timer = null;
    this.build();
    app.on("change", () => this.read());
    this.read(true);
  }

  build() {
    const engines = this.replays.map(({ engine }) => [engine, SEARCH.engineName(engine)]);
    this.first = select("Watch", engines, () => this.choose());
    this.second = select("beside", [["", "no other"], ...engines], () => this.choose());
    this.clock = select("clock", Object.entries(SEARCH.clocks), () => this.choose());
    const speeds = SPEEDS.map((x) => [x, `${x} a second`]);
    this.speed = select("speed", speeds, () => this.playing && this.play(), 5);
    this.slider = slider("Time", (time) => this.go(time));
    this.where = h("output.where");
    this.playButton = button(SEARCH.playing(false), () => this.toggle(), { class: "main" });
    this.part = button("Where they differ", () => this.jumpToParting());
    const tools = h(
      "div.tools",
      { role: "toolbar", "aria-label": "Timeline" },
      button("«", () => this.go(0), { "aria-label": "To the beginning" }),
      button("‹", () => this.go(this.time - 1), { "aria-label": "One step back" }),
      this.playButton,
      button("›", () => this.go(this.time + 1), { "aria-label": "One step" }),
      button("»", () => this.go(this.end), { "aria-label": "To the end" }),
      button("Next solution", () => this.jump("solution")),
      button("Next dead end", () => this.jump("dead")),
      this.part,
    );
    this.stages = h("div.stages");
    this.numbers = h("div.statistics");
    const unwatched = this.unwatched.map(([engine, why]) =>
      h("p.soft", `${SEARCH.engineName(engine)} is not watched: ${why}.`),
    );
    const timeline = h(
      "div.timeline",
      h("div.controls", this.first, this.second, this.clock, this.speed),
      tools,
      h("div.sliding", this.slider, this.where),
    );
    this.element.append(timeline, this.stages, h("p.soft.keys", SEARCH.searchKeys), this.numbers, ...unwatched);
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  get end() {
    return Math.max(...this.shown.map((replay) => (this.byTries ? replay.tries.length : replay.length)));
  }

  get byTries() {
    return this.clock.field.value === "tries";
  }

  /** The time of a search at a time of the clock. */
  timeOf(replay, time) {
    return this.byTries ? replay.afterTry(time) : Math.min(time, replay.length);
  }

  /** The time of the clock for a time of a search. */
  clockOf(replay, time) {
    return this.byTries ? replay.tries.filter((one) => one <= time).length : time;
  }

  read(first = false) {
    const { watch = "", at = "0", by = "events" } = this.app.state;
    if (!first && watch === this.written?.watch && at === this.written.at && by === this.written.by) return;
    const [one, two = ""] = watch.split(",");
    const known = (name) => this.replays.some(({ engine }) => engine === name);
    this.first.field.value = known(one) ? one : this.replays[0].engine;
    this.second.field.value = known(two) ? two : "";
    this.clock.field.value = by === "tries" ? "tries" : "events";
    this.mount();
    this.go(Number.parseInt(at, 10) || 0, false);
  }

  /** Other searches, or another clock: from the beginning. */
  choose() {
    this.mount();
    this.go(0);
  }

  mount() {
    const wanted = new Set([this.first.field.value, this.second.field.value]);
    this.shown = [...wanted].flatMap((name) => this.replays.find(({ engine }) => engine === name) ?? []);
    const goer = (replay) => (time) => this.go(time === null ? this.time : this.clockOf(replay, time));
    this.views = this.shown.map((replay) => new Stage(replay, this.words, this.app, goer(replay)));
    this.stages.replaceChildren(...this.views.map((view) => view.element));
    this.stages.classList.toggle("two", this.views.length > 1);
    this.part.hidden = this.views.length < 2;
    this.numbers.replaceChildren(
      statistics(this.shown, this.words),
      h("div.depth-tables", this.shown.filter((replay) => !replay.choices.length).map(byDepth)),
    );
    this.slider.max = this.end;
  }

  go(time, tell = true) {
    this.time = Math.max(0, Math.min(time, this.end));
    if (this.time === this.end) this.pause();
    this.slider.value = this.time;
    const text = SEARCH.whereNow(this.time, this.end, this.byTries);
    this.slider.setAttribute("aria-valuetext", text);
    this.where.textContent = text;
    this.views.forEach((view, i) => view.show(this.timeOf(this.shown[i], this.time)));
    if (!tell) return;
    clearTimeout(this.late); // browsers do not let a link change at every step
    this.late = setTimeout(() => this.put(), 300);
  }

  put() {
    const watch = this.shown.map(({ engine }) => engine).join(",");
    this.written = { watch, at: String(this.time), by: this.clock.field.value };
    this.app.put(this.written);
    if (!this.playing) this.app.say(this.views.map((view) => view.said.textContent).join(" "));
  }

  get playing() {
    return this.timer !== null;
  }

  toggle() {
    this.playing ? this.pause() : this.play();
  }

  play() {
    this.pause();
    if (this.time === this.end) this.go(0);
    this.timer = setInterval(() => this.go(this.time + 1), 1000 / Number(this.speed.field.value));
    this.playButton.textContent = SEARCH.playing(true);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.playButton.textContent = SEARCH.playing(false);
  }

  /** Go to the next such event of the first search. */
  jump(what) {
    const [replay] = this.shown;
    const found = replay.next(this.timeOf(replay, this.time), what);
    if (found === null) this.app.say("This is the last one.");
    else this.go(this.clockOf(replay, found));
  }

  /** Piece by piece, to where the two try something else. */
  jumpToParting() {
    const found = parting(...this.shown);
    this.clock.field.value = "tries";
    this.mount();
    this.go(found ?? this.end);
    if (found === null) this.where.textContent = "They make the same choices to the end.";
  }

  key(event) {
    const inField =
      event.target.tagName === "SELECT" || (event.target.type === "range" && /^(Arrow|Home|End|Page)/.test(event.key));
    const onButton = event.target.tagName === "BUTTON" && (event.key === " " || event.key === "Enter");
    const change = (by) => {
      this.speed.field.selectedIndex = Math.max(0, Math.min(this.speed.field.selectedIndex + by, SPEEDS.length - 1));
      if (this.playing) this.play();
    };
    if (inField || onButton) return;
    press(event, {
      " ": () => this.toggle(),
      k: () => this.toggle(),
      ArrowRight: () => this.go(this.time + 1),
      ArrowLeft: () => this.go(this.time - 1),
      Home: () => this.go(0),
      End: () => this.go(this.end),
      "+": () => change(1),
      "-": () => change(-1),
      n: () => this.jump("solution"),
      d: () => this.jump("dead"),
      p: () => this.views.length > 1 && this.jumpToParting(),
    });
  }
}

const mountSearch = (element, doc, app) => new Watch(element, doc.watch, app);

PANELS.push({ ...SEARCH.panel, name: "watch", section: "watch", mount: mountSearch });
