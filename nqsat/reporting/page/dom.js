// Elements. Nothing is ever read as HTML: what is text stays text.

const SVG = "http://www.w3.org/2000/svg";

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((x) => x != null && x !== false));
  return element;
}

/** An element of HTML: h("p", {class: "soft"}, "text", child, …); onclick and the like are listeners. */
export function h(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** The same, of SVG. */
export function s(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

/** Text in pieces: options of a command, as in --count, do not break at their hyphens. */
export function prose(text) {
  return text.split(/(--[a-z-]+)/).map((piece, n) => (n % 2 ? h("code", { class: "option" }, piece) : piece));
}

/** A choice of some things, [value, text] each: its label, and the field. */
export function select(label, options, onchange, value = options[0][0]) {
  const items = options.map(([name, text]) => h("option", { value: name, selected: name === value }, text));
  const field = h("select", { onchange: () => onchange(field.value) }, items);
  return [h("label", { class: "choice" }, label, field), field];
}

/** A button. */
export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, text);
}
