// The panels of the page. A panel is mounted if the document has its section, by
//
//     function mountThing(element, doc, app) { … }
//
//     element   an empty element to fill, with h, s and button of dom.js; nothing is ever read as HTML
//     doc       the document, as nqsat/viewing/__init__.py describes it; read only
//     app       .state     what the link holds, a text by each key; read only
//               .put({key: text, …})   changes it, null takes a key away; the link and all listeners know
//               .go({key: text, …})    the same, and also known to .undo() and .redo()
//               .on("change", f)       f() after every change, wherever it comes from
//               .say(text)             read out by screen readers
//               .copy(text)            to the clipboard, and says so
//               .game      the position, and its solutions: game.js; null without a model
//               .atoms     pieces or moves, their names, squares and pictures: atoms.js; null without a model
//               .layout  squares, their names, steps and attacks: layout.js; null without a model
//     To draw a small board: picture(app.layout, {pieces, line, moves, marks}) of drawing.js.
//
// All modules become one: the top-level names of modules all differ. A panel of nqsat has its
// line in main.js, its module in MODULES of __init__.py, and its texts in texts.js. A module of an extension pushes
// its panel here; its section has the name of the panel: see Panel in nqsat/extensions/__init__.py.
//
// Keys of the state: m pieces, t tour, e moves, k kind (play.js), s p f w y o (gallery.js), pieces squares (draft.js).
// A new one has a word of its own.

/**
 * In order: its name, the section of the document that it shows, the heading, and what mounts it; the words that
 * lead to it, if there are any; and if it is folded, the words that are shown then. A link with a key of its name
 * opens it.
 *
 * @typedef {{name: string, section: string, heading: string, mount: Function, way?: string, folded?: string}} Panel
 * @type {Panel[]}
 */
export const PANELS = [];
