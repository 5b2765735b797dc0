// Solutions as texts: FEN, a board in letters, SVG; and as PNG.

import { s } from "./dom.js";
import { drawn } from "./drawing.js";

/** What stands on each cell, row by row: a letter, a number, or the sign of the board's map. */
function letters({ layout, atoms }, one) {
  const found = atoms.letters(one);
  const sign = (cell, row, column) => (cell === "." ? (found.get(layout.at(row, column)) ?? ".") : cell);
  return layout.cells.map((cells, row) => [...cells].map((cell, column) => sign(cell, row, column)));
}

/** The board as text, a line for each row. */
export function drawnText(app, one) {
  if (!app.layout.ranked) return app.atoms.written(one);
  const rows = letters(app, one);
  const wide = Math.max(1, ...rows.flat().map((text) => text.length));
  return rows.map((row) => row.map((text) => text.padStart(wide)).join(" ")).join("\n");
}

/** Field 1 of FEN: ranks from the top, run lengths for empty squares and holes, * for walls. */
export function fen(app, one) {
  const rank = (row) => {
    const marks = row.map((text) => (text === "." || text === "x" ? " " : text === "#" ? "*" : text));
    return marks.join("").replace(/ +/g, (run) => String(run.length));
  };
  return letters(app, one).map(rank).join("/");
}

/** What is written into a picture. */
const STYLES = ["fill", "stroke", "stroke-width", "opacity", "font-size", "font-weight", "font-family"];

/** A picture without the page: the page's style is written into it. */
export function drawnSvg(app, one) {
  const shown = drawn(app, one);
  document.body.append(shown);
  const used = [...shown.querySelectorAll("use")].map((use) => use.getAttribute("href"));
  const parts = new Set(["#nqsat-hatch", ...used]);
  shown.prepend(s("defs", [...parts].map((id) => document.querySelector(id).cloneNode(true)))); // prettier-ignore
  for (const element of shown.querySelectorAll("rect, path, circle, text")) {
    const style = getComputedStyle(element);
    for (const name of STYLES) element.setAttribute(name, style.getPropertyValue(name));
  }
  shown.remove();
  shown.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(shown);
}

/** The side of a picture as PNG, in pixels. */
const PIXELS = 1024;

/** The same as PNG: a canvas on which it is drawn. */
export async function drawnPng(app, one) {
  const found = new DOMParser().parseFromString(drawnSvg(app, one), "image/svg+xml").documentElement;
  const [, , wide, high] = found.getAttribute("viewBox").split(" ").map(Number);
  const scale = PIXELS / Math.max(wide, high);
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: Math.round(wide * scale), height: Math.round(high * scale) });
  found.setAttribute("width", String(canvas.width));
  found.setAttribute("height", String(canvas.height));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(found))}`;
  await image.decode();
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas;
}
