// The page of the playground: a program, the worker that runs it, and what it answers.

const element = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const [lesson, program, run, stop, link] = ["lesson", "program", "run", "stop", "link"].map(element);
const [status, clock, bar, long] = ["status", "clock", "bar", "long"].map(element);
const [answer, text, shown, pace] = ["answer", "text", "shown", "pace"].map(element);

/** Where the browser keeps the program, and the files of this folder. */
const KEPT = "nqsat-playground";

/** The text about a long run, until a command has estimated it. */
const UNKNOWN = pace.textContent;

/** Seconds of a run: then a second worker is made ready for Stop; then the page says that it takes long. */
const [WARM, LONG] = [1, 10];

/** @type {{ group: string, title: string, text: string, answer?: [string, string][] }[]} */
let lessons = [];
let own = kept();
let [running, wrong, outcome] = [false, false, ""]; // the outcome is of the last program, until the next one runs
let begun = performance.now();
let python = load();
let spare = null; // another worker, for Stop

// -- the workers

/** A worker that loads Python, and how far it is. */
function load() {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  const made = { worker, said: "Loading Python", loading: true };
  worker.onmessage = ({ data: { kind, text } }) => {
    if (kind === "step") made.said = text;
    else if (kind === "ready") [made.said, made.loading] = ["Ready", false];
    else if (kind === "broken") [made.said, made.loading] = [`Python did not start: ${text}. Run tries again`, false];
    else hear(kind, text);
    if (made !== python) return;
    if (kind === "ready") keepFiles().catch(() => {}); // they are kept already, or the browser keeps nothing
    if (kind === "broken") [running, wrong, outcome, run.onclick] = [false, true, "", () => location.reload()];
    tell();
  };
  return made;
}

/** What a program shows: text, notes, boards, pages; that a line is wrong; that it is done. */
function hear(/** @type {string} */ kind, /** @type {string} */ said) {
  const add = (place, name, values) => place.append(Object.assign(document.createElement(name), values));
  if (kind === "out" || kind === "note") add(text, "span", { className: kind, textContent: said });
  if (kind === "board") add(shown, "div", { innerHTML: said });
  // A new frame for each page: one that was hidden before may stay without a size.
  if (kind === "page") add(shown, "iframe", { title: "Page of nqsat view", sandbox: "allow-scripts", srcdoc: said });
  if (kind === "error") mark(said);
  // The command says how long it will take: "estimate: bitboard will take about 3 days".
  if (kind === "note" && said.includes("estimate: ")) pace.textContent = `Its ${said.trim()}.`;
  if (running && matchMedia("(max-width: 52rem)").matches) answer.scrollIntoView({ behavior: "smooth" });
  if (kind === "done") end(`${wrong ? "Error" : "Done"} after ${said} s`);
}

/** The last note is an error: of a line of the program, if its number is known. */
function mark(/** @type {string} */ line) {
  wrong = true;
  [...text.querySelectorAll(".note")].findLast((note) => note.textContent.trim())?.classList.add("error");
  program.setAttribute("aria-invalid", "true");
  program.style.setProperty("--wrong", line || "-9");
}

run.onclick = () => {
  for (const place of [text, shown]) place.replaceChildren();
  program.removeAttribute("aria-invalid");
  pace.textContent = UNKNOWN;
  [running, wrong, outcome, begun] = [true, false, "", performance.now()];
  python.worker.postMessage(program.value);
  hold();
  tell();
};

stop.onclick = () => {
  python.worker.terminate();
  [python, spare] = [spare ?? load(), null];
  end("Stopped; names that earlier programs defined are lost");
};

// -- what the page says

function end(/** @type {string} */ said) {
  [running, outcome] = [false, said];
  tell();
}

function tell() {
  const { said, loading } = python;
  const now = running ? (loading ? `${said}; then your program runs` : "Running") : outcome || said;
  status.textContent = `${now}.`;
  status.classList.toggle("bad", wrong);
  [run.disabled, stop.disabled, bar.hidden] = [running, !running, !running && !loading];
  tick();
}

function tick() {
  const seconds = (performance.now() - begun) / 1000;
  clock.textContent = bar.hidden ? "" : `${Math.floor(seconds)} s`;
  long.hidden = !running || seconds < LONG;
  if (running && !python.loading && seconds > WARM) spare ??= load();
}

// -- the program: kept as it is typed, and in the address once it has run

/** The program that the browser keeps; a text is kept from now on. */
function kept(/** @type {string | null} */ text = null) {
  try {
    if (text !== null) localStorage.setItem(KEPT, text);
    return text ?? localStorage.getItem(KEPT);
  } catch {
    return text; // a browser may allow no storage
  }
}

const through = (data, stream) => new Response(new Blob([data]).stream().pipeThrough(stream));

/** The program is put into the address, behind #: deflated, as base64 without the signs that addresses use. */
async function hold() {
  const bytes = await through(program.value, new CompressionStream("deflate-raw")).arrayBuffer();
  const letters = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  history.replaceState(null, "", `#${letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`);
}

/** The program that the address holds; null if it has none. */
async function held() {
  if (location.hash.length < 2) return null;
  try {
    const letters = atob(location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return await through(bytes, new DecompressionStream("deflate-raw")).text();
  } catch {
    end("The program in the address cannot be read");
    return null;
  }
}

/** Show a program: an example, or else the user's own. */
function show(/** @type {string} */ text) {
  const place = lessons.findIndex((one) => one.text === text);
  if (place < 0) own = text;
  [program.value, lesson.value] = [text, place < 0 ? "own" : String(place)];
  program.removeAttribute("aria-invalid");
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
  if (program.value === lessons[0].text && !running) lessons[0].answer?.forEach((one) => hear(...one)); // made before
}

/** Keep the files of this folder: from the next visit on the page opens without a network. */
async function keepFiles() {
  await navigator.serviceWorker.register("offline.js");
  await (await caches.open(KEPT)).addAll(await (await fetch("files.json")).json());
}

window.onhashchange = async () => show((await held()) ?? program.value);
lesson.onchange = () => show(lesson.value === "own" ? (own ?? "import nqsat\n\n") : lessons[Number(lesson.value)].text);
program.oninput = () => {
  own = kept(program.value);
  lesson.value = "own";
  program.removeAttribute("aria-invalid");
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
};
program.onkeydown = (/** @type {KeyboardEvent} */ event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run.click(); // nothing while it is disabled
};
link.onclick = async () => {
  await hold();
  end("The address of this page now contains the program");
  await navigator.clipboard?.writeText(location.href).catch(() => {});
};
setInterval(tick, 250);
fill();
tell();
