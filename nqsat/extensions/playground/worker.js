// Python in a thread of its own, which the page ends to stop it. Nothing is loaded but this folder.

const here = (/** @type {string} */ name) => new URL(name, import.meta.url).href;
const send = (/** @type {string} */ kind, text = "") => postMessage({ kind, text });

/** What is written is sent at once, also without a newline; a character may come in two pieces. */
function sender(/** @type {string} */ kind) {
  const decoder = new TextDecoder();
  return (/** @type {Uint8Array} */ bytes) => {
    send(kind, decoder.decode(bytes, { stream: true }));
    return bytes.length;
  };
}

/** The driver, when all is loaded. */
async function begin() {
  send("step", "Step 1 of 3: fetching Python");
  const { loadPyodide } = await import(here("runtime/pyodide.mjs"));
  const files = ["nqsat.zip", "python_sat.whl", "libraries.zip"].map(async (name) => {
    const answer = await fetch(here(name));
    return new Uint8Array(await answer.arrayBuffer());
  });
  const python = await loadPyodide({ indexURL: here("runtime/") });
  send("step", "Step 2 of 3: fetching nqsat");
  const [own, solvers, libraries] = await Promise.all(files);
  send("step", "Step 3 of 3: loading nqsat");
  const site = python.runPython("import sys; sys.path.append('/libraries.zip'); sys.path[-2]");
  python.unpackArchive(own, "zip", { extractDir: site });
  python.unpackArchive(solvers, "wheel", { extractDir: site });
  python.FS.writeFile("/libraries.zip", libraries); // imported from the archive, without being unpacked
  python.setStdout({ write: sender("out") });
  python.setStderr({ write: sender("note") });
  const run = python.runPython("from nqsat.extensions.playground import driver; driver.warm(); driver.run");
  send("ready");
  return run;
}

const ready = begin();
ready.catch((error) => send("broken", String(error)));

onmessage = async ({ data }) => {
  const run = await ready;
  const begun = performance.now();
  try {
    run(data, send);
  } catch (error) {
    send("note", `${error}\n`); // of Python itself, as a stack that is full
    send("error");
  }
  send("done", ((performance.now() - begun) / 1000).toFixed(2));
};
