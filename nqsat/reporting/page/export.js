// Solutions as texts: squares, FEN, a board in letters, SVG; and as PNG.

import { drawn } from "./drawing.js";
import { components } from "./factors.js";

/** Men, the squares of a tour, or moves, by their names. */
export function named(model, geometry, one) {
  const name = (square) => geometry.squares[square].name;
  if (model.factor) return one.map((move) => model.factor.moves[move].map(name).join("-")).join(" ") || "(empty)";
  if (model.tour) return [...one, ...(model.tour.closed ? [one[0]] : [])].map(name).join(" ");
  const column = (square) => geometry.squares[square].column * geometry.rows - geometry.squares[square].row;
  const texts = model.kinds.map((kind, k) => {
    const squares = one
      .filter((man) => man % model.kinds.length === k)
      .map((man) => Math.floor(man / model.kinds.length));
    squares.sort((a, b) => column(a) - column(b));
    return squares.map((square) => (model.kinds.length > 1 ? `${kind.name}@` : "") + name(square)).join(" ");
  });
  return texts.filter((text) => text).join(" ") || "(empty)";
}

function letters(model, geometry, one) {
  const found = new Map();
  if (model.factor) return laid(geometry, components(model.factor.moves, one));
  if (model.tour) one.forEach((square, i) => found.set(square, String(i + 1)));
  else
    one.forEach((man) => found.set(Math.floor(man / model.kinds.length), model.kinds[man % model.kinds.length].symbol));
  return laid(geometry, found);
}

function laid(geometry, found) {
  return geometry.cells.map((row, r) =>
    [...row].map((cell, c) => (cell === "." ? (found.get(geometry.at(r, c)) ?? ".") : cell)),
  );
}

/** The board as text, a line for each row. */
export function drawnText(model, geometry, one) {
  if (geometry.plan) return named(model, geometry, one);
  const rows = letters(model, geometry, one);
  const wide = Math.max(1, ...rows.flat().map((text) => text.length));
  return rows.map((row) => row.map((text) => text.padStart(wide)).join(" ")).join("\n");
}

/** Field 1 of FEN: ranks from the top, run lengths for empty squares and holes, * for walls. */
export function fen(model, geometry, one) {
  const rank = (row) => {
    const marks = row.map((text) => (text === "." || text === "x" ? "" : text === "#" ? "*" : text));
    return marks
      .map((mark) => mark || " ")
      .join("")
      .replace(/ +/g, (run) => String(run.length));
  };
  return letters(model, geometry, one).map(rank).join("/");
}

/** A picture that stands by itself: what the style of the page says is written into it. */
export function drawnSvg(app, one) {
  const shown = drawn(app, one);
  document.body.append(shown);
  for (const element of shown.querySelectorAll("rect, path, circle, text, polygon, line")) {
    const style = getComputedStyle(element);
    for (const name of ["fill", "stroke", "stroke-width", "font-size", "font-weight", "font-family"]) {
      element.setAttribute(name, style.getPropertyValue(name));
    }
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
