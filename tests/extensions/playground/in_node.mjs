// node in_node.mjs FOLDER: run the blocks on stdin (JSON) as the worker of the playground would; print their answers.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const read = (name) => new Uint8Array(readFileSync(`${folder}/${name}`));
const { loadPyodide } = await import(pathToFileURL(`${folder}/runtime/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/runtime/` });
const site = python.runPython("import sys; sys.path[-1]");
python.unpackArchive(read("nqsat.zip"), "zip", { extractDir: site });
python.unpackArchive(read("python_sat.whl"), "wheel", { extractDir: site });
python.FS.writeFile("/libraries.zip", read("libraries.zip"));
python.FS.writeFile(`${site}/blocks.py`, new Uint8Array(readFileSync(new URL("blocks.py", import.meta.url))));
python.globals.set("given", readFileSync(0, "utf-8"));
const answers = python.runPython("sys.path.append('/libraries.zip'); import blocks; blocks.answers(given)");
process.stdout.write(`\n${answers}\n`);
