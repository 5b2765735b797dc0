// Why believe it: each solution is checked in this page, in sight, against what the model says; and what
// was found out before the page was made.

import { button, h, list } from "./dom.js";
import { drawn } from "./drawing.js";
import { number, TEXTS } from "./texts.js";

/** Milliseconds of a frame that the check may use, so that the board still answers. */
const BRIEF = 12;

export function mountEvidence(element, doc, app) {
  const { requirements } = app.game;
  const solutions = app.game.answers.list;
  const { answers, evidence } = doc;
  const words = h("p.verdict");
  const bar = h("progress", { max: solutions.length || 1, value: 0, "aria-label": "Solutions checked" });
  const shown = h("div.checked");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  const end = (wrong, aloud) => {
    const different = new Set(solutions.map((one) => [...one].join())).size;
    const good = !wrong.length && different === solutions.length;
    const all = answers.way === "listed" ? TEXTS.checkedAll : TEXTS.checkedSome;
    words.textContent = good
      ? all(solutions.length, answers.total)
      : wrong.length
        ? TEXTS.wrong(wrong.length, solutions.length, wrong.slice(0, 5).join("; "))
        : "Something is wrong: a solution stands here twice.";
    if (aloud) app.say(words.textContent);
    words.classList.toggle("good", good);
    words.classList.toggle("bad", !good);
  };

  let running = 0;
  const run = (aloud) => {
    const mine = ++running;
    const wrong = [];
    let i = 0;
    const each = calm.matches ? solutions.length : Math.max(1, Math.ceil(solutions.length / 120));
    words.className = "verdict";
    const step = () => {
      if (mine !== running) return;
      const [until, begun] = [Math.min(solutions.length, i + each), performance.now()];
      for (; i < until && performance.now() - begun < BRIEF; i++) {
        const found = requirements.faults(solutions[i]);
        if (found.length) wrong.push(`${i + 1}: ${found.join(", ")}`);
      }
      bar.value = i;
      if (i) shown.replaceChildren(drawn(app, solutions[i - 1]));
      words.textContent = `${number(i)} of ${number(solutions.length)} checked`;
      if (i < solutions.length) requestAnimationFrame(step);
      else end(wrong, aloud);
    };
    step();
  };

  const checks = solutions.length && requirements;
  element.append(
    h(
      "div.checking",
      { hidden: !checks },
      shown,
      h(
        "div",
        words,
        bar,
        h(
          "div.tools",
          button("Check again", () => run(true), { class: "check" }),
        ),
      ),
    ),
    checks ? h("p.soft", TEXTS.against(requirements.parts.map(({ text }) => text))) : "",
    requirements ? "" : h("p.bad", TEXTS.notExplained),
    h("p.soft", TEXTS.noOthers),
    ...(evidence ? [h("h3", evidence.heading), list(evidence.lines)] : []),
  );
  if (checks) run(false);
}
