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
        ? `${number(wrong.length)} of ${number(solutions.length)} are not solutions: ${wrong.slice(0, 5).join("; ")}`
        : "Something is wrong: a solution occurs twice.";
    if (aloud) app.say(words.textContent);
    words.classList.toggle("good", good);
    words.classList.toggle("bad", !good);
  };

  let running = 0;
  const run = async (aloud) => {
    const mine = ++running;
    const wrong = [];
    const each = calm.matches ? solutions.length : Math.max(1, Math.ceil(solutions.length / 120));
    let begun = performance.now();
    words.className = "verdict";
    for (const [i, one] of solutions.entries()) {
      const found = requirements.faults(one);
      if (found.length) wrong.push(`${i + 1}: ${found.join(", ")}`);
      if ((i + 1) % each && i + 1 < solutions.length && performance.now() - begun < BRIEF) continue;
      bar.value = i + 1;
      shown.replaceChildren(drawn(app, one));
      words.textContent = `${number(i + 1)} of ${number(solutions.length)} checked`;
      await new Promise(requestAnimationFrame);
      if (mine !== running) return;
      begun = performance.now();
    }
    end(wrong, aloud);
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
        button("Check again", () => run(true), { class: "check" }),
      ),
    ),
    checks ? h("p.soft", TEXTS.against(requirements.parts.map(({ text }) => text))) : "",
    requirements ? "" : h("p.bad", TEXTS.notExplained),
    h("p.soft", TEXTS.noOthers),
    ...(evidence ? [h("h3", evidence.heading), list(evidence.lines)] : []),
  );
  if (checks) run(false);
}
