// The numbers of searches that were watched, side by side.

import { h } from "../../reporting/page/dom.js";
import { number, TEXTS } from "../../reporting/page/texts.js";
import { SEARCH } from "./search_texts.js";

export function statistics(replays, words) {
  const told = (replay, x) => (replay.complete ? number(x) : TEXTS.atLeast(x));
  const tally = (replay, what) => {
    const counts = new Map();
    for (const step of replay.steps) {
      if (step.what !== what || (what === "force" && step.literal > 0)) continue;
      const origin = words.reasons[step.number]?.origin;
      const name = SEARCH.origins[origin] ?? origin ?? SEARCH.noReason;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const text = [...counts]
      .sort((a, b) => b[1] - a[1])
      .map(([name, x]) => `${name} ${number(x)}`)
      .join(", ");
    return text && replay.left ? `${text}, in the steps that are kept` : text || "–";
  };
  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
  const mean = ({ checks }) =>
    checks.length ? SEARCH.mean(checks[0], sum(checks) / checks.length, checks.length) : "–";
  const count = (replay, what, of) => replay.steps.filter((step) => step.what === what && of(step)).length;
  const untold = (replay) => count(replay, "try", (step) => !step.literal);
  const unfound = (replay) => count(replay, "force", (step) => step.number < 0);
  const aligned = (replay) => (replay.engine === "sat" ? SEARCH.aligned(untold(replay), unfound(replay)) : "–");
  const rows = [
    [SEARCH.rows.solutions, (replay) => told(replay, replay.solutions)],
    [SEARCH.rows.nodes, (replay) => told(replay, sum(replay.nodes))],
    [SEARCH.rows.checks, mean],
    [SEARCH.rows.conflicts, (replay) => told(replay, replay.conflicts)],
    [SEARCH.rows.refused, (replay) => tally(replay, "force")],
    [SEARCH.rows.dead, (replay) => tally(replay, "dead")],
    [SEARCH.rows.aligned, (replay) => aligned(replay)],
    [SEARCH.rows.time, (replay) => `${replay.seconds} s`],
    [SEARCH.rows.events, (replay) => SEARCH.kept(replay.length, replay.left, replay.complete)],
  ];
  const names = replays.map(({ engine }) => h("th", { scope: "col" }, SEARCH.engineName(engine)));
  const every = rows.map(([name, of]) => [name, replays.map(of)]);
  const body = every
    .filter(([, row]) => row.some((text) => text !== "–"))
    .map(([name, row]) =>
      h(
        "tr",
        h("th", { scope: "row" }, name),
        row.map((text) => h("td", text)),
      ),
    );
  return h("div.wide", { tabindex: "0" }, h("table", h("thead", h("tr", h("td"), names)), h("tbody", body)));
}

/** The nodes of a tree by depth, as bars. */
export function byDepth(replay) {
  const most = Math.max(...replay.nodes, 1);
  const rows = replay.nodes.map((x, depth) => {
    if (!x) return null; // a solver decides nothing at depth 0
    const bar = h("span.bar", { "aria-hidden": "true" });
    bar.style.setProperty("--part", x / most);
    return h("tr", h("th", { scope: "row" }, `depth ${depth}`), h("td.count", number(x)), h("td.bars", bar));
  });
  return h("table.depths", h("caption", `Nodes by depth: ${SEARCH.engineName(replay.engine)}`), h("tbody", rows));
}
