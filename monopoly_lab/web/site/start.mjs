// The start of Python in a page: Pyodide as it comes, and all packages from two files. Wheels would be unpacked by Python
// itself, which takes longer than all else at the start.

import { loadPyodide as load } from "./pyodide.mjs";

const ARCHIVES = ["libraries.bin", "monopoly_lab.bin"];

async function fetchArchive(name) {
  try {
    const answer = await fetch(new URL(name, import.meta.url));
    if (!answer.ok) throw new Error(answer.status);
    const content = answer.body.pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(content).arrayBuffer());
  } catch (problem) {
    throw new Error(`${name}: ${problem.message}`);
  }
}

/** Write the files of an archive: four bytes with the length of a list of names and sizes, the list, the contents. */
function unpack(FS, folder, archive) {
  let at = 4 + new DataView(archive.buffer).getUint32(0, true);
  const made = new Set();
  for (const [name, size] of JSON.parse(new TextDecoder().decode(archive.subarray(4, at)))) {
    const path = `${folder}/${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) FS.mkdirTree(parent);
    made.add(parent);
    FS.writeFile(path, archive.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}

export async function loadPyodide(options) {
  const archives = Promise.all(ARCHIVES.map(fetchArchive));
  const [python, contents] = await Promise.all([load({ ...options, packages: [] }), archives]);
  const folder = python.runPython("import site; site.getsitepackages()[0]");
  for (const content of contents) unpack(python.FS, folder, content);
  python.runPython("import importlib; importlib.invalidate_caches()");
  return python;
}
