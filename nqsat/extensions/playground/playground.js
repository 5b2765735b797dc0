// The page of the playground: a program, the worker that runs it, and what it answers.

/** @typedef {{ group: string, title: string, text: string, answer?: [string, string][] }} Lesson */
/** @typedef {{ worker: Worker, said: string, ready: boolean, broken: boolean }} Python a worker, and how far it has come */

const element = (/** @type {string} */ id) => document.getElementById(id);
const lesson = /** @type {HTMLSelectElement} */ (element("lesson"));
const program = /** @type {HTMLTextAreaElement} */ (element("program"));
const run = /** @type {HTMLButtonElement} */ (element("run"));
const stop = /** @type {HTMLButtonElement} */ (element("stop"));
const [status, clock, bar, long, answer, text, shown] = ["status", "clock", "bar", "long", "answer", "text", "shown"].map(element);

/** Where the browser keeps the program that was written here, and the files of this folder. */
const KEPT = "nqsat-playground";

/** Seconds of a run after which a second worker is made ready for Stop, and after which the page says that it is long. */
const WARM = 1;
const LONG = 10;

/** @type {Lesson[]} */
let lessons = [];
let own = stored();
let running = false;
let wrong = false;
let outcome = ""; // of the last program, until the next one runs
let begun = performance.now();
/** @type {Python | null} */
let spare = null;
let python = load();

// -- the workers

/** A worker that loads Python, and is soon ready. @returns {Python} */
function load() {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  const made = { worker, said: "Loading Python", ready: false, broken: false };
  worker.onmessage = ({ data: { kind, text } }) => {
    const broken = `Python did not start: ${text}. Reload the page to try again`;
    const loading = { step: text, ready: "Ready", broken };
    if (!(kind in loading)) return hear(kind, text);
    Object.assign(made, { said: loading[kind], ready: kind === "ready", broken: kind === "broken" });
    if (made !== python) return;
    if (made.broken) running = false;
    if (made.ready) keepFiles();
    tell();
  };
  return made;
}

/** What a program shows: text, notes, a board, a page; that a line is wrong; that it is done. */
function hear(/** @type {string} */ kind, /** @type {string} */ said) {
  if (kind === "done") return end(`${wrong ? "Error" : "Done"} after ${said} s`);
  if (kind === "out" || kind === "note") add(text, "span", { className: kind, textContent: said });
  if (kind === "board") add(shown, "div", { innerHTML: said });
  // A new frame for each page: one that was hidden before may stay without a size.
  if (kind === "page") add(shown, "iframe", { title: "Page of nqsat view", sandbox: "allow-scripts", srcdoc: said });
  if (kind === "error") mark(said);
  if (running && narrow()) answer.scrollIntoView({ behavior: "smooth" });
}

function add(/** @type {HTMLElement} */ place, /** @type {string} */ name, /** @type {object} */ values) {
  place.append(Object.assign(document.createElement(name), values));
}

/** The last note is an error: of a line of the program, if its number is known. */
function mark(/** @type {string} */ line) {
  wrong = true;
  [...text.querySelectorAll(".note")].findLast((note) => note.textContent.trim())?.classList.add("error");
  program.setAttribute("aria-invalid", "true");
  program.style.setProperty("--wrong", line || "-9");
}

const narrow = () => matchMedia("(max-width: 52rem)").matches;

function start() {
  clear();
  [running, begun, outcome] = [true, performance.now(), ""];
  python.worker.postMessage(program.value);
  tell();
  hold();
}

function clear() {
  for (const place of [text, shown]) place.replaceChildren();
  program.removeAttribute("aria-invalid");
  wrong = false;
}

function end(/** @type {string} */ said) {
  [running, outcome] = [false, said];
  tell();
}

stop.onclick = () => {
  python.worker.terminate();
  [python, spare] = [spare ?? load(), null];
  end("Stopped; what earlier programs defined is gone");
};

// -- what the page says

function tell() {
  const { said, ready, broken } = python;
  const now = running && ready ? "Running" : ready ? outcome || said : [outcome, said].filter(Boolean).join(". ");
  status.textContent = `${now}${running && !ready ? "; then your program runs" : ""}.`;
  status.classList.toggle("bad", wrong || broken);
  [run.disabled, stop.disabled] = [running || broken, !running];
  bar.hidden = !running && (ready || broken);
  tick();
}

function tick() {
  const seconds = (performance.now() - begun) / 1000;
  clock.textContent = bar.hidden ? "" : `${Math.floor(seconds)} s`;
  long.hidden = !running || seconds < LONG;
  if (running && python.ready && seconds > WARM) spare ??= load();
}

// -- the program: in the address once it has run, and kept as it is typed

function stored() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // a browser may allow no storage
  }
}

/** The program has been changed: it is one's own, and the address does not hold it any more. */
function changed() {
  own = program.value;
  lesson.value = "own";
  program.removeAttribute("aria-invalid");
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  try {
    localStorage.setItem(KEPT, own);
  } catch {
    // It is lost with the page, as in a page without storage.
  }
}

/** The program is put into the address, behind #: deflated, as base64 without the signs that addresses use. */
async function hold() {
  const stream = new Blob([program.value]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const packed = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  history.replaceState(null, "", `#${packed}`);
}

/** The program that the address holds, if it has one. */
async function held() {
  if (location.hash.length < 2) return null;
  try {
    const letters = atob(location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
  } catch {
    end("The program in the address cannot be read");
    return null;
  }
}

/** Show a program: one of the examples, or one's own. */
function show(/** @type {string} */ text) {
  const place = lessons.findIndex((one) => one.text === text);
  program.value = text;
  program.removeAttribute("aria-invalid");
  if (place < 0) own = text;
  lesson.value = place < 0 ? "own" : String(place);
}

async function fill() {
  lessons = await (await fetch("lessons.json")).json();
  for (const group of new Set(lessons.map((one) => one.group))) {
    const part = Object.assign(document.createElement("optgroup"), { label: group });
    lessons.forEach((one, place) => one.group === group && part.append(new Option(one.title, String(place))));
    lesson.append(part);
  }
  lesson.append(new Option("Your own program", "own"));
  show((await held()) ?? own ?? lessons[0].text);
  if (program.value !== lessons[0].text || running) return;
  for (const [kind, said] of lessons[0].answer ?? []) hear(kind, said); // made with this folder
}

/** Keep all files of this folder in the browser: from the next visit on they are there without a network, too. */
async function keepFiles() {
  try {
    await navigator.serviceWorker.register("offline.js");
    await (await caches.open(KEPT)).addAll(await (await fetch("files.json")).json());
  } catch {
    // Without a network what is kept is there already; without a secure address browsers keep nothing.
  }
}

window.onhashchange = async () => show((await held()) ?? program.value);
program.oninput = changed;
lesson.onchange = () => show(lesson.value === "own" ? (own ?? "import nqsat\n\n") : lessons[Number(lesson.value)].text);
run.onclick = start;
element("link").onclick = async () => {
  await hold();
  end("The address of this page holds the program");
  await navigator.clipboard?.writeText(location.href).catch(() => {});
};
program.onkeydown = (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !run.disabled) start();
};
setInterval(tick, 250);
fill();
tell();
