// Elements. Nothing is ever read as HTML: what is text stays text.

const SVG = "http://www.w3.org/2000/svg";

/** Whether something given to an element is its attributes, and no child. */
const isAttributes = (x) => x?.constructor === Object;

function made(create, words, given) {
  const [name, ...classes] = words.split(".");
  const element = create(name);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const [key, value] of Object.entries(isAttributes(given[0]) ? given.shift() : {})) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...given.flat().filter((x) => x != null && x !== false));
  return element;
}

/**
 * An element of HTML: h("p.soft", { id: "a" }, "text", child, …), attributes only if there are any; onclick and the
 * like are listeners.
 *
 * @param {string} words @param {...any} given @returns {any}
 */
export function h(words, ...given) {
  return made((name) => document.createElement(name), words, given);
}

/** The same, of SVG. @param {string} words @param {...any} given @returns {any} */
export function s(words, ...given) {
  return made((name) => document.createElementNS(SVG, name), words, given);
}

/** Text in pieces: options of a command, as in --count, do not break at their hyphens. */
export function prose(text) {
  return text.split(/(--[a-z-]+)/).map((piece, n) => (n % 2 ? h("code.option", piece) : piece));
}

/** A list of texts. */
export function list(texts) {
  const items = texts.map((text) => h("li", prose(text)));
  return h("ul", items);
}

/** A choice of some things, [value, text] each: its label, which has the `field`. */
export function select(label, options, onchange, value = options[0][0]) {
  const items = options.map(([name, text]) => h("option", { value: name, selected: name === value }, text));
  const field = h("select", { onchange: () => onchange(field.value) }, items);
  return Object.assign(h("label.choice", label, field), { field });
}

/** A box to tick: its label, which has the `field`. */
export function check(label, checked, onchange) {
  const field = h("input", { type: "checkbox", checked, onchange: () => onchange(field.checked) });
  return Object.assign(h("label.choice", field, label), { field });
}

/** What keys do: a function for each; a key that is not there, or comes with Ctrl, Alt or Meta, is passed on. */
export function press(event, ways) {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in ways)) return;
  ways[event.key]();
  event.preventDefault();
  event.stopPropagation();
}

export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, text);
}
