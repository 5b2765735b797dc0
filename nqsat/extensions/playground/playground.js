// The page of the playground: a program, the worker that runs it, and what it answers.

/** @typedef {{ group: string, title: string, text: string }} Lesson */

const element = (/** @type {string} */ id) => document.getElementById(id);
const lesson = /** @type {HTMLSelectElement} */ (element("lesson"));
const program = /** @type {HTMLTextAreaElement} */ (element("program"));
const run = /** @type {HTMLButtonElement} */ (element("run"));
const stop = /** @type {HTMLButtonElement} */ (element("stop"));
const page = /** @type {HTMLIFrameElement} */ (element("page"));
const [status, text, board] = ["status", "text", "board"].map(element);

/** @type {Worker} */
let worker;
/** @type {Lesson[]} */
let lessons = [];

function begin(said = "Loading Python …") {
  status.textContent = said;
  [run.disabled, stop.disabled] = [false, true];
  const begun = performance.now();
  worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => hear(data.kind, data.text, begun);
}

function hear(/** @type {string} */ kind, /** @type {string} */ said, /** @type {number} */ begun) {
  if (kind === "ready" && !run.disabled) status.textContent = `Ready after ${((performance.now() - begun) / 1000).toFixed(1)} s.`;
  if (kind === "broken") status.textContent = `Python did not start: ${said}`;
  if (kind === "out" || kind === "note") {
    const line = document.createElement("span");
    line.className = kind;
    line.textContent = said;
    text.append(line);
  }
  if (kind === "board") board.innerHTML = said;
  if (kind === "page") [page.srcdoc, page.hidden] = [said, false];
  if (kind === "done") {
    status.textContent = `Done in ${said} s.`;
    [run.disabled, stop.disabled] = [false, true];
  }
}

function start() {
  [text.textContent, board.innerHTML, page.hidden, page.srcdoc] = ["", "", true, ""];
  [run.disabled, stop.disabled] = [true, false];
  status.textContent = "Running …";
  if (matchMedia("(max-width: 52rem)").matches) text.parentElement.scrollIntoView({ behavior: "smooth" });
  worker.postMessage(program.value);
}

/** The program in the address, behind #: deflated, as base64 without the signs that addresses use. */
async function packed() {
  const stream = new Blob([program.value]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpacked(/** @type {string} */ hash) {
  const letters = atob(hash.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}

async function fill() {
  lessons = await (await fetch("lessons.json")).json();
  for (const [place, { group, title }] of lessons.entries()) {
    let part = /** @type {HTMLOptGroupElement} */ ([...lesson.children].find((one) => one.getAttribute("label") === group));
    if (!part) {
      part = document.createElement("optgroup");
      part.label = group;
      lesson.append(part);
    }
    part.append(new Option(title, String(place)));
  }
  program.value = lessons[0].text;
  await read();
}

/** Take the program from the address, if it has one: when the page begins, or a link is pasted into it. */
async function read() {
  if (location.hash.length < 2) return;
  try {
    program.value = await unpacked(location.hash.slice(1));
  } catch {
    status.textContent = "The program in the address cannot be read.";
  }
}

window.onhashchange = read;
lesson.onchange = () => (program.value = lessons[Number(lesson.value)].text);
run.onclick = start;
stop.onclick = () => {
  worker.terminate();
  begin("Stopped; loading Python anew …");
};
element("link").onclick = async () => {
  history.replaceState(null, "", `#${await packed()}`);
  status.textContent = "The address of this page holds the program.";
  await navigator.clipboard?.writeText(location.href).catch(() => {});
};
program.onkeydown = (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !run.disabled) start();
};
fill();
begin();
