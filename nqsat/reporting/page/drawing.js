// Pictures: the men, and small boards that are only looked at.

import { s } from "./dom.js";

const SIDE = 45;

/** A man of a kind as an SVG of its own; `kind` is the document's. */
export function figure(kind) {
  const root = s("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, class: "figure", "aria-hidden": "true" });
  root.append(drawnMan(kind));
  return root;
}

function drawnMan(kind) {
  const look = kind.outlines;
  if (!look) {
    const black = kind.label === "black";
    return s(
      "g",
      { class: `man letter ${black ? "black" : "white"}` },
      s("circle", { cx: 22.5, cy: 22.5, r: 16.5 }),
      s("text", { x: 22.5, y: 30, "text-anchor": "middle" }, kind.symbol),
    );
  }
  const turn = look.turned ? { transform: "rotate(180 22.5 22.5)" } : {};
  const body = s("g", turn, s("path", { class: "body", d: look.body }), s("path", { class: "lines", d: look.details }));
  const mark = look.mark && [
    s("circle", { class: "mark", cx: 36, cy: 9.5, r: 7 }),
    s("text", { class: "mark", x: 36, y: 13, "text-anchor": "middle" }, look.mark),
  ];
  return s("g", { class: `man ${look.white ? "white" : "black"}` }, body, mark);
}

/** The moves of a line as pieces of straight lines in units of squares; out at one edge that wraps, in at the other. */
export function segments(geometry, line, closed) {
  const moves = line.slice(1).map((square, i) => [line[i], square]);
  if (closed && line.length === geometry.squares.length) moves.push([line.at(-1), line[0]]);
  return moves.flatMap(([a, b]) => {
    const [here, there] = [geometry.squares[a], geometry.squares[b]];
    const short = (delta, size, wraps) =>
      wraps && Math.abs(delta) > size / 2 ? delta - Math.sign(delta) * size : delta;
    const down = short(there.row - here.row, geometry.rows, geometry.wrap === "torus");
    const right = short(there.column - here.column, geometry.columns, geometry.wrap !== "flat");
    const out = [here.column, here.row, here.column + right, here.row + down];
    const into = [there.column - right, there.row - down, there.column, there.row];
    return out[2] === into[2] && out[3] === into[3] ? [out] : [out, into];
  });
}

/** A solution as a small board. */
export function drawn(app, one, label = "") {
  const { tour } = app.doc.model;
  return picture(app.geometry, tour ? { line: one, closed: tour.closed, label } : { men: one, label });
}

/**
 * A small board: {men: numbers of men, line: squares of a tour, marks: Map from square to a class}.
 * A man's number is square × kinds + kind.
 */
export function picture(geometry, { men = [], line = [], closed = false, marks = new Map(), label = "" }) {
  const { rows, columns, kinds } = geometry;
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const root = s("svg", { viewBox: `0 0 ${columns * SIDE} ${rows * SIDE}`, class: "picture", ...named });
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const square = geometry.at(row, column);
      const hue =
        square === undefined
          ? geometry.cells[row][column] === "#"
            ? "wall"
            : "hole"
          : geometry.isLight(row, column)
            ? "light"
            : "dark";
      if (hue === "wall" && geometry.shape.length) continue;
      const place = { x: column * SIDE, y: row * SIDE, width: SIDE, height: SIDE };
      const region = geometry.region.has(square) ? ` r${geometry.region.get(square) % 12}` : "";
      root.append(s("rect", { class: `square ${hue}${region}`, ...place }));
      if (marks.has(square)) root.append(s("rect", { class: `square ${marks.get(square)}`, ...place }));
    }
  }
  for (const man of men) {
    const { row, column } = geometry.squares[Math.floor(man / kinds.length)];
    const place = { transform: `translate(${column * SIDE} ${row * SIDE})` };
    root.append(s("g", place, drawnMan(kinds[man % kinds.length])));
  }
  if (line.length) {
    const path = segments(geometry, line, closed)
      .map((x) => x.map((value) => (value + 0.5) * SIDE))
      .map(([a, b, c, d]) => `M${a} ${b}L${c} ${d}`);
    root.append(s("path", { class: "line", d: path.join("") }));
    const { row, column } = geometry.squares[line[0]];
    root.append(s("circle", { class: "begin", cx: (column + 0.5) * SIDE, cy: (row + 0.5) * SIDE, r: 8 }));
  }
  return root;
}
